"""Networks of a game: what they see and say, how they are trained, and their weights as one row of integers."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from undercut.bots.players import levels_of
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.parts.bots import (
    GUIDED,
    GradientPlan,
    Recipe,
    Settings,
    plan_with_network,
    plan_without_network,
)
from undercut.search import network

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Inputs:
    state_features: int
    move_features: int
    seats: int


def inputs_of(game: str) -> Inputs:
    spec = registry.spec(game)
    if numbers := spec.search().features:
        return Inputs(*numbers, max(spec.seats))
    raise UndercutError(f"{game} cannot be trained: its search has no features for a network")


def recipe_of(game: str) -> Recipe:
    levels = levels_of(game)
    if levels.training:
        return levels.training
    settings = levels.settings
    first, later = plan_without_network(settings), plan_with_network()
    if settings.races:
        return Recipe(first, later, iterations=1_000, reference="master", tuning=GradientPlan())
    return Recipe(first, later, reference="master")


def by_network(game: str) -> Settings:
    """Return the search by a game's network: a race whose rollouts the policy plays, or a tree."""
    usual = levels_of(game).settings
    return replace(usual, guidance=1.0) if usual.races else GUIDED


# --- Weights ---


@dataclass(frozen=True, slots=True)
class Fitted:
    value_bias: Floats
    value_rows: Floats  # a row of units for each feature
    inner_bias: Floats
    inner_rows: Floats  # a row of units for each inner unit
    last_bias: Floats
    last_rows: Floats  # a row of inner units for each seat
    policy_bias: Floats
    policy_rows: Floats  # a row of units for each feature
    move_bias: Floats
    move_rows: Floats  # a row of units for each feature of a move


def rounded(fitted: Fitted) -> NDArray[np.int32]:
    """Round the weights, and lay them out as `undercut.search.network` reads them."""
    fine = 1 << network.FINE_BITS
    blocks = [
        (fitted.value_bias, network.FULL),
        (fitted.value_rows, network.FULL),
        (fitted.inner_bias, network.SCALE),
        (fitted.inner_rows, fine),
        (fitted.last_bias, network.SCALE),
        (fitted.last_rows, fine),
        (fitted.policy_bias, network.FULL),
        (fitted.policy_rows, network.FULL),
        (fitted.move_bias, network.SCALE),
        (fitted.move_rows, fine),
    ]
    cells = [np.rint(block.astype(np.float64).ravel() * scale) for block, scale in blocks]
    starts = network.CONTENTS + np.cumsum([0, *(len(each) for each in cells)])
    contents = np.zeros(network.CONTENTS)
    contents[network.VALUE_UNITS] = len(fitted.value_bias)
    contents[network.INNER_UNITS] = len(fitted.inner_bias)
    contents[network.OUTPUTS] = len(fitted.last_bias)
    contents[network.POLICY_UNITS] = len(fitted.policy_bias)
    contents[network.MOVE_FEATURES] = len(fitted.move_bias)
    for place, name in enumerate(
        (network.VALUE_ROWS, network.INNER_ROWS, network.LAST_ROWS, network.POLICY_ROWS, network.MOVE_ROWS)
    ):
        contents[name] = starts[2 * place]
    row = np.concatenate([contents, *cells])
    if np.abs(row).max() >= 1 << 30:
        raise ValueError("a weight is too large for 32 bits")
    return row.astype(np.int32)
