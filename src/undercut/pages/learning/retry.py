"""Retrying a mistake of a finished game: its position, and the judgement of a move that is tried there."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from undercut.pages.errors import Missing
from undercut.pages.learning.lessons import lesson_like
from undercut.pages.learning.verdicts import Verdict, answer_to
from undercut.table.judged import JudgedMove, Review, mistakes
from undercut.table.names import names_for
from undercut.table.parts import Reader
from undercut.table.replay import branch_at
from undercut.table.scene import Scene
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
class Retry:
    """A mistake of a finished game, and what a reader tries instead."""

    table: Table
    reader: Reader
    numbers: list[int]  # of all mistakes that the reader can retry
    judged: JudgedMove
    attempt: str  # a move; empty before a try
    verdict: Verdict | None  # of the try; None before it

    @property
    def found(self) -> bool:
        """Whether the try is as good as the best move."""
        return self.verdict is not None and self.verdict.kind in ("best", "good")

    @property
    def place(self) -> int:
        """The place of the mistake among all that the reader can retry, from 1."""
        return self.numbers.index(self.judged.number) + 1

    def page(self) -> RetryPage:
        """Return the data of the page."""
        return RetryPage(
            table=self.table.id,
            title=self.table.game.spec.title,
            number=self.judged.number,
            place=self.place,
            mistakes=len(self.numbers),
            tried=self.attempt or None,
            found=self.found if self.verdict else None,
            text=self.verdict.text if self.verdict else "",
        )

    @property
    def names(self) -> list[str]:
        """The players' names as the reader knows them."""
        return names_for(self.table.names, self.reader)

    @property
    def following(self) -> int | None:
        """The number of the next mistake."""
        return next(iter(self.numbers[self.place :]), None)

    @property
    def scene(self) -> Scene:
        """The table as the player saw it, with its moves; once a better one is found, with that played."""
        seat, before = self.judged.seat, self.judged.number - 1
        shown = lesson_like(branch_at(self.table, before, [self.attempt] if self.found else []), seat)
        shown = replace(shown, steps=before + len(shown.seats))  # no one greets the players of a game under way
        if self.found:
            return replace(shown, moves=[], uses={}, refusals={})
        last = self.table.lines[self.table.steps[before - 1].line].for_reader(seat) if before else None
        return replace(shown, last=last)


def retry_at(table: Table, reader: Reader, review: Review, move: int | None, attempt: str) -> Retry:
    """Return the retry of a mistake: of the reader's own, or of anyone's without one; None: the first mistake.

    Raises:
        Missing: No such mistake.
    """
    numbers = mistakes(review, reader) or mistakes(review, None)
    number = numbers[0] if move is None and numbers else move
    judged = next((judged for judged in review.judged if judged.number == number and number in numbers), None)
    if judged is None:
        raise Missing
    return Retry(table, reader, numbers, judged, attempt, answer_to(judged, attempt) if attempt else None)
