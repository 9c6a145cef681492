"""Cut the Rope at a glance, for rollouts: a move that frees the personal card, and what a table is worth."""

from __future__ import annotations

from math import exp, sqrt

from undercut.games.bits import count, nth
from undercut.games.contract import Cells
from undercut.games.cut_the_rope.moves import ENDING, first_way, move_sets, put, second_way
from undercut.games.cut_the_rope.table import (
    DOWN,
    KINDS_OF_CARDS,
    NO_WAY,
    PERSONAL,
    SCISSORS,
    SCISSORS_BIT,
    SEAT_PILES,
    UP,
    Table,
    pile_size,
    top_card,
)

ROWS = 3
PERSONAL_BITS = 7 << 3 * (KINDS_OF_CARDS + PERSONAL)
# All scissors among the sources that are cards in the hand.
HAND_SCISSORS = 7 * SCISSORS_BIT
CUT_COST = 4
TOO_DEAR = 1000
# What a personal card costs and what scissors in the hand and the turn are worth, as logarithms of odds for the square
# root of the cards left: fitted to 100,000 positions of 4,000 games of sensible moves (`docs/bots.md`).
CARD, CUT, TURN = 1.8, 1.4, 0.5


def sensible_move(s: Table, k: int) -> int:
    """Find a sensible move (the contract's)."""
    fits, twice, puts = move_sets(s)
    free = fits & PERSONAL_BITS
    if free:
        return first_way(s, twice, nth(free, k * count(free) >> 32))
    pile = SEAT_PILES * s.to_move + PERSONAL
    if s.tops[pile]:
        bit = way_bit(s, fits, top_card(s, pile))
        if bit >= 0:
            return one_way(s, twice, bit >> 1, bit & 1)
    plays = fits & ~HAND_SCISSORS & ~feeding(s)
    calm = puts & ~HAND_SCISSORS
    if plays and (k & 3 or not puts):
        return first_way(s, twice, nth(plays, k * count(plays) >> 32))
    if calm:
        return put(nth(calm, k * count(calm) >> 32))
    return put(nth(puts, k * count(puts) >> 32)) if puts else ENDING


def one_way(s: Table, twice: int, bit: int, falls: int) -> int:
    """The move of a bit of the set of plays, in the direction that is wanted where it has two."""
    if falls and twice >> bit & 1 and bit // 3 != SCISSORS:
        return second_way(s, bit)
    return first_way(s, twice, bit)


def feeding(s: Table) -> int:
    """The plays from the hand or a supply row after which the next seat's personal card may fit."""
    following = s.to_move + 1 if s.to_move + 1 < s.seats else 0
    pile = SEAT_PILES * following + PERSONAL
    if not s.tops[pile]:
        return 0
    wanted = top_card(s, pile)
    if wanted == SCISSORS:
        return 0
    found = 0
    for row in range(ROWS):
        if wanted > 0 and s.way[row] != DOWN:
            found |= 1 << 3 * (wanted - 1) + row
        if wanted < SCISSORS - 1 and s.way[row] != UP:
            found |= 1 << 3 * (wanted + 1) + row
    return found


def source_of(s: Table, card: int) -> int:
    """Where the player on turn has a card: a supply row, else the hand, else -1."""
    for place in range(PERSONAL):
        pile = SEAT_PILES * s.to_move + place
        if s.tops[pile] and top_card(s, pile) == card:
            return KINDS_OF_CARDS + place
    return card if s.hands[s.to_move] >> 3 * card & 7 else -1


def way_bit(s: Table, fits: int, wanted: int) -> int:
    """Find the first play on the cheapest way to a card, all of whose cards are there.

    Args:
        s: The table.
        fits: The set of plays.
        wanted: The personal card, which fits nowhere yet.

    Returns:
        Twice the play's bit, and one more if the row goes down; -1 if there is no way.
    """
    best = -1
    least = TOO_DEAR
    for row in range(ROWS):
        for falls in range(2):
            if s.way[row] != NO_WAY and (s.way[row] == DOWN) != (falls == 1):
                continue
            step = s.reach[row] + s.waiting[row]
            target = 9 - wanted if falls else wanted
            cost, source = way_cost(s, step, target, falls)
            if cost < least and fits >> (3 * source + row) & 1:
                least = cost
                best = (3 * source + row) * 2 + falls
    return best


def way_cost(s: Table, step: int, target: int, falls: int) -> tuple[int, int]:
    """What it costs to play every step from one to the one before another, and the first source; scissors cost most."""
    if step >= target:
        return TOO_DEAR, 0
    cuts = s.hands[s.to_move] >> 3 * SCISSORS & 7
    cost = 0
    first = -1
    for at in range(step, target):
        source = source_of(s, 9 - at if falls else at)
        cost += 2 if source < KINDS_OF_CARDS else 1
        if source < 0:
            if cuts == 0:
                return TOO_DEAR, 0
            cuts -= 1
            cost += CUT_COST
            source = SCISSORS
        if first < 0:
            first = source
    return cost, first


def outlook(s: Table, shares: Cells) -> None:
    """Judge by the cards left of the personal decks, scissors in hand and the turn (the contract's)."""
    left = 0
    for seat in range(s.seats):
        left += pile_size(s, SEAT_PILES * seat + PERSONAL)
    # The fewer cards are left, the more a card counts.
    scale = sqrt(2.0 * left / s.seats)
    for seat in range(s.seats):
        burden = CARD * pile_size(s, SEAT_PILES * seat + PERSONAL) - CUT * (s.hands[seat] >> 3 * SCISSORS & 7)
        if seat == s.to_move:
            burden -= TURN
        shares[seat] = int(100_000_000.0 * exp(-burden / scale)) + 1
