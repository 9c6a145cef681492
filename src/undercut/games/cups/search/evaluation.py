"""Evaluation for Cups: the cards that each seat must still get rid of."""

from __future__ import annotations

from math import exp

from undercut.engine.bits import count
from undercut.engine.contract import Cells
from undercut.games.cups.table import CUPS, Table, count_hand, pile_size

SCALE = 5.0


def evaluate(s: Table, shares: Cells, buffer: Cells) -> None:  # noqa: ARG001  part of the contract
    """Evaluate by the cards that each seat must get rid of; cups are the hardest."""
    for seat in range(s.seats):
        burden = count_hand(s, seat) + 0.8 * pile_size(s, s.graves[seat]) + 1.5 * count(s.hands[seat] & CUPS)
        shares[seat] = int(100_000.0 * exp(-burden / SCALE)) + 1
