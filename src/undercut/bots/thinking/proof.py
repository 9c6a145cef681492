"""Proven results of positions under best play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from undercut.translation import _


class Result(Enum):
    """The proven result for the seat to move."""

    WIN = "win"
    """It can force a win."""
    DRAW = "draw"
    """It can force a draw, but not a win."""
    LOSS = "loss"
    """Another seat can force a win."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A result that holds for every possible arrangement of the hidden cards."""

    result: Result
    count: int
    moves: tuple[str, ...]
    line: tuple[str, ...]

    @property
    def text(self) -> str:
        """The result in a few words.

        Example:
            >>> Proof(Result.WIN, 3, ("7h",), ("7h", "draw", "8d")).text
            'forced win in 3'
        """
        if self.result is Result.DRAW:
            return _("draw with best play")
        if self.result is Result.WIN:
            return _("forced win in {count}").format(count=self.count)
        return _("lost in {count}").format(count=self.count) if self.count else _("lost after any move")
