"""Legal moves of Cuttle: the ways to play each card, and the targets it may choose."""

from undercut.engine.bits import count, lowest, nth
from undercut.engine.contract import Cells
from undercut.games.cuttle import table
from undercut.games.cuttle.options import ALL_CARDS, ANY, EFFECTS, GUARD_ALL, GUARD_TWOS
from undercut.games.cuttle.table import Table, side_jacks

# The kinds of moves.
DRAW, PASS, POINTS, SCUTTLE, PERMANENT, JACK, ONE_OFF, COUNTER, OK, TAKE, DISCARD = range(11)

PlaySets = tuple[int, int, int, int, int, int, int, int, int]

# --- Targets ---------------------------------------------------------------------------------------------------------


def choosable(s: Table, side: int, cards: int) -> int:
    """CU-31: the cards of a side that a two, nine or jack of the player on turn may choose."""
    queens = s.permanents[1 - s.turn] & table.QUEENS
    if not queens:
        return cards
    if side == s.turn:
        return cards & table.QUEENS if s.queen_stops == EFFECTS else cards
    if s.queen_guards_queens and count(queens) > 1:
        return 0
    return cards & table.QUEENS


def permanent_targets(s: Table) -> int:
    """CU-2a, CU-34: the permanents that a two or a nine may choose."""
    me, them = s.turn, 1 - s.turn
    found = choosable(s, them, s.permanents[them] | side_jacks(s, them))
    if s.target_side == ANY:
        found |= choosable(s, me, s.permanents[me] | side_jacks(s, me))
    return found


def nine_targets(s: Table) -> int:
    """CU-9a: what a nine may return."""
    found = permanent_targets(s)
    if s.nine_targets == ALL_CARDS:
        found |= choosable(s, 1 - s.turn, s.points[1 - s.turn])
        if s.target_side == ANY:
            found |= choosable(s, s.turn, s.points[s.turn])
    return found


def eight_targets(s: Table) -> int:
    """CU-8a: the glasses that an eight may scrap."""
    return permanent_targets(s) & table.EIGHTS if s.eight_scraps_eight else 0


def jack_targets(s: Table) -> int:
    """CU-13: the point cards that a jack may take."""
    found = choosable(s, 1 - s.turn, s.points[1 - s.turn])
    if s.jack_side == ANY:
        found |= choosable(s, s.turn, s.points[s.turn])
    return found


def scuttle_targets(s: Table) -> int:
    """CU-11: the point cards that a higher card may scuttle, queens or not."""
    return s.points[0] | s.points[1] if s.scuttle == ANY else s.points[1 - s.turn]


def takeable(s: Table) -> int:
    """CU-3a: what a three may take from the scrap."""
    return s.scrap if s.three_takes_threes else s.scrap & ~table.THREES


def striking_cards(s: Table) -> int:  # noqa: ARG001  a house rule may add others
    """CU-4a: the cards that as one-offs take cards from the other hand."""
    return table.FOURS


def one_off_cards(s: Table) -> int:
    """CU-24: the cards without a target that have something to act on as a one-off."""
    found = table.ACES | table.SIXES
    if takeable(s):
        found |= table.THREES
    if s.hands[1 - s.turn]:
        found |= striking_cards(s)
    # CU-7a: of two turned cards, the one not chosen is back on the stock by then.
    if s.stock_size > 0 or (s.revealed & (s.revealed - 1)):
        found |= table.FIVES | table.SEVENS
    if s.scuttled:
        found |= table.TENS
    return found


def counter_cards(s: Table) -> int:
    """CU-21, CU-22: the twos with which the player to move may counter."""
    queen = s.permanents[1 - s.to_move] & table.QUEENS
    if queen and s.queen_guards_oneoffs == GUARD_ALL:
        return 0
    if queen and s.queen_guards_oneoffs == GUARD_TWOS and (s.counters or 1 << s.waiting & table.TWOS):
        return 0
    return s.hands[s.to_move] & table.TWOS & ~s.frozen


def playable_cards(s: Table) -> int:
    """CU-4, CU-7a, CU-9a: the cards that may be played: those turned by a seven, or else the hand but frozen cards."""
    return s.revealed if s.phase == table.TURNED else s.hands[s.turn] & ~s.frozen


# --- Legal moves -----------------------------------------------------------------------------------------------------


def encode(kind: int, card: int, target: int) -> int:
    """Encode a move as one integer; NONE for a missing card or target."""
    return kind << 12 | card << 6 | target


def move_kind(move: int) -> int:
    return move >> 12


def move_card(move: int) -> int:
    """Return the card of a move; NONE if it has none."""
    return move >> 6 & 63


def move_target(move: int) -> int:
    """Return the target of a move; NONE if it has none."""
    return move & 63


def play_sets(s: Table) -> PlaySets:
    """Every way to play a card, as sets of cards and of their targets.

    They are: point cards; jacks and their targets; permanents (CU-12); one-offs without a target; one-offs with one;
    the targets of twos, of nines and of eights. The first set also scuttles lower point cards.
    """
    cards = playable_cards(s)
    one_offs = cards & one_off_cards(s)
    jacks = cards & table.JACKS
    twos = cards & table.TWOS
    nines = cards & table.NINES
    eights = cards & table.EIGHTS
    return (
        cards & table.POINT_CARDS,
        cards & (table.EIGHTS | table.QUEENS | table.KINGS),
        jacks,
        jack_targets(s) if jacks else 0,
        one_offs,
        twos | nines | eights,
        permanent_targets(s) if twos else 0,
        nine_targets(s) if nines else 0,
        eight_targets(s) if eights else 0,
    )


def above(card: int) -> int:
    """CU-2: the cards that are higher than a card."""
    return ~((2 << card) - 1)


def single_choices(s: Table) -> int:
    """The cards to choose from when a move takes or discards one card."""
    return takeable(s) if s.phase == table.TAKING else s.hands[s.to_move]


def count_plays(s: Table, sets: PlaySets) -> int:
    points, permanents, jacks, jack_aims, one_offs, aimed, two_aims, nine_aims, eight_aims = sets
    number = count(points) + count(permanents) + count(one_offs) + count(jacks) * count(jack_aims)
    number += count(aimed & table.TWOS) * count(two_aims) + count(aimed & table.NINES) * count(nine_aims)
    if eight_aims:
        number += count(aimed & table.EIGHTS) * count(eight_aims)
    victims = scuttle_targets(s) if points else 0
    while victims:
        number += count(points & above(lowest(victims)))
        victims &= victims - 1
    return number


def count_moves(s: Table) -> int:
    if s.phase == table.PLAYING:
        return 1 + count_plays(s, play_sets(s))
    if s.phase == table.COUNTERING:
        return 1 + count(counter_cards(s))
    if s.phase == table.TURNED:
        plays = count_plays(s, play_sets(s))
        return plays or count(s.revealed)
    return count(single_choices(s))


def nth_play(s: Table, sets: PlaySets, k: int) -> int:
    points, permanents, jacks, jack_aims, one_offs, aimed, two_aims, nine_aims, eight_aims = sets
    if k < count(points):
        return encode(POINTS, nth(points, k), table.NONE)
    k -= count(points)
    if k < count(permanents):
        return encode(PERMANENT, nth(permanents, k), table.NONE)
    k -= count(permanents)
    if k < count(one_offs):
        return encode(ONE_OFF, nth(one_offs, k), table.NONE)
    k -= count(one_offs)
    victims = scuttle_targets(s) if points else 0
    while victims:
        victim = lowest(victims)
        if k < count(points & above(victim)):
            return encode(SCUTTLE, nth(points & above(victim), k), victim)
        k -= count(points & above(victim))
        victims &= victims - 1
    if k < count(jacks) * count(jack_aims):
        return nth_pair(JACK, jacks, jack_aims, k)
    k -= count(jacks) * count(jack_aims)
    if k < count(aimed & table.TWOS) * count(two_aims):
        return nth_pair(ONE_OFF, aimed & table.TWOS, two_aims, k)
    k -= count(aimed & table.TWOS) * count(two_aims)
    if k < count(aimed & table.NINES) * count(nine_aims):
        return nth_pair(ONE_OFF, aimed & table.NINES, nine_aims, k)
    return nth_pair(ONE_OFF, aimed & table.EIGHTS, eight_aims, k - count(aimed & table.NINES) * count(nine_aims))


def nth_pair(kind: int, cards: int, targets: int, k: int) -> int:
    size = count(cards)
    return encode(kind, nth(cards, k % size), nth(targets, k // size))


def list_plays(s: Table, moves: Cells, size: int) -> int:
    """Append every way to play a card; return the new size."""
    points, permanents, jacks, jack_aims, one_offs, aimed, two_aims, nine_aims, eight_aims = play_sets(s)
    size = list_cards(moves, size, POINTS, points, table.NONE)
    size = list_cards(moves, size, PERMANENT, permanents, table.NONE)
    size = list_cards(moves, size, ONE_OFF, one_offs, table.NONE)
    victims = scuttle_targets(s) if points else 0
    while victims:
        victim = lowest(victims)
        size = list_cards(moves, size, SCUTTLE, points & above(victim), victim)
        victims &= victims - 1
    size = list_pairs(moves, size, JACK, jacks, jack_aims)
    size = list_pairs(moves, size, ONE_OFF, aimed & table.TWOS, two_aims)
    size = list_pairs(moves, size, ONE_OFF, aimed & table.NINES, nine_aims)
    return list_pairs(moves, size, ONE_OFF, aimed & table.EIGHTS, eight_aims)


def list_cards(moves: Cells, size: int, kind: int, cards: int, target: int) -> int:
    while cards:
        moves[size] = encode(kind, lowest(cards), target)
        size += 1
        cards &= cards - 1
    return size


def list_pairs(moves: Cells, size: int, kind: int, cards: int, targets: int) -> int:
    while targets:
        size = list_cards(moves, size, kind, cards, lowest(targets))
        targets &= targets - 1
    return size


def legal_moves(s: Table, moves: Cells) -> int:
    if s.phase == table.PLAYING:
        # CU-4, CU-5: draw while there is a stock, pass without one.
        moves[0] = encode(DRAW if s.stock_size else PASS, table.NONE, table.NONE)
        return list_plays(s, moves, 1)
    if s.phase == table.COUNTERING:
        moves[0] = encode(OK, table.NONE, table.NONE)
        return list_cards(moves, 1, COUNTER, counter_cards(s), table.NONE)
    if s.phase == table.TURNED:
        # CU-7a: a turned card is scrapped only if none can be played.
        size = list_plays(s, moves, 0)
        return size or list_cards(moves, 0, DISCARD, s.revealed, table.NONE)
    return list_cards(moves, 0, TAKE if s.phase == table.TAKING else DISCARD, single_choices(s), table.NONE)


def random_move(s: Table, k: int) -> int:
    """Pick a random legal move without listing all of them."""
    if s.phase in (table.PLAYING, table.TURNED):
        sets = play_sets(s)
        number = count_plays(s, sets)
        first = 1 if s.phase == table.PLAYING else 0
        if number + first == 0:
            return encode(DISCARD, nth(s.revealed, k * count(s.revealed) >> 32), table.NONE)
        place = k * (number + first) >> 32
        if place < first:
            return encode(DRAW if s.stock_size else PASS, table.NONE, table.NONE)
        return nth_play(s, sets, place - first)
    if s.phase == table.COUNTERING:
        twos = counter_cards(s)
        place = k * (1 + count(twos)) >> 32
        return encode(COUNTER, nth(twos, place - 1), table.NONE) if place else encode(OK, table.NONE, table.NONE)
    cards = single_choices(s)
    return encode(TAKE if s.phase == table.TAKING else DISCARD, nth(cards, k * count(cards) >> 32), table.NONE)
