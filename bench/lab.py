"""Compare the games of the lab with plain random games, and its greedy players with the bot: ``make bench``.

All figures are per second of processor time, so other programs on the machine matter little. Each ratio is taken
between two measurements made one after the other; the table holds the medians of the rounds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from speed import machine

from undercut.bots.players import take_turn
from undercut.bots.registry import make
from undercut.cli.bench import measure
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.figures import DECISIONS
from undercut.lab.cells import Cell, play_deals
from undercut.play.game import Game, game

HERE = Path(__file__).parent
RANDOM_DEALS, GREEDY_DEALS = 30_000, 300
BENCH_SECONDS = 0.5
BOT_DECISIONS = 150


def per_second(play: Callable[[], int]) -> float:
    """Play, and return the decisions per second of processor time."""
    began = time.process_time()
    decisions = play()
    return decisions / (time.process_time() - began)


def of_lab(table: Game, policy: str, seed: int, deals: int) -> float:
    """Measure games of the lab between players of one policy."""
    cell = Cell(table, (policy,) * table.seats)
    return per_second(lambda: int(play_deals(cell, seed, 0, deals)[0][:, DECISIONS].sum()))


def of_bot(table: Game, seed: int) -> float:
    """Measure the greedy bot, which plays from views."""
    players = [make("greedy", table.name, seed + seat) for seat in range(table.seats)]

    def play() -> int:
        state = table.deal(seed)
        for played in range(BOT_DECISIONS):
            if state.result:
                return played
            take_turn(state, players)
        return BOT_DECISIONS

    return per_second(play)


def one_round(number: int) -> dict[str, dict[str, float]]:
    """Measure every game once.

    Args:
        number: The number of the round, used as the seed.
    """
    rows = {}
    for name in registry.own_names():
        table = game(name)
        random = of_lab(table, "random", number, RANDOM_DEALS)
        plain = per_second(lambda table=table: measure(table, Host.COMPILED, number, BENCH_SECONDS).decisions)
        greedy, bot = of_lab(table, "greedy", number, GREEDY_DEALS), of_bot(table, number)
        rows[f"{name} {table.rule_set}, {table.seats} seats"] = {
            "random": random,
            "bench": plain,
            "random_ratio": random / plain,
            "greedy": greedy,
            "bot": bot,
            "greedy_ratio": greedy / bot,
        }
    return rows


def report(rows: dict[str, dict[str, float]], where: dict[str, str], runs: int) -> str:
    """Write the table in Markdown."""
    lines = [
        "# The lab: decisions per second of processor time, one core",
        "",
        f"Medians of {runs} rounds. {where['cpu']}, Python {where['python']}, {where['date']}. In the lab, `random`",
        "and `greedy` fill in whole rows; `undercut bench` only counts moves, and the bot `greedy` plays from views.",
        "",
        "| game | `random` | bench | ratio | `greedy` | the bot | ratio |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {name} | {row['random']:,.0f} | {row['bench']:,.0f} | {row['random_ratio']:.2f} "
        f"| {row['greedy']:,.0f} | {row['bot']:,.0f} | {row['greedy_ratio']:,.0f} |"
        for name, row in rows.items()
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--out", type=Path, default=HERE / "results")
    arguments = parser.parse_args()
    for name in registry.own_names():
        table = game(name)
        # Compile before measuring.
        of_lab(table, "greedy", 0, 1)
        measure(table, Host.COMPILED, 0, 0)
    rounds = [one_round(number) for number in range(arguments.runs)]
    rows = {
        name: {key: statistics.median(found[name][key] for found in rounds) for key in row}
        for name, row in rounds[0].items()
    }
    where = machine()
    text = report(rows, where, arguments.runs)
    print(text)
    arguments.out.mkdir(exist_ok=True)
    (arguments.out / "lab.md").write_text(text, encoding="utf-8")
    data = {"machine": where, "medians": rows, "rounds": rounds}
    (arguments.out / "lab.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
