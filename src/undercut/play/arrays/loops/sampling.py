"""Loops that choose legal moves at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.chance import advance, below
from undercut.engine.elementary import exponential
from undercut.play.arrays.loops.contract import LEGAL_COUNT, Games, Scratch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from undercut.play.arrays.loops.contract import Floats, Line

_LEAST_POWER = -43.0  # below it, a move is next to impossible, and `exponential` gives 0


def pick(games: Games, picked: Line, first: int, last: int) -> None:
    """Choose a legal move of each game at random."""
    for game in range(first, last):
        size = games.columns[game, LEGAL_COUNT]
        picked[game] = games.legal[game, below(games.pickers[game], size)] if size else -1


def pick_weighted(
    games: Games, picked: Line, logits: NDArray[np.floating], scratch: Scratch, first: int, last: int
) -> int:
    """Choose a legal move of each of a range of games by logits; return 1 + a game where they do not allow it, or 0."""
    weights, legal = scratch.weights, games.legal
    for game in range(first, last):
        size = games.columns[game, LEGAL_COUNT]
        picked[game] = -1
        if size == 0:
            continue
        total = weigh(logits, games, game, weights)
        if not total > 0.0:
            return game + 1
        left = total * advance(games.pickers[game]) / (1 << 32)
        for place in range(size):
            if weights[place] > 0.0:
                picked[game] = legal[game, place]
                left -= weights[place]
                if left < 0.0:
                    break
    return 0


def weigh(logits: NDArray[np.floating], games: Games, game: int, weights: Floats) -> float:
    """Write the weights of a game's legal moves, the greatest 1, and return their sum; 0 if they have none."""
    legal, size = games.legal, games.columns[game, LEGAL_COUNT]
    highest = float(logits[game, legal[game, 0]])
    for place in range(size):
        highest = max(highest, float(logits[game, legal[game, place]]))
    total = 0.0
    for place in range(size):
        logit = float(logits[game, legal[game, place]])
        if logit != logit:  # noqa: PLR0124  it is not a number
            return 0.0
        power = logit - highest
        weights[place] = exponential(power) if power > _LEAST_POWER else 0.0
        total += weights[place]
    return total


ENTRY_POINTS = (pick,)
"""The function that Python calls; `pick_weighted` compiles when first called, for each type of logits."""
