"""Networks of a game: what they see and say, how they are trained, and their weights as one row of integers."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from undercut.bots.players import levels_of
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.parts import bots
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


def recipe_of(game: str) -> bots.Recipe:
    levels = levels_of(game)
    if levels.training:
        return levels.training
    first = bots.SelfPlayPlan(levels.settings)
    if levels.settings.races:
        return bots.Recipe(first, iterations=1_000, reference="master", tuning=bots.GradientPlan())
    return bots.Recipe(first, reference="master")


def by_network(game: str) -> bots.Settings:
    """Return the search by a game's network: a race whose rollouts the policy plays, or a tree."""
    usual = levels_of(game).settings
    return replace(usual, guidance=1.0) if usual.races else bots.GUIDED


class Layer(NamedTuple):
    bias: Floats
    rows: Floats


class Fitted(NamedTuple):
    """The layers in the order of `undercut.search.network`."""

    value: Layer  # a row of units for each feature
    inner: Layer  # a row of units for each inner unit
    last: Layer  # a row of inner units for each seat
    policy: Layer  # a row of units for each feature
    moves: Layer  # a row of units for each feature of a move


def rounded(fitted: Fitted) -> NDArray[np.int32]:
    """Round the weights, and lay them out as `undercut.search.network` reads them."""
    whole, fine = (network.FULL, network.FULL), (network.SCALE, 1 << network.FINE_BITS)
    cells = [
        np.rint(block.astype(np.float64).ravel() * scale)
        for layer, own in zip(fitted, (whole, fine, fine, whole, fine), strict=True)
        for block, scale in zip(layer, own, strict=True)
    ]
    starts = network.CONTENTS + np.cumsum([0, *(len(each) for each in cells)])
    contents = np.zeros(network.CONTENTS)
    names = (
        (network.VALUE_UNITS, network.VALUE_ROWS),
        (network.INNER_UNITS, network.INNER_ROWS),
        (network.OUTPUTS, network.LAST_ROWS),
        (network.POLICY_UNITS, network.POLICY_ROWS),
        (network.MOVE_FEATURES, network.MOVE_ROWS),
    )
    for layer, start, (units, rows) in zip(fitted, starts[::2], names, strict=False):
        contents[units], contents[rows] = len(layer.bias), start
    row = np.concatenate([contents, *cells])
    if not np.abs(row).max() < 1 << 30:  # a weight that is not a number is not less either
        raise UndercutError("the fit diverged: a weight is too large, or not a number")
    return row.astype(np.int32)
