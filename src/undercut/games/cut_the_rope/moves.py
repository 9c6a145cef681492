"""Legal moves of Cut the Rope.

A set of moves is a mask with the bit ``3 * source + row``. A source is a kind of card in the hand (0 to 10), a supply
row of the player on turn (11 to 13), or the top of the personal deck (14).
"""

from undercut.engine.bits import count, nth
from undercut.engine.contract import Cells
from undercut.games.cut_the_rope import table
from undercut.games.cut_the_rope.table import Table, rows_for, supply_pile, top_card

PERSONAL_SOURCE = table.KINDS_OF_CARDS + table.PERSONAL
# The kinds of moves.
PLAY, SAME, GO_UP, GO_DOWN, PUT, END = range(6)


def encode(kind: int, card: int, source: int, row: int) -> int:
    """Encode a move as one integer; NONE for a missing card or source, 3 for a missing row."""
    return kind << 10 | card << 6 | source << 2 | row


def move_kind(move: int) -> int:
    return move >> 10


def move_card(move: int) -> int:
    """Return the card of a move; NONE if it has none."""
    return move >> 6 & 15


def move_source(move: int) -> int:
    return move >> 2 & 15


def move_row(move: int) -> int:
    """Return the row of a move; 3 if it has none."""
    return move & 3


ENDING = encode(END, table.NONE, table.NONE, 3)


def source_pile(s: Table, source: int) -> int:
    """The pile of a source other than the hand."""
    return table.SEAT_PILES * s.to_move + source - table.KINDS_OF_CARDS


def source_card(s: Table, source: int) -> int:
    """The card that a source offers; NONE if that pile is empty."""
    if source < table.KINDS_OF_CARDS:
        return source
    pile = source_pile(s, source)
    return top_card(s, pile) if s.tops[pile] else table.NONE


def move_sets(s: Table) -> tuple[int, int, int]:
    """Three sets of moves: plays on level rows, those among them that fit in two ways, cards put on supply rows."""
    # CR-10: the kinds in the hand: each nonzero digit becomes 1, repeated for every row.
    hand = s.hands[s.to_move]
    held = (hand | hand >> 1 | hand >> 2) & table.ONE_ROW
    fits = s.fits & held * 7
    twice = s.twice & held * 7
    for place in range(table.SEAT_PILES):
        pile = supply_pile(s.to_move, place)
        if s.tops[pile]:
            card = top_card(s, pile)
            shift = 3 * (table.KINDS_OF_CARDS + place)
            fits |= rows_for(s, card) << shift
            twice |= (s.twice >> 3 * card & 7) << shift
    # CR-14, CR-17: any hand card may go on any supply row, but scissors only if the option allows it.
    puts = held * 7 if s.supply_scissors else (held & ~table.SCISSORS_BIT) * 7
    return fits, twice, puts


def first_way(s: Table, twice: int, bit: int) -> int:
    """The move for a bit of the first set; a number that fits both ways goes up."""
    card = source_card(s, bit // 3)
    kind = GO_UP if card != table.SCISSORS and twice >> bit & 1 else PLAY
    return encode(kind, card, bit // 3, bit % 3)


def second_way(s: Table, bit: int) -> int:
    """The move for a bit of the second set: scissors repeat the value below, a number goes down."""
    card = source_card(s, bit // 3)
    return encode(SAME if card == table.SCISSORS else GO_DOWN, card, bit // 3, bit % 3)


def put(bit: int) -> int:
    """The move for a bit of the third set."""
    return encode(PUT, bit // 3, bit // 3, bit % 3)


def legal_moves(s: Table, moves: Cells) -> int:
    fits, twice, puts = move_sets(s)
    size = 0
    left = fits
    while left:
        moves[size] = first_way(s, twice, nth(left, 0))
        size += 1
        left &= left - 1
    left = twice
    while left:
        moves[size] = second_way(s, nth(left, 0))
        size += 1
        left &= left - 1
    left = puts & table.ONE_ROW
    while left:
        card = nth(left, 0) // 3
        for row in range(3):
            moves[size + row] = encode(PUT, card, card, row)
        size += 3
        left &= left - 1
    if puts == 0:
        # CR-14: without a card that may go on a supply row, the turn just ends.
        moves[size] = ENDING
        size += 1
    return size


def count_moves(s: Table) -> int:
    fits, twice, puts = move_sets(s)
    return count(fits) + count(twice) + (count(puts) if puts else 1)


def random_move(s: Table, k: int) -> int:
    """Pick a random legal move without listing all of them."""
    fits, twice, puts = move_sets(s)
    first, second = count(fits), count(twice)
    place = k * (first + second + (count(puts) if puts else 1)) >> 32
    if place < first:
        return first_way(s, twice, nth(fits, place))
    place -= first
    if place < second:
        return second_way(s, nth(twice, place))
    return put(nth(puts, place - second)) if puts else ENDING
