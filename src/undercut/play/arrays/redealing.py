"""The loop that deals hidden cards again in the games of a batch. It runs on every host."""

from __future__ import annotations

from undercut.engine.chance import start_numbered
from undercut.engine.contract import Cells, Fields
from undercut.search.heuristics import determinize


def redeal_games(
    states: list[Fields], seats: Cells, generators: list[Cells], seed: int, pool: Cells, first: int, last: int
) -> None:
    """Redeal what a seat of each of a range of games cannot know (-1: nothing), by the seed and the game's number."""
    for game in range(first, last):
        seat = int(seats[game])
        if seat >= 0:
            start_numbered(generators[game], seed, game)
            determinize(states[game], seat, generators[game], pool)


ENTRY_POINTS = (redeal_games,)
"""The function that Python calls."""
