"""Retrying a mistake of a finished game: its position, and the judgement of a move that is tried there."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct

from undercut.games.base.book import rules_title
from undercut.pages.assets import sprite_address
from undercut.pages.books.rule_links import Links
from undercut.pages.errors import Missing
from undercut.pages.learning.drawings import DrawnPosition, Sight, draw_position
from undercut.pages.learning.verdicts import Verdict, answer_to
from undercut.pages.preferences import Preferences
from undercut.table.judged import JudgedMove, Review, mistakes
from undercut.table.names import names_for
from undercut.table.parts import Reader
from undercut.table.table import Table


class RetryPage(Struct, frozen=True):
    """A position in which a mistake was made, to find a better move."""

    table: str
    title: str
    number: int
    place: int
    mistakes: int
    tried: str | None = None
    found: bool | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class RetryMoment:
    """What the template for retrying a mistake shows besides its data."""

    position: DrawnPosition
    judged: JudgedMove
    verdict: Verdict | None
    name: str  # of the player who made the mistake
    names: list[str]
    yours: bool
    following: int | None  # the number of the next mistake
    sprite: str
    links: Links
    rules_title: str


@dataclass(frozen=True, slots=True)
class Retry:
    """A mistake of a finished game, and what a reader tries instead."""

    table: Table
    reader: Reader
    numbers: list[int]  # of all mistakes that the reader can retry
    judged: JudgedMove
    attempt: str  # a move; empty before a try

    @property
    def verdict(self) -> Verdict | None:
        """The judgement of the try; None before it."""
        return answer_to(self.judged, self.attempt) if self.attempt else None

    @property
    def place(self) -> int:
        """The place of the mistake among all that the reader can retry, from 1."""
        return self.numbers.index(self.judged.number) + 1

    def page(self) -> RetryPage:
        """Return the data of the page."""
        verdict = self.verdict
        return RetryPage(
            table=self.table.id,
            title=self.table.game.spec.title,
            number=self.judged.number,
            place=self.place,
            mistakes=len(self.numbers),
            tried=self.attempt if verdict else None,
            found=verdict.kind in ("best", "good") if verdict else None,
            text=verdict.text if verdict else "",
        )

    def moment(self, preferences: Preferences) -> RetryMoment:
        """Return what the template shows besides the data."""
        table, judged = self.table, self.judged
        sight = Sight("seen", self.reader, [self.attempt] if self.attempt else [])
        return RetryMoment(
            position=draw_position(table, judged.number, sight, preferences),
            judged=judged,
            verdict=self.verdict,
            name=table.names[judged.seat],
            names=names_for(table.names, self.reader),
            yours=judged.seat == self.reader,
            following=next(iter(self.numbers[self.place :]), None),
            sprite=sprite_address(table.game.spec.pack),
            links=Links(table.game.name, table.game.rules),
            rules_title=rules_title(table.game.name, table.game.rules),
        )


def retry_at(table: Table, reader: Reader, review: Review, move: int | None, attempt: str) -> Retry:
    """Return the retry of a mistake: of the reader's own, or of anyone's without one; None: the first mistake.

    Raises:
        Missing: There is no such mistake.
    """
    numbers = mistakes(review, reader) or mistakes(review, None)
    number = numbers[0] if move is None and numbers else move
    judged = next((judged for judged in review.judged if judged.number == number and number in numbers), None)
    if judged is None:
        raise Missing
    return Retry(table, reader, numbers, judged, attempt)
