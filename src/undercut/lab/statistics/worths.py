"""The worth of cards and of turns: sums over deals, and intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from undercut.engine.contract import WHOLE_SHARE
from undercut.lab.kernels.card_values import COMPARED, DRAWN, FIRST, GAIN, MOMENTS, WEIGHT
from undercut.lab.statistics.intervals import estimates
from undercut.lab.statistics.sums import Sums
from undercut.studies.measures import Measure, columns_of, kinds_of
from undercut.studies.results import CardWorth, TurnWorth

TURN = "turn"  # stands for a turn among the kinds of cards


def worth_measures(game: str) -> tuple[Measure, ...]:
    """List the worths of a game as measures: of each moment and kind of card, and of a turn."""
    return tuple(
        Measure(f"{moment} {kind}", kind, "share", f"weight {moment} {kind}", WHOLE_SHARE, low=-1.0, high=1.0)
        for moment in range(MOMENTS)
        for kind in (*kinds_of(game), TURN)
    )


@dataclass(frozen=True, slots=True)
class WorthSums:
    sums: Sums
    compared: NDArray[np.int64]

    @classmethod
    def of(cls, game: str, cells: Sequence[NDArray[np.int64]]) -> Self:
        found = Sums.empty(len(cells), len(columns_of(worth_measures(game))))
        found.add(
            [np.concatenate([_flat(deals, GAIN), _flat(deals, WEIGHT)], axis=1).astype(np.float64) for deals in cells]
        )
        return cls(found, np.array([deals[..., COMPARED].sum(axis=0) for deals in cells]))

    def merge(self, other: WorthSums) -> None:
        """Add the deals that follow."""
        self.sums.merge(other.sums)
        self.compared[...] += other.compared


def _flat(deals: NDArray[np.int64], column: int) -> NDArray[np.int64]:
    return deals[..., column].reshape(len(deals), -1)


@dataclass(frozen=True, slots=True)
class Worths:
    """Worths of a study, with intervals that hold together."""

    cards: tuple[CardWorth, ...]
    openings: tuple[CardWorth, ...]
    turns: tuple[TurnWorth, ...]


def worths(game: str, found: WorthSums, *, confidence: float = 0.95) -> Worths:
    """Estimate what cards and turns are worth, except where nothing was compared."""
    kinds = (*kinds_of(game), TURN)
    cards: dict[int, list[CardWorth]] = {FIRST: [], DRAWN: []}
    turns: list[TurnWorth] = []
    for each in estimates(found.sums, worth_measures(game), (), paired=(), confidence=confidence)[1]:
        moment, kind = each.measure.split()
        number = int(found.compared[each.cell, int(moment), kinds.index(kind)])
        ends = each.value, each.error, max(-1.0, each.low), min(1.0, each.high)
        if kind == TURN:
            turns.append(TurnWorth(each.cell, int(moment) == FIRST, number, *ends))
        else:
            cards[int(moment)].append(CardWorth(each.cell, kind, number, *ends))
    return Worths(tuple(cards[DRAWN]), tuple(cards[FIRST]), tuple(turns))
