"""Train the baselines over five seeds: ``python bench/baselines.py``; docs/baselines.md gets the tables.

Policies of all three games by PPO, and of toy Cuttle by all three algorithms, each on one core. Writes every learning
curve to ``bench/results/baselines.json``, and the policies to ``--out``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

RESULTS = Path(__file__).parent / "results" / "baselines.json"
SEEDS = 5


@dataclass(frozen=True, slots=True)
class Run:
    """What is trained: a game, its rules and seats, an algorithm, its rounds, and a seed."""

    game: str
    rules: str | None
    seats: int | None
    algorithm: str
    rounds: int
    seed: int = 0


KINDS = (
    Run("cups", None, 2, "ppo", 60),
    Run("cut_the_rope", None, 2, "ppo", 60),
    Run("cuttle", None, None, "ppo", 80),
    Run("cuttle", "toy", None, "nfsp", 500),
    Run("cuttle", "toy", None, "deep-cfr", 20),
    Run("cuttle", "toy", None, "ppo", 40),
)
"""Longest first."""


def train(run: Run, out: Path, deals: int) -> dict[str, object]:
    """Train once, on one core; return the run with its curve."""
    os.environ |= {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "JAX_PLATFORMS": "cpu"}
    import undercut  # noqa: PLC0415  the settings come first
    from undercut.baselines.running import Algorithm, Plan  # noqa: PLC0415  as above
    from undercut.baselines.running import run as train_baseline  # noqa: PLC0415  as above

    game = undercut.game(run.game, rules=run.rules, seats=run.seats)
    folder = out / f"{run.game}-{run.rules or 'default'}-{run.algorithm}-{run.seed}"
    plan = Plan(game, Algorithm(run.algorithm), run.rounds, run.seed, points=4, deals=deals)
    began = time.perf_counter()
    curve = [point.as_json() for point in train_baseline(plan, folder, lambda _: None)]
    names = ("game", "rules", "seats", "algorithm", "seed")
    return {name: getattr(run, name) for name in names} | {"seconds": time.perf_counter() - began, "curve": curve}


def main() -> None:
    """Train all, and keep the curves as they come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--out", type=Path, default=Path("build/baselines"))
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    runs = [Run(**{name: getattr(kind, name) for name in Run.__slots__} | {"seed": seed})
            for kind in KINDS for seed in range(1, given.seeds + 1)]  # fmt: skip
    rows: list[dict[str, object]] = []
    with ProcessPoolExecutor(given.processes, get_context("spawn"), max_tasks_per_child=1) as pool:
        for done in as_completed([pool.submit(train, run, given.out, given.deals) for run in runs]):
            rows.append(done.result())
            print(json.dumps(rows[-1] | {"curve": rows[-1]["curve"][-1]}), flush=True)
            rows.sort(key=json.dumps)
            text = json.dumps({"machine": f"{platform.processor() or platform.machine()}", "rows": rows}, indent=1)
            given.results.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
