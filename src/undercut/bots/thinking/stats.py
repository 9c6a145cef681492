"""Search results: the value of each legal move, its error, and the likely continuation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from undercut.bots.thinking.prove import Proof
from undercut.games.base.definition import GameSpec
from undercut.games.base.facts import Move


def margin(error: float) -> int:
    """Return two standard errors (a 95 % interval) in per cent: at least 1, or 0 if the value is proven."""
    return max(1, round(200 * error)) if error else 0


def chance_text(share: float, error: float) -> str:
    """Write a share and its margin."""
    how = f"give or take {margin(error)}" if error else "proven"
    return f"chance to win {100 * share:.0f} %, {how}"


@dataclass(frozen=True, slots=True)
class MoveStats:
    """Search statistics of one legal move."""

    move: Move
    expected: float  # share of the game, 0 to 1; 0 if the move was never tried
    error: float
    visits: int  # number of iterations that played the move
    line: tuple[str, ...] = ()  # the likely continuation, starting with the move itself; empty if not requested
    answers: tuple[tuple[str, float], ...] = ()  # likely replies and their shares of the sampled games

    def __str__(self) -> str:
        """Return a one-line summary."""
        found = f"{self.move}: {chance_text(self.expected, self.error)}"
        return f"{found}; expects {' '.join(self.line[1:])}" if len(self.line) > 1 else found


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search."""

    moves: tuple[MoveStats, ...]
    iterations: int
    seconds: float
    proof: Proof | None = None  # the proven result; None if nothing was proven

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
    """Return the continuation that most samples share, and the share of samples with each reply."""
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
