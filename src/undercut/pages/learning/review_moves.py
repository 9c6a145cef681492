"""The moves of a review as lists of links: all moves, and the mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple
from urllib.parse import urlencode

from undercut.pages.learning.review import ReviewPage
from undercut.pages.learning.verdicts import Verdict, in_short, verdict
from undercut.pages.texts import percent
from undercut.table.judged import JudgedMove

Cards = Literal["open", "seen"]  # whether a review shows all cards, or what the player to move could see
_LISTED = 8  # most mistakes that a review lists


class ReviewAddress(NamedTuple):
    """The address of a review at one move."""

    table: str
    move: int  # one more than all moves: the end
    cards: Cards = "open"
    line: int = 0  # number of moves of the better line that are played

    def __str__(self) -> str:
        """Write it for a link."""
        query: Mapping[str, object] = {
            "move": self.move,
            **({} if self.cards == "open" else {"cards": self.cards}),
            **({"line": self.line} if self.line else {}),
        }
        return f"/t/{self.table}/review?{urlencode(query)}"

    def at(self, move: int) -> str:
        """Write the address of another move."""
        return str(self._replace(move=move, line=0))

    def along(self, step: int) -> str:
        """Write the address with some moves of the better line played; 0: with none."""
        return str(self._replace(line=step))

    @property
    def other_cards(self) -> str:
        """The address with the hidden cards shown, or no longer shown."""
        return str(self._replace(cards="open" if self.cards == "seen" else "seen"))


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move in the list of all moves."""

    number: int
    name: str
    text: str
    verdict: Verdict
    sign: str
    loss: str  # what it cost; empty if that is not worth saying
    address: str
    here: bool


def move_rows(page: ReviewPage, address: ReviewAddress) -> list[MoveRow]:
    """List the judged moves."""
    return [_move_row(page, address, judged) for judged in page.judged]


def _move_row(page: ReviewPage, address: ReviewAddress, judged: JudgedMove) -> MoveRow:
    judgement, sign = verdict(judged), judged.mark.sign
    if judgement.kind == "doubtful" or (sign and judged.doubtful):
        sign += "≈"
    return MoveRow(
        number=judged.number,
        name=page.players[judged.seat],
        text=judged.text,
        verdict=judgement,
        sign=sign,
        loss=percent(judged.loss) if sign else "",
        address=address.at(judged.number),
        here=judged.number == address.move,
    )


@dataclass(frozen=True, slots=True)
class MistakeLink:
    """A mistake in a sentence, with its address."""

    text: str
    address: str
    here: bool


def costliest_mistakes(page: ReviewPage, address: ReviewAddress) -> list[MistakeLink]:
    """List the costliest mistakes in the order of the game: the reader's own, or everyone's for a spectator."""
    numbers = {*page.mistakes}
    wrong = [judged for judged in page.judged if judged.number in numbers]
    listed = sorted(wrong, key=lambda judged: -judged.loss)[:_LISTED]
    return [
        MistakeLink(in_short(page.players, judged, page.you), address.at(judged.number), judged.number == address.move)
        for judged in wrong
        if judged in listed
    ]
