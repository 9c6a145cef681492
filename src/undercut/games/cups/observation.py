"""Observations of Cups: what a seat's view shows as a row of integers, and the cards that a move reveals.

Like the rules, these functions run both as plain Python and compiled.
"""

from itertools import product

from undercut.cards import LATIN
from undercut.engine.bits import lowest
from undercut.engine.contract import Cells, starts
from undercut.engine.rows import list_equal
from undercut.games.base.layout import Block, Observations, course, relative_seats
from undercut.games.cups import moves, table
from undercut.games.cups.moves import move_card, move_kind, next_giver
from undercut.games.cups.position import PHASES
from undercut.games.cups.table import (
    Table,
    below,
    count_hand,
    giver_of,
    held,
    holds,
    kind_of,
    pile_size,
    place,
    rank_of,
)
from undercut.games.cups.words import WORDS

LAYOUT = 1  # the version of the columns and of the history's rows
PLACES = ("", "hand", "graveyard", "dump", "away")
HISTORY_ROOM = 4096
HAND, GRAVEYARD, DUMP, APART = 1, 2, 3, 4
HIDDEN = 57  # in the order of the piles: a card that the seat does not see
LOWEST = 64  # in the order of the piles, added to the lowest card of a layer
_CARDS, _SEATS = LATIN.texts, relative_seats(table.SEATS)
_CUPS = _CARDS[::4]
_OTHERS = tuple(map(" ".join, product(_SEATS[1:], _CARDS)))
_ALL = tuple(map(" ".join, product(_SEATS, _CARDS)))

BLOCKS = (
    *course(8, PHASES, WORDS.reasons[1:]),
    Block("hand", "such cards in your hand", _CARDS, "cards", 5),
    Block("hand size", "cards in the hand of this seat", _SEATS, "cards", 280),
    Block("gift to", "such cards that you gave this seat and know in its hand", _OTHERS, "cards", 5),
    Block("gift from", "such cards in your hand that this seat gave you and knows", _OTHERS, "cards", 5),
    Block("graveyard", "such cards of this seat's graveyard that you see", _ALL, "cards", 5),
    Block("graveyard size", "cards in the graveyard of this seat", _SEATS, "cards", 280),
    Block("layers", "layers of the graveyard of this seat", _SEATS, "layers", 280),
    Block("active", "the card is active", _CARDS),
    Block("dump top", "the card lies on top of the dump", _CARDS),
    Block("dump", "such cards in the dump", _CARDS, "cards", 5),
    Block("dump size", "cards in the dump", unit="cards", greatest=280),
    Block("side", "such cups on the side pile", _CUPS, "cards", 5),
    Block("side size", "cards on the side pile", unit="cards", greatest=70),
    Block("side active", "the top of the side pile is active"),
    Block("stack size", "cards in the stack", unit="cards", greatest=280),
    Block("away size", "cards that were put away", unit="cards", greatest=280),
    Block("away cups", "such cups among the cards put away that you see", _CUPS, "cards", 5),
    Block("rising", "play goes from each seat to the next higher one"),
    Block("asked", "this seat is still to be asked for a gift", _SEATS),
    Block("gave last", "this seat gave away its last card in this turn", _SEATS),
    Block("out", "this seat sits out", _SEATS),
    Block("dealt", "the ace that you were just dealt and may play", _CARDS[:4]),
    Block("run", "the active cup belongs to a run of identical cups"),
    Block("moved", "a card has moved in this turn"),
    Block("called", "the player on turn has called that no cup is left"),
    Block("idle", "turns in a row in which no card moved", unit="turns", greatest=table.MOST_IDLE * table.SEATS),
    Block(
        "order",
        "the cards of the dump, the side pile and the graveyards, yours first, each from its top: 1 + the card, or 57 "
        "if you do not see it, and 64 more for the lowest card of a layer",
        tuple(map(str, range(1, 281))),
        "code",
        HIDDEN + LOWEST,
    ),
)
"""The columns, in blocks."""

_STARTS = starts(*(block.length for block in BLOCKS))
_TO_MOVE, _TURN, _PHASE, _WINNER, _END = _STARTS[:5]
_HAND, _HAND_SIZE, _GIFT_TO, _GIFT_FROM, _GRAVEYARD, _GRAVEYARD_SIZE, _LAYERS = _STARTS[5:12]
_ACTIVE, _DUMP_TOP, _DUMP, _DUMP_SIZE, _SIDE, _SIDE_SIZE, _SIDE_ACTIVE, _STACK_SIZE = _STARTS[12:20]
_AWAY_SIZE, _AWAY_CUPS, _RISING, _ASKED, _GAVE_LAST, _OUT, _DEALT = _STARTS[20:27]
_RUN, _MOVED, _CALLED, _IDLE, _ORDER = _STARTS[27:32]
_GIVERS = table.GIVERS * table.GIVER * table.ALL_COPIES  # what names the givers of a kind's copies in hands

# --- Observations ----------------------------------------------------------------------------------------------------


def observe(s: Table, seat: int, row: Cells) -> None:
    """Write what a seat may know."""
    observe_course(s, seat, row)
    in_hands = observe_hands(s, seat, row)
    at = observe_middle(s, row)
    for number in range(s.seats):
        at = observe_graveyard(s, seat, number, row, at)
    row[_STACK_SIZE] = s.stack_size
    observe_away(s, in_hands + s.stack_size + at - _ORDER, row)
    row[_RISING] = 1 if s.direction > 0 else 0
    row[_RUN] = s.run
    row[_MOVED] = s.moved
    row[_CALLED] = s.called
    row[_IDLE] = s.idle


def observe_course(s: Table, seat: int, row: Cells) -> None:
    """Write whose move and turn it is, the phase, the result, and what concerns each seat."""
    row[_TURN + seats_between(s, seat, s.turn)] = 1
    if s.phase == table.OVER:
        row[_END + s.reason - 1] = 1
        observe_seats(s, seat, s.winners, row, _WINNER)
    else:
        row[_TO_MOVE + seats_between(s, seat, s.to_move)] = 1
    observe_seats(s, seat, s.emptied, row, _GAVE_LAST)
    observe_seats(s, seat, s.out, row, _OUT)
    if s.phase <= table.OVER:
        row[_PHASE + s.phase] = 1
    if s.phase == table.REDEALING and seat == s.to_move:
        row[_DEALT + s.dealt - 1] = 1
    asked = s.to_move if s.phase in (table.GIVING, table.OVER) else s.turn
    while asked != s.turn:
        row[_ASKED + seats_between(s, seat, asked)] = 1
        asked = next_giver(s, asked)


def observe_seats(s: Table, seat: int, seats: int, row: Cells, start: int) -> None:
    while seats:
        row[start + seats_between(s, seat, lowest(seats))] = 1
        seats &= seats - 1


def observe_hands(s: Table, seat: int, row: Cells) -> int:
    """CP-13: write the own hand and the gifts that a seat knows; return how many cards all hands hold."""
    size = 0
    for number in range(s.seats):
        owner = seat_after(s, seat, number)
        cards = count_hand(s, owner)
        row[_HAND_SIZE + number] = cards
        size += cards
        left = s.hands[owner] if s.marked >> owner & 1 else 0
        while left:
            kind = lowest(left)
            left &= left - 1
            if s.where[kind] & _GIVERS:
                observe_gifts(s, seat, number, kind, row)
    left = s.hands[seat]
    while left:
        kind = lowest(left)
        left &= left - 1
        row[_HAND + kind] = held(s, seat, kind)
    return size


def observe_gifts(s: Table, seat: int, number: int, kind: int, row: Cells) -> None:
    """CP-13: write which cards of a kind the seat got as gifts, or gave if the hand is another's."""
    owner = seat_after(s, seat, number)
    for copy in range(s.decks):
        giver = giver_of(place(s, kind + table.COPY * copy))
        if giver == 0 or not holds(s, owner, kind + table.COPY * copy):
            continue
        if number == 0:
            row[_GIFT_FROM + (seats_between(s, seat, giver - 1) - 1) * table.KINDS + kind] += 1
        elif giver == seat + 1:
            row[_GIFT_TO + (number - 1) * table.KINDS + kind] += 1


def observe_away(s: Table, elsewhere: int, row: Cells) -> None:
    """CP-38: write what was put away; it is faster to count what lies elsewhere."""
    row[_AWAY_SIZE] = table.KINDS * s.decks - elsewhere
    if s.cups_apart:
        for cup in range(0, table.KINDS, 4):
            row[_AWAY_CUPS + rank_of(cup)] = count_away(s, cup)


def seats_between(s: Table, seat: int, owner: int) -> int:
    return owner - seat if owner >= seat else owner - seat + s.seats


def seat_after(s: Table, seat: int, number: int) -> int:
    """Return the seat that comes a number of seats after another."""
    return seat + number if seat + number < s.seats else seat + number - s.seats


def observe_middle(s: Table, row: Cells) -> int:
    """Write the dump and the side pile, whose cards were all played openly; return the next column of the order."""
    at, card = _ORDER, s.dump
    while card != table.NONE:
        row[at] = kind_of(card) + 1
        row[_DUMP + kind_of(card)] += 1
        at += 1
        card = below(s, card)
    row[_DUMP_SIZE] = at - _ORDER
    start, card = at, s.side
    while card != table.NONE:
        row[at] = kind_of(card) + 1
        row[_SIDE + rank_of(kind_of(card))] += 1
        at += 1
        card = below(s, card)
    row[_SIDE_SIZE] = at - start
    if s.dump != table.NONE:
        row[_DUMP_TOP + kind_of(s.dump)] = 1
    active = s.side if s.side_active else s.dump
    if active != table.NONE:
        row[_ACTIVE + kind_of(active)] = 1
    row[_SIDE_ACTIVE] = s.side_active
    return at


def observe_graveyard(s: Table, seat: int, number: int, row: Cells, at: int) -> int:
    """CP-17: write a graveyard as far as it is seen; return the next column of the order."""
    start, layers, card = at, 0, s.graves[seat_after(s, seat, number)]
    while card != table.NONE:
        word = place(s, card)
        code = HIDDEN
        if number == 0 or layers == 0:
            code = kind_of(card) + 1
            row[_GRAVEYARD + table.KINDS * number + kind_of(card)] += 1
        if word & table.LAYER:
            code += LOWEST
            layers += 1
        row[at] = code
        at += 1
        card = word & table.NONE
    row[_GRAVEYARD_SIZE + number] = at - start
    row[_LAYERS + number] = layers
    return at


# --- Histories -------------------------------------------------------------------------------------------------------


def news(before: Table, s: Table, seat: int, move: int, found: Cells) -> int:
    """List the cards that a move (-1: the start) reveals to a seat, and return their number.

    They are: the cards that the seat draws or takes; those of another hand that is laid down; layers that are
    uncovered; a new dump; cups that are put away openly.
    """
    if move < 0:
        size = 0
        for kind in range(table.KINDS):
            size = list_equal(found, size, kind, held(s, seat, kind), HAND, 0)
        return list_pile(s, s.dump, pile_size(s, s.dump), found, size, DUMP, -1)
    size = list_taken(before, s, seat, move, found)
    if before.to_move != seat:
        size = list_graveyard(before, s, seat, move_kind(move), found, size)
    if has_new_dump(before, s, move):
        size = list_pile(s, s.dump, pile_size(s, s.dump), found, size, DUMP, -1)
    if s.cups_apart:
        for cup in range(0, table.KINDS, 4):
            size = list_equal(found, size, cup, count_away(s, cup) - count_away(before, cup), APART, -1)
    return size


def list_pile(s: Table, card: int, number: int, found: Cells, size: int, where: int, owner: int) -> int:
    """Append the uppermost cards of a pile; return the new size."""
    for _ in range(number):
        size = list_equal(found, size, kind_of(card), 1, where, owner)
        card = below(s, card)
    return size


def buried(s: Table, seat: int, kind: int) -> int:
    """Count the cards of a kind in a graveyard."""
    number, card = 0, s.graves[seat]
    while card != table.NONE:
        number += 1 if kind_of(card) == kind else 0
        card = below(s, card)
    return number


def count_away(s: Table, kind: int) -> int:
    """Count the cards of a kind that were put away."""
    number = 0
    for copy in range(s.decks):
        number += 1 if place(s, kind + table.COPY * copy) == table.AWAY else 0
    return number


def list_taken(before: Table, s: Table, seat: int, move: int, found: Cells) -> int:
    """Append the cards by which a seat's hand has grown, other than by its own graveyard or by a gift."""
    card, size = move_card(move), 0
    buries = before.graves[seat] != s.graves[seat]
    left = (s.hands[seat] | 1 << card) & table.ALL
    while left:
        kind = lowest(left)
        left &= left - 1
        number = held(s, seat, kind) - held(before, seat, kind)
        if buries:
            number += buried(s, seat, kind) - buried(before, seat, kind)
        if kind == card and before.to_move == seat:
            number += 1
        if kind == card and move_kind(move) == moves.GIVE and before.turn == seat:
            number -= 1
        size = list_equal(found, size, kind, number, HAND, 0)
    return size


def list_graveyard(before: Table, s: Table, seat: int, kind: int, found: Cells, size: int) -> int:
    """CP-17, CP-33: append what the player who moved laid down, or the layer that a gift from a graveyard uncovered."""
    owner = before.to_move
    top, number = s.graves[owner], 0
    if top == table.NONE:
        return size
    if kind in (moves.BURY, moves.BURY_OPEN):
        number = count_hand(before, owner)
    elif kind == moves.GIVE and before.hands[owner] == 0 and place(before, before.graves[owner]) & table.LAYER:
        number, card = 1, top
        while not place(s, card) & table.LAYER:
            card = below(s, card)
            number += 1
    return list_pile(s, top, number, found, size, GRAVEYARD, seats_between(s, seat, owner))


def has_new_dump(before: Table, s: Table, move: int) -> bool:
    """CP-20, CP-25: whether the dump has other cards than those that it had and the one that was played."""
    card, other = s.dump, before.dump
    if card not in (other, table.NONE) and kind_of(card) == move_card(move):
        card = below(s, card)
    while card == other:  # as nearly always, card by card
        if card == table.NONE:
            return False
        card, other = below(s, card), below(before, other)
    card, number = s.dump, pile_size(s, s.dump)
    if number > 0 and kind_of(card) == move_card(move):
        card, number = below(s, card), number - 1
    other, size = before.dump, pile_size(before, before.dump)
    if number > size:
        return True
    for _ in range(size - number):
        other = below(before, other)
    for _ in range(number):
        if kind_of(card) != kind_of(other):
            return True
        card, other = below(s, card), below(before, other)
    return False


OBSERVATIONS = Observations(LAYOUT, BLOCKS, PLACES, HISTORY_ROOM, observe, news)
