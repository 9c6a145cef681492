"""Messages between the site and its thinking processes, one line of JSON each."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Struct

from undercut.bots.players.player import View
from undercut.table.judged import JudgedMove


class Played(Struct, frozen=True):
    """A move of a finished game."""

    move: str
    number: int


class Request(Struct, frozen=True, tag=True):
    """A request for a move, a hint, or the judgement of a move that was played.

    Args:
        level: The bot's level; None: for a hint or a judgement.
        seconds: Time limit of the search.
        played: The move to judge; None: for a move or a hint.
    """

    id: int
    game: str
    seen: dict[str, object]
    level: str | None
    seed: int
    seconds: float
    played: Played | None = None

    @property
    def view(self) -> View:
        """The view of the seat to move."""
        return cast("View", self.seen)


class Cancel(Struct, frozen=True, tag=True):
    """Cancels a request."""

    id: int


class Answer(Struct, frozen=True, tag=True):
    """The answer to a request.

    Args:
        move: The move's notation; empty if thinking failed or was cancelled.
    """

    id: int
    move: str
    why: str = ""
    judged: JudgedMove | None = None


ToWorker = Request | Cancel

_to_worker = msgspec.json.Decoder(ToWorker)
_from_worker = msgspec.json.Decoder(Answer)


def read_request(line: bytes) -> ToWorker:
    """Decode a line for a thinking process."""
    return _to_worker.decode(line)


def read_answer(line: bytes) -> Answer:
    """Decode a line from a thinking process.

    Raises:
        msgspec.MsgspecError: The line is not such a message.
    """
    return _from_worker.decode(line)
