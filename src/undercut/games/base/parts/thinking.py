"""What a game gives to a search, and what it says about its moves in hints and reviews."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from undercut.errors import Reason
from undercut.games.base.facts import GameState, Move, View


def no_reasons(state: GameState, view: View, move: Move, seat: int) -> list[Reason]:
    """Give no reason: moves are explained by figures alone."""
    del state, view, move, seat
    return []


def unknown(state: GameState, seat: int) -> bool | None:
    """Say nothing about the next player."""
    del state, seat
    return None


def kind_of(state: GameState, code: int) -> str:
    """Return the kind of a move."""
    return state.game.spec.parts(code).kind


@dataclass(frozen=True, slots=True)
class Explanation:
    """A game's functions for explaining its moves."""

    # Returns the effects of a move, from a determinized position, the seat's view, the move and the seat.
    reasons: Callable[[GameState, View, Move, int], list[Reason]] = no_reasons
    # Returns whether the next player can win, from the position after a seat's move and the seat; None if the seat's
    # turn continues.
    can_win: Callable[[GameState, int], bool | None] = unknown
    # Returns the kind of a reply, in a word or two, from the position before it and its code.
    answer: Callable[[GameState, int], str] = kind_of


@dataclass(frozen=True, slots=True)
class Search:
    """The modules of a game's search."""

    # Modules with the functions of `undercut.search.heuristics`, compiled with the loops of a search.
    modules: tuple[ModuleType, ...] = ()
    # Modules with the functions of `undercut.search.heuristics`; simulations compile them too.
    ranking: tuple[ModuleType, ...] = ()
    # Whether the game may end before the seat to move moves again, which saves time; None: it always may.
    may_end: Callable[[View], bool] | None = None
    network: Path | None = None  # the file of the network; None if the game has none
    # How many features a network knows for a state, and for a move; None: it cannot have a network.
    features: tuple[int, int] | None = None
