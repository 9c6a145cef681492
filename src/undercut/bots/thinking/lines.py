"""Likely continuations of a move, from sampled games."""

from __future__ import annotations

from collections import Counter

from undercut.games.base.definition import GameSpec

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
