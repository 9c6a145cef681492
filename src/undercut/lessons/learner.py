"""What a learner has done: puzzles solved, their days, a rating, and the next puzzle to try."""

from collections.abc import Iterable, Sequence
from datetime import date
from math import gcd
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
    step: int = 0  # the step of a lesson that comes next, from 1; 0 in a puzzle, or in one done to the end


def puzzle_of_day(game: str, day: str) -> Lesson | None:
    found, days = puzzles(game), (date.fromisoformat(day) - date(1970, 1, 1)).days
    if not found:
        return None
    # A step without a common divisor: every puzzle has its day, and neighbouring days differ in difficulty.
    step = next(step for step in range(max(2, len(found) * 3 // 8), 2 * len(found) + 3) if gcd(step, len(found)) == 1)
    return found[days * step % len(found)]


def solved(known: Iterable[Learned]) -> set[tuple[str, str]]:
    """Return the games and names of all that was done to the end."""
    return {(one.game, one.lesson) for one in known if one.done}


def place_in(known: Iterable[Learned], lesson: Lesson) -> int:
    """Return the step at which a learner left a lesson; 0 if it was not begun, or is done."""
    mine = [one for one in known if (one.game, one.lesson) == (lesson.game, lesson.name)]
    return 0 if not mine or any(one.done for one in mine) else min(mine[-1].step, len(lesson.steps))


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


def harder(known: Sequence[Learned], game: str, than: int) -> Lesson | None:
    """Return the easiest unsolved puzzle above a rating; None if there is none."""
    return next((puzzle for puzzle in _unsolved(known, game) if puzzle.rating > than), None)


def nearest(known: Sequence[Learned], game: str, to: int) -> Lesson | None:
    """Return the unsolved puzzle that is nearest to a rating; None if all are solved."""
    return min(_unsolved(known, game), key=lambda puzzle: abs(puzzle.rating - to), default=None)


def _unsolved(known: Sequence[Learned], game: str) -> list[Lesson]:
    done = solved(known)
    return [puzzle for puzzle in puzzles(game) if (game, puzzle.name) not in done]
