"""Greedy ranking of moves for Cuttle, one move ahead, in millionths of a point.

A layer of its own, beside rules and search: neither compiles longer for it, and simulations compile it into their
loops.
"""

from math import floor

from undercut.engine.bits import count, list_members
from undercut.engine.chance import shuffle
from undercut.engine.contract import Cells, Numbers
from undercut.engine.elementary import exponential
from undercut.games.cuttle import table
from undercut.games.cuttle.moves import OK, encode, takeable
from undercut.games.cuttle.rules import apply_chance, chance_need, chance_pool, play
from undercut.games.cuttle.search.hidden import hidden_hand, relay_stock, unseen
from undercut.games.cuttle.table import Table, goal, total
from undercut.search.greedy import copy_table

UNITS = 1_000_000.0
# Value of a card in hand, best first. A ten played to an empty side is worth about 4.6. In paired matches, doubling or
# halving these values, or changing the slope of the race, did not improve play.
HELD = (
    (3.0, table.TWOS),
    (2.8, table.JACKS),
    (2.0, table.NINES | table.TENS),
    (1.8, table.EIGHTS | table.QUEENS),
    (1.6, table.ACES | table.FIVES | table.SEVENS | table.KINGS),
    (1.5, table.SIXES),
    (1.4, table.THREES | table.FOURS),
)
WORST_CARD, UNKNOWN_CARD = 1.4, 1.8
QUEEN, GLASSES, EXPOSED = 3.2, 1.5, 0.3
WIN = 1000.0
KING = 0.8
FADING = 0.7
ANSWERS = 3  # a one-off, its effect and one more step: enough to resolve any move


def race_value(short: int) -> float:
    """Value of being some points short of the goal; it rises more steeply near the goal."""
    return 30.0 * exponential(-short / 7.5)


RACE_UNIT = 2.0**58  # in it, the values looked up are whole numbers
RACES = Numbers(int(race_value(short) * RACE_UNIT) for short in range(50))


def rank_moves(states: list[Table], moves: Cells, size: int, ranks: Cells, buffer: Cells) -> None:
    """Score the legal moves, assuming that no move is countered (`undercut.search.contract.rank_moves`)."""
    seat = states[0].to_move
    for place in range(size):
        copy_table(states, 0, 1)
        play_uncountered(states[1], moves[place], buffer)
        ranks[place] = floor(value(states[1], seat) * UNITS + 0.5)


def play_uncountered(s: Table, move: int, buffer: Cells) -> None:
    """Play a move with its whole effect; everyone who is asked lets one-offs pass."""
    play(s, move)
    for _ in range(ANSWERS):
        # Only the number of cards that a random four takes matters.
        if chance_need(s):
            chance_pool(s, buffer)
            apply_chance(s, buffer)
        if s.phase != table.COUNTERING:
            return
        play(s, encode(OK, table.NONE, table.NONE))


def race(need: int) -> float:
    """Value of being `need` points short of the goal, which is looked up if it is not far."""
    short = max(need, 0)
    return RACES[short] / RACE_UNIT if short < len(RACES) else race_value(short)


def value(s: Table, seat: int) -> float:
    """Evaluate a table for a seat; hidden cards are only counted."""
    if s.phase == table.OVER:
        if s.winners == 0:
            return 0.0
        return WIN if s.winners >> seat & 1 else -WIN
    return side_value(s, seat, seat) - side_value(s, 1 - seat, seat)


def side_value(s: Table, side: int, viewer: int) -> float:
    need = goal(s, side) - total(s, side)
    # A side that has reached its goal has nearly won: the opponent has one turn to stop it.
    worth = race(need) + (25.0 if need <= 0 else 0.0) + KING * count(s.permanents[side] & table.KINGS)
    worth += QUEEN * count(s.permanents[side] & table.QUEENS) + GLASSES * count(s.permanents[side] & table.EIGHTS)
    worth += held_value(s.hands[side]) if side == viewer else UNKNOWN_CARD * count(s.hands[side])
    if s.permanents[1 - side] & table.EIGHTS:
        worth -= EXPOSED * count(s.hands[side])
    return worth + pending_value(s, side)


def held_value(hand: int) -> float:
    """Value of a hand: each further card helps less, since only one is played per turn."""
    worth = 0.0
    fade = 1.0
    for card, kind in HELD:
        for _ in range(count(hand & kind)):
            worth += card * fade
            fade *= FADING
    return worth


def pending_value(s: Table, side: int) -> float:
    """Expected value of a pending effect, before any choice is made."""
    if s.phase in (table.DISCARDING, table.LIMITING) and s.to_move == side:
        return -0.8 * UNKNOWN_CARD * s.to_discard
    if s.turn != side:
        return 0.0
    if s.phase == table.RECYCLING:
        return UNKNOWN_CARD * min(3, s.stock_size) - WORST_CARD
    if s.phase == table.TAKING:
        for card, kind in HELD:
            if takeable(s) & kind:
                return card
        return 0.0
    return 3.5 if s.phase == table.TURNED else 0.0


def deal_unseen(s: Table, seat: int, generator: Cells, buffer: Cells) -> None:
    """CU-30: redeal the stock below its known top and the unknown cards of the other hand."""
    deep = s.stock_size - s.known_top
    in_hand = hidden_hand(s, seat)
    size = list_members(unseen(s, seat), buffer, 0)
    shuffle(generator, buffer, size, size)
    relay_stock(s, buffer, 0, deep)
    s.hands[1 - seat] &= ~in_hand
    for place in range(deep, size):
        s.hands[1 - seat] |= 1 << buffer[place]
