"""Learning from self-play by proximal policy optimization (PPO)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

import undercut
from examples.self_play.network import Adam, backward, forward, new_weights
from examples.self_play.playing import Decisions, Policy, SelfPlay, Settings, joined, policy_of

if TYPE_CHECKING:
    from examples.self_play.network import Floats, Weights
    from undercut.play.arrays.batch import Batch


def slopes(policy: Policy, values: Floats, data: Decisions, settings: Settings) -> tuple[Floats, Floats]:
    """Return the gradient of PPO's loss by the logits of the legal moves, and by the values.

    Args:
        policy: The current policy in the positions of the decisions.
        values: The current values of these positions.
        data: The decisions, with their probabilities when they were made.
    """
    size, owners = len(values), policy.owners
    chosen = policy.moves == data.moves[owners]
    gain = data.advantages
    ratio = np.exp(policy.logs[chosen] - data.logs)
    # Beyond the clip, a further change of the probability gains nothing.
    free = np.where(gain > 0, ratio < 1 + settings.clip, ratio > 1 - settings.clip)
    pull = gain * ratio * free
    likely = np.exp(policy.logs)
    spread = -np.add.reduceat(likely * policy.logs, policy.starts)
    by_logits = pull[owners] * (likely - chosen) + settings.entropy * likely * (policy.logs + spread[owners])
    return (by_logits / size).astype(np.float32), ((values - data.returns) / size).astype(np.float32)


def gradient_of(weights: Weights, players: SelfPlay, data: Decisions, settings: Settings) -> Weights:
    """Return the gradient of PPO's loss by the weights."""
    layers = forward(weights, players.inputs.of(data.observations))
    policy = policy_of(layers.scores, players.parts, data.masks)
    logits, values = slopes(policy, layers.values, data, settings)
    scores = np.zeros_like(layers.scores)
    np.add.at(scores, (policy.owners[:, None], players.parts[policy.moves]), logits[:, None])
    return backward(weights, layers, scores, values)


class Trainer:
    """Threads that play rounds and learn from them together.

    Args:
        batches: The games of each thread.
        seed: The seed of the weights at the start, and of all choices.
        settings: See `Settings`.
    """

    def __init__(self, batches: Sequence[Batch], seed: int, settings: Settings) -> None:
        """Make the players and a new network."""
        self.settings, self.chance = settings, np.random.default_rng(seed)
        self._players = [
            SelfPlay(games, settings, chance)
            for games, chance in zip(batches, self.chance.spawn(len(batches)), strict=True)
        ]
        first = self._players[0]
        sizes = first.inputs.length, *settings.hidden, first.parts.max() + 1
        self._adam = Adam(new_weights(sizes, self.chance))
        self._threads = ThreadPoolExecutor(len(batches))

    def play(self, older: Weights | None) -> Decisions:
        """Play a round."""
        return joined([*self._threads.map(lambda players: players.play(self._adam.weights, older), self._players)])

    def learn(self, data: Decisions, rate: float) -> None:
        """Improve the network by the decisions of a round."""
        size, parts = len(data.moves), len(self._players)
        for _ in range(self.settings.epochs):
            order = self.chance.permutation(size)
            for start in range(0, size, self.settings.batch):
                places = np.array_split(order[start : start + self.settings.batch], parts)
                found = [*self._threads.map(self._gradient, self._players, map(data.chosen, places))]
                self._adam.step({name: sum(each[name] for each in found) / parts for name in found[0]}, rate)

    def _gradient(self, players: SelfPlay, data: Decisions) -> Weights:
        return gradient_of(self._adam.weights, players, data, self.settings)

    def train(self, rounds: int) -> Iterator[Weights]:
        """After each round, yield the weights, which the next round changes."""
        settings = self.settings
        earlier: deque[Weights] = deque(maxlen=settings.keep)
        for number in range(rounds):
            older = earlier[self.chance.integers(len(earlier))] if earlier else None
            self.learn(self.play(older), settings.rate * max(0.0, 1 - number / settings.decay))
            if number % settings.every == settings.every - 1:
                earlier.append({name: array.copy() for name, array in self._adam.weights.items()})
            yield self._adam.weights


def train(game: str, rounds: int, seed: int, settings: Settings) -> Iterator[Weights]:
    """Train a policy; after each round, yield its weights, which the next round changes."""
    batches = [undercut.batch(game, settings.games, seed=seed + thread) for thread in range(settings.threads)]
    return Trainer(batches, seed, settings).train(rounds)
