"""Run the studies that the site and ``docs/findings.md`` show: ``make studies``.

Each is an `undercut lab` command. Equal versions give equal numbers. The studies of the site vary every option of the
rules that newcomers play, one at a time; they go to the package, the others to ``bench/results/findings``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import undercut
from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.lab import study
from undercut.studies import results
from undercut.studies.results import Estimate, Study
from undercut.studies.sentences import MAIN

HERE = Path(__file__).parent
GAMES_FOLDER = HERE.parent / "src" / "undercut" / "games"
FINDINGS = HERE / "results" / "findings"
SEED = 2026
GAMES = {"cuttle": 50_000, "cups": 1_000, "cut_the_rope": 10_000}
"""How many games of each cell the site's studies have; those of Cups go on for hundreds of turns."""
SEATS = {"cuttle": 2, "cups": 3, "cut_the_rope": 3}
STUDIES: dict[str, Mapping[str, object]] = {
    "cuttle-rule-sets": {"game": "cuttle", "rule_sets": ["all"], "games": 100_000},
    "cuttle-worth": {"game": "cuttle", "games": 60_000, "worth": True},
    "cuttle-stronger": {
        "game": "cuttle",
        "rule_sets": ["sipie", "denexa", "cuttle-cards-2"],
        "players": ["medium", "greedy"],
        "games": 1_000,
    },
    "cups-rule-sets": {"game": "cups", "rule_sets": ["all"], "games": 10_000},
    "cups-seats": {"game": "cups", "seats": range(2, 9), "games": 5_000},
    "cut_the_rope-rule-sets": {"game": "cut_the_rope", "rule_sets": ["all"], "games": 20_000},
    "cut_the_rope-seats": {"game": "cut_the_rope", "seats": range(2, 9), "games": 5_000},
    "cut_the_rope-personal": {"game": "cut_the_rope", "vary": "personal=5:10:15:20:25", "games": 10_000},
}
"""The arguments of `undercut.lab.study` for the findings, by the name of the study."""

_KEPT = (*MAIN, "decisions", "choices", "forced", "lead_changes", "comebacks", "settled")

_DIGITS = 5


def compact(study: Study) -> Study:
    """Leave out what the site does not show, and round the rest."""
    kept = tuple(each for each in study.estimates if each.measure in _KEPT)
    return rounded(replace(study, estimates=kept))


def rounded(study: Study) -> Study:
    """Round the numbers, and leave out the counts that only charts show and the time that it took."""
    cells = tuple(replace(cell, turns=(), leads=(), uses={}) for cell in study.cells)
    return replace(study, cells=cells, estimates=tuple(map(_rounded, study.estimates)), seconds=0.0)


def _rounded(estimate: Estimate) -> Estimate:
    given = (estimate.value, estimate.error, estimate.low, estimate.high)
    value, error, low, high = (float(f"{number:.{_DIGITS}g}") for number in given)
    gain = None if estimate.gain is None else float(f"{estimate.gain:.3g}")
    return replace(estimate, value=value, error=error, low=low, high=high, gain=gain)


def of_site(name: str, processes: int) -> None:
    """Run the study of a game that the site shows."""
    base = undercut.game(name, rules=recommended(registry.spec(name)), seats=SEATS[name])
    found = study(base, vary="all", games=GAMES[name], seed=SEED, processes=processes)
    (GAMES_FOLDER / name / "studies.json").write_text(results.to_text(compact(found)), encoding="utf-8")


def of_findings(name: str, processes: int) -> None:
    """Run a study of the findings."""
    found = study(**STUDIES[name], seed=SEED, processes=processes)  # type: ignore[arg-type]
    FINDINGS.mkdir(exist_ok=True)
    (FINDINGS / f"{name}.json").write_text(results.to_text(rounded(found)), encoding="utf-8")


def main() -> None:
    """Run the studies that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    every = (*registry.own_names(), *STUDIES)
    parser.add_argument("names", nargs="*", metavar="STUDY", help=f"default: all of {', '.join(every)}")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    for name in arguments.names or every:
        began = time.perf_counter()
        (of_findings if name in STUDIES else of_site)(name, arguments.processes)
        print(f"{name}: {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
