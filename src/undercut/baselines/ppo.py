"""Proximal policy optimization (Schulman and others, 2017), against earlier versions of itself or a fixed opponent.

The learner holds one seat of each game, the seats in turn. The others are played by a pool of policies, the newest
one and earlier ones (Bansal and others, 2018), or in a share of the rounds by a fixed opponent. With that opponent
alone, the result is an approximate best response to it.
"""

# JAX's own types are partly unknown, so type checking is relaxed in this module only.
# pyright: basic

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, cast

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

import undercut
from undercut.baselines.networks import HIDDEN, Array, Weights, forward, improve, log_policy, new_weights, rounds_of
from undercut.bots.policies import Policy, input_scales
from undercut.play.arrays.batch import Batch
from undercut.play.arrays.opponents import Opponent
from undercut.play.game import Game, Rules


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of the algorithm."""

    games: int = 256  # played side by side
    steps: int = 64  # decisions in each of them a round
    epochs: int = 3  # how often a round is learned from
    minibatch: int = 2048
    rate: float = 1e-3  # of learning, at the start; it falls to 0 over the rounds
    clip: float = 0.2  # how far a round may change the probability of a move, as a factor above or below 1
    entropy: float = 0.01  # weight of the entropy, which keeps the policy trying other moves
    value: float = 0.5  # weight of the error of the values
    trace: float = 0.95  # lambda of the generalized advantage estimation
    older: float = 0.5  # share of the rounds against an earlier policy
    every: int = 5  # rounds after which a policy joins the pool
    keep: int = 20  # policies in the pool
    share: float = 1.0  # of the rounds against a fixed opponent, if there is one
    cap: int | None = None  # what inputs are divided by at most; None: by their greatest values


class Decisions(NamedTuple):
    """Decisions of a round to learn from: a row for each."""

    observations: Array
    masks: Array
    actions: Array
    logs: Array  # the logarithm of the action's probability when it was chosen
    advantages: Array
    returns: Array


class Played(NamedTuple):
    """Decisions as they are played: a row for each game, or, of a round, a table for each step."""

    observations: NDArray[np.int16]
    masks: NDArray[np.bool_]
    outputs: NDArray[np.float32]  # the logit of each action, then the value
    actions: NDArray[np.int64]
    done: NDArray[np.bool_]
    rewards: NDArray[np.float32]


def loss(weights: Weights, scales: jax.Array, data: Decisions, settings: Settings) -> jax.Array:
    """Return the clipped objective, negated, with the error of the values and the entropy."""
    outputs = forward(weights, jnp.asarray(data.observations) * scales)
    values, logs = outputs[:, -1], log_policy(outputs[:, :-1], data.masks)
    ratio = jnp.exp(jnp.take_along_axis(logs, data.actions[:, None], 1)[:, 0] - data.logs)
    clipped = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    gain = jnp.minimum(ratio * data.advantages, clipped * data.advantages).mean()
    entropy = -jnp.where(data.masks, jnp.exp(logs) * logs, 0).sum(1).mean()
    error = ((values - data.returns) ** 2).mean()
    return settings.value * error - gain - settings.entropy * entropy


def advantages(
    rewards: NDArray[np.float32], done: NDArray[np.bool_], values: NDArray[np.float32], trace: float
) -> NDArray[np.float32]:
    """Estimate how much better than expected each decision was; values have one more row, for the position after."""
    gains, gain = np.zeros_like(rewards), np.zeros(rewards.shape[1], np.float32)
    for step in reversed(range(len(rewards))):
        goes_on = ~done[step]
        surprise = rewards[step] + goes_on * values[step + 1] - values[step]
        gain = gains[step] = surprise + trace * goes_on * gain
    return gains


class Learner:
    """Plays rounds and learns from them."""

    def __init__(self, game: Game, settings: Settings, seed: int, rounds: int, against: str | None) -> None:
        self._settings, self._key = settings, jax.random.key(seed)
        self._scales, self._chance = input_scales(game.observations, settings.cap), np.random.default_rng(seed)
        sizes = len(self._scales), *HIDDEN, len(game.actions) + 1
        self.policy = Policy(game, new_weights(jax.random.key(seed + 1), sizes), "ppo", seed, scales=self._scales)
        self._pool: deque[Weights] = deque([self.policy.weights], maxlen=settings.keep)
        self._other = Policy(game, self.policy.weights, "ppo", seed + 1, scales=self._scales)
        self._own_games = self._batch(self._other.act, seed)
        self._fixed_games = self._batch(against, seed) if against else self._own_games
        steps = rounds * settings.epochs * -(-settings.games * settings.steps // settings.minibatch)
        self._optimizer = optax.chain(
            optax.clip_by_global_norm(0.5), optax.adam(optax.linear_schedule(settings.rate, 0, steps), eps=1e-5)
        )
        self._state = self._optimizer.init(self.policy.weights)
        self._loss = partial(loss, settings=settings)

    def _batch(self, opponent: Opponent, seed: int) -> Batch:
        """Deal games against an opponent in which the learner's seat changes from deal to deal."""
        game, games = self.policy.game, self._settings.games
        rules = cast("Rules", game.rules)
        return undercut.batch(game.name, games, rules=rules, seats=game.seats, seed=seed, opponents=opponent, seat=None)

    def round(self, number: int) -> None:
        """Play and learn once."""
        settings = self._settings
        older = self._chance.random() < settings.older
        self._other.weights = self._pool[self._chance.integers(len(self._pool))] if older else self.policy.weights
        data = self._play(self._fixed_games if self._chance.random() < settings.share else self._own_games)
        for _ in range(settings.epochs):
            order = self._chance.permutation(len(data.actions))
            for start in range(0, len(order), settings.minibatch):
                rows = order[start : start + settings.minibatch]
                part = Decisions(*(column[rows] for column in data))
                self.policy.weights, self._state = improve(
                    self._loss, self._optimizer, self.policy.weights, self._state, self._scales, part
                )
        if number % settings.every == 0:
            self._pool.append(self.policy.weights)

    def _step(self, games: Batch) -> Played:
        observations, masks = games.observe().copy(), games.mask.copy()
        outputs = self.policy.outputs(observations)
        actions = games.sample(logits=outputs[:, :-1]).copy()
        _, done = games.step(actions)
        return Played(observations, masks, outputs, actions, done.copy(), games.own_rewards.copy())

    def _play(self, games: Batch) -> Decisions:
        """Play a round; return its decisions, flat, with their advantages in units of their deviation."""
        steps = [self._step(games) for _ in range(self._settings.steps)]
        played: Played = jax.tree.map(lambda *rows: np.stack(rows), *steps)
        values = np.concatenate([played.outputs[..., -1], self.policy.outputs(games.observe())[None, :, -1]])
        gains = advantages(played.rewards, played.done, values, self._settings.trace)
        rows: Played = jax.tree.map(lambda table: table.reshape(-1, *table.shape[2:]), played)
        logs = np.asarray(_chosen_logs(rows.outputs[:, :-1], rows.masks, rows.actions))
        scaled, returns = (gains - gains.mean()) / (gains.std() + 1e-8), gains + values[:-1]
        return Decisions(rows.observations, rows.masks, rows.actions, logs, scaled.ravel(), returns.ravel())


@jax.jit
def _chosen_logs(logits: jax.Array, masks: jax.Array, actions: jax.Array) -> jax.Array:
    return jnp.take_along_axis(log_policy(logits, masks), actions[:, None], 1)[:, 0]


def train(
    game: Game, rounds: int, *, seed: int, against: str | None = None, settings: Settings | None = None
) -> Iterator[Policy]:
    """Train a policy; yield it after each round."""
    return rounds_of(Learner(game, settings or Settings(), seed, rounds, against), rounds)
