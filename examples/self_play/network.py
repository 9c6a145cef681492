"""The network: its inputs, its layers and their gradient, and the steps of its learning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

import undercut

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Weights = dict[str, Floats]

_MOST_SEATS = 8

_CARD = re.compile(r"[A-Z2-9][cdhsw]|\d+|X")
"""A card, a rank or a row in the notations of all three games."""


class Inputs:
    """Turns observations into flags: what is there, and whether a number of a seat or the table is at least 1, 2, … 21.

    Args:
        game: The game whose observations they are.
    """

    def __init__(self, game: undercut.Game) -> None:
        """Find the columns that count something: those of blocks with a column for each seat, or with one."""
        layout = game.observations
        spans = [layout.span(block.name) for block in layout.blocks if block.unit not in ("flag", "place")]
        small = [span for span in spans if span.stop - span.start <= _MOST_SEATS]
        self._counts = [column for span in small for column in range(span.start, span.stop)]
        self._levels = np.arange(1, 22, dtype=np.int16)
        self.length = layout.length + len(self._counts) * len(self._levels)

    def of(self, observations: NDArray[np.int16]) -> Floats:
        """Return a row of inputs for each row of columns."""
        reached = observations[:, self._counts, None] >= self._levels
        flags = observations > 0
        return np.concatenate([flags, reached.reshape(len(flags), -1)], axis=1).astype(np.float32)


def parts_of(notations: Sequence[str]) -> NDArray[np.int64]:
    """Number the parts of moves, so that similar moves share weights.

    Returns:
        Moves by parts: the kind of the move, and for each of two cards in its notation the rank and the card.
    """
    numbers: dict[str, int] = {}
    rows: list[list[int]] = []
    for notation in notations:
        kind = _CARD.sub("#", notation)
        cards = [*_CARD.findall(notation), "", ""]
        parts = [kind, *(f"{kind} {place} {part}" for place in range(2) for part in (cards[place][:1], cards[place]))]
        rows.append([numbers.setdefault(part, len(numbers)) for part in parts])
    return np.array(rows)


@dataclass(frozen=True, slots=True)
class Layers:
    """What a forward pass computes, a row for each observation."""

    inputs: Floats
    first: Floats
    second: Floats
    scores: Floats
    values: Floats


def new_weights(sizes: tuple[int, int, int, int], chance: np.random.Generator) -> Weights:
    """Make a network's weights.

    Args:
        sizes: The numbers of inputs, of units in both hidden layers, and of parts of moves.
    """
    inputs, first, second, parts = sizes

    def random(rows: int, columns: int, scale: float) -> Floats:
        return (chance.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)

    return {
        "first": random(inputs, first, 2.0),
        "first bias": np.zeros(first, np.float32),
        "second": random(first, second, 1.4),
        "second bias": np.zeros(second, np.float32),
        "policy": random(second, parts, 0.01),
        "policy bias": np.zeros(parts, np.float32),
        "value": random(second, 1, 0.1),
        "value bias": np.zeros(1, np.float32),
    }


def forward(weights: Weights, inputs: Floats) -> Layers:
    """Evaluate observations."""
    first = np.maximum(inputs @ weights["first"] + weights["first bias"], 0)
    second = np.maximum(first @ weights["second"] + weights["second bias"], 0)
    scores = second @ weights["policy"] + weights["policy bias"]
    values = np.tanh(second @ weights["value"] + weights["value bias"])[:, 0]
    return Layers(inputs, first, second, scores, values)


def backward(weights: Weights, layers: Layers, scores: Floats, values: Floats) -> Weights:
    """Return the gradient of a loss by the weights.

    Args:
        scores: Its gradient by the scores.
        values: Its gradient by the values.
    """
    value = (values * (1 - layers.values**2))[:, None]
    second = (scores @ weights["policy"].T + value @ weights["value"].T) * (layers.second > 0)
    first = second @ weights["second"].T * (layers.first > 0)
    return {
        "first": layers.inputs.T @ first,
        "first bias": first.sum(0),
        "second": layers.first.T @ second,
        "second bias": second.sum(0),
        "policy": layers.second.T @ scores,
        "policy bias": scores.sum(0),
        "value": layers.second.T @ value,
        "value bias": value.sum(0),
    }


class Adam:
    """Gradient descent with the step sizes of Adam.

    Args:
        weights: The weights, which each step changes.
    """

    def __init__(self, weights: Weights) -> None:
        """Start without momentum."""
        self.weights = weights
        self._means = {name: np.zeros_like(array) for name, array in weights.items()}
        self._squares = {name: np.zeros_like(array) for name, array in weights.items()}
        self._steps = 0

    def step(self, gradient: Weights, rate: float) -> None:
        """Change the weights by a gradient, shortened to a length of at most 0.5."""
        self._steps += 1
        length = np.sqrt(sum(float(np.vdot(array, array)) for array in gradient.values()))
        shorter = min(1.0, 0.5 / length)
        rate *= np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for name in self.weights:
            slope, mean, square = gradient[name] * shorter, self._means[name], self._squares[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            self.weights[name] -= rate * mean / (np.sqrt(square) + 1e-6)
