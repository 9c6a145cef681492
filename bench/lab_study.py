"""Measure whole studies of random games: speed with all cheap statistics, on two cores, at any size: ``make bench``.

Each measurement is a process of its own, so its memory is its own too. Figures for one core are per second of processor
time; those for two cores are wall-clock and need an idle machine.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from speed import machine

from undercut.cli.bench import measure
from undercut.engine.host import Host
from undercut.lab.chunks import runner
from undercut.lab.design import ask
from undercut.lab.study_run import StudyRun, read_plan
from undercut.play.game import game

HERE = Path(__file__).parent
NAME = "cuttle"
BENCH_SECONDS = 1.0
SIZES = (10_000, 100_000, 1_000_000)
KINDS = {
    "rows and sums": {"interest": False, "skill": False},
    "and wins to take": {"skill": False},
    "and worths": {"skill": False, "worth": True},
}
BENCH = "bench"


def played(kind: str, games: int, processes: int) -> dict[str, float]:
    """Play a study, or games without any statistics."""
    table = game(NAME)
    began, used = time.perf_counter(), time.process_time()
    if kind == BENCH:
        decisions = measure(table, Host.COMPILED, 1, BENCH_SECONDS).decisions
    else:
        question = ask(table, players=["random"])
        plan = read_plan(question, seed=1, games=games, **KINDS[kind])
        running = StudyRun(plan)
        began, used = time.perf_counter(), time.process_time()
        running.play(runner(plan.design, plan.extras, processes, None))
        decisions = sum(int(tally.numbers[2]) for tally in running.progress.tallies)
    return {
        "decisions": decisions,
        "seconds": time.perf_counter() - began,
        "processor": time.process_time() - used,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def start(kind: str, games: int, processes: int = 1) -> subprocess.Popen[str]:
    """Start a measurement in a process of its own."""
    words = [sys.executable, __file__, "--one", kind, "--games", str(games), "--processes", str(processes)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> dict[str, float]:
    """Wait for a measurement."""
    return json.loads(process.communicate()[0].splitlines()[-1])


def speed(kind: str, games: int) -> float:
    """Return decisions per second of processor time."""
    found = finish(start(kind, games))
    return found["decisions"] / found["processor"]


def ratios(rounds: int, games: int) -> dict[str, float]:
    """Compare each kind of study with the plain games that are measured right after it."""
    return {kind: statistics.median(speed(kind, games) / speed(BENCH, 0) for _ in range(rounds)) for kind in KINDS}


def two_cores(games: int) -> dict[str, float]:
    """Compare one study on two processes with two studies, and with two plain runs, side by side."""
    both = finish(start("rows and sums", games, 2))
    found = {"one study on two processes": both["decisions"] / both["seconds"]}
    for name, kind in (("two studies", "rows and sums"), ("two plain runs", BENCH)):
        pair = [start(kind, games // 2) for _ in range(2)]
        found[name] = sum(each["decisions"] / each["seconds"] for each in map(finish, pair))
    return found


def report(found: dict[str, dict[str, float]], sizes: list[dict[str, float]], where: dict[str, str]) -> str:
    """Write the tables in Markdown."""
    lines = ["# Studies of random Cuttle", "", f"{where['cpu']}, Python {where['python']}, {where['date']}.", ""]
    lines += ["| A study with | speed, compared with `undercut bench` on one core |", "|---|---:|"]
    lines += [f"| {kind} | {ratio:.2f} |" for kind, ratio in found["ratios"].items()]
    lines += ["", "| Two cores | decisions per second |", "|---|---:|"]
    lines += [f"| {name} | {rate:,.0f} |" for name, rate in found["cores"].items()]
    lines += ["", "| Games | microseconds of processor time for a game | megabytes |", "|---:|---:|---:|"]
    lines += [f"| {row['games']:,.0f} | {row['cost']:.2f} | {row['megabytes']:.0f} |" for row in sizes]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", choices=[*KINDS, BENCH])
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--out", type=Path, default=HERE / "results")
    arguments = parser.parse_args()
    if arguments.one:
        # Compile, load and warm up before measuring.
        played(arguments.one, 2000, 1)
        print(json.dumps(played(arguments.one, arguments.games, arguments.processes)))
        return
    found = {"ratios": ratios(arguments.runs, arguments.games), "cores": two_cores(5 * arguments.games)}
    sizes = []
    for games in arguments.sizes:
        each = finish(start("and wins to take", games))
        sizes.append({"games": games, "cost": each["processor"] / games * 1e6, "megabytes": each["megabytes"]})
    text = report(found, sizes, where := machine())
    print(text)
    arguments.out.mkdir(exist_ok=True)
    (arguments.out / "lab_study.md").write_text(text, encoding="utf-8")
    data = {"machine": where, **found, "sizes": sizes}
    (arguments.out / "lab_study.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
