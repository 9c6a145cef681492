"""How a game is trained: its recipe, the search by its network, and what networks see of it."""

from dataclasses import dataclass, replace

from undercut.bots.levels import levels_of
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.parts.levels import (
    GUIDED,
    GradientPlan,
    Recipe,
    Settings,
    plan_with_network,
    plan_without_network,
)


@dataclass(frozen=True, slots=True)
class Inputs:
    """The sizes of what networks see of a game, and of what they say."""

    state_features: int
    move_features: int
    seats: int


def inputs_of(game: str) -> Inputs:
    """Return the inputs of a game's networks; an error if it cannot have any."""
    spec = registry.spec(game)
    if numbers := spec.search().features:
        return Inputs(*numbers, max(spec.seats))
    raise UndercutError(f"{game} cannot be trained: its search has no features for a network")


def recipe_of(game: str) -> Recipe:
    """Return the training of a game: its own, or what its search suggests."""
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
