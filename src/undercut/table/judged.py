"""The review of a finished game, as it is stored and as thinking processes write it."""

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import msgspec
from msgspec import Struct

from undercut.bots.advice.evidence import Mark
from undercut.bots.advice.judging import JudgedMove
from undercut.games.base.game_types import TABLE_REASONS, Outcome
from undercut.table.commands import NotYours
from undercut.table.parts import Reader
from undercut.table.replay import SEALED
from undercut.table.scene import SceneResult
from undercut.table.table import Table
from undercut.translation import _

METHOD = 2  # version of the analysis; stored reviews of other versions are computed again
LONGEST = 400  # number of moves that are judged, from the end of the game backwards


class Review(Struct, frozen=True):
    moves: int
    judged: list[JudgedMove] = msgspec.field(default_factory=list[JudgedMove])
    failed: int = 0

    @property
    def wanted(self) -> int:
        return min(self.moves, LONGEST)

    @property
    def is_done(self) -> bool:
        return len(self.judged) + self.failed >= self.wanted


class _Moved(Struct, frozen=True):
    seat: int
    legal: int
    loss: float


class _Moves(Struct, frozen=True):
    judged: list[_Moved] = []


_moves = msgspec.json.Decoder(_Moves)


def accuracy(data: bytes | msgspec.Raw, seat: int) -> float | None:
    """Return how much of the chances a seat's choices kept on average; None if a stored review judges none."""
    losses = [one.loss for one in _moves.decode(data).judged if one.seat == seat and one.legal > 1]
    return 1 - sum(losses) / len(losses) if losses else None


@dataclass(frozen=True, slots=True)
class Progress:
    review: Review
    active: bool


_decoder = msgspec.json.Decoder(Review)


def moves_to_review(table: Table) -> int:
    """Return the number of moves of a finished game whose cards are open."""
    if table.state is None or table.phase != "over":
        raise NotYours(_("The review is available when the game is over."))
    if table.sealed:
        raise NotYours(_(SEALED))
    return len(table.state.moves)


def stored_review(data: bytes | msgspec.Raw | None, moves: int) -> Review:
    """Read a stored review; one of an earlier version, or of another state of the log, is begun again."""
    try:
        review = _decoder.decode(data) if data else Review(moves)
    except msgspec.MsgspecError:
        review = Review(moves)
    return review if review.moves == moves else Review(moves)


def mistakes(review: Review, reader: Reader) -> list[int]:
    """List the numbers of the marked moves of a seat, or of all seats for a spectator."""
    return [
        found.number
        for found in review.judged
        if found.values and found.seat == (found.seat if reader is None else reader) and found.mark is not Mark.NONE
    ]


def costliest(review: Review, reader: Reader) -> JudgedMove | None:
    numbers = {*mistakes(review, reader)}
    return max((one for one in review.judged if one.number in numbers), key=lambda one: one.loss, default=None)


class Fall(NamedTuple):
    number: int  # of the earlier move
    before: float
    after: float


def largest_fall(review: Review, seat: Reader, result: Outcome | SceneResult | None) -> Fall | None:
    """Return where the chances of a seat that lost fell most by play; None if it did not lose, or they hardly fell."""
    if seat is None or not result or not result.winners or seat in result.winners or not review.is_done:
        return None
    points = [(one.number, one.expected) for one in review.judged if one.seat == seat]
    if result.reason not in TABLE_REASONS:
        points.append((review.moves + 1, 0.0))
    falls = [Fall(number, before, after) for (number, before), (_next, after) in pairwise(points)]
    worst = max(falls, key=lambda fall: fall.before - fall.after, default=None)
    return worst if worst and worst.before - worst.after >= Mark.INACCURACY.least else None
