"""Compare speed and memory of the games with OpenSpiel's crazy_eights: ``make bench``.

Every measurement of a game stands right beside one of OpenSpiel's, and ratios are taken between the two, because a
machine's speed drifts from minute to minute. The table holds the medians of the rounds; it is printed and written to
``bench/results``, with the machine and the commit.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from openspiel import rollout_speed
from states import STEPS, step_times

from undercut.cli.bench import measure
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.play.game import Game, game

HERE = Path(__file__).parent
ROLLOUTS = 20_000
COMPILED_SECONDS, PLAIN_SECONDS = 1.0, 0.5


def tables() -> list[Game]:
    """List what is measured: every game with two and with four seats, and every rule set of the smallest table."""
    found = [game(name, rules=rules) for name in registry.names() for rules in registry.spec(name).rule_sets]
    return found + [game(name, seats=4) for name in registry.names() if 4 in registry.spec(name).seats]


def one_round(number: int) -> dict[str, dict]:
    """Measure everything once.

    Args:
        number: The number of the round, used as the seed.
    """
    rows = {}
    for table in tables():
        reference = rollout_speed(players=4 if table.seats > 2 else 2, n_rollouts=ROLLOUTS, seed=number)
        mine = measure(table, Host.COMPILED, number, COMPILED_SECONDS)
        plain = measure(table, Host.PLAIN, number, PLAIN_SECONDS)
        rows[f"{table.name} {table.rule_set}, {table.seats} seats"] = {
            "compiled": mine.decisions_per_second,
            "games": mine.games / mine.seconds,
            "plain": plain.decisions_per_second,
            "openspiel": reference.decisions_per_second,
            "ratio": mine.decisions_per_second / reference.decisions_per_second,
            "ratio_events": mine.decisions_per_second / reference.events_per_second,
            "bytes": mine.state_bytes,
        }
    return rows


def medians(rounds: list[dict[str, dict]]) -> dict[str, dict]:
    """Take the median of every figure over the rounds."""
    return {
        name: {key: statistics.median(found[name][key] for found in rounds) for key in row}
        for name, row in rounds[0].items()
    }


def memory(name: str, games: int) -> tuple[float, float]:
    """Play many random games and return the process's peak memory after a tenth of them and after all, in MiB."""
    peaks = []
    for share in (games // 10, games - games // 10):
        played = 0
        while played < share:
            played += measure(game(name), Host.COMPILED, played, 0.5).games
        peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return peaks[0], peaks[1]


def machine() -> dict[str, str]:
    """Describe the machine and the commit."""
    git = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(git, cwd=HERE, capture_output=True, text=True, check=False)
    cpu = next((line.split(":")[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")), "")
    return {
        "commit": commit.stdout.strip(),
        "cpu": cpu or platform.processor(),
        "cores": str(os.cpu_count()),
        "python": platform.python_version(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
    }


def _lines(path: str) -> list[str]:
    file = Path(path)
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def report(
    rows: dict[str, dict],
    where: dict[str, str],
    peaks: dict[str, tuple[float, float]],
    states: dict[str, dict],
    runs: int,
) -> str:
    """Write the tables in Markdown."""
    lines = [
        "# Random games: decisions per second, one core",
        "",
        (
            f"Medians of {runs} rounds; each ratio between two measurements made one after the other. {where['cpu']}, "
            f"Python {where['python']}, commit {where['commit']}, {where['date']}."
        ),
        "",
        "| game | compiled | games/s | plain | OpenSpiel | ratio | ratio with its chance nodes | bytes |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {name} | {row['compiled']:,.0f} | {row['games']:,.0f} | {row['plain']:,.0f} | {row['openspiel']:,.0f} "
        f"| {row['ratio']:.2f} | {row['ratio_events']:.2f} | {row['bytes']:.0f} |"
        for name, row in rows.items()
    ]
    lines += [
        "",
        "Single states, one step at a time as plain Python, in microseconds of processor time:",
        "",
        f"| game | {' | '.join(STEPS)} |",
        f"|---|{'---:|' * len(STEPS)}",
    ]
    lines += [f"| {name} | {' | '.join(f'{row[step]:.1f}' for step in STEPS)} |" for name, row in states.items()]
    lines += [
        "",
        "Peak memory of a process that plays a million random games, after a tenth of them and after all:",
        "",
    ]
    lines += [f"- {name}: {early:.1f} MiB, then {late:.1f} MiB" for name, (early, late) in peaks.items()]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--games", type=int, default=1_000_000, help="games for the measure of memory")
    parser.add_argument("--out", type=Path, default=HERE / "results")
    arguments = parser.parse_args()
    rounds, stepped = [], []
    for number in range(arguments.runs):
        print(f"\rround {number + 1} of {arguments.runs}", end="", file=sys.stderr)
        rounds.append(one_round(number))
        stepped.append({name: step_times(game(name), number) for name in registry.names()})
    print(file=sys.stderr)
    where, rows, states = machine(), medians(rounds), medians(stepped)
    peaks = {name: memory(name, arguments.games) for name in registry.names()}
    text = report(rows, where, peaks, states, arguments.runs)
    print(text)
    arguments.out.mkdir(exist_ok=True)
    (arguments.out / "speed.md").write_text(text, encoding="utf-8")
    data = {"machine": where, "medians": rows, "states": states, "memory": peaks, "rounds": rounds}
    (arguments.out / "speed.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
