"""The page with the lessons of all games."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from undercut.games.base.book import rules_title
from undercut.lessons.course import lessons, puzzles
from undercut.lessons.learner import Learned, solved
from undercut.pages.books.rule_links import rule_address
from undercut.pages.game_cards import GameCard, game_cards
from undercut.play.game import Game
from undercut.translation import _


class LessonLink(Struct, frozen=True):
    title: str
    address: str
    done: bool = False


class Course(Struct, frozen=True):
    """The lessons of a game, the first one first."""

    game: GameCard
    lessons: list[LessonLink]
    puzzles: int
    solved: int
    puzzle: str  # the address of the puzzle of the day; empty if there is none
    rules: str  # that the lessons teach
    rules_address: str
    others: str = ""  # the rules of the table from which the reader comes, if they differ
    others_address: str = ""


class LearnPage(Struct, frozen=True):
    """The lessons of all games."""

    courses: list[Course]


def learn_page(known: Sequence[Learned], chosen: Game | None = None) -> LearnPage:
    """List the lessons of all games, and what of them is done; ``chosen`` is the game from which the reader comes."""
    done = solved(known)
    return LearnPage(
        [_course(card, done, chosen if chosen and chosen.name == card.name else None) for card in game_cards()]
    )


def _course(card: GameCard, done: set[tuple[str, str]], chosen: Game | None) -> Course:
    other_rules = chosen.rules if chosen and chosen.rules != card.rule_set else None
    return Course(
        game=card,
        lessons=[
            LessonLink(_(lesson.title), f"/learn/{card.name}/{lesson.name}/1", (card.name, lesson.name) in done)
            for lesson in lessons(card.name)
        ],
        puzzles=len(puzzles(card.name)),
        solved=sum((card.name, puzzle.name) in done for puzzle in puzzles(card.name)),
        puzzle=f"/learn/{card.name}/today" if puzzles(card.name) else "",
        rules=rules_title(card.name, card.rule_set),
        rules_address=rule_address(card.name, card.rule_set),
        others=rules_title(card.name, other_rules) if other_rules else "",
        others_address=rule_address(card.name, other_rules) if other_rules else "",
    )
