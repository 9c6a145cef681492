"""The rules of Cut the Rope, clause by clause: what each move does, and how turns and games end.

Like `table` and `moves`, these are plain functions over integers that run both as plain Python and compiled.
"""

from undercut.engine.contract import Cells
from undercut.games.cut_the_rope import moves, table
from undercut.games.cut_the_rope.moves import PERSONAL_SOURCE, move_card, move_kind, move_row, move_source, source_pile
from undercut.games.cut_the_rope.options import DRAW, WHEN_EMPTY, personal_size
from undercut.games.cut_the_rope.table import (
    Table,
    chain_slots,
    find_fits,
    first_step,
    hand_size,
    last_step,
    next_seat,
    personal_left,
    personal_pile,
    put_on,
    supply_pile,
    take_from,
    top_card,
)

# --- Playing ---------------------------------------------------------------------------------------------------------


def clear_table(s: Table) -> None:
    """Prepare a table whose fields are 0 for its cards, before seat 0's first turn (CR-3)."""
    chain_slots(s)
    for row in range(3):
        find_fits(s, row)


def deal(s: Table, order: Cells) -> None:
    """CR-2: deal personal decks, then hands of six, seat by seat; the rest is the deck."""
    clear_table(s)
    size = personal_size(s.personal, s.seats)
    dealt = 0
    for seat in range(s.seats):
        # The first card of a deck is its top card, so it is put there last.
        for place in range(dealt + size - 1, dealt - 1, -1):
            put_on(s, personal_pile(seat), order[place], 0)
        dealt += size
    for seat in range(s.seats):
        for place in range(dealt, dealt + table.HAND_SIZE):
            s.hands[seat] += 1 << 3 * order[place]
        dealt += table.HAND_SIZE
    for place in range(table.PACK_SIZE - 1, dealt - 1, -1):
        put_on(s, table.DECK, order[place], 0)


def play(s: Table, move: int) -> None:
    kind = move_kind(move)
    card = move_card(move)
    source = move_source(move)
    row = move_row(move)
    if kind == moves.END:
        close_turn(s)
    elif kind == moves.PUT:
        # CR-14: putting a hand card on a supply row ends the turn.
        s.hands[s.to_move] -= 1 << 3 * card
        put_on(s, supply_pile(s.to_move, row), card, 0)
        s.moved = 1
        close_turn(s)
    else:
        play_on_level(s, card, source, row, kind)


def play_on_level(s: Table, card: int, source: int, row: int, kind: int) -> None:
    """CR-10: play a card from the hand, a supply row or the personal deck on a level row."""
    seat = s.to_move
    s.moved = 1
    if source < table.KINDS_OF_CARDS:
        s.hands[seat] -= 1 << 3 * card
        lay(s, row, card, kind)
        if s.refill == WHEN_EMPTY and s.hands[seat] == 0:
            fill_in_turn(s)
        return
    take_from(s, source_pile(s, source))
    lay(s, row, card, kind)
    if source == PERSONAL_SOURCE and personal_left(s, seat) == 0:
        # CR-16: playing the last card of the personal deck wins.
        end(s, 1 << seat, table.BY_EMPTYING)


# --- Level rows ------------------------------------------------------------------------------------------------


def clear_level(s: Table, row: int) -> None:
    """CR-13, CR-23: move the cards of a complete level to the discards."""
    pile = table.LEVELS + row
    while s.tops[pile]:
        s.discards += 1 << 5 * take_from(s, pile)
    s.reach[row] = 0
    s.waiting[row] = 0
    s.way[row] = table.NO_WAY


def is_bookend(s: Table, row: int) -> bool:
    """CR-22: whether scissors on this row lie directly on the card 9 going up, or 2 going down."""
    if not (s.bookend and s.equal and s.way[row] != table.NO_WAY and s.reach[row] == table.COMPLETE - 1):
        return False
    return top_card(s, table.LEVELS + row) != table.SCISSORS


def lay(s: Table, row: int, card: int, kind: int) -> None:
    """CR-11 to CR-13, CR-20 to CR-24: lay a card that fits on a level row, which may complete it."""
    if card != table.SCISSORS:
        if s.way[row] == table.NO_WAY:
            # CR-21, CR-24: if the number fits both ways, the kind of the move decides.
            rises = kind == moves.GO_UP or (kind != moves.GO_DOWN and first_step(s, row) <= card <= last_step(s, row))
            s.way[row] = table.UP if rises else table.DOWN
        s.reach[row] = card + 1 if s.way[row] == table.UP else 10 - card
        s.waiting[row] = 0
    elif is_bookend(s, row):
        s.reach[row] = table.COMPLETE
    elif s.open_scissors:
        s.waiting[row] += 1
    elif kind != moves.SAME:
        s.reach[row] += 1
    put_on(s, table.LEVELS + row, card, 1 if kind == moves.SAME else 0)
    if s.reach[row] == table.COMPLETE:
        clear_level(s, row)
    find_fits(s, row)


# --- Drawing ---------------------------------------------------------------------------------------------------------


def draw_up(s: Table) -> bool:
    """CR-15, CR-18: draw up to six; return False if the discards must be shuffled into a new deck first."""
    seat = s.to_move
    for _ in range(table.HAND_SIZE - hand_size(s.hands[seat])):
        if s.tops[table.DECK] == 0:
            # Without discards, or if they are not reshuffled, the hand stays short.
            return not (s.reshuffle and s.discards)
        s.hands[seat] += 1 << 3 * take_from(s, table.DECK)
        s.moved = 1
    return True


def fill_in_turn(s: Table) -> None:
    """CR-15, `refill=when_empty`: refill a hand emptied by plays at once; the turn continues."""
    s.phase = table.PLAYING if draw_up(s) else table.FILLING


def close_turn(s: Table) -> None:
    """CR-15: end the turn, all but drawing up to six."""
    if not draw_up(s):
        s.phase = table.CLOSING
        return
    s.phase = table.PLAYING
    s.still = 0 if s.moved else s.still + 1
    s.moved = 0
    if s.still == s.seats:
        end_stalemate(s)
    else:
        # CR-3: play goes to the left.
        s.to_move = next_seat(s, s.to_move)


def is_over(s: Table) -> bool:
    return s.phase == table.OVER


def chance_need(s: Table) -> int:
    """CR-18: how many discards wait to be shuffled into a new deck."""
    if s.phase < table.FILLING:
        return 0
    number = 0
    left = s.discards
    while left:
        number += left & 31
        left >>= 5
    return number


def chance_pool(s: Table, cards: Cells) -> int:
    """CR-18: list the discards to be shuffled, ones first and scissors last."""
    size = 0
    for card in range(table.KINDS_OF_CARDS):
        for _ in range(s.discards >> 5 * card & 31):
            cards[size] = card
            size += 1
    return size


def apply_chance(s: Table, cards: Cells) -> None:
    """CR-18: make the shuffled discards the new deck, and continue drawing."""
    for place in range(chance_need(s) - 1, -1, -1):
        put_on(s, table.DECK, cards[place], 0)
    s.discards = 0
    if s.phase == table.CLOSING:
        close_turn(s)
    else:
        fill_in_turn(s)


# --- Ends ------------------------------------------------------------------------------------------------------------


def end_stalemate(s: Table) -> None:
    """CR-19: end the game after a full round in which no card moved; the fewest personal cards win, or it is a draw."""
    end(s, 0 if s.stalemate == DRAW else fewest_personal(s), table.BY_STALEMATE)


def fewest_personal(s: Table) -> int:
    """CR-19: the seats with the smallest personal deck, as a mask."""
    least = table.PACK_SIZE
    seats = 0
    for seat in range(s.seats):
        size = personal_left(s, seat)
        if size < least:
            least = size
            seats = 0
        if size == least:
            seats |= 1 << seat
    return seats


def end(s: Table, winners: int, reason: int) -> None:
    s.phase = table.OVER
    s.winners = winners
    s.reason = reason


# --- Queries ---------------------------------------------------------------------------------------------------------


def winners(s: Table) -> int:
    """CR-16, CR-19: who has won."""
    return s.winners
