"""Estimates of a study and their variances: each is nearly a linear function of the numbers of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from undercut.lab.statistics.sums import Sums
from undercut.studies.measures import Measure, columns_of
from undercut.studies.results import Contrast

Floats = NDArray[np.float64]

_NOISE = 1e-13  # a variance below this part of the squares that it is made of is rounding


@dataclass(frozen=True, slots=True)
class Member:
    """An estimate before the interval is known."""

    measure: Measure
    weights: Mapping[int, float]  # the weight of each cell: 1 for the cell alone, 1 and -1 for a difference
    contrast: Contrast | None
    value: float
    variance: float
    apart: float
    deals: float


def weights_of(contrast: Contrast) -> dict[int, float]:
    """Return the weight of each cell in a contrast."""
    return dict(zip(contrast.numbers, (1.0, -1.0, -1.0, 1.0), strict=False))


class Linear:
    """Measures as linear functions of the numbers of a deal, near their estimates."""

    def __init__(self, sums: Sums, measures: Sequence[Measure]) -> None:
        names = {name: place for place, name in enumerate(columns_of(measures))}
        above = np.array([names[measure.name] for measure in measures])
        below = np.array([names[measure.over] for measure in measures])
        scale = np.array([measure.scale for measure in measures], dtype=float)
        each = np.arange(len(measures))
        self.sums, self.measures = sums, measures
        self.counts = sums.totals[:, below]
        known = self.counts > 0
        counts = np.where(known, self.counts, 1.0)
        values = sums.totals[:, above] / counts / scale
        part = np.where(known, sums.deals / counts, 0.0)
        self.values = np.where(known, values, np.nan)
        self.slopes = np.zeros((*values.shape, len(names)))
        self.slopes[:, each, above] += part / scale
        self.slopes[:, each, below] -= part * values
        self._pairs = {pair: place for place, pair in enumerate(sums.pairs)}

    def covariance(self, one: int, other: int) -> Floats:
        """Return the covariance of each measure's estimates in two cells."""
        first, second = min(one, other), max(one, other)
        products = self.sums.products[self._pairs[first, second]]
        deals = self.sums.deals
        moments = ((self.slopes[first] @ products) * self.slopes[second]).sum(axis=1)
        return moments / deals / max(deals - 1, 1)

    def members(self, contrast: Contrast | None, weights: Mapping[int, float]) -> list[Member]:
        """Return the estimates of all measures for a cell or a contrast."""
        chosen = list(weights.items())
        value = np.sum([weight * self.values[cell] for cell, weight in chosen], axis=0)
        own = np.sum([weight**2 * self.covariance(cell, cell) for cell, weight in chosen], axis=0)
        cross = [
            2 * chosen[one][1] * chosen[two][1] * self.covariance(chosen[one][0], chosen[two][0])
            for two in range(len(chosen))
            for one in range(two)
        ]
        variance = own + np.sum(cross, axis=0)
        cells = [cell for cell, _ in chosen]
        noise = _NOISE * (own + (self.values[cells] ** 2).max(axis=0) / self.sums.deals)
        variance = np.where(variance > noise, variance, 0.0)
        deals = np.minimum(self.counts[cells].min(axis=0), self.sums.deals)
        return [
            Member(measure, weights, contrast, float(value[at]), float(variance[at]), float(own[at]), float(deals[at]))
            for at, measure in enumerate(self.measures)
            if np.isfinite(value[at])
        ]

    def spread(self, members: Sequence[Member]) -> Floats:
        """Return how each batch moves each estimate that varies, in standard errors; (batches, members)."""
        batches = self.sums.batches
        moves = {cell: batches[:, cell] @ self.slopes[cell].T for cell in range(batches.shape[1])}
        at = {measure.name: place for place, measure in enumerate(self.measures)}
        columns = [
            sum(weight * moves[cell][:, at[member.measure.name]] for cell, weight in member.weights.items())
            for member in members
            if member.variance > 0
        ]
        table = np.array(columns).reshape(len(columns), len(batches)).T
        lengths = np.sqrt((table**2).sum(axis=0))
        return table[:, lengths > 0] / lengths[lengths > 0]
