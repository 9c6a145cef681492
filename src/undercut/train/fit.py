"""Fitting the networks with JAX; the only module here that needs it."""

# JAX's own types are partly unknown, so type checking is relaxed in this module only.
# pyright: basic

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.ops import segment_max, segment_sum

from undercut.games.base.parts.bots import NetworkSizes
from undercut.train.examples import NO_FEATURE, PolicyExamples, ValueExamples, places_of
from undercut.train.networks import Fitted, Inputs, Layer

BATCH = 2048
HELD_OUT = 20  # one game of this many is not fitted to; the errors are measured on it

Weights = dict[str, Any]  # arrays and pairs of arrays: the matrix and the shift of a layer
Batch = tuple[np.ndarray, ...]

_LEAST_STEPS = 10  # the schedule of the rate has three parts
_IMPOSSIBLE = -1e9


def _layer(key: jax.Array, inputs: int, outputs: int) -> tuple[jax.Array, jax.Array]:
    first, second = jax.random.split(key)
    bound = 1 / np.sqrt(inputs)
    matrix = jax.random.uniform(first, (inputs, outputs), minval=-bound, maxval=bound)
    return matrix, jax.random.uniform(second, (outputs,), minval=-bound, maxval=bound)


def _units(key: jax.Array, features: int, units: int) -> tuple[jax.Array, jax.Array]:
    """Make the first layer: small weights, in the middle of the range."""
    return 0.08 * jax.random.normal(key, (features, units)), jnp.full(units, 0.3)


def new_value(inputs: Inputs, sizes: NetworkSizes, seed: int) -> Weights:
    units, inner, last = jax.random.split(_key(seed), 3)
    return {
        "units": _units(units, inputs.state_features, sizes.units),
        "inner": _layer(inner, sizes.units, sizes.inner),
        "last": _layer(last, sizes.inner, inputs.seats),
    }


def new_policy(inputs: Inputs, sizes: NetworkSizes, seed: int) -> Weights:
    units, moves = jax.random.split(_key(seed))
    return {
        "units": _units(units, inputs.state_features, sizes.policy),
        "moves": 0.05 * jax.random.normal(moves, (inputs.move_features, sizes.policy + 1)),
    }


def indifferent(inputs: Inputs, sizes: NetworkSizes) -> Weights:
    policy = new_policy(inputs, sizes, 0)
    return policy | {"moves": jnp.zeros_like(policy["moves"])}


def _key(seed: int) -> jax.Array:
    return jax.random.key(seed & 0xFFFFFFFF)


def _clipped(layer: tuple[jax.Array, jax.Array], inputs: jax.Array) -> jax.Array:
    matrix, shift = layer
    return jnp.clip(inputs @ matrix + shift, 0, 1)


def log_shares(weights: Weights, counts: jax.Array, seats: jax.Array) -> jax.Array:
    matrix, shift = weights["last"]
    odds = _clipped(weights["inner"], _clipped(weights["units"], counts)) @ matrix + shift
    outside = jnp.arange(odds.shape[1]) >= seats[:, None]
    return jax.nn.log_softmax(jnp.where(outside, _IMPOSSIBLE, odds))


def log_choices(weights: Weights, counts: jax.Array, moves: jax.Array, owner: jax.Array) -> jax.Array:
    """Compute the logarithm of the probability of each move of the positions that own them."""
    rows = jnp.where((moves < 0)[:, :, None], 0, weights["moves"][moves]).sum(1)
    odds = (_clipped(weights["units"], counts)[owner] * rows[:, 1:]).sum(1) + rows[:, 0]
    odds -= jax.lax.stop_gradient(segment_max(odds, owner, num_segments=len(counts)))[owner]
    return odds - jnp.log(segment_sum(jnp.exp(odds), owner, num_segments=len(counts)))[owner]


def _value_loss(weights: Weights, counts: jax.Array, seats: jax.Array, targets: jax.Array) -> jax.Array:
    return -(targets * log_shares(weights, counts, seats)).sum() / (targets.sum(1) > 0).sum()


def _policy_loss(
    weights: Weights, counts: jax.Array, moves: jax.Array, owner: jax.Array, targets: jax.Array
) -> jax.Array:
    return -(targets * log_choices(weights, counts, moves, owner)).sum() / targets.sum()


def counted(rows: np.ndarray, features: int) -> np.ndarray:
    table = np.zeros((len(rows), features), dtype=np.uint8)
    for column in rows.T:
        filled = np.flatnonzero(column != NO_FEATURE)
        table[filled, column[filled]] += 1
    return table


def _padded(array: np.ndarray, length: int, filling: int = 0) -> np.ndarray:
    """Fill an array up, because JAX compiles for every length; what is added has no target."""
    return np.pad(array, [(0, length - len(array)), *[(0, 0)] * (array.ndim - 1)], constant_values=filling)


def _train(
    weights: Weights,
    chosen: np.ndarray,
    batch: Callable[[np.ndarray], Batch],
    loss: Callable[..., jax.Array],
    sizes: NetworkSizes,
    seed: int,
) -> Weights:
    steps = sizes.epochs * -(-len(chosen) // BATCH)
    rate = optax.cosine_onecycle_schedule(max(steps, _LEAST_STEPS), sizes.rate, pct_start=0.1)
    optimizer = optax.adamw(rate, weight_decay=1e-3)

    @jax.jit
    def step(weights: Weights, state: optax.OptState, batch: Batch) -> tuple[Weights, optax.OptState]:
        updates, state = optimizer.update(jax.grad(loss)(weights, *batch), state, weights)
        return optax.apply_updates(weights, updates), state  # type: ignore[return-value]  the same tree

    state, order = optimizer.init(weights), np.random.default_rng(seed)
    for _ in range(sizes.epochs):
        shuffled = order.permutation(chosen)
        for first in range(0, len(shuffled), BATCH):
            weights, state = step(weights, state, batch(shuffled[first : first + BATCH]))
    return weights


def _held_out(games: np.ndarray) -> np.ndarray:
    return games % HELD_OUT == 0


def fit_value(
    examples: ValueExamples, inputs: Inputs, sizes: NetworkSizes, seed: int, weights: Weights | None = None
) -> tuple[Weights, dict[str, float]]:
    """Fit the value network, a new one or one that was fitted before; also return its error on the games held out."""
    if weights is None:
        weights = new_value(inputs, sizes, seed)
    else:
        sizes = replace(sizes, rate=sizes.rate / 4, epochs=-(-sizes.epochs // 2))
    held, table = _held_out(examples.games), counted(examples.features, inputs.state_features)

    def batch(chosen: np.ndarray) -> Batch:
        columns = table[chosen].astype(np.float32), examples.seats[chosen], examples.targets[chosen]
        return tuple(_padded(column, BATCH) for column in columns)

    weights = _train(weights, np.flatnonzero(~held), batch, _value_loss, sizes, seed)
    shares = np.exp(log_shares(weights, jnp.asarray(table[held], jnp.float32), jnp.asarray(examples.seats[held])))
    return weights, {"value error": float(((shares - examples.targets[held])[:, 0] ** 2).mean())}


def fit_policy(
    examples: PolicyExamples, inputs: Inputs, sizes: NetworkSizes, seed: int
) -> tuple[Weights, dict[str, float]]:
    """Fit the policy network; also return how well it predicts the search in the games held out."""
    held, table = _held_out(examples.games), counted(examples.features, inputs.state_features)

    def rows(chosen: np.ndarray) -> Batch:
        counts = examples.counts[chosen]
        places = places_of(examples.counts, chosen)
        owner = np.repeat(np.arange(len(chosen)), counts)
        return (
            table[chosen].astype(np.float32),
            examples.moves[places].astype(np.int32),
            owner,
            examples.targets[places],
        )

    def batch(chosen: np.ndarray) -> Batch:
        counts, moves, owner, targets = rows(chosen)
        length = 1 << (len(moves) - 1).bit_length()
        owners = _padded(owner, length, filling=BATCH)
        return _padded(counts, BATCH + 1), _padded(moves, length, NO_FEATURE), owners, _padded(targets, length)

    weights = new_policy(inputs, sizes, seed)
    weights = _train(weights, np.flatnonzero(~held), batch, _policy_loss, sizes, seed)
    counts, moves, owner, targets = rows(np.flatnonzero(held))
    logs = np.asarray(log_choices(weights, *map(jnp.asarray, (counts, moves, owner))))
    return weights, _agreement(logs, targets, owner)


def _agreement(logs: np.ndarray, targets: np.ndarray, owner: np.ndarray) -> dict[str, float]:
    """Measure how often a policy and the search like the same move most, and how far they are apart."""
    positions = int(owner[-1]) + 1
    best, most = np.full(positions, -np.inf), np.zeros(positions)
    np.maximum.at(best, owner, logs)
    np.maximum.at(most, owner, targets)
    hits = np.unique(owner[(logs == best[owner]) & (targets == most[owner])])
    entropy = -(targets * np.log(np.maximum(targets, 1e-9))).sum()
    return {
        "policy agrees": len(hits) / positions,
        "policy surprise": float((-(targets * logs).sum() - entropy) / positions),
    }


def lay_out(value: Weights, policy: Weights) -> Fitted:
    (units, units_bias), (inner, inner_bias), (last, last_bias) = value["units"], value["inner"], value["last"]
    rows, rows_bias = policy["units"]
    moves = policy["moves"]
    blocks = (
        (units_bias, units),
        (inner_bias, inner.T),
        (last_bias, last.T),
        (rows_bias, rows),
        (moves[:, 0], moves[:, 1:]),
    )
    return Fitted(*(Layer(np.asarray(bias, np.float32), np.asarray(rows, np.float32)) for bias, rows in blocks))
