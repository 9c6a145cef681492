"""The lessons of each game."""

from __future__ import annotations

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.parts.lessons import Lesson
from undercut.lessons.puzzles import puzzles


def first_lesson(game: str) -> Lesson | None:
    """Return the first lesson of a game; None if it has none, or if there is no such game.

    Example:
        >>> first_lesson("cuttle").title
        'Learn Cuttle in 3 minutes'
    """
    own = registry.spec(game).lessons() if game in registry.names() else None
    return own.first if own else None


def lessons(game: str) -> tuple[Lesson, ...]:
    """List the lessons of a game, the first one first; a game of another distribution may have none.

    Example:
        >>> len(lessons("cuttle"))
        11
    """
    own = registry.spec(game).lessons() if game in registry.names() else None
    return (own.first, *own.exercises) if own else ()


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
