"""What a game gives to a search: its modules, and its network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from undercut.games.base.facts import View


@dataclass(frozen=True, slots=True)
class Search:
    """The modules of a game's search.

    Args:
        modules: Modules with the functions of `undercut.search.contract`, compiled with the loops of a search.
        ranking: Modules with the functions of `undercut.search.greedy.contract`; simulations compile them too.
        may_end: Whether the game may end before the seat to move moves again, which saves time; None: it always may.
        network: The file of the network; None if the game has none.
        inputs: How many inputs a network has for a state, and for a move; None: it cannot have a network.

    Example:
        >>> Search().modules
        ()
    """

    modules: tuple[ModuleType, ...] = ()
    ranking: tuple[ModuleType, ...] = ()
    may_end: Callable[[View], bool] | None = None
    network: Path | None = None
    inputs: tuple[int, int] | None = None
