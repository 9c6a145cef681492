"""Measure how much faster a batch is with more threads, on a quiet machine: ``python bench/threads.py``.

A step is one random legal move and one observation of a game. The numbers of threads take turns within a round, so that
a ratio compares neighbours in time. The table holds medians of the ratios and goes to ``bench/results/threads.md``.
"""

import argparse
import os
import statistics
import time
from pathlib import Path

from environments import CROWDS
from speed import machine

import undercut
from undercut.play.arrays.batch import Batch

RESULTS = Path(__file__).parent / "results" / "threads.md"
KINDS = ((None, 1 << 16), ("greedy", 1 << 12))
"""The opponents and the number of games."""


def rate(games: Batch, seconds: float) -> float:
    """Step games for a time; return the steps per second."""
    observations = games.observe().copy()
    steps, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        games.observe(out=observations)
        games.step(games.sample())
        steps += len(games.to_move)
    return steps / spent


def ratios(name: str, opponents: str | None, n: int, rounds: int, seconds: float) -> dict[int, list[float]]:
    """Return, for each number of threads, how much faster it was than one thread in each round."""
    threads = [number for number in (1, 2, 4, 8, 16) if number <= (os.cpu_count() or 1)]
    batches = [
        undercut.batch(name, n, seats=CROWDS[name], seed=1, opponents=opponents, threads=number) for number in threads
    ]
    for games in batches:
        rate(games, seconds)
    found = [[rate(games, seconds) for games in batches] for _ in range(rounds)]
    return {number: [row[place] / row[0] for row in found] for place, number in enumerate(threads) if number > 1}


def main() -> None:
    """Measure, print, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    arguments = parser.parse_args()
    where = machine()
    lines = [
        "# Batches: how many times as fast with more threads",
        "",
        (
            f"Medians of {arguments.rounds} rounds by the wall clock, with the least and the most. {where['cpu']}, "
            f"{where['cores']} cores, Python {where['python']}, commit {where['commit']}, {where['date']}."
        ),
        "",
        "| game | opponents | games | threads | times as fast |",
        "|---|---|---:|---:|---:|",
    ]
    for name in CROWDS:
        for opponents, n in KINDS:
            for threads, found in ratios(name, opponents, n, arguments.rounds, arguments.seconds).items():
                times = f"{statistics.median(found):.2f} ({min(found):.2f} to {max(found):.2f})"
                lines.append(f"| {name} | {opponents or 'none'} | {n:,} | {threads} | {times} |")
                print(lines[-1], flush=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
