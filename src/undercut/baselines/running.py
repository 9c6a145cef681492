"""Training a baseline: ``undercut train GAME --algorithm``; a learning curve and the policy go to a folder."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from undercut.errors import UndercutError, file_errors
from undercut.play.game import Game

if TYPE_CHECKING:
    from undercut.baselines.measuring import Point
    from undercut.bots.policies import Policy

POLICY, CURVE = "policy.npz", "curve.json"
TOY = 6  # the largest pack for which the exploitability is computed


class Algorithm(StrEnum):
    """The algorithms that train a policy."""

    PPO = "ppo"
    NFSP = "nfsp"
    DEEP_CFR = "deep-cfr"


@dataclass(frozen=True, slots=True)
class Training:
    """What a training was asked for, and how it is measured."""

    game: Game
    algorithm: Algorithm
    rounds: int
    seed: int = 0
    against: str | None = None  # an opponent that the policy learns to beat; None: itself alone
    share: float = 1.0  # of the rounds against that opponent
    cap: int | None = None  # what inputs are divided by at most; None: by their greatest values
    measured_against: str = "greedy"
    points: int = 5  # of the learning curve
    deals: int = 100  # of the match that measures a point; each is played from every seat

    def measures_after(self, number: int) -> bool:
        """Whether a point of the curve is measured after a round; they are spread evenly, up to the last round."""
        return number * self.points // self.rounds > (number - 1) * self.points // self.rounds


def run(training: Training, folder: Path, say: Callable[[str], None]) -> list[Point]:
    """Train and measure; after each point, the folder has the policy and the curve so far."""
    from undercut.baselines.measuring import Point, SmallGame, wins  # noqa: PLC0415  these need JAX

    if training.against is not None and training.algorithm is not Algorithm.PPO:
        raise UndercutError(f"{training.algorithm}: learns against itself only; a best response needs ppo")
    with file_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    small = SmallGame(training.game) if len(training.game.pack) <= TOY else None
    opponent = training.against or training.measured_against
    curve: list[Point] = []
    spent, began = 0.0, time.process_time()
    for number, policy in enumerate(train(training), start=1):
        spent += time.process_time() - began
        if training.measures_after(number):
            share, low, high = wins(policy, opponent, training.deals, training.seed + 1)
            exploitability = small.exploitability(policy) if small else None
            curve.append(Point(number, spent, opponent, share, low, high, exploitability))
            say(str(curve[-1]))
            policy.save(folder / POLICY)
            with file_errors(folder / CURVE):
                text = json.dumps([point.as_json() for point in curve], indent=1)
                (folder / CURVE).write_text(text + "\n", encoding="utf-8")
        began = time.process_time()
    return curve


def train(training: Training) -> Iterator[Policy]:
    """Yield the policy after each round of the algorithm."""
    from undercut.baselines import deep_cfr, nfsp, ppo  # noqa: PLC0415  these need JAX

    game, rounds, seed = training.game, training.rounds, training.seed
    if training.algorithm is Algorithm.PPO:
        settings = ppo.Settings(share=training.share, cap=training.cap)
        return ppo.train(game, rounds, seed=seed, against=training.against, settings=settings)
    module = nfsp if training.algorithm is Algorithm.NFSP else deep_cfr
    return module.train(game, rounds, seed=seed)
