"""What a learner has done: puzzles solved, their days, a rating, and the next puzzle to try."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from undercut.games.base.parts.lessons import Lesson
from undercut.lessons.course import puzzles

_START, _STEP = 1000, 40  # a learner's first rating, and the most that a puzzle can bring or cost
_SCALE = 400


class Learned(NamedTuple):
    """A lesson or puzzle that was tried on a day."""

    game: str
    lesson: str
    day: str
    right: bool  # no try was wrong before the solution
    done: bool


def puzzle_of_day(game: str, day: str) -> Lesson | None:
    found, days = puzzles(game), (date.fromisoformat(day) - date(1970, 1, 1)).days
    # A step that has no divisor in common with most numbers, so that neighbouring days differ in difficulty.
    return found[days * 89 % len(found)] if found else None


def solved(known: Iterable[Learned]) -> set[tuple[str, str]]:
    """Return the games and names of all that was done to the end."""
    return {(one.game, one.lesson) for one in known if one.done}


def days_solved(known: Iterable[Learned]) -> set[str]:
    named = ((one, puzzle_of_day(one.game, one.day)) for one in known if one.done)
    return {one.day for one, puzzle in named if puzzle and puzzle.name == one.lesson}


def rating(known: Sequence[Learned], game: str) -> int:
    """Return a learner's rating in a game: each puzzle counts once, right or wrong at the first try."""
    ratings = {puzzle.name: puzzle.rating for puzzle in puzzles(game)}
    mine, counted = float(_START), set[str]()
    for one in known:
        if one.game == game and one.lesson in ratings and one.lesson not in counted and (one.done or not one.right):
            counted.add(one.lesson)
            expected = 1 / (1 + 10 ** ((ratings[one.lesson] - mine) / _SCALE))
            mine += _STEP * (one.right - expected)
    return round(mine)


def harder(known: Sequence[Learned], game: str, than: int = 0) -> Lesson | None:
    """Return the easiest puzzle left above a rating, or the first left; None if all are solved."""
    done = solved(known)
    left = [puzzle for puzzle in puzzles(game) if (game, puzzle.name) not in done]
    return next((puzzle for puzzle in left if puzzle.rating >= than), left[0] if left else None)
