"""Choosing a move in the tree by the priors of a network (PUCT; Silver and others, 2017), as plain loops."""

from __future__ import annotations

from math import sqrt

from undercut.engine.contract import Cells, Weights, mover
from undercut.search.network import WHOLE, fill_priors
from undercut.search.workspace import (
    AVAILABLE,
    FIRST_PLAY,
    GUIDANCE,
    MASK,
    MOVES,
    PRIORS,
    SETTINGS,
    SHARE,
    SPREAD,
    TOTAL,
    VISITS,
    find,
    first_history,
    mixed,
)


def choose_by_priors(
    s: object, tree: Cells, number: int, history: int, workspace: list[Cells], weights: Weights
) -> int:
    """Choose the move to follow: the best by its results and its prior.

    The priors are those of the hand that the seat holds in this iteration, though the results are of all its hands.

    Returns:
        The index of the move. The cell after the priors tells how often the node was visited, and once more.
    """
    settings, priors, moves = workspace[SETTINGS], workspace[PRIORS], workspace[MOVES]
    fill_priors(s, number, workspace, weights)
    if settings[SPREAD] and history == first_history(mover(s)):
        for place in range(number):
            priors[place] += settings[SPREAD] * (WHOLE // number - priors[place]) // 1000
    total = got = tried = 0
    for place in range(number):
        edge = find(tree, settings[MASK], mixed(history, moves[place]))
        visits = tree[edge + VISITS]
        if visits:
            tree[edge + AVAILABLE] += 1
            total += visits
            got += tree[edge + TOTAL]
            tried += priors[place]
    mean = got / (SHARE * total) if total else 0.5
    hoped = mean - settings[FIRST_PLAY] / 1000.0 * sqrt(tried / WHOLE)
    weight = settings[GUIDANCE] / (1000.0 * WHOLE)
    priors[number] = total + 1
    best = -1.0e9
    chosen = 0
    for place in range(number):
        edge = find(tree, settings[MASK], mixed(history, moves[place]))
        visits = tree[edge + VISITS]
        bound = hoped + weight * priors[place] * sqrt(total + 1)
        if visits:
            # A move that few hands allow counts only the visits in which it was available.
            bound = tree[edge + TOTAL] / (SHARE * visits)
            bound += weight * priors[place] * sqrt(tree[edge + AVAILABLE]) / (1 + visits)
        if bound > best:
            best = bound
            chosen = place
    return chosen
