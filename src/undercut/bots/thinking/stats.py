"""What a search found: of every legal move what it is worth, how sure that is, and what is likely to follow."""

from __future__ import annotations

from dataclasses import dataclass

from undercut.bots.thinking.proof import Proof
from undercut.play.facts import Move


def margin(error: float) -> int:
    """Give two standard errors in per cent, which hold the truth in 95 of 100 cases: at least 1, unless all is proven.

    Args:
        error: The standard error of a share, 0 to 1.

    Example:
        >>> margin(0.0101), margin(0.0004), margin(0.0)
        (2, 1, 0)
    """
    return max(1, round(200 * error)) if error else 0


@dataclass(frozen=True, slots=True)
class MoveStats:
    """What a search thinks of one legal move.

    Args:
        move: The move.
        expected: The share of the game that its player gets: 1 for a win, a part of it if winners share, and for a
            draw what all get. 0 if it was never tried.
        error: The standard error of that.
        visits: In how many iterations it was played.
        line: The likely continuation, the move itself first; empty if nobody asked.
        answers: What is played next in games that its player thinks possible, with the share of those games, the most
            frequent first; empty if nobody asked.
    """

    move: Move
    expected: float
    error: float
    visits: int
    line: tuple[str, ...] = ()
    answers: tuple[tuple[str, float], ...] = ()

    def __str__(self) -> str:
        """Write it for a person.

        Example:
            >>> str(MoveStats(Move("7h", "", "points", "7h", None), 0.712, 0.0101, 2000, ("7h", "draw")))
            '7h wins 71 % ± 2; expects draw'
        """
        found = f"{self.move} wins {self.expected:.0%} ± {margin(self.error)}".replace("%", " %")
        return f"{found}; expects {' '.join(self.line[1:])}" if len(self.line) > 1 else found


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    Args:
        moves: Every legal move, the one to play first.
        iterations: How many games were played for it.
        seconds: How long it took.
        proof: What is certain about the position; None if nothing was proven.
    """

    moves: tuple[MoveStats, ...]
    iterations: int
    seconds: float
    proof: Proof | None = None

    @property
    def best(self) -> MoveStats:
        """The move to play: the one that was tried most."""
        return self.moves[0]
