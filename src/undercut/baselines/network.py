"""The network of the baselines: layers of units over what a seat may know, in JAX."""

# JAX's own types are partly unknown, so type checking is relaxed in this module only.
# pyright: basic

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from undercut.games.base.layout import Observations

Weights = list[tuple[jax.Array, jax.Array]]

HIDDEN = (128, 128)
_IMPOSSIBLE = -1e9
_CODES = "code"  # the unit of columns whose values have no order


def input_scales(layout: Observations) -> NDArray[np.float32]:
    """Return what each column is multiplied by: values become at most 1, codes become 0."""
    return np.array([0 if one.unit == _CODES else 1 / max(1, one.greatest) for one in layout.columns], np.float32)


def new_weights(key: jax.Array, sizes: Sequence[int]) -> Weights:
    """Make layers with random weights; the last layer begins at zero, so that all its outputs are equal."""
    keys = jax.random.split(key, len(sizes) - 1)
    scales = [*(np.sqrt(2 / size) for size in sizes[:-2]), 0.0]
    pairs = zip(keys, sizes[:-1], sizes[1:], scales, strict=True)
    return [(scale * jax.random.normal(one, (before, after)), jnp.zeros(after)) for one, before, after, scale in pairs]


def forward(weights: Weights, inputs: jax.Array) -> jax.Array:
    """Compute the outputs of positions: rectified layers, and a linear one."""
    *hidden, (last, bias) = weights
    for matrix, shift in hidden:
        inputs = jax.nn.relu(inputs @ matrix + shift)
    return inputs @ last + bias


def log_policy(logits: jax.Array, masks: jax.Array) -> jax.Array:
    """Turn logits into the logarithms of the probabilities of legal moves."""
    return jax.nn.log_softmax(jnp.where(masks, logits, _IMPOSSIBLE))


@jax.jit
def _outputs(weights: Weights, scales: jax.Array, observations: jax.Array) -> jax.Array:
    return forward(weights, observations * scales)


def outputs(weights: Weights, scales: NDArray[np.float32], observations: NDArray[Any]) -> NDArray[np.float32]:
    """Compute the outputs of observations; JAX compiles for a few numbers of rows only, so rows are filled up."""
    size = max(1, 1 << (len(observations) - 1).bit_length())
    filled = np.zeros((size, observations.shape[1]), observations.dtype)
    filled[: len(observations)] = observations
    return np.asarray(_outputs(weights, scales, filled))[: len(observations)]
