"""Training of a linear policy by its own games, in place of searches and fitting (`gradients`)."""

import random
from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from undercut.bots.players import levels_of
from undercut.bots.thinking.tree import fill_settings, new_workspace
from undercut.engine.contract import WHOLE_SHARE, Fields
from undercut.engine.host import Host
from undercut.games.base.parts.bots import GradientPlan
from undercut.search import network, workspace
from undercut.train import gradients
from undercut.train.networks import Fitted, Inputs, Layer, inputs_of, rounded
from undercut.train.playing import random_rules_of, set_up, train_engine
from undercut.train.self_play import Kept

LOG_CELLS = 1 << 20
AVERAGED = 0.98  # the result is a moving average of the weights: each counts 0.98 times as much as the next

Floats = NDArray[np.float64]


def linear(inputs: Inputs, weights: Floats) -> NDArray[np.int32]:
    """Return a network with a linear policy: no units, and a value network that says nothing."""

    def none(*shape: int) -> NDArray[np.float32]:
        return np.zeros(shape, np.float32)

    fitted = Fitted(
        value=Layer(none(1), none(inputs.state_features, 1)),
        inner=Layer(none(1), none(1, 1)),
        last=Layer(none(inputs.seats), none(inputs.seats, 1)),
        policy=Layer(none(0), none(inputs.state_features, 0)),
        moves=Layer(weights.astype(np.float32), none(inputs.move_features, 0)),
    )
    return rounded(fitted)


def linear_weights(row: Sequence[int]) -> Floats:
    start = row[network.MOVE_ROWS]
    return np.array(row[start : start + row[network.MOVE_FEATURES]], dtype=np.float64) / network.SCALE


class PolicyGradient:
    def __init__(self, name: str, tuning: GradientPlan, seed: int, host: Host | None = None) -> None:
        self.name, self.tuning = name, tuning
        self.inputs = inputs_of(name)
        self.engine = engine = train_engine(name, host)
        self.states = cast("list[Fields]", engine.states(gradients.STATES))
        self.kept = Kept(engine.rows(gradients.MOST_DECISIONS, gradients.DECISION), engine.cells(LOG_CELLS))
        self.chance = random.Random(seed)  # noqa: S311  games of a bot against itself
        self.workspace = new_workspace(engine, self.chance.getrandbits(62))

    def train(self, weights: Floats | None) -> Floats:
        """Go on from weights; without any, first learn the rollout moves."""
        if weights is None:
            weights = self._follow(np.zeros(self.inputs.move_features), self.tuning.imitation_steps, imitates=1)
        return self._follow(weights, self.tuning.steps, imitates=0)

    def _follow(self, weights: Floats, steps: int, *, imitates: int) -> Floats:
        import optax  # noqa: PLC0415  # type: ignore[reportMissingTypeStubs]  an extra

        average, rate = weights.copy(), self.tuning.rate
        adam = optax.adam(optax.linear_schedule(rate, 0.1 * rate, max(steps, 1)), b2=0.99, eps=1e-7)
        state = adam.init(weights)
        for _ in range(steps):
            changes, state = adam.update(-self.gradient_at(weights, imitates=imitates), state)  # it descends
            weights = weights + np.asarray(changes, np.float64)
            average = AVERAGED * average + (1 - AVERAGED) * weights
        return average

    def gradient_at(self, weights: Floats, *, imitates: int) -> Floats:
        """Play the games of a step; return the mean gradient of a decision."""
        row = self.engine.weights(linear(self.inputs, weights))
        sums, total = self.engine.cells(self.inputs.move_features), 0
        plan = self.engine.cells(gradients.PLAN)
        plan[gradients.GAMES] = self.tuning.games
        plan[gradients.TRACE] = round(1000 * self.tuning.trace)
        plan[gradients.IMITATES] = imitates
        for _ in range(self.tuning.tables):
            game = random_rules_of(self.name, self.tuning.usual, self.chance)
            fill_settings(self.workspace[workspace.SETTINGS], levels_of(self.name).settings, game.seats, 2)
            pack = set_up(self.engine, self.states, game)
            total += self.engine.hosted(gradients.add_gradients)(
                self.states, self.workspace, row, plan, pack, self.kept, sums
            )
        return np.array(sums, dtype=np.float64) / (WHOLE_SHARE * network.FIXED_POINT_ONE * max(total, 1))
