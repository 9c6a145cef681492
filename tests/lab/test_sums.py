"""Sums over deals: exact, in any chunks."""

import numpy as np
import pytest

from undercut.lab.statistics.sums import Sums
from undercut.studies.results import Contrast


@pytest.mark.parametrize("deals", [1, 700, 1000])
def test_products_are_exact(deals):
    """They are made in small steps, of which the last may be shorter."""
    generator = np.random.default_rng(deals)
    values = [generator.integers(-1000, 100_000, (deals, 40)).astype(float) for _ in range(2)]
    sums = Sums.empty(2, 40, [Contrast(1, 0)])
    sums.add(values)
    whole = [table.astype(np.int64) for table in values]
    for (one, other), products in zip(sums.pairs, sums.products, strict=True):
        assert np.array_equal(products, whole[one].T @ whole[other])
