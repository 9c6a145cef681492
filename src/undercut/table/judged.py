"""The review of a finished game, as it is stored and as thinking processes write it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    from undercut.bots.advice.analysis import Reviewed

METHOD = 2
"""Version of the analysis; stored reviews of other versions are computed again."""

LONGEST = 400
"""Number of moves that are judged, from the end of the game backwards."""


class Because(Struct, frozen=True):
    """A reason for or against a move."""

    clause: str
    text: str


class LineMove(Struct, frozen=True):
    """One move of a likely continuation."""

    seat: int
    move: str
    text: str


class MoveValue(Struct, frozen=True):
    """A legal move as the search saw it."""

    move: str
    text: str
    expected: float  # expected share of the game, 0 to 1
    error: float


class JudgedMove(Struct, frozen=True):
    """The judgement of one move from the view that its seat had."""

    number: int
    seat: int
    move: str
    text: str
    legal: int
    best: str
    best_text: str
    expected: float  # expected share of the game after `best`, 0 to 1
    error: float
    loss: float
    loss_error: float
    lead: float
    proof: str = ""  # the proven result of the position; empty if nothing was proven
    why: list[Because] = field(default_factory=list[Because])
    against: list[Because] = field(default_factory=list[Because])
    line: list[LineMove] = field(default_factory=list[LineMove])
    values: list[MoveValue] = field(default_factory=list[MoveValue])


class Study(Struct, frozen=True):
    """The review of a game, finished or in progress."""

    moves: int
    judged: list[JudgedMove] = field(default_factory=list[JudgedMove])
    failed: int = 0

    @property
    def wanted(self) -> int:
        """Number of moves to judge."""
        return min(self.moves, LONGEST)

    @property
    def is_done(self) -> bool:
        """Whether no move is left to judge."""
        return len(self.judged) + self.failed >= self.wanted


def judged_move(found: Reviewed) -> JudgedMove:
    """Convert a move that a search has judged."""
    it = found.judgement
    explained = bool(found.against)
    return JudgedMove(
        it.number,
        it.seat,
        str(it.move),
        it.move.text,
        it.legal,
        str(it.best),
        it.best.text,
        round(it.expected, 4),
        round(it.error, 4),
        round(it.loss, 4),
        round(it.loss_error, 4),
        round(it.lead, 4),
        it.proof,
        [Because(reason.clause, reason.text) for reason in found.why],
        [Because(reason.clause, reason.text) for reason in found.against],
        [LineMove(step.seat, step.move, step.text) for step in found.line],
        [
            MoveValue(str(one.move), one.move.text, round(one.expected, 4), round(one.error, 4))
            for one in (found.values if explained else ())
        ],
    )


@dataclass(frozen=True, slots=True)
class Progress:
    """A review as far as it is computed."""

    study: Study
    active: bool
