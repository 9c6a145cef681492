"""The page of puzzles: today's, the days in a row, and for each game your rating and the next harder one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from undercut.games.base import registry
from undercut.games.base.parts.lessons import Lesson
from undercut.lessons.learned import Learned, days_solved, harder, puzzle_of_day, rating, solved
from undercut.lessons.puzzles import puzzles
from undercut.table.daily import streak

State = Literal["new", "missed", "late", "right"]


class TodaysPuzzle(Struct, frozen=True):
    """A game's puzzle of the day, with the reader's rating and the next harder one."""

    game: str
    title: str
    rating: int
    address: str
    state: State  # late: solved after a wrong try
    yours: int
    solved: int
    number: int
    harder: str


class PuzzlesPage(Struct, frozen=True):
    """Today's puzzles."""

    day: str
    streak: int
    puzzles: list[TodaysPuzzle]


def puzzles_page(known: Sequence[Learned], day: str) -> PuzzlesPage:
    """Put together the page for what a guest has tried."""
    found = ((name, puzzle_of_day(name, day)) for name in registry.names())
    return PuzzlesPage(
        day, streak(days_solved(known), day), [_todays(known, day, puzzle) for _name, puzzle in found if puzzle]
    )


def _todays(known: Sequence[Learned], day: str, puzzle: Lesson) -> TodaysPuzzle:
    game = puzzle.game
    mine = next((one for one in known if (one.game, one.lesson, one.day) == (game, puzzle.name, day)), None)
    state: State = "new"
    if mine and (mine.done or not mine.right):
        state = "missed" if not mine.done else "right" if mine.right else "late"
    yours = rating(known, game)
    following = harder(known, game, yours)
    return TodaysPuzzle(
        game,
        registry.spec(game).title,
        puzzle.rating,
        f"/learn/{game}/{puzzle.name}/1",
        state,
        yours,
        sum(one == game and name.startswith("puzzle-") for one, name in solved(known)),
        len(puzzles(game)),
        f"/learn/{game}/{following.name}/1" if following else "",
    )
