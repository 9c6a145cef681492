"""Evaluation for Cuttle: the network, or a count of cards."""

from __future__ import annotations

from math import exp

from undercut.engine.bits import count
from undercut.engine.contract import Cells
from undercut.games.cuttle.search.network import SCALE, judged
from undercut.games.cuttle.table import (
    Table,
)

# The weights of a card in the hand, of a card on the table and of the turn, for the count of cards.
HELD, LAID, TURN = 1.0, 2.0, 0.5


def evaluate(s: Table, shares: Cells, buffer: Cells) -> None:
    """Evaluate with the network."""
    me = s.turn
    shares[me] = int(1000.0 / (1.0 + exp(-judged(s, buffer) / SCALE)))
    shares[1 - me] = 1000 - shares[me]


def count_lead(s: Table) -> float:
    """The lead of seat 0 by the number of cards alone; one on the table counts as two in the hand."""
    lead = TURN if s.turn == 0 else -TURN
    for side in range(2):
        cards = HELD * count(s.hands[side]) + LAID * count(s.points[side] | s.permanents[side])
        lead += cards if side == 0 else -cards
    return lead
