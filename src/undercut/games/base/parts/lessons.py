"""The types of lessons, and of a game on one screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from undercut.games.base.reader import JSON
from undercut.games.base.words import RuleText
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


@dataclass(frozen=True, slots=True)
class CardRule:
    """What a kind of card does.

    Args:
        ranks: The ranks or cards that lead here from the table; empty: all others.
    """

    id: str
    cards: tuple[str, ...]
    title: str
    fact: RuleText
    clause: str
    ranks: str = ""


@dataclass(frozen=True, slots=True)
class Glance:
    """A game on one screen."""

    goal: RuleText
    turn: RuleText
    cards: Sequence[CardRule]

    def anchor(self, card: str) -> str:
        """Return the anchor of a card's rule."""
        found = (rule.id for rule in self.cards if card in rule.ranks.split() or card[:1] in rule.ranks.split())
        suits = (rule.id for rule in self.cards if f"*{card[-1:]}" in rule.ranks.split())
        return next(suits, "") or next(found, "") or next(rule.id for rule in self.cards if not rule.ranks)
