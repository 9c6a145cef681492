"""How a game is searched: its modules, and the limits and parameters of a search."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

from undercut.games.base.game_types import View


@dataclass(frozen=True, slots=True)
class Search:
    """The modules of a game's search."""

    # Modules with functions of `undercut.search.contract` that only the loops of a search need.
    modules: tuple[ModuleType, ...] = ()
    # Modules with functions of `undercut.search.contract` that simulations compile too.
    ranking: tuple[ModuleType, ...] = ()
    # Whether the game may end before the seat to move moves again, which saves time; None: it always may.
    may_end: Callable[[View], bool] | None = None
    network: Path | None = None  # the file of the network; None if the game has none
    # How many features a network knows for a state, and for a move; None: it cannot have a network.
    features: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Budget:
    """Search limit in iterations, seconds or both; the first limit reached ends the search."""

    iterations: int | None = None  # number of games to play, over all trees
    seconds: float | None = None  # time limit
    threads: int = 1  # number of trees grown in parallel; they share the iterations; each may use the whole time


@dataclass(frozen=True, slots=True)
class Settings:
    """Search parameters."""

    exploration: float = 0.7
    sense: float = 0.0  # probability, 0 to 1, that a rollout move comes from the rollout policy instead of being random
    limit: int = 4_000
    widening: float = 100.0
    first: str = ""  # the move that starts every game, to measure its value; empty: the search chooses
    recall: bool = False
    races: bool = False
    guidance: float = 0.0
    first_play: float = 0.2
    spread: float = 0.0
    network: str = ""
    pasts: int = 0


BY_NETWORK = Settings(guidance=0.5, first_play=0.2, pasts=256)
"""A search by the game's network that weighs past games."""

GUIDED = replace(BY_NETWORK, pasts=0)  # a search by a network, without past games

EXPLORING = replace(GUIDED, spread=0.15)  # the same, with all moves of the root tried
