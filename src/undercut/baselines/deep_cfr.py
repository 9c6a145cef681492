"""Deep counterfactual regret minimization (Brown and others, 2019), for two players.

Each iteration traverses games for one seat after the other. At the seat's own decisions a traversal tries every move
and keeps its advantage over the current strategy; at the other seat's, it samples one. A network of each seat then
learns the advantages of all iterations, weighted by iteration, and regret matching makes the next strategy from it. A
last network learns the average of these strategies, which approaches an equilibrium.

Trying every move at every decision takes too long in large games. With `tried`, a traversal tries all moves at that
many randomly chosen decisions, and samples one at the others (as in ARMAC, Gruslys and others, 2020).
"""

# JAX's own types are partly unknown, so type checking is relaxed in this module only.
# pyright: basic

from collections.abc import Iterator
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from undercut.baselines import networks
from undercut.baselines.networks import HIDDEN, Loss, Memory, Weights, forward, new_weights, rounds_of
from undercut.bots.policies import Policy, input_scales
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move, rewards_of
from undercut.play.game import Game
from undercut.play.state import State

Data = dict[str, jax.Array]
"""Rows of a memory: ``observation``, ``mask``, ``target`` (a number for each move), ``iteration``."""

SEATS = 2
SMALL = 12  # the largest pack with which a traversal tries all moves at every decision


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of the algorithm."""

    walks: int = 200  # of each seat an iteration
    tried: int | None = None  # own decisions of a walk at which all moves are tried; None: all
    longest: int = 40  # own decisions among which those are drawn
    explore: float = 0.2  # share of random moves at the other own decisions
    updates: int = 200  # steps of learning an iteration, for each seat
    last_updates: int = 600  # steps of learning of the average strategy
    minibatch: int = 512
    rate: float = 1e-3
    capacity: int = 200_000  # rows in each memory


def loss_advantages(weights: Weights, scales: jax.Array, data: Data) -> jax.Array:
    """Return the squared error of the advantages of legal moves, weighted by iteration."""
    errors = jnp.where(data["mask"], forward(weights, data["observation"] * scales) - data["target"], 0.0)
    return (data["iteration"] * (errors**2).sum(1)).mean()


def loss_strategy(weights: Weights, scales: jax.Array, data: Data) -> jax.Array:
    """Return the cross-entropy to the strategies that were played, weighted by iteration."""
    logs = networks.log_policy(forward(weights, data["observation"] * scales), data["mask"])
    return -(data["iteration"] * jnp.where(data["mask"], data["target"] * logs, 0.0).sum(1)).mean()


def regret_matching(advantages: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the strategy of regret matching: in proportion to positive advantages, else the greatest one."""
    positive = np.maximum(advantages.astype(np.float64), 0)
    if positive.sum() > 0:
        return positive / positive.sum()
    return np.eye(len(advantages))[advantages.argmax()]


@dataclass(frozen=True, slots=True)
class Walk:
    """A way through one game."""

    seat: int  # whose moves are tried
    iteration: int
    trying: frozenset[int] | None  # the numbers of its decisions at which they are; None: all


class Learner:
    """Walks through games, and learns advantages and the average strategy."""

    def __init__(self, game: Game, settings: Settings, seed: int) -> None:
        if game.seats != SEATS:
            raise UndercutError(f"deep-cfr: needs a game of two seats, not {game.seats}")
        self._game, self._settings = game, settings
        self._chance, self._key = np.random.default_rng(seed), jax.random.key(seed)
        self._scales = input_scales(game.observations)
        self._sizes = len(self._scales), *HIDDEN, len(game.actions)
        # One key: all three networks begin with the same weights.
        self._seats = [Policy(game, new_weights(self._key, self._sizes), "deep-cfr", seed) for _ in range(SEATS)]
        self.policy = Policy(game, new_weights(self._key, self._sizes), "deep-cfr", seed)
        actions = len(game.actions)
        columns = {
            "observation": ((len(self._scales),), np.int16), "mask": ((actions,), np.bool_),
            "target": ((actions,), np.float32), "iteration": ((), np.float32),
        }  # fmt: skip
        self._advantages = [Memory(settings.capacity, columns, fair=True) for _ in range(SEATS)]
        self._strategies = Memory(settings.capacity, columns, fair=True)
        self._optimizer = optax.adam(settings.rate)

    def round(self, number: int) -> None:
        """Walk, learn the advantages, and fit the policy to the average strategy of all rounds so far."""
        settings = self._settings
        for seat in range(SEATS):
            for _ in range(settings.walks):
                state = self._game.deal(seed=int(self._chance.integers(2**62)))
                self._walk(state, Walk(seat, number + 1, self._decisions_to_try()), 0)
            if len(self._advantages[seat]):
                self._seats[seat].weights = self._fitted(loss_advantages, self._advantages[seat], settings.updates)
        if len(self._strategies):
            self.policy.weights = self._fitted(loss_strategy, self._strategies, settings.last_updates)

    def _decisions_to_try(self) -> frozenset[int] | None:
        """Draw the numbers of the decisions of a walk at which all moves are tried; None: all."""
        tried, longest = self._settings.tried, self._settings.longest
        if tried is None:
            return None
        return frozenset(self._chance.choice(longest, min(tried, longest), replace=False).tolist())

    def _walk(self, state: State, walk: Walk, decisions: int) -> float:
        """Play on to the end; return what the walk's seat gets, on average over the moves that are tried."""
        while (mover := state.to_move) is not None:
            legal = state.legal_moves()
            if len(legal) == 1:
                state.play(legal[0])
                continue
            moves = [move.action for move in legal if move.action is not None]
            observation = np.asarray(state.observation(mover), np.int16)
            strategy = regret_matching(self._seats[mover].outputs(observation[None])[0, moves])
            if mover != walk.seat:
                self._add(self._strategies, observation, moves, strategy, walk.iteration)
            elif walk.trying is None or decisions in walk.trying:
                results = self._try_all(state, legal, walk, decisions + 1)
                value = float(strategy @ results)
                self._add(self._advantages[mover], observation, moves, results - value, walk.iteration)
                return value
            else:
                decisions += 1
                strategy = (1 - self._settings.explore) * strategy + self._settings.explore / len(moves)
            state.play(legal[self._chance.choice(len(legal), p=strategy)])
        return rewards_of(state.result.winners if state.result else (), SEATS)[walk.seat]

    def _try_all(self, state: State, moves: list[Move], walk: Walk, decisions: int) -> NDArray[np.float64]:
        results = np.zeros(len(moves))
        for place, move in enumerate(moves):
            after = state.copy()
            after.play(move)
            results[place] = self._walk(after, walk, decisions)
        return results

    def _add(
        self,
        memory: Memory,
        observation: NDArray[np.int16],
        moves: list[int],
        targets: NDArray[np.float64],
        number: int,
    ) -> None:
        mask, row = np.zeros(self._sizes[-1], np.bool_), np.zeros(self._sizes[-1], np.float32)
        mask[moves], row[moves] = True, targets
        iteration = np.array([number], np.float32)
        memory.add(self._chance, observation=observation[None], mask=mask[None], target=row[None], iteration=iteration)

    def _fitted(self, loss: Loss, memory: Memory, updates: int) -> Weights:
        self._key, key = jax.random.split(self._key)
        weights = new_weights(key, self._sizes)
        # JAX compiles for every size, so small memories give powers of two.
        size = min(self._settings.minibatch, 1 << (len(memory).bit_length() - 1))
        state = self._optimizer.init(weights)
        for _ in range(updates):
            data = memory.draw(self._chance, size)
            data["iteration"] /= data["iteration"].mean()
            weights, state = networks.improve(loss, self._optimizer, weights, state, self._scales, data)
        return weights


def train(game: Game, rounds: int, *, seed: int, settings: Settings | None = None) -> Iterator[Policy]:
    """Train a policy; yield it after each round."""
    return rounds_of(Learner(game, settings or Settings(tried=None if len(game.pack) <= SMALL else 1), seed), rounds)
