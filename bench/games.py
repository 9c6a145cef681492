"""Measure how long games last and how they end: ``make figures``.

For each game and number of players: the median length in decisions, how many games end by each reason, and how often
the first seat wins (a shared win counts as its part), in random games on the compiled host and, under the default rule
set, in games of the greedy opponent. Written to ``bench/results``, from where the pages in ``docs`` take it.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from undercut.bots.players import play_out
from undercut.bots.registry import make
from undercut.engine import chance
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.registry import load
from undercut.play.game import Game, game

RESULTS = Path(__file__).parent / "results"
LONGEST = 100_000
Ending = tuple[int, str, tuple[int, ...]]


def random_endings(table: Game, games: int, seed: int) -> Iterator[Ending]:
    """Play random games on the compiled host.

    Args:
        seed: The seed of deals and moves.

    Yields:
        Each game's length, reason and winners.
    """
    engine = load(table.name, Host.COMPILED)
    states = engine.states(2)
    pack = table.pack
    order, pool, generator = (engine.cells(size) for size in (len(pack), engine.pack_size, 1))
    order[:] = pack
    beginning = [0]
    chance.start(beginning, seed)
    generator[0] = beginning[0]
    engine.load(table.fresh_table(), states, 1)
    for _ in range(games):
        moves = engine.functions.random_games(states, order, pool, generator, 1, LONGEST)
        result = registry.spec(table.name).positions.write(engine.unload(states, 0))["result"]
        yield moves, *((result["reason"], tuple(result["winners"])) if result else ("unfinished", ()))


def greedy_ending(job: tuple[str, str, int, int]) -> Ending:
    """Play one game of greedy opponents.

    Args:
        job: The game, its rule set, the seats, and a seed.
    """
    name, rules, seats, seed = job
    players = [make("greedy", name, 100 * seed + seat) for seat in range(seats)]
    state = play_out(game(name, rules=rules, seats=seats).deal(seed=seed), players, limit=5000)
    result = state.result
    return len(state.moves), result.reason if result else "unfinished", result.winners if result else ()


def summary(endings: list[Ending]) -> dict:
    """Sum up how games ended."""
    reasons = Counter(reason for _, reason, _ in endings)
    first = sum(1 / len(winners) for _, _, winners in endings if 0 in winners)
    return {
        "games": len(endings),
        "median_length": statistics.median(length for length, _, _ in endings),
        "reasons": {reason: count / len(endings) for reason, count in reasons.most_common()},
        "first_seat": first / len(endings),
    }


def main() -> None:
    """Play all games and write the summaries."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=int, default=20_000, help="random games a row")
    parser.add_argument("--greedy", type=int, default=200, help="games of greedy opponents a row")
    parser.add_argument("--game", choices=list(registry.names()), action="append")
    arguments = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    for name in arguments.game or registry.names():
        rows = []
        with ProcessPoolExecutor() as workers:
            for seats in registry.spec(name).seats:
                for place, rules in enumerate(registry.spec(name).rule_sets):
                    try:
                        table = game(name, rules=rules, seats=seats)
                    except ValueError:
                        continue
                    print(f"\r{name}, {rules}, {seats} seats\033[K", end="", file=sys.stderr)
                    row = {"rules": rules, "seats": seats}
                    row["random"] = summary(list(random_endings(table, arguments.random, seats)))
                    # Greedy games take a thousand times as long, so only the default rule set is played.
                    jobs = [(name, rules, seats, seed) for seed in range(arguments.greedy if place == 0 else 0)]
                    if jobs:
                        row["greedy"] = summary(list(workers.map(greedy_ending, jobs, chunksize=4)))
                    rows.append(row)
        print(file=sys.stderr)
        (RESULTS / f"games-{name}.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
