"""Messages between the site and its thinking processes, one line of JSON each."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Struct

from undercut.bots.players.player import View


class Request(Struct, frozen=True, tag=True):
    """A request for a move or a hint.

    Args:
        id: The request's number; a request that starts again gets another.
        seen: The view of the seat to move.
        level: The bot's level; None: for a hint.
        seconds: Time limit of the search.
    """

    id: int
    game: str
    seen: dict[str, object]
    level: str | None
    seed: int
    seconds: float

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
        id: The request's number.
        move: The move's notation; empty if thinking failed or was cancelled.
        why: The reasons for a hint, in sentences.
    """

    id: int
    move: str
    why: str = ""


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
