"""The full conformance run: ``python -m tests.conformance.full --games 100000``."""

import argparse
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.conformance.suite import POLICIES, check_game, traces
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.registry import load
from undercut.play.checks import random_game

HOSTS = (Host.PLAIN, Host.COMPILED, Host.CHECKED)
BATCH = 250


def compare_batch(job: tuple[str, int]) -> int:
    """Play a batch of games on all hosts; give the number of moves."""
    name, first = job
    moves = 0
    for seed in range(first, first + BATCH):
        plain, *others = traces(random_game(name, random.Random(seed)), seed, HOSTS)
        if any(other != plain for other in others):
            message = f"{name}, seed {seed}: the hosts disagree"
            raise AssertionError(message)
        moves += plain[0] // 2
    return moves


def hold_batch(job: tuple[str, int]) -> int:
    """Put a batch of games through the suite, each by one of the three ways to play."""
    name, first = job
    for seed in range(first, first + BATCH // 25):
        check_game(random_game(name, random.Random(seed)), seed, POLICIES[seed % len(POLICIES)], every=4)
    return BATCH // 25


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="random games on all hosts, for each game")
    parser.add_argument("--game", choices=list(registry.names()), action="append")
    parser.add_argument("--first", type=int, default=1_000_000, help="the first seed")
    arguments = parser.parse_args()
    for name in arguments.game or registry.names():
        for host in HOSTS[1:]:
            load(name, host)
        began = time.monotonic()
        jobs = [(name, arguments.first + place) for place in range(0, arguments.games, BATCH)]
        with ProcessPoolExecutor() as workers:
            moves = 0
            for number, found in enumerate(workers.map(compare_batch, jobs), start=1):
                moves += found
                print(f"\r{name}: {number * BATCH} games, {moves} moves equal on all hosts", end="", file=sys.stderr)
            held = sum(workers.map(hold_batch, jobs[: max(1, len(jobs) // 10)]))
        seconds = time.monotonic() - began
        print(f"\n{name}: {len(jobs) * BATCH} games equal on {len(HOSTS)} hosts, {held} held, {seconds:.0f} s")


if __name__ == "__main__":
    main()
