"""Measures: each against a slow count of the same rows."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import undercut
from undercut.games.base import registry
from undercut.games.base.parts import figures as columns
from undercut.lab.sums import Sums, per_deal
from undercut.studies.measures import columns_of, facts_of, measures, union
from undercut.studies.results import Contrast

INTEREST = ("overlooked", "losers_wins", "lost_wins")
"""What is not in the rows: see test_worths.py and its neighbours."""
ROTATED = ("greedy", "random", "random", "greedy", "other")


def some_rows(game, deals, rotations):
    """Rows that never were, with every kind of end and draw."""
    random = np.random.default_rng(deals)
    rows = np.zeros((deals * rotations, columns.COLUMNS), dtype=np.int64)
    rows[:, columns.DEAL] = np.arange(deals).repeat(rotations)
    rows[:, columns.ROTATION] = np.tile(np.arange(rotations), deals)
    rows[:, columns.REASON] = random.integers(0, len(game.spec.words.reasons), len(rows))
    winners = random.integers(0, 1 << game.seats, len(rows))
    alone = 1 << random.integers(0, game.seats, len(rows))
    winners = np.where(random.random(len(rows)) < 0.6, alone, winners)
    rows[:, columns.WINNERS] = np.where(rows[:, columns.REASON] > 0, winners, 0)
    rows[:, columns.TURNS] = random.integers(1, 60, len(rows))
    rows[:, columns.OPEN] = random.integers(0, rows[:, columns.TURNS] + 1)
    rows[:, columns.DECISIONS] = rows[:, columns.TURNS] + random.integers(0, 9, len(rows))
    rows[:, columns.SINGLES] = random.integers(0, rows[:, columns.DECISIONS] + 1)
    for column in (columns.CHOICES, columns.LEAD_CHANGES, columns.DEFICIT, *range(columns.FACTS, columns.COLUMNS)):
        rows[:, column] = random.integers(0, 20, len(rows))
    rows[np.bitwise_count(rows[:, columns.WINNERS]) != 1, columns.DEFICIT] = 0
    return rows


def slow(game, policies, rows):
    """Compute the value of every measure, as the page defines them."""
    found = {}

    def add(name, above, below=1):
        old = found.get(name, (0, 0))
        found[name] = old[0] + above, old[1] + below

    for row in rows.tolist():
        named = dict(zip((*columns.NAMES, *facts_of(game.name)), row, strict=False))
        winners = [seat for seat in range(game.seats) if named["winners"] >> seat & 1]
        shares = [Fraction(seat in winners, max(len(winners), 1)) for seat in range(game.seats)]
        slow_wins(add, shares, policies, named["rotation"])
        add("draws", not winners and named["reason"] > 0)
        add("stopped", named["reason"] == 0)
        for code, end in enumerate(game.spec.words.ends, start=1):
            add(f"end_{end.value}", named["reason"] == code)
        for name in ("turns", "decisions", "lead_changes"):
            add(name, named[name])
        add("choices", named["choices"], named["decisions"])
        add("forced", named["singles"], named["decisions"])
        if len(winners) == 1:
            add("comebacks", named["deficit"] >= game.spec.figures().behind)
            add("deficit", named["deficit"])
            add("settled", Fraction(named["open"], named["turns"]))
        slow_figures(add, game.name, named)
    return {name: float(above / Fraction(below)) for name, (above, below) in found.items()}


def slow_wins(add, shares, policies, rotation):
    seats = len(shares)
    for seat, share in enumerate(shares):
        add(f"share_{seat}", share)
    add("first", shares[0] - sum(shares) / seats)
    for name in dict.fromkeys(policies) if len(set(policies)) > 1 else ():
        seated = [policies[(seat + rotation) % seats] for seat in range(seats)]
        add(f"wins_{name}", sum(share for share, who in zip(shares, seated, strict=True) if who == name))


def slow_figures(add, name, named):
    for fact in facts_of(name):
        if fact not in registry.spec(name).figures().when:
            add(fact, named[fact])
            continue
        add(fact, named[fact] > 0)
        if named[fact]:
            add(f"{fact}_turn", named[fact])


@pytest.mark.parametrize(("name", "seats"), [("cuttle", 2), ("cups", 2), ("cups", 5), ("cut_the_rope", 3)])
def test_a_measure_is_what_a_slow_count_finds(name, seats):
    game = undercut.game(name, seats=seats)
    for policies in (("greedy",) * seats, ROTATED[:seats]):
        rotations = seats if len(set(policies)) > 1 else 1
        rows = some_rows(game, 200, rotations)
        chosen = [measure for measure in measures(game, policies) if measure.name not in INTEREST]
        numbers = per_deal(rows, game, rotations, chosen, policies)
        totals = dict(zip(columns_of(chosen), numbers.sum(axis=0), strict=True))
        expected = slow(game, policies, rows)
        assert {measure.name for measure in chosen} == set(expected)
        for measure in chosen:
            value = totals[measure.name] / totals[measure.over] / measure.scale
            assert value == pytest.approx(expected[measure.name], abs=2e-5), measure.name
            # Bounds are those of a game, so a mean is within them.
            assert measure.low <= value <= (measure.high or np.inf)


def test_the_numbers_of_deals_are_whole():
    game = undercut.game("cups", seats=7)
    numbers = per_deal(some_rows(game, 50, 1), game, 1, measures(game))
    assert np.array_equal(numbers, numbers.round())
    assert numbers.shape == (50, len(columns_of(measures(game))))


def test_cells_without_a_measure_have_zero_over_zero():
    two, three = (undercut.game("cups", seats=seats) for seats in (2, 3))
    both = union([measures(two), measures(three)])
    numbers = per_deal(some_rows(two, 10, 1), two, 1, both)
    names = columns_of(both)
    for name in ("share_2", "games_2"):
        assert not numbers[:, names.index(name)].any()
    assert {measure.over for measure in both if measure.name == "share_2"} == {"games_2"}


def test_the_page_says_what_every_measure_is():
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    for name in registry.own_names():
        for measure in measures(undercut.game(name), ("greedy", "random")):
            known = measure.name.rstrip("0123456789").removesuffix("random").removesuffix("greedy")
            assert f"`{'end_' if known.startswith('end_') else known}" in page, measure.name


def test_sums_do_not_depend_on_chunks():
    random = np.random.default_rng(3)
    values = [random.integers(0, 900, (1500, 4)).astype(float) for _ in range(3)]
    whole = Sums.empty(3, 4)
    whole.add(values)
    for size in (7, 100, 1000):
        parts = Sums.empty(3, 4)
        for first in range(0, 1500, size):
            part = Sums.empty(3, 4)
            part.add([table[first : first + size] for table in values])
            parts.merge(Sums.of_arrays(part.arrays()))
        assert parts.deals == whole.deals == 1500
        assert np.array_equal(parts.totals, whole.totals)
        assert np.array_equal(parts.products, whole.products)
        assert np.array_equal(parts.batches.sum(axis=0), whole.totals)
        assert 100 < len(parts.batches) <= 256


def test_batches_stay_few_and_equal():
    sums = Sums.empty(1, 1)
    for _ in range(40):
        sums.add([np.ones((1000, 1))])
    assert sums.size == 256
    assert set(sums.batches[:-1].ravel()) == {256.0}
    assert sums.batches.sum() == 40_000


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
