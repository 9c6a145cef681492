"""The lessons of each game, its first screen, and a recorded game to watch."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import cast

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.parts.lessons import Lesson
from undercut.lessons.puzzles import puzzles


def first_lesson(game: str) -> Lesson | None:
    """Return the first lesson of a game; None for an unknown game, or one without lessons."""
    own = registry.spec(game).lessons() if game in registry.names() else None
    return own.first if own else None


def lessons(game: str) -> tuple[Lesson, ...]:
    """List the lessons of a game, the first one first; a game of another distribution may have none."""
    own = registry.spec(game).lessons() if game in registry.names() else None
    return (own.first, *own.exercises) if own else ()


def next_lesson(lesson: Lesson) -> Lesson | None:
    """Return the lesson or puzzle that follows; None after the last one."""
    row = puzzles(lesson.game) if lesson.rating else lessons(lesson.game)
    place = row.index(lesson) + 1
    return row[place] if place < len(row) else None


def find_lesson(game: str, name: str) -> Lesson:
    """Return a lesson or puzzle by its game and name."""
    for lesson in (*lessons(game), *puzzles(game)):
        if lesson.name == name:
            return lesson
    message = f"No such lesson: {name[:40]!r}."
    raise UndercutError(message)


def card_anchor(game: str, card: str) -> str:
    """Return the anchor of a card's rule on the page of the rule book; empty if the page has none."""
    glance = registry.spec(game).glance()
    return glance.anchor(card) if glance else ""


@cache
def shown_games() -> dict[str, dict[str, object]]:
    """Return the records of the games to watch, by game."""
    paths = [files(registry.package(game)).joinpath("lessons", "shown.json") for game in registry.names()]
    records = [
        cast("dict[str, object]", json.loads(path.read_text(encoding="utf-8"))) for path in paths if path.is_file()
    ]
    return {str(record["game"]): record for record in records}
