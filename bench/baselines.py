"""Train the baselines over five seeds: ``python bench/baselines.py``; docs/baselines.md gets the tables.

Policies of all three games by PPO, and of toy Cuttle by all three algorithms, each on one core. Writes every learning
curve to ``bench/results/baselines.json``, and the policies to ``--out``. Runs that the file already has are not
repeated. ``--shipped`` trains the policies that come with Undercut instead, once, and puts them into the package.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
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
    against: str | None = None
    share: float = 1.0
    cap: int | None = None
    seed: int = 0
    file: str = ""  # the name of the policy that comes with Undercut


KINDS = (
    Run("cups", None, 2, "ppo", 60, cap=20),
    Run("cut_the_rope", None, 2, "ppo", 60, cap=20),
    Run("cuttle", None, None, "ppo", 80, cap=20),
    Run("cuttle", "toy", None, "nfsp", 500),
    Run("cuttle", "toy", None, "deep-cfr", 20),
    Run("cuttle", "toy", None, "ppo", 40),
)
"""Longest first."""
SHIPPED = (
    Run("cups", None, 2, "ppo", 400, "greedy", 0.5, 20, 1, "cups-ppo"),
    Run("cut_the_rope", None, 2, "ppo", 150, cap=20, seed=1, file="cut_the_rope-ppo"),
    Run("cuttle", None, None, "ppo", 200, "greedy", 0.5, 20, 1, "cuttle-ppo"),
    Run("cuttle", "toy", None, "ppo", 40, seed=2, file="cuttle-toy-ppo"),
)
"""The policies that come with Undercut."""


def train(run: Run, out: Path, deals: int) -> dict[str, object]:
    """Train once, on one core; return the run with its curve."""
    os.environ |= {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "JAX_PLATFORMS": "cpu", "OMP_NUM_THREADS": "1"}
    import undercut  # noqa: PLC0415  the settings come first
    from undercut.baselines.running import Algorithm, Training  # noqa: PLC0415  as above
    from undercut.baselines.running import run as train_baseline  # noqa: PLC0415  as above

    game = undercut.game(run.game, rules=run.rules, seats=run.seats)
    algorithm, opponent = Algorithm(run.algorithm), (run.against, run.share, run.cap)
    training = Training(game, algorithm, run.rounds, run.seed, *opponent, points=4, deals=deals)
    began = time.perf_counter()
    curve = [*map(asdict, train_baseline(training, folder_of(run, out), lambda _: None))]
    return asdict(run) | {"seconds": time.perf_counter() - began, "curve": curve}


def folder_of(run: Run, out: Path) -> Path:
    """Name the folder of a run's policy."""
    against = f"-{run.against}" if run.against else ""
    return out / f"{run.game}-{run.rules or 'default'}-{run.algorithm}-{run.rounds}{against}-{run.seed}"


def ship(run: Run, out: Path) -> None:
    """Put a policy into the package, rounded."""
    from undercut.baselines.running import POLICY  # noqa: PLC0415  as in `train`
    from undercut.bots.policies import BASELINES, Policy  # noqa: PLC0415  as in `train`

    policy = Policy.load(folder_of(run, out) / POLICY)
    policy.save(BASELINES / f"{run.file}.npz", small=True)


def main() -> None:
    """Train all, and keep the curves as they come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--shipped", nargs="*", choices=[run.file for run in SHIPPED], help="which; without names, all")
    parser.add_argument("--out", type=Path, default=Path("build/baselines"))
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    runs = [replace(kind, seed=seed) for kind in KINDS for seed in range(1, given.seeds + 1)]
    if given.shipped is not None:
        runs = [run for run in SHIPPED if run.file in given.shipped or not given.shipped]
    kept = json.loads(given.results.read_text(encoding="utf-8")) if given.results.exists() else {"rows": []}
    rows = {Run(**{name: row[name] for name in Run.__slots__}): row for row in kept["rows"]}
    wanted = [run for run in runs if run not in rows or given.shipped is not None]
    with ProcessPoolExecutor(given.processes, get_context("spawn"), max_tasks_per_child=1) as pool:
        for done in as_completed([pool.submit(train, run, given.out, given.deals) for run in wanted]):
            row = done.result()
            rows[Run(**{name: row[name] for name in Run.__slots__})] = row
            print(json.dumps(row | {"curve": row["curve"][-1]}), flush=True)
            text = json.dumps(kept | {"rows": sorted(rows.values(), key=json.dumps)}, indent=1)
            given.results.write_text(text + "\n", encoding="utf-8")
    for run in wanted:
        if run.file:
            ship(run, given.out)


if __name__ == "__main__":
    main()
