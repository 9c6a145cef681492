"""The networks of policies in JAX, as the trainings use them."""

# JAX's own types are partly unknown, so type checking is relaxed in this module only.
# pyright: basic

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

Weights = list[tuple[jax.Array, jax.Array]]

HIDDEN = (128, 128)
_IMPOSSIBLE = -1e9


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
