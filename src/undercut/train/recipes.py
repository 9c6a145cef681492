"""What each game's training does: the search of each generation, how it plays, and the sizes of the networks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from undercut.bots.players.levels import levels_of
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.parts.levels import BY_NETWORK, Settings
from undercut.train.playing import Play


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size of the networks, and how long they are fitted."""

    units: int = 64
    inner: int = 16
    policy: int = 64
    epochs: int = 10
    rate: float = 4e-3


@dataclass(frozen=True, slots=True)
class Tuning:
    """How a linear policy is trained (`tuning`)."""

    lessons: int = 150
    steps: int = 500
    tables: int = 10
    games: int = 30
    usual: float = 0.67
    trace: float = 0.9
    rate: float = 0.03


@dataclass(frozen=True, slots=True)
class Recipe:
    """The training of one game."""

    first: Play
    later: Play
    games: int = 25_000
    window: int = 3
    trust: float = 0.8
    # Quick games whose positions teach a first network the game's own evaluation, or the results of rollouts.
    warm: Play | None = None
    warm_games: int = 0
    sizes: Sizes = Sizes()
    # How the value network is fitted from scratch; None: as in `sizes`, from the network that the warm games taught.
    values: Sizes | None = None
    deals: int = 100
    iterations: int = 4_000
    reference: str = "search:40000"
    tuning: Tuning | None = None  # how a linear policy for a race is trained; None: networks are fitted to searches


GUIDED = replace(BY_NETWORK, pasts=0)  # a search by a network, without past games

EXPLORING = replace(GUIDED, spread=0.15)  # the same, with all moves of the root tried


def recipe_of(game: str) -> Recipe:
    """Return the training of a game."""
    usual = Play(levels_of(game).settings, quick=120, thorough=1_000, wild=20)
    later = Play(EXPLORING, quick=100, thorough=600, wild=20)
    if game == "cuttle":
        warm = replace(usual, quick=8, thorough=8, often=0.0, wild=24)
        return Recipe(usual, later, warm=warm, warm_games=30_000)
    if game == "cups":
        # The usual search plays every game to its end, which is slow. Nearly all moves of the warm games are wild;
        # each of the others is a position.
        warm = replace(usual, quick=1, thorough=1, often=0.0, wild=400, random=0.15, crude=0.8)
        # Rollouts understate leads, and evaluations that began with them go on doing so: only results count. They are
        # few, and a network that saw them more often would learn them by heart.
        values = Sizes(epochs=2, rate=1e-3)
        return Recipe(later, later, trust=1.0, warm=warm, warm_games=40_000, values=values, reference="search:6000")
    if levels_of(game).settings.races:
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
