"""Loops that list and sample the legal moves of a batch. They run on every host, each call over a range of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.chance import advance
from undercut.engine.elementary import exponential
from undercut.play.arrays.stepping import SIZE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from undercut.engine.contract import Cells
    from undercut.play.arrays.contract import Grid, Shorts

_NOTHING = -43.0  # below it, a move is next to impossible, and `exponential` gives 0


def list_legal(facts: Grid, marked: Shorts, numbers: Cells, offsets: Cells, first: int, last: int) -> None:
    """List the numbers of the legal moves of a range of games."""
    for game in range(first, last):
        start = offsets[game]
        for place in range(facts[game, SIZE]):
            numbers[start + place] = marked[game, place]


def pick_weighted(
    picked: Cells,
    facts: Grid,
    marked: Shorts,
    logits: NDArray[np.floating],
    pickers: list[Cells],
    weights: NDArray[np.float64],
    first: int,
    last: int,
) -> int:
    """Choose a legal move of each of a range of games by logits; return 1 + a game where they do not allow it, or 0."""
    for game in range(first, last):
        size = facts[game, SIZE]
        picked[game] = -1
        if size == 0:
            continue
        total = weigh(logits, game, marked, size, weights)
        if not total > 0.0:
            return game + 1
        left = total * advance(pickers[game]) / (1 << 32)
        for place in range(size):
            if weights[place] > 0.0:
                picked[game] = marked[game, place]
                left -= weights[place]
                if left < 0.0:
                    break
    return 0


def weigh(logits: NDArray[np.floating], game: int, marked: Shorts, size: int, weights: NDArray[np.float64]) -> float:
    """Write the weights of a game's legal moves, the greatest 1, and return their sum; 0 if they have none."""
    highest = float(logits[game, marked[game, 0]])
    for place in range(size):
        highest = max(highest, float(logits[game, marked[game, place]]))
    total = 0.0
    for place in range(size):
        logit = float(logits[game, marked[game, place]])
        if logit != logit:  # noqa: PLR0124  it is not a number
            return 0.0
        power = logit - highest
        weights[place] = exponential(power) if power > _NOTHING else 0.0
        total += weights[place]
    return total


ENTRY_POINTS = (list_legal,)
"""The functions that Python calls; `pick_weighted` compiles for each type of logits when it is first called."""
