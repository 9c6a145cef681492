"""Evaluation for Cut the Rope: personal decks, scissors, the turn and distances."""

from __future__ import annotations

from math import exp, sqrt

from undercut.engine.contract import Cells
from undercut.games.cut_the_rope.search.distance import (
    least_distance,
    supply_tops,
)
from undercut.games.cut_the_rope.table import (
    PERSONAL,
    SCISSORS,
    SEAT_PILES,
    Table,
    pile_size,
)

# The cost of a personal card; the worth of scissors in the hand, of scissors on a supply row and of the turn; the cost
# of missing cards on the seat's own turn and on another's. Log odds for the square root of the cards left, fitted to
# games of rollout moves (`python bench/fit.py cut_the_rope`).
CARD, CUT_IN_HAND, CUT_ON_TOP, TURN = 1.11, 1.53, 1.15, 1.68
LACKS_NOW = (0.0, 2.06, 2.88, 3.34, 3.17)
LACKS_LATER = (0.0, 1.0, 1.68, 2.07, 2.15)
MOST_DISTANCES = 4


def evaluate(s: Table, shares: Cells, buffer: Cells) -> None:  # noqa: ARG001  part of the contract
    """Evaluate by the cards left in the personal decks, scissors, the turn and the distances."""
    left = 0
    for seat in range(s.seats):
        left += pile_size(s, SEAT_PILES * seat + PERSONAL)
    # The fewer cards are left, the more a card counts.
    scale = sqrt(2.0 * left / s.seats)
    for seat in range(s.seats):
        burden = CARD * pile_size(s, SEAT_PILES * seat + PERSONAL) - CUT_IN_HAND * (s.hands[seat] >> 3 * SCISSORS & 7)
        if supply_tops(s, seat) >> SCISSORS & 1:
            burden -= CUT_ON_TOP
        lacking = least_distance(s, seat, MOST_DISTANCES)
        if seat == s.to_move:
            burden += LACKS_NOW[lacking] - TURN
        else:
            burden += LACKS_LATER[lacking]
        shares[seat] = int(100_000_000.0 * exp(-burden / scale)) + 1
