"""Training of any game: its recipe, its search by a network, and the number of the network's inputs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from undercut.bots.players.levels import levels_of
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.parts.levels import Settings
from undercut.games.base.parts.training import GUIDED, Recipe, Tuning, guided_play, usual_play


def recipe_of(game: str) -> Recipe:
    """Return the training of a game: its own, or what its search suggests."""
    settings = levels_of(game).settings
    if own := registry.spec(game).training():
        return own
    usual, later = usual_play(settings), guided_play()
    if settings.races:
        return Recipe(usual, later, iterations=1_000, reference="master", tuning=Tuning())
    return Recipe(usual, later, reference="master")


def by_network(game: str) -> Settings:
    """Return the search by a game's network: a race whose rollouts the policy plays, or a tree."""
    usual = levels_of(game).settings
    return replace(usual, guidance=1.0) if usual.races else GUIDED


@dataclass(frozen=True, slots=True)
class Inputs:
    """How many inputs and outputs a game's networks have."""

    state_features: int
    move_features: int
    seats: int


def inputs_of(game: str) -> Inputs:
    """Return the number of inputs of a game's network."""
    spec = registry.spec(game)
    if numbers := spec.search().features:
        return Inputs(*numbers, max(spec.seats))
    message = f"{game} cannot be trained: its search has no features for a network"
    raise UndercutError(message)
