"""Loops that list legal moves, choose among them at random, and keep the policies that the caller chose by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.chance import advance, below
from undercut.engine.contract import Cells
from undercut.engine.elementary import exponential
from undercut.play.arrays.loops.contract import LEGAL_COUNT, MOVES_PLAYED, Games, Policies, Scratch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from undercut.play.arrays.loops.contract import Floats

_LEAST_POWER = -43.0  # below it, a move is next to impossible, and `exponential` gives 0


def list_legal(games: Games, numbers: Cells, offsets: Cells, first: int, last: int) -> None:
    """List the numbers of the legal moves of a range of games."""
    for game in range(first, last):
        start = offsets[game]
        for place in range(games.columns[game, LEGAL_COUNT]):
            numbers[start + place] = games.legal[game, place]


def pick(games: Games, picked: Cells, first: int, last: int) -> None:
    """Choose a legal move of each game at random."""
    for game in range(first, last):
        size = games.columns[game, LEGAL_COUNT]
        picked[game] = games.legal[game, below(games.pickers[game], size)] if size else -1


def pick_weighted(
    games: Games, picked: Cells, logits: NDArray[np.floating], scratch: Scratch, first: int, last: int
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


def keep_policies(games: Games, given: NDArray[np.floating], kept: Policies, first: int, last: int) -> None:
    """Append what the given policies give the legal moves of each of a range of games to its line."""
    columns = games.columns
    for game in range(first, last):
        size, start = columns[game, LEGAL_COUNT], kept.filled[game]
        for place in range(size):
            kept.lines[game, start + place] = given[game, games.legal[game, place]]
        kept.filled[game] = start + size
        kept.sizes[game, columns[game, MOVES_PLAYED]] = size


ENTRY_POINTS = (list_legal, pick)
"""The functions that Python calls; `pick_weighted` and `keep_policies` compile when first called, for each type."""
