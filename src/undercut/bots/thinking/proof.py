"""What exact play says of a position: the result that best play leads to, proven."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Result(Enum):
    """What is certain for the seat to move."""

    WIN = "win"
    """It wins, whatever the others do."""
    DRAW = "draw"
    """It cannot win against best play, nor need it lose."""
    LOSS = "loss"
    """Somebody else wins, whatever it does."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A result that is certain, whatever cards are hidden.

    Args:
        result: The result for the seat to move.
        count: For a win, how many moves of its own it takes; for a loss, how many more the winner
            takes; for a draw 0.
        moves: The moves that keep it, as far as they were found: that win as soon, that keep the draw, or that resist
            longest.
        line: Best play of all, one of `moves` first, as far as it is certain: after a card that nobody can be sure
            of it ends, and the proof holds for any such card.
    """

    result: Result
    count: int
    moves: tuple[str, ...]
    line: tuple[str, ...]

    @property
    def text(self) -> str:
        """Say it to a person.

        Example:
            >>> Proof(Result.WIN, 3, ("7h",), ("7h", "draw", "8d")).text
            'forced win in 3'
        """
        if self.result is Result.DRAW:
            return "draw with best play"
        if self.result is Result.WIN:
            return f"forced win in {self.count}"
        return f"lost in {self.count}" if self.count else "lost, whatever is played"
