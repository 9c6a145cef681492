"""What the parts of a game see of a game in progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, Self

from undercut.engine.contract import Fields, MoveParts
from undercut.engine.host import Engine
from undercut.games.base.facts import Move


class Notation(Protocol):
    """The notation of a game."""

    @property
    def parse(self) -> Callable[[Any, str], int]:
        """Parses a move, given the state and the text."""
        ...

    @property
    def parts(self) -> Callable[[int], MoveParts]:
        """Splits a move's code."""
        ...


class GameInfo(Protocol):
    """A game with its options."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def seats(self) -> int:
        """The number of seats."""
        ...

    @property
    def engine(self) -> Engine:
        """Its rules as plain Python."""
        ...

    @property
    def spec(self) -> Notation:
        """Its definition, as far as parts need it."""
        ...


class GameState(Protocol):
    """A game in progress; `undercut.play.state.State` is one."""

    @property
    def game(self) -> GameInfo:
        """The game and its options."""
        ...

    @property
    def to_move(self) -> int | None:
        """The seat to move; None if the game is over."""
        ...

    def table_copy(self) -> Fields:
        """Copy the state of the rules."""
        ...

    def copy(self) -> Self:
        """Copy the game."""
        ...

    def play(self, move: str | Move, /) -> Move:
        """Play a move."""
        ...

    def legal_moves(self) -> list[Move]:
        """List the legal moves."""
        ...
