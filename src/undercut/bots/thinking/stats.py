"""Search results: the value of each legal move, its error, and the likely continuation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from undercut.bots.thinking.prove import Proof
from undercut.games.base.definition import GameSpec
from undercut.games.base.facts import Move


def margin(error: float) -> int:
    """Return two standard errors (a 95 % interval) in per cent: at least 1, or 0 if the value is proven.

    Args:
        error: Standard error of a share, 0 to 1; 0 for a proven value.

    Example:
        >>> margin(0.0101), margin(0.0004), margin(0.0)
        (2, 1, 0)
    """
    return max(1, round(200 * error)) if error else 0


def chance_text(share: float, error: float) -> str:
    """Say what a share is and how exact.

    Args:
        share: Expected share of the game, 0 to 1.
        error: Its standard error; 0 for a proven value.

    Example:
        >>> chance_text(0.712, 0.0101), chance_text(1.0, 0.0)
        ('chance to win 71 %, give or take 2', 'chance to win 100 %, proven')
    """
    how = f"give or take {margin(error)}" if error else "proven"
    return f"chance to win {100 * share:.0f} %, {how}"


@dataclass(frozen=True, slots=True)
class MoveStats:
    """Search statistics of one legal move.

    Args:
        expected: Expected share of the game, 0 to 1: 1 for a win, an equal part for a shared win or a draw. 0 if the
            move was never tried.
        error: Standard error of `expected`.
        visits: Number of iterations that played the move.
        line: The likely continuation, starting with the move itself; empty if not requested.
        answers: Likely replies, each with the share of sampled games in which it was played, most frequent first;
            empty if not requested.
    """

    move: Move
    expected: float
    error: float
    visits: int
    line: tuple[str, ...] = ()
    answers: tuple[tuple[str, float], ...] = ()

    def __str__(self) -> str:
        """Return a one-line summary.

        Example:
            >>> str(MoveStats(Move("7h", "", "points", "7h", None), 0.712, 0.0101, 2000, ("7h", "draw")))
            '7h: chance to win 71 %, give or take 2; expects draw'
        """
        found = f"{self.move}: {chance_text(self.expected, self.error)}"
        return f"{found}; expects {' '.join(self.line[1:])}" if len(self.line) > 1 else found


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search.

    Args:
        moves: Every legal move, best first.
        iterations: Number of games played.
        proof: The proven result; None if nothing was proven.
    """

    moves: tuple[MoveStats, ...]
    iterations: int
    seconds: float
    proof: Proof | None = None

    @property
    def best(self) -> MoveStats:
        """The move to play."""
        return self.moves[0]

    def of(self, move: Move) -> MoveStats:
        """Return the statistics of a legal move."""
        return next(found for found in self.moves if found.move == move)


LINE_SAMPLES, LONGEST_LINE, LEAST_SHARE = 100, 6, 0.25


def following(
    spec: GameSpec, lines: list[tuple[int, ...]], code: int
) -> tuple[tuple[str, ...], tuple[tuple[str, float], ...]]:
    """Sum up samples of how a game continues after a move.

    Returns:
        The continuation that most samples share, starting with the move itself; and the share of samples in which
        each reply was played.
    """
    answers = Counter(line[1] for line in lines if len(line) > 1)
    shares = tuple((spec.write_move(answer), number / LINE_SAMPLES) for answer, number in answers.most_common())
    return tuple(map(spec.write_move, _agreed(code, lines))), shares


def _agreed(code: int, lines: list[tuple[int, ...]]) -> list[int]:
    """Follow the most frequent next move as long as enough of the lines share it."""
    agreed = [code]
    while len(agreed) < LONGEST_LINE:
        size = len(agreed)
        lines = [line for line in lines if line[:size] == tuple(agreed)]
        following = Counter(line[size] for line in lines if len(line) > size).most_common(1)
        if not following or following[0][1] < LEAST_SHARE * LINE_SAMPLES:
            break
        agreed.append(following[0][0])
    return agreed
