"""Neural fictitious self-play (Heinrich and Silver, 2016).

Each seat of each game plays either its best response, which deep Q-learning finds, or its average policy, which
imitates all best responses so far. The average policy is what approaches an equilibrium in two-player zero-sum games,
and what training yields. One pair of networks plays all seats: an observation counts the seats from the observing one.
"""

# JAX's own types are partly unknown, so type checking is relaxed in this module only.
# pyright: basic

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

import undercut
from undercut.baselines import networks
from undercut.baselines.networks import HIDDEN, Loss, Memory, Weights, forward
from undercut.bots.policies import Policy, input_scales
from undercut.play.game import Game, Rules


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of the algorithm."""

    games: int = 128  # played side by side
    steps: int = 32  # moves in each of them a round
    updates: int = 16  # steps of learning a round, for each network
    minibatch: int = 256
    anticipation: float = 0.1  # share of seats that play their best response
    greedy: float = 0.06  # probability of a random move of a best response at the start; it falls to 0
    rate_values: float = 1e-3
    rate_policy: float = 1e-3
    target: int = 20  # rounds after which the target network is renewed
    newest: int = 50_000  # transitions in the memory of the best response
    fair: int = 200_000  # decisions in the memory of the average policy


def value_loss(weights: Weights, target: Weights, scales: jax.Array, data: dict[str, jax.Array]) -> jax.Array:
    """Return the error of Q-learning; the target network judges the next decision of the same seat."""
    values = jnp.take_along_axis(forward(weights, data["observation"] * scales), data["action"][:, None], 1)[:, 0]
    best_next = jnp.where(data["next_mask"], forward(target, data["next"] * scales), -jnp.inf).max(1)
    wanted = data["reward"] + jnp.where(data["over"], 0.0, best_next)
    return optax.huber_loss(values, jax.lax.stop_gradient(wanted)).mean()


def policy_loss(weights: Weights, scales: jax.Array, data: dict[str, jax.Array]) -> jax.Array:
    """Return the negative log-likelihood of what the best responses played."""
    logs = networks.log_policy(forward(weights, data["observation"] * scales), data["mask"])
    return -jnp.take_along_axis(logs, data["action"][:, None], 1).mean()


class _Pupil:
    """A policy that learns from a memory."""

    def __init__(self, policy: Policy, memory: Memory, loss: Loss, rate: float) -> None:
        self.policy, self.memory = policy, memory
        self._loss, self._optimizer = loss, optax.adam(rate)
        self._state = self._optimizer.init(policy.weights)

    def learn(self, chance: np.random.Generator, minibatch: int, *given: object) -> None:
        """Take a step on rows of the memory, once it has enough of them."""
        if len(self.memory) >= minibatch:
            data = *given, self.memory.draw(chance, minibatch)
            self.policy.weights, self._state = networks.improve(
                self._loss, self._optimizer, self.policy.weights, self._state, *data
            )


class Learner:
    """Plays rounds with all seats, and learns from both memories."""

    def __init__(self, game: Game, settings: Settings, seed: int, rounds: int) -> None:
        self._settings, self._rounds = settings, rounds
        self._chance, self._scales = np.random.default_rng(seed), input_scales(game.observations)
        columns, actions, n = len(self._scales), len(game.actions), settings.games
        average, best = (
            Policy(game, networks.new_weights(key, (columns, *HIDDEN, actions)), "nfsp", seed)
            for key in jax.random.split(jax.random.key(seed), 2)
        )
        observation, mask, action = ((columns,), np.int16), ((actions,), np.bool_), ((), np.int64)
        transitions = Memory(
            settings.newest,
            {"observation": observation, "action": action, "reward": ((), np.float32), "over": ((), np.bool_),
             "next": observation, "next_mask": mask},
            fair=False,
        )  # fmt: skip
        imitated = Memory(settings.fair, {"observation": observation, "mask": mask, "action": action}, fair=True)
        self._best = _Pupil(best, transitions, value_loss, settings.rate_values)
        self._average = _Pupil(average, imitated, policy_loss, settings.rate_policy)
        self._target = best.weights
        self._games = undercut.batch(game.name, n, rules=cast("Rules", game.rules), seats=game.seats, seed=seed)
        self._responds = self._draw_responses((n, game.seats))  # which seats play their best response
        self._observations = np.zeros((n, game.seats, columns), np.int16)  # the last decision of each seat
        self._actions = np.full((n, game.seats), -1)  # what it played there; -1: nothing yet

    @property
    def policy(self) -> Policy:
        """The average policy."""
        return self._average.policy

    def _draw_responses(self, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        return self._chance.random(shape) < self._settings.anticipation

    def round(self, number: int) -> None:
        """Play and learn once."""
        settings = self._settings
        for _ in range(settings.steps):
            self._move(settings.greedy * (1 - number / self._rounds))
        for _ in range(settings.updates):
            self._best.learn(self._chance, settings.minibatch, self._target, self._scales)
            self._average.learn(self._chance, settings.minibatch, self._scales)
        if number % settings.target == 0:
            self._target = self._best.policy.weights

    def _move(self, random: float) -> None:
        """Play a move in every game; a best response plays at random with some probability."""
        games, rows = self._games, np.arange(self._settings.games)
        movers, observations, masks = games.to_move.copy(), games.observe().copy(), games.mask.copy()
        self._keep(rows, movers, observations, masks, np.zeros(len(rows), np.float32), over=False)
        responds = self._responds[rows, movers]
        actions = self.policy.act(observations, masks)
        if responds.any():
            actions[responds] = self._respond(observations[responds], masks[responds], random)
            self._average.memory.add(
                self._chance, observation=observations[responds], mask=masks[responds], action=actions[responds]
            )
        self._observations[rows, movers], self._actions[rows, movers] = observations, actions
        rewards, done = games.step(actions)
        for game in np.flatnonzero(done):
            seats = np.arange(rewards.shape[1])
            nothing = np.zeros((len(seats), masks.shape[1]), np.bool_)
            same = np.full(len(seats), game)
            self._keep(same, seats, self._observations[same, seats], nothing, rewards[game], over=True)
            self._responds[game] = self._draw_responses((len(seats),))

    def _respond(self, observations: NDArray[np.int16], masks: NDArray[np.bool_], random: float) -> NDArray[np.int64]:
        best = np.where(masks, self._best.policy.outputs(observations), -np.inf).argmax(1)
        explores = self._chance.random(len(best)) < random
        anything = np.where(masks, self._chance.random(masks.shape), -1).argmax(1)
        return np.where(explores, anything, best)

    def _keep(
        self, games: NDArray[np.int64], seats: NDArray[np.int64], observations: NDArray[np.int16],
        masks: NDArray[np.bool_], rewards: NDArray[np.float32], *, over: bool,
    ) -> None:  # fmt: skip
        """Keep the way from the last decision of each of these seats to here, and forget that decision."""
        actions = self._actions[games, seats]
        played = np.flatnonzero(actions >= 0)
        if len(played):
            self._best.memory.add(
                self._chance, observation=self._observations[games, seats][played], action=actions[played],
                reward=rewards[played], over=np.full(len(played), over), next=observations[played],
                next_mask=masks[played],
            )  # fmt: skip
        self._actions[games, seats] = -1


def train(game: Game, rounds: int, *, seed: int, settings: Settings | None = None) -> Iterator[Policy]:
    """Train a policy; yield it after each round."""
    return networks.rounds_of(Learner(game, settings or Settings(), seed, rounds), rounds)
