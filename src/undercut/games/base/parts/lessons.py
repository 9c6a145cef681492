"""The types of lessons: steps of coached moves from fixed positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from undercut.games.base.reader import JSON
from undercut.translation import N_

Position = Mapping[str, JSON]
"""A complete position, as `State.position` writes it."""

_OTHERWISE = N_("The rules allow that, but there is something better here.")


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson. All sentences are messages to translate.

    Args:
        text: The coach's words.
        wanted: The moves that lead on, in notation; empty: a step to read.
        answers: The coach's answers to other legal moves, by the move or its kind.
        otherwise: The answer to every other legal move.
        replies: The other players' moves afterwards.
        start: The position in which a new scene begins; None: the game goes on.
        title: The heading of the step.
    """

    text: str
    wanted: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict[str, str])
    otherwise: str = _OTHERWISE
    replies: tuple[str, ...] = ()
    start: Position | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson or puzzle.

    Args:
        name: Its name in addresses.
        title: A message to translate.
        game: The game's name.
        steps: At least one; the first has a position.
        end: The coach's last words.
        others: The names of the other players.
        rating: The difficulty of a puzzle: the rating of players who solve half of such puzzles; 0 in other lessons.
    """

    name: str
    title: str
    game: str
    steps: tuple[Step, ...]
    end: str
    others: tuple[str, ...] = ("Rosa", "Tom", "Lena", "Omar", "Yuki", "Ivan", "Nora")
    rating: int = 0


@dataclass(frozen=True, slots=True)
class Lessons:
    """Everything that a game teaches, besides the puzzles in its ``lessons/puzzles.json``."""

    first: Lesson
    exercises: tuple[Lesson, ...] = ()
