"""Training a baseline: ``undercut train GAME --algorithm``; a learning curve and the policy go to a folder."""

# OpenSpiel has no types.
# pyright: basic

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from undercut.arena.contest import play_match
from undercut.bots.policies import Policy
from undercut.decoding import JSON
from undercut.envs.tabular import Tree
from undercut.errors import UndercutError, file_errors
from undercut.games.base.words import value_text
from undercut.play.game import Game

if TYPE_CHECKING:
    import pyspiel


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a learning curve."""

    round: int
    seconds: float  # processor time of the training so far
    opponent: str
    share: float  # of the wins against the opponent
    low: float  # of its 95 % interval
    high: float
    exploitability: float | None = None

    def as_json(self) -> dict[str, JSON]:
        return asdict(self)

    def __str__(self) -> str:
        said = f"round {self.round}, {self.seconds:.0f} s: wins {self.share:.1%} against {self.opponent}"
        said += f" ({self.low:.1%} to {self.high:.1%})"
        return said if self.exploitability is None else f"{said}, exploitability {self.exploitability:.4f}"


class SmallGame:
    """The whole tree of a small game, with what the seat to move sees in each information set."""

    def __init__(self, game: Game) -> None:
        import pyspiel  # noqa: PLC0415  only small games need OpenSpiel

        from undercut.envs import openspiel  # noqa: F401, PLC0415  registers the games
        from undercut.envs.tabular import exploitability, grow  # noqa: PLC0415  as above

        rules = "/".join([game.rule_set, *(f"{name}:{value_text(value)}" for name, value in game.changes.items())])
        whole = pyspiel.load_game(f"undercut_{game.name}(rules={rules})")
        self._tree: Tree = grow(whole)
        self._exploitability = exploitability
        seen: dict[str, np.ndarray] = {}
        self._look(whole.new_initial_state(), seen)
        self._seen = np.array([seen[key] for key in self._tree.keys], np.int16)
        self._masks = np.zeros((len(self._seen), len(game.actions)), np.bool_)
        self._masks[self._tree.sets, self._tree.actions] = True

    def _look(self, state: pyspiel.State, seen: dict[str, np.ndarray]) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node() and (key := state.information_state_string()) not in seen:
            seen[key] = np.asarray(state.observation_tensor(), np.int16)
        outcomes = (
            [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        )
        for action in outcomes:
            self._look(state.child(action), seen)

    def exploitability(self, policy: Policy) -> float:
        """Return what a best response to a policy gains, averaged over both seats; 0 in equilibrium."""
        shares = policy.shares(self._seen, self._masks)
        return self._exploitability(self._tree, shares[self._tree.sets, self._tree.actions])


def wins(policy: Policy, opponent: str, deals: int, seed: int) -> tuple[float, float, float]:
    """Return a policy's share of the wins against an opponent, with its 95 % interval."""
    found = play_match(policy.game, [policy, opponent], deals=deals, seed=seed, records=False)
    return found.share, *found.interval


if TYPE_CHECKING:
    from undercut.baselines.running import Point
    from undercut.bots.policies import Policy

POLICY, CURVE = "policy.npz", "curve.json"
TOY = 6  # the largest pack for which the exploitability is computed


class Algorithm(StrEnum):
    PPO = "ppo"
    NFSP = "nfsp"
    DEEP_CFR = "deep-cfr"


@dataclass(frozen=True, slots=True)
class Plan:
    game: Game
    algorithm: Algorithm
    rounds: int
    seed: int = 0
    against: str | None = None  # an opponent that the policy learns to beat; None: itself alone
    share: float = 1.0  # of the rounds against that opponent
    cap: int | None = None  # what inputs are divided by at most; None: by their greatest values
    measured_against: str = "greedy"
    points: int = 5
    deals: int = 100  # of the match that measures a point; each is played from every seat


def run(plan: Plan, folder: Path, say: Callable[[str], None]) -> list[Point]:
    """Train and measure; after each point, the folder has the policy and the curve so far.

    Raises:
        UndercutError: The plan cannot be trained, or a file cannot be written.
    """
    from undercut.baselines.running import Point, SmallGame, wins  # noqa: PLC0415  these need JAX

    if plan.against is not None and plan.algorithm is not Algorithm.PPO:
        raise UndercutError(f"{plan.algorithm}: learns against itself only; a best response needs ppo")
    with file_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    small = SmallGame(plan.game) if len(plan.game.pack) <= TOY else None
    found: list[Point] = []
    spent, began = 0.0, time.process_time()
    for number, policy in enumerate(train(plan), start=1):
        spent += time.process_time() - began
        if number * plan.points // plan.rounds > (number - 1) * plan.points // plan.rounds:
            opponent = plan.against or plan.measured_against
            result = wins(policy, opponent, plan.deals, plan.seed + 1)
            exploited = small.exploitability(policy) if small else None
            found.append(Point(number, spent, opponent, *result, exploited))
            say(str(found[-1]))
            policy.save(folder / POLICY)
            with file_errors(folder / CURVE):
                text = json.dumps([point.as_json() for point in found], indent=1)
                (folder / CURVE).write_text(text + "\n", encoding="utf-8")
        began = time.process_time()
    return found


def train(plan: Plan) -> Iterator[Policy]:
    """Yield the policy after each round of the plan's algorithm."""
    from undercut.baselines import deep_cfr, nfsp, ppo  # noqa: PLC0415  these need JAX

    if plan.algorithm is Algorithm.PPO:
        settings = ppo.Settings(share=plan.share, cap=plan.cap)
        return ppo.train(plan.game, plan.rounds, seed=plan.seed, against=plan.against, settings=settings)
    module = nfsp if plan.algorithm is Algorithm.NFSP else deep_cfr
    return module.train(plan.game, plan.rounds, seed=plan.seed)
