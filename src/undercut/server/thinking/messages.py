"""Messages between the site and its thinking processes, one line of JSON each."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Struct

from undercut.bots.players.player import View


class Request(Struct, frozen=True, tag=True):
    """A request for a move or a hint.

    Args:
        id: The request's number; numbers increase.
        seen: The view of the seat to move.
        level: The bot's level; None: for a hint.
    """

    id: int
    game: str
    seen: dict[str, object]
    level: str | None
    seed: int

    @property
    def view(self) -> View:
        """The view of the seat to move."""
        return cast("View", self.seen)


class Cancel(Struct, frozen=True, tag=True):
    """Cancels every request up to this number."""

    id: int


class Progress(Struct, frozen=True, tag=True):
    """The share of its time that a request has used, 0 to 1."""

    id: int
    used: float


class Answer(Struct, frozen=True, tag=True):
    """The answer to a request.

    Args:
        id: The request's number.
        move: The move's notation; empty if thinking failed.
        why: The reasons for a hint, in sentences.
    """

    id: int
    move: str
    why: str = ""


FromWorker = Progress | Answer
ToWorker = Request | Cancel

_to_worker = msgspec.json.Decoder(ToWorker)
_from_worker = msgspec.json.Decoder(FromWorker)


def read_request(line: bytes) -> ToWorker:
    """Decode a line for a thinking process."""
    return _to_worker.decode(line)


def read_answer(line: bytes) -> FromWorker:
    """Decode a line from a thinking process.

    Raises:
        msgspec.MsgspecError: The line is not such a message.
    """
    return _from_worker.decode(line)
