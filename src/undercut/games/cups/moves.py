"""Legal moves of Cups: which cards can be played on the active card, and all other choices."""

from undercut.engine.bits import count, lowest, nth
from undercut.engine.contract import Cells
from undercut.games.cups import table
from undercut.games.cups.options import CHOOSE, MUST, ON_CALL, SEEN, SIT_OUT, TO_SIDE
from undercut.games.cups.table import Table, is_cup, kind_of, step, suit_of

# The kinds of moves; a play that ignores the cup is a kind of its own.
PLAY, UNSEEN, SIDE_RUN, GIVE, KEEP, BURY, BURY_OPEN, CALL, ACE, OK = range(10)
CARD_BITS = 6
NO_CARD = (1 << CARD_BITS) - 1

LEAD, COVER, IDENTICAL, TAKE, HIGHER, GIFTS, DRAW = range(7)


def encode(kind: int, card: int) -> int:
    """Encode a move as one integer; NO_CARD if it names no card."""
    return kind << CARD_BITS | card


def move_kind(move: int) -> int:
    return move >> CARD_BITS


def move_card(move: int) -> int:
    """Return the kind of card that a move names; NO_CARD if it names none."""
    return move & NO_CARD


# --- Which cards can be played ---------------------------------------------------------------------------------------


def answers(s: Table, active: int) -> int:
    """CP-12 to CP-16: the kinds that may be played on an active card that is not a cup."""
    suit = table.CUPS << suit_of(active)
    found = table.ALL & ~(table.CUPS | suit)
    found |= suit & ~((2 << active) - 1)
    found |= 1 << suit_of(active) | 1 << (active - suit_of(active))  # the ace of its suit, the cup of its rank
    if s.spot_equal and active < table.FIRST_COURT:
        found |= 1 << active
    return found


def answers_to_cup(s: Table, active: int) -> int:
    """CP-11, CP-35: the kinds that may be played on an active cup."""
    return table.ALL & ~table.CUPS | 1 << active if s.identical_cups else table.ALL & ~table.CUPS


def may_ignore_cup(s: Table) -> bool:
    """CP-31: whether the active cup of the side pile may, or must, be ignored in favour of the top of the dump."""
    return s.side_active != 0 and s.unseen_cup != SEEN and s.dump != table.NONE and not is_cup(s.dump)


def answered(s: Table, unseen: int) -> int:
    """CP-4, CP-30, CP-31: the kind of card that a play is measured against, or NO_CARD if any card may be led."""
    if s.side_active:
        if may_ignore_cup(s) and (unseen or s.unseen_cup == MUST):
            return kind_of(s.dump)
        return kind_of(s.side)
    return kind_of(s.dump) if s.dump != table.NONE else NO_CARD


def effect(s: Table, kind: int, active: int) -> int:
    """CP-11 to CP-16, CP-21, CP-34, CP-35: the clause that a legal play falls under."""
    if active == NO_CARD:
        return LEAD
    if is_cup(active):
        return IDENTICAL if is_cup(kind) else COVER
    if is_cup(kind):
        return TAKE
    if suit_of(kind) != suit_of(active):
        return DRAW
    if kind > active or (kind == active and s.spot_equal and kind < table.FIRST_COURT):
        return HIGHER
    return GIFTS


# --- What may be chosen ----------------------------------------------------------------------------------------------


def card_sets(s: Table) -> tuple[int, int]:
    """CP-10, CP-31: the kinds that the player on turn may play, and those playable by ignoring the cup."""
    hand = s.hands[s.turn]
    if s.side_active:
        seen = hand & answers_to_cup(s, kind_of(s.side))
        if not may_ignore_cup(s):
            return seen, 0
        ignoring = hand & answers(s, kind_of(s.dump))
        if not s.unseen_cup_allows_cup:
            ignoring &= ~table.CUPS
        return (ignoring, 0) if s.unseen_cup == MUST else (seen, ignoring)
    if s.dump == table.NONE:
        return hand, 0
    if is_cup(s.dump):
        return hand & answers_to_cup(s, kind_of(s.dump)), 0
    return hand & answers(s, kind_of(s.dump)), 0


def side_run_card(s: Table) -> int:
    """CP-32: the cup that may go on the side pile when nothing else can be played, as a set."""
    if not s.side_run or s.cup_goes != TO_SIDE or s.side == table.NONE:
        return 0
    return s.hands[s.turn] & 1 << (kind_of(s.side) + 4)


def may_join(s: Table) -> bool:
    """CP-17: whether the player on turn may leave their older graveyard uncovered."""
    return s.cover == CHOOSE and s.graves[s.turn] != table.NONE


def may_call(s: Table) -> bool:
    """CP-22: whether the player on turn may call that no cup is left."""
    return s.no_cups_end == ON_CALL and not s.called


def can_give(s: Table, seat: int) -> bool:
    """CP-13, CP-33: whether a seat is asked for a gift."""
    if s.hands[seat]:
        return True
    return s.sit_out_gives != 0 and s.empty_hand == SIT_OUT and s.out >> seat & 1 != 0 and s.graves[seat] != table.NONE


def next_giver(s: Table, seat: int) -> int:
    """CP-13: the next seat after this one that is asked for a gift; the seat on turn if there is none."""
    seat = step(s, seat)
    while seat != s.turn and not can_give(s, seat):
        seat = step(s, seat)
    return seat


def gifts(s: Table) -> int:
    """CP-13, CP-33: the kinds that the seat to move may give."""
    hand = s.hands[s.to_move]
    return hand or 1 << kind_of(s.graves[s.to_move])


# --- Legal moves -----------------------------------------------------------------------------------------------------


def count_moves(s: Table) -> int:
    if s.phase == table.PLAYING:
        seen, ignoring = card_sets(s)
        number = count(seen) + count(ignoring)
        if number == 0:
            number = 2 if may_join(s) and not side_run_card(s) else 1
        return number + 1 if may_call(s) else number
    return 1 + count(gifts(s)) if s.phase == table.GIVING else 2


def list_cards(moves: Cells, size: int, kind: int, cards: int) -> int:
    while cards:
        moves[size] = encode(kind, lowest(cards))
        size += 1
        cards &= cards - 1
    return size


def legal_moves(s: Table, moves: Cells) -> int:
    if s.phase == table.GIVING:
        moves[0] = encode(KEEP, NO_CARD)
        return list_cards(moves, 1, GIVE, gifts(s))
    if s.phase != table.PLAYING:
        # CP-26: play the ace just dealt, or keep it.
        moves[0] = encode(OK, NO_CARD)
        moves[1] = encode(ACE, s.dealt - 1)
        return 2
    seen, ignoring = card_sets(s)
    size = list_cards(moves, 0, PLAY, seen)
    size = list_cards(moves, size, UNSEEN, ignoring)
    if size == 0:
        size = list_cards(moves, 0, SIDE_RUN, side_run_card(s))
    if size == 0:
        moves[0] = encode(BURY, NO_CARD)
        size = 1
        if may_join(s):
            moves[1] = encode(BURY_OPEN, NO_CARD)
            size = 2
    if may_call(s):
        moves[size] = encode(CALL, NO_CARD)
        size += 1
    return size


def random_move(s: Table, k: int) -> int:
    """Pick a random legal move without listing all of them."""
    if s.phase == table.GIVING:
        cards = gifts(s)
        place = k * (1 + count(cards)) >> 32
        return encode(GIVE, nth(cards, place - 1)) if place else encode(KEEP, NO_CARD)
    if s.phase != table.PLAYING:
        return encode(ACE, s.dealt - 1) if k * 2 >> 32 else encode(OK, NO_CARD)
    seen, ignoring = card_sets(s)
    number = count(seen)
    plays = number + count(ignoring)
    if plays == 0:
        return random_bury(s, k)
    place = k * (plays + 1 if may_call(s) else plays) >> 32
    if place < number:
        return encode(PLAY, nth(seen, place))
    if place < plays:
        return encode(UNSEEN, nth(ignoring, place - number))
    return encode(CALL, NO_CARD)


def random_bury(s: Table, k: int) -> int:
    """Pick a random legal move when no card fits the active one (CP-17, CP-32)."""
    cup = side_run_card(s)
    number = 2 if may_join(s) and not cup else 1
    place = k * (number + 1 if may_call(s) else number) >> 32
    if place == number:
        return encode(CALL, NO_CARD)
    if cup:
        return encode(SIDE_RUN, lowest(cup))
    return encode(BURY_OPEN if place else BURY, NO_CARD)
