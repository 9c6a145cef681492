"""Puzzles: positions from bot games, solved by the exact solver, found by ``bench/puzzles.py``."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, cast

from undercut.games.base import registry
from undercut.games.base.parts.lessons import Lesson, Position, Step
from undercut.translation import N_

NODES = 3_000  # number of positions to which each proof of a puzzle is limited

DAY = 24 * 60 * 60

_END = N_("Solved: a forced win, whatever the hidden cards are.")
_FIRST = N_("You can force a win, whatever the hidden cards are. Find the first move.")
_ONLY = N_("You can win with one move, whatever the hidden cards are. Find it.")
_NEXT = N_("Right. Go on: not every move keeps the win.")
_LAST = N_("Right. Now win the game.")
_WRONG = N_("That is legal, but it does not force a win. Look again.")
_SAVE = N_(
    "All moves but one lose at once: whatever the hidden cards are, your opponent can win with the next move. Find the "
    "other one."
)
_SAVED = N_("Solved: every other move would have let your opponent win with the next move.")
_LOST = N_("Your opponent can now win with the next move. Look again.")


def puzzles(game: str) -> tuple[Lesson, ...]:
    """List the puzzles of a game, easiest first; an unknown game has none."""
    return _read(game) if game in registry.names() else ()


@cache
def _read(game: str) -> tuple[Lesson, ...]:
    path = files(registry.package(game)).joinpath("lessons", "puzzles.json")
    if not path.is_file():
        return ()
    found = cast("list[dict[str, Any]]", json.loads(path.read_text(encoding="utf-8")))
    return tuple(_puzzle(game, number, one) for number, one in enumerate(found, 1))


def todays_puzzle(game: str, now: float) -> Lesson | None:
    """Return the puzzle of the day; None if the game has none."""
    found = puzzles(game)
    # A step that has no divisor in common with most numbers, so that neighbouring days differ in difficulty.
    return found[int(now // DAY) * 89 % len(found)] if found else None


def _puzzle(game: str, number: int, found: dict[str, Any]) -> Lesson:
    last, saves = len(found["steps"]) - 1, found["aim"] == "save"
    first = _SAVE if saves else _FIRST if last else _ONLY
    steps = [
        Step(
            text=first if place == 0 else _LAST if place == last else _NEXT,
            wanted=tuple(right),
            otherwise=_LOST if saves else _WRONG,
            replies=tuple(answers),
            start=cast("Position", found["start"]) if place == 0 else None,
        )
        for place, (right, answers) in enumerate(found["steps"])
    ]
    return Lesson(
        name=f"puzzle-{number}",
        title=N_("Puzzle"),
        game=game,
        steps=tuple(steps),
        end=_SAVED if saves else _END,
        rating=int(found["rating"]),
    )
