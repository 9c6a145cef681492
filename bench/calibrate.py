"""Fit and test the chances that hints and analyses state: ``python bench/calibrate.py --games 10000``.

Lets the level `hard` play against itself, searches one position of each game at random among those with a choice,
compares the values of the search with the results, and fits the calibration of `undercut.bots.advice.evidence`. For
the test, each tenth of the games gets the chances of a fit to the other nine. Every eighth position is also searched
eight times as long, to fit how the values drift with the length of the search. Writes the calibration into its data
file and the test into ``bench/results/calibration.json``. ``--samples`` names a file that keeps the positions, so that
a later run continues.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from speed import machine

from undercut.bots.advice import evidence
from undercut.bots.advice.evidence import MEASURED, Calibration
from undercut.bots.players import advice_settings
from undercut.bots.registry import make
from undercut.bots.thinking.budget import Effort, over_several_trees
from undercut.bots.thinking.think import think
from undercut.games.base import registry
from undercut.games.base.parts.bots import Budget
from undercut.play.game import game
from undercut.play.state import State

FITTED = Path(evidence.__file__).with_name("calibration.json")
RESULTS = Path(__file__).parent / "results" / "calibration.json"
DEALS, PLAYERS = 5_000_000, 7_000_000
LONGER, EVERY = 8, 8
FOLDS = TENTHS = 10
# Values are kept this far from 0 and 1, where log odds end.
EDGE = 1e-3
PARTS = 12
LEAST_SLOPE = 0.1

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a game.

    Args:
        number: The number of the game.
        value: What the search expects, 0 to 1.
        longer: What a longer search expects; None: not searched.
        proven: Whether the result is proven.
        share: How the game ended for the seat to move.
    """

    game: str
    seats: int
    number: int
    value: float
    longer: float | None
    proven: bool
    share: float


def played(name: str, seats: int, number: int) -> tuple[State, list[int]]:
    """Play a game; return it, and the numbers of the moves before which there was a choice."""
    state = game(name, seats=seats).deal(seed=DEALS + number)
    players = [make("hard", name, PLAYERS + 10 * number + seat) for seat in range(seats)]
    choices: list[int] = []
    while state.to_move is not None:
        legal = state.legal_moves()
        if len(legal) > 1:
            choices.append(len(state.moves))
        state.play(players[state.to_move].choose(state.view(state.to_move), legal))
    return state, choices


def searched(state: State, iterations: int, seed: int) -> tuple[float, bool]:
    """Return what a search expects for the seat to move, and whether it is proven."""
    settings = advice_settings(state.game.name)
    view = state.view(state.to_move)
    result = think(
        view, Effort(over_several_trees(Budget(iterations=iterations))), random.Random(seed), settings=settings
    )
    return result.best.expected, result.proof is not None


def sampled(name: str, seats: int, numbers: range) -> Iterator[Sample]:
    """Play games and search a position of each."""
    for number in numbers:
        state, choices = played(name, seats, number)
        result = state.result
        assert result is not None  # noqa: S101  played to its end
        before = random.Random(f"pos/{number}").sample(choices, 1)[0]
        while len(state.moves) > before:
            state.undo()
        seed = number * 1000 + before
        value, proven = searched(state, MEASURED, seed)
        longer = None if proven or number % EVERY else searched(state, LONGER * MEASURED, seed)[0]
        share = result.shares(seats)[state.to_move or 0]
        yield Sample(name, seats, number, value, longer, proven, share)


def odds(values: Numbers, seats: int) -> Numbers:
    """Return log odds relative to an equal share."""
    kept = np.clip(values, EDGE, 1 - EDGE)
    return np.log(kept / (1 - kept)) + np.log(seats - 1)


def fit(samples: list[Sample], seats: int) -> Calibration:
    """Fit a rising curve through the mean results of parts of equal size, sorted by value."""
    unproven = [each for each in samples if not each.proven]
    odd = odds(np.array([each.value for each in unproven]), seats)
    shares = np.array([each.share for each in unproven])
    parts = np.array_split(np.argsort(odd, kind="stable"), PARTS)
    # Half a share more and half a share less keep every mean between 0 and 1.
    means = np.array([(shares[part].sum() + 0.5) / (len(part) + 1) for part in parts])
    starts, means = isotonic(np.array([odd[part].mean() for part in parts]), means)
    ends = odds(means, seats)
    for place in range(1, len(ends)):
        ends[place] = max(ends[place], ends[place - 1] + LEAST_SLOPE * (starts[place] - starts[place - 1]))
    knots = zip(starts.round(3).tolist(), ends.round(3).tolist(), strict=True)
    return Calibration(seats, tuple(knots))


def drift(samples: list[Sample], seats: int, fitted: Calibration) -> float:
    """Return by how much log odds must be shifted for each doubling of the iterations, so that chances stay."""
    pairs = [(each.value, each.longer) for each in samples if each.longer is not None]
    if not pairs:
        return 0.0
    short, longer = (odds(np.array([*map(fitted.chance, values)]), seats) for values in zip(*pairs, strict=True))
    return float(np.mean(short - longer) / np.log2(LONGER))


def isotonic(values: Numbers, shares: Numbers) -> tuple[Numbers, Numbers]:
    """Return sorted values and their best monotone fit (pool adjacent violators)."""
    order = np.argsort(values, kind="stable")
    blocks: list[list[float]] = []
    for share in shares[order]:
        blocks.append([share, 1])
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            (one, many), (other, more) = blocks[-2:]
            blocks[-2:] = [[(one * many + other * more) / (many + more), many + more]]
    return values[order], np.repeat([block[0] for block in blocks], [int(block[1]) for block in blocks])


def recalibrated(values: Numbers, shares: Numbers) -> float:
    """Return the Brier score after an isotonic recalibration, fitted on the other folds."""
    fold = np.arange(len(values)) % FOLDS
    found = np.empty(len(values))
    for each in range(FOLDS):
        inside = fold == each
        found[inside] = np.interp(values[inside], *isotonic(values[~inside], shares[~inside]))
    return float(np.mean((found - shares) ** 2))


def tested(samples: list[Sample], chances: Numbers) -> dict[str, object]:
    """Compare chances with results: over all, by tenths, and by the Brier score."""
    shares = np.array([each.share for each in samples])
    wrong = chances - shares
    tenths = [
        {"chance": round(float(chances[part].mean()), 3), "share": round(float(shares[part].mean()), 3),
         "error": round(float(shares[part].std() / len(part) ** 0.5), 3)}
        for part in np.array_split(np.argsort(chances, kind="stable"), TENTHS)
    ]  # fmt: skip
    return {
        "positions": len(samples),
        "hope": round(float(wrong.mean()), 4),
        "hope_error": round(float(wrong.std() / len(samples) ** 0.5), 4),
        "brier": round(float(np.mean(wrong**2)), 4),
        "brier_recalibrated": round(recalibrated(chances, shares), 4),
        "tenths": tenths,
    }


def cross_fitted(samples: list[Sample], seats: int) -> Numbers:
    """Return the chance of each position, by a fit to the games of the other folds."""
    chances = np.empty(len(samples))
    for fold in range(FOLDS):
        chance = fit([each for each in samples if each.number % FOLDS != fold], seats).chance
        for place, each in enumerate(samples):
            if each.number % FOLDS == fold:
                chances[place] = each.value if each.proven else chance(each.value)
    return chances


def measured(name: str, seats: int, samples: list[Sample]) -> tuple[dict[str, object], dict[str, object]]:
    """Return a row of the calibration and one of its test."""
    fitted = fit(samples, seats)
    row: dict[str, object] = {"game": name, "seats": seats, "knots": fitted.knots}
    row |= {"drift": round(drift(samples, seats, fitted), 4), "positions": len(samples)}
    values = tested(samples, np.array([each.value for each in samples]))
    return row, {
        "game": name,
        "seats": seats,
        "values": values,
        "chances": tested(samples, cross_fitted(samples, seats)),
    }


def merged(path: Path, rows: list[dict[str, object]], **more: object) -> None:
    """Write rows into a file; rows of other games and numbers of seats stay."""
    old = json.loads(path.read_text(encoding="utf-8"))["rows"] if path.exists() else []
    new = {(row["game"], row["seats"]) for row in rows}
    rows = [row for row in old if (row["game"], row["seats"]) not in new] + rows
    path.write_text(json.dumps(more | {"rows": rows}, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Sample, fit, test and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--only", nargs="+", choices=registry.names(), default=[*registry.own_names()])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--samples", type=Path, default=Path("calibration.jsonl"))
    arguments = parser.parse_args()
    lines = arguments.samples.read_text(encoding="utf-8").splitlines() if arguments.samples.exists() else []
    known = [Sample(**json.loads(line)) for line in lines]
    fits, tests = [], []
    for name in arguments.only:
        mine = [each for each in known if (each.game, each.seats) == (name, arguments.seats)]
        first = max((each.number + 1 for each in mine), default=0)
        with arguments.samples.open("a", encoding="utf-8") as out:
            for sample in sampled(name, arguments.seats, range(first, arguments.games)):
                out.write(json.dumps(asdict(sample)) + "\n")
                mine.append(sample)
        row, test = measured(name, arguments.seats, mine)
        print(json.dumps(row), json.dumps(test), sep="\n", flush=True)
        fits.append(row)
        tests.append(test)
    merged(FITTED, fits, recipe="python bench/calibrate.py: games of hard against itself")
    merged(RESULTS, tests, machine=machine())


if __name__ == "__main__":
    main()
