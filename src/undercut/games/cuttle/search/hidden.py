"""Cards of Cuttle that a seat cannot know: redealt for a search, and the worst case for a proof.

A proof assumes that the opponent holds every card that they could hold, and the prover only cards that
are sure. The hidden part of the stock consists of `BLANK` cards, which cannot be played. A win on such a table is a win
for every arrangement of the hidden cards.
"""

from undercut.engine.bits import count, list_members, lowest, mix, nth
from undercut.engine.chance import below, shuffle
from undercut.engine.contract import Cells
from undercut.games.cuttle import moves, table
from undercut.games.cuttle.moves import move_card, move_kind, striking_cards
from undercut.games.cuttle.rules import open_cards
from undercut.games.cuttle.table import Table, stock_card

BLANK = 60
BLANK_BIT = 1 << BLANK


def hidden_hand(s: Table, seat: int) -> int:
    """CU-30, CU-36: the cards of the other hand that a seat does not know."""
    return s.hands[1 - seat] & ~open_cards(s, 1 - seat)


def determinize(s: Table, seat: int, generator: Cells, pool: Cells) -> None:
    """CU-30: redeal the unknown cards of the other hand and the stock below its known top."""
    in_hand = list_members(hidden_hand(s, seat), pool, 0)
    deep = s.stock_size - s.known_top
    size = pool_stock(s, pool, in_hand)
    shuffle(generator, pool, size, size)
    cards = s.hands[1 - seat] & ~hidden_hand(s, seat)
    for place in range(in_hand):
        cards |= 1 << pool[place]
    s.hands[1 - seat] = cards
    relay_stock(s, pool, in_hand, deep)


def pool_stock(s: Table, pool: Cells, size: int) -> int:
    """Append the cards of the stock below its known top; return the new size."""
    for depth in range(s.stock_size - 1, s.known_top - 1, -1):
        pool[size] = stock_card(s, depth)
        size += 1
    return size


def shuffle_piles(s: Table, generator: Cells, pool: Cells) -> None:
    """CU-30: shuffle the stock below its known top."""
    deep = pool_stock(s, pool, 0)
    shuffle(generator, pool, deep, deep)
    relay_stock(s, pool, 0, deep)


def relay_stock(s: Table, pool: Cells, start: int, deep: int) -> None:
    """Replace the lowest cards of the stock with cards of the pool."""
    for word in range((deep + 7) >> 3):
        kept = 0
        if deep < 8 * word + 8:
            # The cards that both players know lie above the unknown ones.
            kept = s.stock[word] >> ((deep & 7) << 3) << ((deep & 7) << 3)
        for place in range(8 * word, min(8 * word + 8, deep)):
            kept |= pool[start + place] << ((place & 7) << 3)
        s.stock[word] = kept


def reconcile(start: Table, s: Table, seen: Table, seat: int, move: int, generator: Cells) -> bool:
    """Exchange cards so that a seat has its own hand, sees what it saw, and the other player can make its move."""
    other = 1 - seat
    fits = settle_cards(start, s, s.hands[seat], seen.hands[seat], generator)
    fits = settle_cards(start, s, s.revealed, seen.revealed, generator) and fits
    shown = seen.hands[other] & ~hidden_hand(seen, seat)
    card = move_card(move)
    if move >= 0 and seen.to_move == other and seen.phase != table.TURNED and card != table.NONE:
        shown |= seen.hands[other] & 1 << card
    return settle_cards(start, s, s.hands[other], shown, generator) and fits


def settle_cards(start: Table, s: Table, have: int, want: int, generator: Cells) -> bool:
    """Exchange cards of a pile, chosen by chance, for wanted ones that it lacks; return whether it had enough."""
    spare = have & ~want
    missing = want & ~have
    while missing:
        if not spare:
            return False
        left = nth(spare, below(generator, count(spare)))
        exchange(start, left, lowest(missing))
        exchange(s, left, lowest(missing))
        spare &= ~(1 << left)
        missing &= missing - 1
    return True


def supply(s: Table, seat: int, move: int) -> None:
    """Put the card of the other player's move into its hand, for one that a seat does not know there."""
    card, hidden = move_card(move), hidden_hand(s, seat)
    if card != table.NONE and hidden and s.to_move != seat:
        exchange(s, lowest(hidden), card)


def exchange(s: Table, one: int, other: int) -> None:
    """Let two cards change places, each in a hand, turned by a seven or in the stock."""
    both = 1 << one | 1 << other
    for seat in range(2):
        if (s.hands[seat] >> one ^ s.hands[seat] >> other) & 1:
            s.hands[seat] ^= both
        # A move that opens a hand marks its cards as known before they are exchanged.
        if (s.known[seat] >> one ^ s.known[seat] >> other) & 1:
            s.known[seat] ^= both
    if (s.revealed >> one ^ s.revealed >> other) & 1:
        s.revealed ^= both
    for place in range(s.stock_size):
        shift = (place & 7) << 3
        card = s.stock[place >> 3] >> shift & 63
        if card == one:
            s.stock[place >> 3] += (other - one) << shift
        elif card == other:
            s.stock[place >> 3] += (one - other) << shift


# --- Proofs ---


def hash_state(s: Table) -> int:
    """Hash everything that the rules depend on."""
    found = 0
    for side in range(2):
        found = mix(found, s.hands[side])
        found = mix(found, s.points[side])
        found = mix(found, s.permanents[side])
    for word in range((s.stock_size + 7) >> 3):
        found = mix(found, s.stock[word])
    for suit in range(4):
        found = mix(found, s.jack_under[suit])
    found = mix(found, s.jacks)
    found = mix(found, s.jack_by)
    found = mix(found, s.scrap)
    found = mix(found, s.counters)
    found = mix(found, s.suspended)
    found = mix(found, s.revealed)
    found = mix(found, s.frozen)
    if s.scuttled:
        found = mix(found, s.scuttled)
    small = s.stock_size << 6 | s.waiting
    small = small << 6 | s.target
    small = small << 6 | s.to_discard
    small = small << 2 | s.passes
    small = small << 4 | s.phase
    return mix(found, small << 2 | s.turn << 1 | s.to_move)


def unseen(s: Table, seat: int) -> int:
    """CU-30: the cards that a seat does not see: in the other hand, or in the stock below its known top."""
    found = hidden_hand(s, seat)
    for depth in range(s.known_top, s.stock_size):
        found |= 1 << stock_card(s, depth)
    return found


def knows_all(s: Table, seat: int) -> bool:
    """Whether a seat can deduce the place of every card: the unseen ones have only one arrangement."""
    deep = s.stock_size - s.known_top
    return deep == 0 or (deep == 1 and hidden_hand(s, seat) == 0)


def relax(s: Table, seat: int, prover: int, buffer: Cells) -> int:
    """Hide cards whose place is not certain (`undercut.search.contract.relax`)."""
    if knows_all(s, seat) and knows_all(s, prover):
        return 0
    deep = s.stock_size - s.known_top
    other = 1 - prover
    everything = unseen(s, seat) | unseen(s, prover)
    hidden = hidden_hand(s, seat)
    if prover != seat and hidden:
        # CU-4a: cards that a four may take.
        s.hands[prover] = s.hands[prover] & ~hidden | BLANK_BIT
    # CU-5a: the blank is a card that a five may discard.
    s.hands[other] |= everything & ~s.hands[prover] | BLANK_BIT
    for place in range(deep):
        buffer[place] = BLANK
    relay_stock(s, buffer, 0, deep)
    # CU-35: the assumed cards must not force a discard; for 1 and more see `is_sure`.
    limit = s.hand_limit or table.PACK_SIZE
    s.hand_limit = 0
    return limit


def is_sure(s: Table, move: int, prover: int, relaxed: int) -> bool:
    """Tell whether a move has the same effect for every arrangement of the hidden cards."""
    if relaxed == 0:
        return True
    if s.revealed & BLANK_BIT:
        return False
    strikes = move_kind(move) == moves.ONE_OFF and striking_cards(s) >> move_card(move) & 1 != 0
    if s.to_move != prover:
        # CU-4a, CU-24: it is not certain which cards a four takes, or whether there are any.
        if s.hands[prover] == 0:
            return s.phase not in (table.PLAYING, table.TURNED)
        return not (strikes and s.hands[prover] & BLANK_BIT)
    # CU-24: it is not certain that there is a card for a four to take.
    if strikes:
        return False
    # CU-35: nor which cards are left after a discard.
    return s.phase != table.PLAYING or count(s.hands[prover]) <= relaxed
