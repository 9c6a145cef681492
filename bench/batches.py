"""Compare batches with environments of other projects: ``make bench``.

A step is one random legal move of one game, on one core, in processor time. The rounds take turns between all rows,
because a machine's speed drifts; the table holds medians and goes to ``bench/results/batches.md``. ``--python`` names
a second Python, of an environment that has other projects; those that neither has are listed with the reason.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

from environments import BATCH, ENVIRONMENTS
from speed import machine

import undercut
from undercut.games.base import registry

HERE = Path(__file__).parent
LONGEST = 600
"""Time limit for an environment of another project, in seconds."""
KINDS = ("masks", "observations", "histories")


def own(name: str, kind: str, seconds: float) -> float:
    """Return the steps a second of a batch.

    Args:
        kind: What each step reads besides the action masks.
    """
    games = undercut.batch(name, BATCH, seed=1)
    ask = {"masks": lambda: None, "observations": games.observe, "histories": games.history}[kind]
    for _ in range(20):
        ask()
        games.step(games.sample())
    began, steps = time.process_time(), 0
    while time.process_time() - began < seconds:
        for _ in range(20):
            ask()
            games.step(games.sample())
        steps += 20
    return steps * BATCH / (time.process_time() - began)


def other(name: str, pythons: list[str], seconds: float) -> float | str:
    """Return the steps a second of another project's environment, or why there is none.

    Args:
        pythons: The Pythons to try, the last of which says why.
    """
    why = ""
    for python in pythons:
        command = [python, HERE / "environments.py", name, "--seconds", str(seconds)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return f"no answer within {LONGEST} s"
        found = json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else done.stderr[-200:]
        if isinstance(found, float):
            return found
        why = str(found)
    return why


def report(rows: dict[str, list[float]], missing: dict[str, str], rounds: int) -> str:
    """Write the table in Markdown."""
    where = machine()
    lines = [
        "# Batches: steps per second, one core",
        "",
        (
            f"Medians of {rounds} rounds in processor time; random legal moves; {BATCH:,} games in a batch. "
            f"{where['cpu']}, Python {where['python']}, commit {where['commit']}, {where['date']}."
        ),
        "",
        "| environment | steps/s | least | most |",
        "|---|---:|---:|---:|",
        *(
            f"| {name} | {statistics.median(found):,.0f} | {min(found):,.0f} | {max(found):,.0f} |"
            for name, found in rows.items()
        ),
    ]
    if missing:
        lines += ["", "Not measured:", "", *(f"- {name}: {why}" for name, why in missing.items())]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--python", default=sys.executable, help="another Python that has other projects")
    parser.add_argument("--out", type=Path, default=HERE / "results")
    arguments = parser.parse_args()
    rows: dict[str, list[float]] = {}
    missing: dict[str, str] = {}
    for _ in range(arguments.rounds):
        for name in registry.names():
            for kind in KINDS:
                title = f"Undercut {name}, with {kind}"
                rows.setdefault(title, []).append(own(name, kind, arguments.seconds))
        for name in (name for name in ENVIRONMENTS if name not in missing):
            found = other(name, [sys.executable, arguments.python], arguments.seconds)
            if isinstance(found, str):
                missing[name] = found
            else:
                rows.setdefault(name, []).append(found)
    text = report(rows, missing, arguments.rounds)
    print(text)
    (arguments.out / "batches.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
