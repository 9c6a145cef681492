"""Compare search iterations per second with OpenSpiel's searches: ``python bench/search.py``.

One iteration is one walk down the tree and one rollout, on one core, from the first decision of a deal. Ours and
OpenSpiel's (C++: information-set search of gin rummy and euchre, plain Monte Carlo tree search of crazy eights) are
measured in turn, round by round, because a machine's speed drifts. The clock counts the processor time of this process,
so that others on the same machine count little. The table holds the medians of the rounds.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspiel
from speed import machine

from undercut.bots.players import levels_of
from undercut.bots.thinking.tree import Tree
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.bots import Settings
from undercut.play.game import game
from undercut.play.loading import determinize

# pyspiel has no stubs.
_spiel: Any = pyspiel

HERE = Path(__file__).parent
SECONDS = 0.5
FULL = Settings()
# Iterations a call: enough for about half a second.
INFORMATION_SET = {"gin_rummy": 400, "euchre": 30_000}
PERFECT = {"crazy_eights": 15_000}
Measure = Callable[[int], float]


def ours(name: str, seats: int, settings: Settings) -> Measure:
    """Measure one of our searches, in slices like a player's search.

    Args:
        seats: The number of players.
        settings: The settings of the search.
    """

    def measure(seed: int) -> float:
        view = game(name, seats=seats).deal(seed=seed).view(0)
        tree = Tree(determinize(view, random.Random(seed)), seed, settings, 1 << 19, Host.COMPILED)
        tree.run(200)
        began, done = time.process_time(), tree.iterations
        while time.process_time() - began < SECONDS:
            tree.run(1000)
        return (tree.iterations - done) / (time.process_time() - began)

    return measure


def _dealt(name: str, seed: int) -> tuple[Any, Any]:
    """Deal a game of OpenSpiel up to its first decision; deal again if that has only one move."""
    table, chance = _spiel.load_game(name), random.Random(seed)
    while True:
        state = table.new_initial_state()
        while state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        if len(state.legal_actions()) > 1:
            return table, state


def information_set(name: str, iterations: int) -> Measure:
    """Measure OpenSpiel's information-set search.

    Args:
        iterations: How many iterations a call has.
    """

    def measure(seed: int) -> float:
        _, state = _dealt(name, seed)
        most_visited = _spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        evaluator = _spiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        bot = _spiel.ISMCTSBot(
            seed,
            evaluator,
            1.4,
            iterations,
            final_policy_type=most_visited,
            use_observation_string=True,
            allow_inconsistent_action_sets=True,
        )
        began = time.process_time()
        bot.step(state)
        return iterations / (time.process_time() - began)

    return measure


def perfect(name: str, iterations: int) -> Measure:
    """Measure OpenSpiel's search of open positions.

    Args:
        iterations: How many iterations a call has.
    """

    def measure(seed: int) -> float:
        table, state = _dealt(name, seed)
        evaluator = _spiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        bot = _spiel.MCTSBot(
            table,
            evaluator,
            uct_c=1.4,
            max_simulations=iterations,
            max_memory_mb=1000,
            solve=False,
            seed=seed,
            verbose=False,
        )
        began = time.process_time()
        root = bot.mcts_search(state)
        return root.explore_count / (time.process_time() - began)

    return measure


def measures() -> dict[str, Measure]:
    """List what is measured."""
    found: dict[str, Measure] = {}
    for name in registry.names():
        for seats in (seats for seats in (2, 4) if seats in registry.spec(name).seats):
            found[f"{name}, {seats} seats, random rollouts to the end"] = ours(name, seats, FULL)
            found[f"{name}, {seats} seats, as it plays"] = ours(name, seats, levels_of(name).settings)
    for name, iterations in INFORMATION_SET.items():
        found[f"OpenSpiel {name}, information-set search"] = information_set(name, iterations)
    for name, iterations in PERFECT.items():
        found[f"OpenSpiel {name}, search with open cards"] = perfect(name, iterations)
    return found


def main() -> None:
    """Measure, print, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--out", type=Path, default=HERE / "results")
    arguments = parser.parse_args()
    rounds: list[dict[str, float]] = []
    for number in range(arguments.runs):
        print(f"\rround {number + 1} of {arguments.runs}", end="", file=sys.stderr)
        rounds.append({name: measure(number) for name, measure in measures().items()})
    print(file=sys.stderr)
    where = machine()
    medians = {name: statistics.median(found[name] for found in rounds) for name in rounds[0]}
    lines = [
        "# Search: iterations per second, one core",
        "",
        (
            f"Medians of {arguments.runs} rounds, least and greatest in brackets; processor time, from the first "
            f"decision of a deal. {where['cpu']}, Python {where['python']}, commit {where['commit']}, {where['date']}."
        ),
        "",
        "| search | iterations/s | |",
        "|---|---:|---|",
    ]
    for name, median in medians.items():
        seen = [found[name] for found in rounds]
        lines.append(f"| {name} | {median:,.0f} | ({min(seen):,.0f} to {max(seen):,.0f}) |")
    text = "\n".join(lines) + "\n"
    print(text)
    (arguments.out / "search.md").write_text(text, encoding="utf-8")
    data = {"machine": where, "medians": medians, "rounds": rounds}
    (arguments.out / "search.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
