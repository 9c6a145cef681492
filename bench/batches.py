"""Compare batches with environments of other projects: ``make bench``.

A step is one random legal move of one game, on one core, in processor time; against opponents, one of the learner's
own moves. The rounds take turns between all rows, because a machine's speed drifts; the table holds medians and goes to
``bench/results/batches.md``. Its last column has the same by the wall clock: a shared machine gives a process only a
part of its time. ``--python`` names a second Python, of an environment that has other projects; those that neither has
are listed with the reason.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from environments import BATCH, CROWDS, ENVIRONMENTS, openspiel
from speed import machine

import undercut
import undercut.envs.openspiel  # registers the games
from undercut.envs import pettingzoo
from undercut.envs.vector import OneSeatVector
from undercut.games.base import registry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from undercut.play.arrays.batch import Batch

HERE = Path(__file__).parent
LONGEST = 600
"""Time limit for an environment of another project, in seconds."""
LONG = 500
"""Steps after which many games have ended."""
KINDS = {
    "masks": lambda _: None,
    "observations": lambda games: games.observe(),
    "observations (float32)": lambda games: games.observe(out=buffer(games, "float32")),
    "observations (uint8)": lambda games: games.observe(out=buffer(games, "uint8")),
    "histories": lambda games: games.history(),
    "lists of legal moves": lambda games: games.legal(),
    "samples by logits": lambda games: games.sample(logits=buffer(games, "logits")),
    "redealt cards": lambda games: games.redeal(seed=1),
}
"""What each step does besides a random move."""


@cache
def buffer(games: Batch, kind: str) -> NDArray[Any]:
    """Return an array for the observations of a batch, or logits for it."""
    if kind == "logits":
        return np.random.default_rng(1).normal(size=games.mask.shape).astype(np.float32)
    return np.zeros(games.observe().shape, dtype=kind)


def timed(action: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Repeat something that returns how much it did; return how much a second of processor time, and of wall time."""
    action()
    # What all rows keep would be walked in the middle of one: a full collection takes a third of its time.
    gc.collect()
    gc.freeze()
    began, clock, done = time.process_time(), time.perf_counter(), 0
    while time.process_time() - began < seconds:
        done += action()
    return done / (time.process_time() - began), done / (time.perf_counter() - clock)


@cache
def stepping(name: str, kind: str, opponents: str | None) -> Callable[[], int]:
    """Return twenty steps of a batch, or of a Gymnasium vector."""
    seats = CROWDS[name] if opponents else None
    if kind == "Gymnasium":
        vector = OneSeatVector(name, BATCH, seats=seats, opponents=opponents or "random")
        vector.reset(seed=1)
        return lambda: sum(len(vector.step(vector.sample())[1]) for _ in range(20))
    games = undercut.batch(name, BATCH, seats=seats, seed=1, opponents=opponents)
    ask = KINDS[kind]

    def steps() -> int:
        for _ in range(20):
            ask(games)
            games.step(games.sample())
        return 20 * BATCH

    return steps


@cache
def framing(name: str) -> Callable[[], int]:
    """Return the making of a table of the decisions of finished games."""
    games = undercut.batch(name, BATCH, seed=1, keep=True)
    ended = 0
    policy = np.full(games.mask.shape, 0.1, dtype=np.float32)
    while ended < BATCH // 4:
        ended += int(games.step(games.sample(), policy=policy)[1].sum())
    found = games.finished()
    return lambda: undercut.frame(found).num_rows


@cache
def framing_records(name: str) -> Callable[[], int]:
    """Return the making of a table of the decisions of records, without their views."""
    games = undercut.batch(name, 64, seed=1, keep=True)
    for _ in range(LONG):
        games.step(games.sample())
    found = [*games.finished().records()][-128:]  # the first ones are short
    columns = ["observation", "legal_actions", "action", "reward"]
    return lambda: undercut.frame(found, columns=columns).num_rows


@cache
def turns(name: str) -> Callable[[], int]:
    """Return a game of the PettingZoo environment."""
    env, chance = pettingzoo.env(name), random.Random(1)

    def play() -> int:
        env.reset(seed=chance.getrandbits(60))
        steps = 0
        for _ in env.agent_iter():
            seen, _, ended, *_ = env.last()
            # NumPy finds the ones among truth values four times as fast as among numbers.
            env.step(None if ended else chance.choice(np.flatnonzero(seen["action_mask"].view(np.bool_)).tolist()))
            steps += not ended
        return steps

    return play


def own_rows() -> dict[str, Callable[[], int]]:
    """List our rows."""
    rows: dict[str, Callable[[], int]] = {}
    for name in registry.names():
        for kind in [kind for kind in KINDS if (name, kind) != ("cups", "observations (uint8)")]:  # too large
            rows[f"Undercut {name}, with {kind}"] = partial(_late, stepping, name, kind, None)
        against = f"Undercut {name} with {CROWDS[name]}, one seat against"
        for opponents in ("random", "greedy"):
            rows[f"{against} {opponents}"] = partial(_late, stepping, name, "masks", opponents)
        rows[f"{against} greedy, in Gymnasium"] = partial(_late, stepping, name, "Gymnasium", "greedy")
        rows[f"Undercut {name}, rows of a table of decisions"] = partial(_late, framing, name)
        rows[f"Undercut {name}, rows of a table of records"] = partial(_late, framing_records, name)
        rows[f"Undercut {name}, in PettingZoo"] = partial(_late, turns, name)
        rows[f"Undercut {name}, in OpenSpiel"] = partial(_late, cache(openspiel), f"undercut_{name}")
    return rows


def _late(make: Callable[..., Callable[[], int]], *given: object) -> int:
    return make(*given)()


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


def report(rows: dict[str, list[float]], walls: dict[str, list[float]], missing: dict[str, str], rounds: int) -> str:
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
        "| environment | steps/s | least | most | by the wall clock |",
        "|---|---:|---:|---:|---:|",
        *(
            f"| {name} | {statistics.median(found):,.0f} | {min(found):,.0f} | {max(found):,.0f} "
            f"| {f'{statistics.median(walls[name]):,.0f}' if name in walls else ''} |"
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
    walls: dict[str, list[float]] = {}
    missing: dict[str, str] = {}
    for _ in range(arguments.rounds):
        for title, action in own_rows().items():
            processor, wall = timed(action, arguments.seconds)
            rows.setdefault(title, []).append(processor)
            walls.setdefault(title, []).append(wall)
        for name in (name for name in ENVIRONMENTS if name not in missing):
            found = other(name, [sys.executable, arguments.python], arguments.seconds)
            if isinstance(found, str):
                missing[name] = found
            else:
                rows.setdefault(name, []).append(found)
    text = report(rows, walls, missing, arguments.rounds)
    print(text)
    (arguments.out / "batches.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
