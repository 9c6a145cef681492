"""Simulate thousands of studies of games with known answers: ``python bench/coverage.py``.

The games are those of `tests/lab/simulated.py`. Writes ``bench/results/coverage.md``; ``python docs/pages.py`` puts the
table into `docs/lab.md`.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from math import sqrt
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.lab.simulated import SCENARIOS, coverage

RESULT = Path(__file__).with_name("results") / "coverage.md"
HEAD = ("| game | intervals | deals | studies | all intervals hold (± standard error) |", "|---|---:|---:|---:|---:|")


def row(name: str, studies: int, parts: int, pool: ProcessPoolExecutor) -> str:
    each = studies // parts
    found = pool.map(coverage, repeat(name), repeat(each), range(0, studies, each))
    share, deals = np.mean([*found], axis=0)
    scenario = SCENARIOS[name]
    intervals = len(scenario.measures) * (len(scenario.truth) + len(scenario.contrasts))
    error = 100 * sqrt(share * (1 - share) / studies)
    line = f"| {scenario.title} | {intervals} | {deals:,.0f} | {studies:,} | {100 * share:.1f} ± {error:.1f} % |"
    print(line, flush=True)
    return line


def save(title: str, line: str) -> None:
    old = RESULT.read_text(encoding="utf-8").splitlines() if RESULT.exists() else []
    rows = {line.split("|")[1].strip(): line for line in old[len(HEAD) :]} | {title: line}
    kept = [rows[scenario.title] for scenario in SCENARIOS.values() if scenario.title in rows]
    RESULT.write_text("\n".join([*HEAD, *kept]) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=4000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", nargs="*", choices=SCENARIOS, default=list(SCENARIOS))
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.processes) as pool:
        for name in arguments.only:
            save(SCENARIOS[name].title, row(name, arguments.studies, 10, pool))


if __name__ == "__main__":
    main()
