"""How good a policy is: its wins against an opponent, and its exploitability in games that are small enough."""

# OpenSpiel has no types.
# pyright: basic

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

from undercut.arena.contest import play_match
from undercut.bots.policies import Policy
from undercut.decoding import JSON
from undercut.envs.tabular import Tree
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
        text = f"round {self.round}, {self.seconds:.0f} s: wins {self.share:.1%} against {self.opponent}"
        text += f" ({self.low:.1%} to {self.high:.1%})"
        return text if self.exploitability is None else f"{text}, exploitability {self.exploitability:.4f}"


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
        observations: dict[str, np.ndarray] = {}
        self._observe(whole.new_initial_state(), observations)
        self._observations = np.array([observations[key] for key in self._tree.keys], np.int16)
        self._masks = np.zeros((len(self._observations), len(game.actions)), np.bool_)
        self._masks[self._tree.sets, self._tree.actions] = True

    def _observe(self, state: pyspiel.State, observations: dict[str, np.ndarray]) -> None:
        """Note what is seen in each information set that can follow a state."""
        if state.is_terminal():
            return
        if not state.is_chance_node() and (key := state.information_state_string()) not in observations:
            observations[key] = np.asarray(state.observation_tensor(), np.int16)
        outcomes = (
            [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        )
        for action in outcomes:
            self._observe(state.child(action), observations)

    def exploitability(self, policy: Policy) -> float:
        """Return what a best response to a policy gains, averaged over both seats; 0 in equilibrium."""
        shares = policy.shares(self._observations, self._masks)
        return self._exploitability(self._tree, shares[self._tree.sets, self._tree.actions])


def wins(policy: Policy, opponent: str, deals: int, seed: int) -> tuple[float, float, float]:
    """Return a policy's share of the wins against an opponent, with its 95 % interval."""
    match = play_match(policy.game, [policy, opponent], deals=deals, seed=seed, records=False)
    return match.share, *match.interval
