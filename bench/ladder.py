"""Measure each level against the one below: ``python bench/ladder.py``.

With more than two seats one of a level meets the level below in all other seats. Deals are played in all rotations.
Writes ``bench/results/ladder.json``, from where ``docs/bots_results.md`` takes its table. Matches that the file already
has, with as many games, are not played again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from speed import machine
from strength import Until, measured

from undercut.games.base import registry
from undercut.games.base.parts.bots import LEVEL_NAMES

RESULTS = Path(__file__).parent / "results" / "ladder.json"
SEATS = (2, 3, 4, 6)
Key = tuple[str, int, str, str]


def steps(games: list[str], seats: list[int]) -> Iterator[Key]:
    """List the matches: by seats, then by game, then by level."""
    for number in seats:
        for name in games:
            if number in registry.spec(name).seats:
                for below, level in pairwise(LEVEL_NAMES):
                    yield name, number, level, below


def main() -> None:
    """Play, print a line for each match, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="for each match at most")
    parser.add_argument("--minutes", type=float, default=30.0, help="for each match at most")
    parser.add_argument("--only", nargs="+", choices=registry.names(), default=list(registry.names()))
    parser.add_argument("--seats", nargs="+", type=int, default=list(SEATS))
    parser.add_argument("--levels", nargs="+", choices=LEVEL_NAMES[1:], default=list(LEVEL_NAMES[1:]))
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=30_000)
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    rows = json.loads(arguments.out.read_text(encoding="utf-8"))["rows"] if arguments.out.exists() else []
    found: dict[Key, dict] = {(row["game"], row["table"], *row["pair"]): row for row in rows}
    for key in steps(arguments.only, arguments.seats):
        name, seats, level, below = key
        if level not in arguments.levels or (key in found and found[key]["wanted"] >= arguments.games):
            continue
        runner = Until(time.monotonic() + 60 * arguments.minutes, arguments.processes)
        found[key] = row = measured(name, seats, (level, below), arguments.games, runner, arguments.seed)
        share, interval = row["players"][0]["share"], row["players"][0]["interval"]
        print(f"{name}, {seats} seats: {level} - {below} {share:.1%} {interval} of {row['games']} games", flush=True)
        text = json.dumps({"machine": machine(), "rows": [*found.values()]}, indent=1)
        arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
