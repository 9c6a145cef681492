"""The lessons of each game."""

from __future__ import annotations

from undercut.errors import UndercutError
from undercut.lessons import cups, cut_the_rope, cuttle
from undercut.lessons.lesson import Lesson

FIRST = {lesson.game: lesson for lesson in (cuttle.FIRST, cups.FIRST, cut_the_rope.FIRST)}
"""The first lesson of each game."""


def lessons(game: str) -> tuple[Lesson, ...]:
    """List the lessons of a game, the first one first; a game of another distribution may have none.

    Example:
        >>> lessons("cuttle")[0].title
        'Learn Cuttle in 3 minutes'
    """
    return (FIRST[game],) if game in FIRST else ()


def find_lesson(game: str, name: str) -> Lesson:
    """Return a lesson by its game and name.

    Raises:
        UndercutError: There is none.
    """
    for lesson in lessons(game):
        if lesson.name == name:
            return lesson
    message = f"No such lesson: {name[:40]!r}."
    raise UndercutError(message)
