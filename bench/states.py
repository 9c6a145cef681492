"""How long single states take to list, show and play moves: the rows of ``make bench`` on the façade."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median

from undercut.play.game import Game

STEPS = ("play", "play a listed move", "legal_moves", "view")
"""What is measured; ``play`` is given text, and nothing has been listed before."""

GAMES = 20


def step_times(game: Game, seed: int, games: int = GAMES) -> dict[str, float]:
    """Measure random games.

    Returns:
        The median of each of `STEPS`, in microseconds of processor time.
    """
    times: dict[str, list[int]] = {step: [] for step in STEPS}
    chance = random.Random(seed)
    for deal in range(games):
        state = game.deal(seed=deal)
        while state.to_move is not None:
            moves = _timed(times["legal_moves"], state.legal_moves)
            _timed(times["view"], lambda: state.view(state.to_move))  # noqa: B023  called at once
            move = chance.choice(moves)
            _timed(times["play a listed move"], lambda: state.play(move))  # noqa: B023  as above
            state.undo()
            _timed(times["play"], lambda: state.play(move.notation))  # noqa: B023  as above
    return {step: median(found) / 1000 for step, found in times.items()}


def _timed(times: list[int], call: Callable[[], object]) -> object:
    before = time.process_time_ns()
    result = call()
    times.append(time.process_time_ns() - before)
    return result
