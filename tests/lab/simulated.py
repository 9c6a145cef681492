"""Simulated studies of games with known answers: how often do all intervals of a study hold?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from undercut.lab.intervals import estimates, widest
from undercut.lab.sums import Sums
from undercut.studies.measures import Measure, columns_of
from undercut.studies.results import Contrast


def outcome(name):
    return Measure(name, "", "share", high=1.0, outcome=True)


COIN = [outcome("share_0")]
LENGTH = [Measure("turns", "", "turns")]
MANY = [outcome("share_0"), outcome("draws"), *LENGTH, Measure("decisions", "", "decisions")]
MANY += [Measure("forced", "", "share", over="decisions", high=1.0)]


@dataclass(frozen=True)
class Scenario:
    title: str
    measures: Sequence[Measure]
    deal: Callable[[np.random.Generator, int], Sequence[np.ndarray]]
    truth: Sequence[Sequence[float]]
    most: int = 2000
    look: int = 2000
    precision: float = 0.0
    anytime: bool = False
    contrasts: Sequence[Contrast] = ()


def coin(share):
    """One cell, in which a game is won with a known probability."""

    def deal(random, deals):
        return [np.column_stack([random.random(deals) < share, np.ones(deals)]).astype(float)]

    return deal


def geometric(uniform, mean):
    """Turn uniform numbers into lengths from 1 on: the mean is known, the standard deviation nearly as large."""
    return np.ceil(np.log1p(-uniform) / np.log1p(-1 / mean)).clip(1)


def lengths(mean):
    def deal(random, deals):
        return [np.column_stack([geometric(random.random(deals), mean), np.ones(deals)])]

    return deal


SHARES, DRAWS, TURNS, FORCED = (0.5, 0.53, 0.5, 0.45), (0.02, 0.02, 0.05, 0.0), (20, 21, 20, 30), (0.2, 0.2, 0.25, 0.2)
"""What is planted in each of four cells; the first is the base of the three contrasts."""

DECISIONS = [1.3 * turns for turns in TURNS]
PLANTED = [*zip(SHARES, DRAWS, TURNS, DECISIONS, FORCED, strict=True)]
CONTRASTS = tuple(Contrast(cell, 0) for cell in (1, 2, 3))


def rules(luck):

    def deal(random, deals):
        shared, same = random.random((3, deals)), random.random((3, deals)) < luck
        return [cell(random, deals, number, shared, same) for number in range(len(SHARES))]

    def cell(random, deals, number, shared, same):
        won, drawn, long = np.where(same, shared, random.random((3, deals)))
        turns = geometric(long, TURNS[number])
        decisions = turns + random.binomial(turns.astype(int), 0.3)
        forced = random.binomial(decisions.astype(int), FORCED[number])
        outcomes = won < SHARES[number], drawn < DRAWS[number]
        return np.column_stack([*outcomes, turns, decisions, forced, np.ones(deals)]).astype(float)

    return deal


SCENARIOS = {
    "coin": Scenario("a coin that shows heads half the time", COIN, coin(0.5), [[0.5]]),
    "biased coin": Scenario("a coin that shows heads twice in 100 throws", COIN, coin(0.02), [[0.02]]),
    "rare": Scenario("a coin that shows heads once in 1,000 throws", COIN, coin(0.001), [[0.001]]),
    "lengths": Scenario("skewed lengths (geometric, mean 20)", LENGTH, lengths(20), [[20]]),
    "paired": Scenario(
        "four cells, five measures, three contrasts, shared luck", MANY, rules(0.8), PLANTED, contrasts=CONTRASTS
    ),
    "unpaired": Scenario("the same without shared luck", MANY, rules(0.0), PLANTED, contrasts=CONTRASTS),
    "coin stopped": Scenario(
        "a coin, stopped at ±1.5 points", COIN, coin(0.3), [[0.3]], most=20_000, look=500, precision=0.015
    ),
    "lengths stopped": Scenario(
        "skewed lengths, stopped at ±0.6", LENGTH, lengths(20), [[20]], most=20_000, look=500, precision=0.6
    ),
    "paired stopped": Scenario(
        "four cells with shared luck, stopped at ±3 points", MANY, rules(0.8), PLANTED, 20_000, 1000, 0.03,
        contrasts=CONTRASTS,
    ),
    "any time": Scenario(
        "a coin, looked at every 500 deals, wrong if any look is wrong", COIN, coin(0.3), [[0.3]], most=10_000,
        look=500, anytime=True,
    ),
    "any time rare": Scenario(
        "the same with heads once in 1,000 throws", COIN, coin(0.001), [[0.001]], most=10_000, look=500, anytime=True
    ),
}  # fmt: skip
"""By name."""


def study(scenario, seed):
    """Simulate a study; tell whether all its intervals hold, and how many deals were played."""
    random, measures = np.random.default_rng(seed), scenario.measures
    sums = Sums.empty(len(scenario.truth), len(columns_of(measures)), scenario.contrasts)
    paired = [True] * len(scenario.contrasts)
    held = True
    while sums.deals < scenario.most:
        sums += Sums.of(scenario.deal(random, scenario.look), scenario.contrasts)
        anytime = scenario.most if scenario.anytime else 0
        found = estimates(sums, measures, scenario.contrasts, paired=paired, anytime=anytime)[1]
        holds = all(map(holder(scenario), found))
        held = holds and (held or not scenario.anytime)
        if widest(found, measures[0].name) <= scenario.precision:
            break
    return held, sums.deals


def holder(scenario):
    names = [measure.name for measure in scenario.measures]

    def holds(found):
        at = names.index(found.measure)
        truth = scenario.truth[found.cell][at] - (0 if found.base is None else scenario.truth[found.base][at])
        return found.low - 1e-12 <= truth <= found.high + 1e-12

    return holds


def coverage(name, studies, first=0):
    found = [study(SCENARIOS[name], [first + number, 5]) for number in range(studies)]
    return float(np.mean([held for held, _ in found])), float(np.mean([deals for _, deals in found]))
