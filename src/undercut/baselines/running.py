"""Training a baseline: ``undercut train GAME --algorithm``; a learning curve and the policy go to a folder.

A point of the curve has the policy's wins against an opponent and, in games that are small enough, its exploitability.
"""

# OpenSpiel has no types.
# pyright: basic

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from pathlib import Path

import numpy as np

from undercut.arena.contest import play_match
from undercut.bots.policies import Policy
from undercut.decoding import JSON
from undercut.envs import tabular
from undercut.errors import UndercutError
from undercut.files import claimed, write_whole
from undercut.play.game import Game

POLICY, CURVE = "policy.npz", "curve.json"
TOY = 6  # the largest pack for which the exploitability is computed


class Algorithm(StrEnum):
    PPO = "ppo"
    NFSP = "nfsp"
    DEEP_CFR = "deep-cfr"


@dataclass(frozen=True, slots=True)
class Training:
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

    def as_json(self) -> dict[str, JSON]:
        game = {"game": self.game.name, "rules": self.game.rules, "seats": self.game.seats}
        return {field.name: getattr(self, field.name) for field in fields(self)} | game

    def measures_after(self, number: int) -> bool:
        """Whether a point of the curve is measured after a round; they are spread evenly, up to the last round."""
        return number * self.points // self.rounds > (number - 1) * self.points // self.rounds


@dataclass(frozen=True, slots=True)
class Point:
    round: int
    seconds: float  # processor time of the training so far
    opponent: str
    share: float  # of the wins against the opponent
    low: float  # of its 95 % interval
    high: float
    exploitability: float | None = None

    def __str__(self) -> str:
        text = f"round {self.round}, {self.seconds:.0f} s: wins {self.share:.1%} against {self.opponent}"
        text += f" ({self.low:.1%} to {self.high:.1%})"
        return text if self.exploitability is None else f"{text}, exploitability {self.exploitability:.4f}"


def run(training: Training, folder: Path, say: Callable[[str], None]) -> list[Point]:
    """Train and measure; after each point, the folder has the policy and the curve so far, after a stop the policy."""
    if training.against is not None and training.algorithm is not Algorithm.PPO:
        raise UndercutError(f"{training.algorithm}: learns against itself only; a best response needs ppo")
    if training.cap is not None and training.algorithm is not Algorithm.PPO:
        raise UndercutError(f"{training.algorithm}: scales its inputs by their greatest values; a cap needs ppo")
    opponent = training.against or training.measured_against
    curve: list[Point] = []
    spent, began = 0.0, time.process_time()
    with claimed(folder, training.as_json()):
        if (folder / CURVE).exists():
            message = "a training cannot be continued; delete this file, or name another folder"
            raise UndercutError(f"{folder / CURVE}: {message}")
        small = SmallGame(training.game) if len(training.game.pack) <= TOY else None
        number, policy = 0, None
        try:
            for number, policy in enumerate(train(training), start=1):
                spent += time.process_time() - began
                policy.draws = small is not None  # an equilibrium needs the probabilities
                if training.measures_after(number):
                    pair, seed = [policy, opponent], training.seed + 1
                    match = play_match(training.game, pair, deals=training.deals, seed=seed, records=False)
                    exploitability = small.exploitability(policy) if small else None
                    curve.append(Point(number, spent, opponent, match.share, *match.interval, exploitability))
                    say(str(curve[-1]))
                    policy.save(folder / POLICY)
                    write_whole(folder / CURVE, json.dumps([*map(asdict, curve)], indent=1) + "\n")
                began = time.process_time()
        except KeyboardInterrupt:
            if policy:
                policy.save(folder / POLICY)
                say(f"stopped; {folder / POLICY} has the policy after round {number}")
            raise
    return curve


def train(training: Training) -> Iterator[Policy]:
    """Check the arguments; return an iterator over the policy after each round of the algorithm."""
    from undercut.baselines import deep_cfr, nfsp, ppo  # noqa: PLC0415  these need JAX

    game, rounds, seed = training.game, training.rounds, training.seed
    if training.algorithm is Algorithm.PPO:
        settings = ppo.Settings(share=training.share, cap=training.cap)
        return ppo.train(game, rounds, seed=seed, against=training.against, settings=settings)
    module = nfsp if training.algorithm is Algorithm.NFSP else deep_cfr
    return module.train(game, rounds, seed=seed)


class SmallGame:
    """The whole tree of a small game, with what the seat to move sees in each information set."""

    def __init__(self, game: Game) -> None:
        import pyspiel  # noqa: PLC0415  only small games need OpenSpiel

        from undercut.envs.openspiel import load_string  # noqa: PLC0415  it registers the games

        whole = pyspiel.load_game(load_string(game))
        self._tree = tabular.grow(whole, lambda state: state.observation_tensor())
        self._observations = np.array(self._tree.notes, np.int16)
        self._masks = np.zeros((len(self._observations), len(game.actions)), np.bool_)
        self._masks[self._tree.sets, self._tree.actions] = True

    def exploitability(self, policy: Policy) -> float:
        """Return what a best response to a policy gains, averaged over both seats; 0 in equilibrium."""
        shares = policy.shares(self._observations, self._masks)
        return tabular.exploitability(self._tree, shares[self._tree.sets, self._tree.actions])
