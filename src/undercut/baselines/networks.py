"""What the learners share: their rounds, memories of what was played, networks in JAX, the step that improves them."""

# JAX's own types are partly unknown, so type checking is relaxed in this module only.
# pyright: basic

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol, cast

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import DTypeLike, NDArray

from undercut.bots.policies import Policy


class Rounds(Protocol):
    @property
    def policy(self) -> Policy: ...

    def round(self, number: int) -> None:
        """Play and learn once; rounds count from 0."""


def rounds_of(learner: Rounds, rounds: int) -> Iterator[Policy]:
    """Yield the policy after each round; the next round changes its weights."""
    for number in range(rounds):
        learner.round(number)
        yield learner.policy


class Memory:
    """Rows of several columns, up to a capacity: the newest, or, if `fair`, any ever added, equally likely."""

    def __init__(self, capacity: int, columns: dict[str, tuple[tuple[int, ...], DTypeLike]], *, fair: bool) -> None:
        self._columns = {name: np.zeros((capacity, *shape), kind) for name, (shape, kind) in columns.items()}
        self._capacity, self._fair, self._seen = capacity, fair, 0

    def __len__(self) -> int:
        return min(self._seen, self._capacity)

    def add(self, chance: np.random.Generator, **rows: NDArray[Any]) -> None:
        count = len(next(iter(rows.values())))
        numbers = self._seen + np.arange(count)
        places = numbers % self._capacity
        if self._fair:
            drawn = chance.integers(0, numbers + 1)
            places = np.where(numbers < self._capacity, numbers, drawn)
        kept = np.flatnonzero(places < self._capacity)
        for name, values in rows.items():
            self._columns[name][places[kept]] = values[kept]
        self._seen += count

    def draw(self, chance: np.random.Generator, count: int) -> dict[str, NDArray[Any]]:
        rows = chance.integers(0, len(self), count)
        return {name: values[rows] for name, values in self._columns.items()}


Array = jax.Array | NDArray[Any]
Weights = list[tuple[jax.Array, jax.Array]]
Loss = Callable[..., jax.Array]  # of weights and what they learn from

HIDDEN = (128, 128)
_IMPOSSIBLE = -1e9


def new_weights(key: jax.Array, sizes: Sequence[int]) -> Weights:
    """Make layers with random weights; the last layer begins at zero, so that all its outputs are equal."""
    keys = jax.random.split(key, len(sizes) - 1)
    scales = [*(np.sqrt(2 / size) for size in sizes[:-2]), 0.0]
    pairs = zip(keys, sizes[:-1], sizes[1:], scales, strict=True)
    return [(scale * jax.random.normal(key, (before, after)), jnp.zeros(after)) for key, before, after, scale in pairs]


def forward(weights: Weights, inputs: jax.Array) -> jax.Array:
    *hidden, (last, bias) = weights
    for matrix, shift in hidden:
        inputs = jax.nn.relu(inputs @ matrix + shift)
    return inputs @ last + bias


def log_policy(logits: jax.Array, masks: Array) -> jax.Array:
    return jax.nn.log_softmax(jnp.where(masks, logits, _IMPOSSIBLE))


@partial(jax.jit, static_argnums=(0, 1))
def improve(
    loss: Loss, optimizer: optax.GradientTransformation, weights: Weights, state: optax.OptState, *data: object
) -> tuple[Weights, optax.OptState]:
    """Take one step of an optimizer against the gradient of a loss."""
    changes, state = optimizer.update(jax.grad(loss)(weights, *data), state)
    return cast("Weights", optax.apply_updates(weights, changes)), state
