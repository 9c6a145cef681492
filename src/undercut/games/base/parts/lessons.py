"""The lessons and puzzles of a game, and the game on one screen."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from undercut.decoding import JSON
from undercut.games.base.words import RuleText
from undercut.translation import N_

Position = Mapping[str, JSON]  # a complete position, as `State.position` writes it

_OTHERWISE = N_("That is legal, but there is something better here.")


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson. All sentences are messages to translate."""

    text: str  # the coach's words
    wanted: tuple[str, ...] = ()  # the moves that lead on, in notation; empty: a step to read
    # The coach's answers to other legal moves, by the move or its kind.
    answers: Mapping[str, str] = field(default_factory=dict[str, str])
    otherwise: str = _OTHERWISE  # the answer to every other legal move
    replies: tuple[str, ...] = ()  # the other players' moves afterwards
    # In a puzzle the other player's moves that refute a wrong one, by that move; under `*` those against all others.
    against: Mapping[str, str] = field(default_factory=dict[str, str])
    start: Position | None = None  # the position in which a new scene begins; None: the game goes on
    title: str = ""  # the heading of the step


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson or puzzle."""

    name: str  # its name in addresses
    title: str  # a message to translate
    game: str  # the game's name
    steps: tuple[Step, ...]  # at least one; the first has a position
    end: str  # the coach's last words
    others: tuple[str, ...] = ("Rosa", "Tom", "Lili", "Hugo", "Yuki", "Nell", "Jiro")  # the names of the other players
    # The difficulty of a puzzle: the rating of players who solve half of such puzzles; 0 in other lessons.
    rating: int = 0
    idea: str = ""  # what kind of move solves a puzzle; those of one idea resemble each other
    saves: bool = False  # whether a puzzle is solved by the only move that does not lose
    retired: bool = False  # whether a puzzle is no longer offered; it stays at its address

    @property
    def is_puzzle(self) -> bool:
        """Whether it has a rating."""
        return self.rating > 0


@dataclass(frozen=True, slots=True)
class CardRule:
    """Effect of a kind of card."""

    id: str
    cards: tuple[str, ...]
    title: str
    fact: RuleText
    clause: str
    # The ranks or cards that lead here from the table; empty: all others, or moves by the clause if no rule has any.
    ranks: str = ""


@dataclass(frozen=True, slots=True)
class Glance:
    """A game on one screen."""

    goal: RuleText
    turn: RuleText
    cards: tuple[CardRule, ...]

    def rule(self, card: str, clause: str) -> CardRule | None:
        """Return the rule of a card; where cards have none of their own, that of the clause."""
        ranks = {card, card[:1]}
        others = [rule for rule in self.cards if not rule.ranks]
        if len(others) == len(self.cards):
            return next((rule for rule in others if rule.clause == clause), None)
        return next((rule for rule in self.cards if not ranks.isdisjoint(rule.ranks.split())), *others[:1])


@dataclass(frozen=True, slots=True)
class Lessons:
    """Lessons of a game, as its file ``lessons/lessons.toml`` has them."""

    first: Lesson | None = None
    exercises: tuple[Lesson, ...] = ()
    first_game: str = ""  # the rule set of the first games; empty: that of the lesson
    first_seats: int = 2
    first_minutes: int = 0  # about how long a game with these seats takes; 0: as long as one of two
    glance: Glance | None = None
