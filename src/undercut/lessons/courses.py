"""The lessons of each game."""

from __future__ import annotations

from undercut.errors import UndercutError
from undercut.games.cups.lessons import exercises as cups_exercises
from undercut.games.cups.lessons import first as cups
from undercut.games.cut_the_rope.lessons import exercises as cut_the_rope_exercises
from undercut.games.cut_the_rope.lessons import first as cut_the_rope
from undercut.games.cuttle.lessons import exercises as cuttle_exercises
from undercut.games.cuttle.lessons import first as cuttle
from undercut.lessons.lesson import Lesson
from undercut.lessons.puzzles import puzzles

FIRST = {lesson.game: lesson for lesson in (cuttle.FIRST, cups.FIRST, cut_the_rope.FIRST)}
"""The first lesson of each game."""


EXERCISES = {
    "cuttle": cuttle_exercises.EXERCISES,
    "cups": cups_exercises.EXERCISES,
    "cut_the_rope": cut_the_rope_exercises.EXERCISES,
}
"""Ten short exercises for each game."""


def lessons(game: str) -> tuple[Lesson, ...]:
    """List the lessons of a game, the first one first; a game of another distribution may have none.

    Example:
        >>> lessons("cuttle")[0].title
        'Learn Cuttle in 3 minutes'
    """
    return (FIRST[game], *EXERCISES[game]) if game in FIRST else ()


def next_lesson(lesson: Lesson) -> Lesson | None:
    """Return the lesson or puzzle that follows; None after the last one."""
    row = puzzles(lesson.game) if lesson.rating else lessons(lesson.game)
    place = row.index(lesson) + 1
    return row[place] if place < len(row) else None


def find_lesson(game: str, name: str) -> Lesson:
    """Return a lesson or puzzle by its game and name.

    Raises:
        UndercutError: There is none.
    """
    for lesson in (*lessons(game), *puzzles(game)):
        if lesson.name == name:
            return lesson
    message = f"No such lesson: {name[:40]!r}."
    raise UndercutError(message)
