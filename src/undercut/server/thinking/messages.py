"""What the site and its thinking processes say to each other, a line of JSON each."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Struct

from undercut.bots.players.player import View


class Request(Struct, frozen=True, tag=True):
    """Something to think about.

    Args:
        id: Its number; they grow.
        game: The game's name.
        seen: What the seat to move may know.
        level: The bot's level; None: a hint is wanted.
        seed: For its random choices.
    """

    id: int
    game: str
    seen: dict[str, object]
    level: str | None
    seed: int

    @property
    def view(self) -> View:
        """What the seat to move may know."""
        return cast("View", self.seen)


class Cancel(Struct, frozen=True, tag=True):
    """Nobody waits any more for the request of this number."""

    id: int


class Progress(Struct, frozen=True, tag=True):
    """How much of its time a request has used, 0 to 1."""

    id: int
    used: float


class Answer(Struct, frozen=True, tag=True):
    """What was found.

    Args:
        id: The request's number.
        move: The move's notation; empty if thinking failed.
        why: For a hint: a sentence about it.
    """

    id: int
    move: str
    why: str = ""


FromWorker = Progress | Answer
ToWorker = Request | Cancel

_to_worker = msgspec.json.Decoder(ToWorker)
_from_worker = msgspec.json.Decoder(FromWorker)


def read_request(line: bytes) -> ToWorker:
    """Read a line that a thinking process gets."""
    return _to_worker.decode(line)


def read_answer(line: bytes) -> FromWorker:
    """Read a line that a thinking process wrote.

    Raises:
        msgspec.MsgspecError: It is none.
    """
    return _from_worker.decode(line)
