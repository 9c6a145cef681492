"""What can happen at a table; the log of a table is a list of these, and nothing else is kept of it.

Everything that chance decided is in the log as cards: the position after the deal, and each later shuffle beside the
move that it followed. Logs live longer than programs: a field that this version does not know is ignored, so that an
older process can go on beside a newer one; a kind of event that it does not know is refused, since nobody could say
what the table looks like after it.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from undercut.errors import UndercutError

RulesStamp = str | dict[str, object]
"""A rule set's name, or ``{"set": name, option: value}``."""


class Event(Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """Anything that happens at a table."""

    @property
    def type_name(self) -> str:
        """What kind of event it is, as the log names it."""
        return str(self.__struct_config__.tag)


class Opened(Event, frozen=True):
    """The table was opened; always the first event.

    Args:
        game: The game's name.
        rules: The rule set, or ``{"set": name, option: value}``.
        listed: Whether the lobby shows it.
        hints: Whether hints are allowed.
        imported: Whether it is a record that somebody brought along: nobody plays on at this table.
        note: What to know about how the record was read, in a sentence.
    """

    game: str
    rules: RulesStamp
    seats: int
    listed: bool = False
    hints: bool = True
    imported: bool = False
    note: str | None = None


class Sat(Event, frozen=True):
    """Somebody took an open seat.

    Args:
        kind: A person or a bot.
        name: What to call them.
        level: A bot's level.
        key: What the link of the seat ends with; known to its holder alone.
    """

    seat: int
    kind: Literal["person", "bot"]
    name: str
    level: str | None = None
    key: str | None = None


class Left(Event, frozen=True):
    """A person left; before the deal the seat is open again, later it is kept."""

    seat: int


class Returned(Event, frozen=True):
    """A person came back to the seat that they had left, or that a bot had taken over."""

    seat: int


class TakenOver(Event, frozen=True):
    """A bot plays on for a person.

    Args:
        level: The bot's level.
        by: The seat that asked for it; None: the person resigned.
    """

    seat: int
    level: str
    by: int | None = None


class Dealt(Event, frozen=True):
    """The cards lie on the table.

    Args:
        position: The complete position.
    """

    position: dict[str, object]


class Moved(Event, frozen=True):
    """A move was played.

    Args:
        seat: Who played it.
        move: Its notation.
        shuffles: What chance decided after it: the order of each shuffle, top first.
    """

    seat: int
    move: str
    shuffles: list[list[str]] = []


class DrawOffered(Event, frozen=True):
    """A seat offers a draw; the offer lapses with the next move of another seat."""

    seat: int


class DrawAnswered(Event, frozen=True):
    """A seat accepts the draw or declines it; one who declines ends the offer."""

    seat: int
    accepted: bool


class TakeBackAsked(Event, frozen=True):
    """A seat asks to take its last move back; the question lapses with the next move."""

    seat: int


class TakeBackAnswered(Event, frozen=True):
    """A seat allows it or not; one who does not ends the question."""

    seat: int
    accepted: bool


class TakenBack(Event, frozen=True):
    """Moves were taken back.

    Args:
        seat: Who asked.
        moves: How many, from the last one backwards.
    """

    seat: int
    moves: int


class Resigned(Event, frozen=True):
    """A person gave up; with others left to play, a bot takes the seat, else the game ends."""

    seat: int


class Ended(Event, frozen=True):
    """The table ended the game; ends by the rules need no event.

    Args:
        winners: The seats that won; none for a draw.
        reason: ``"resigned"``, ``"agreed"`` or ``"time"``.
    """

    winners: list[int]
    reason: str


class RematchAsked(Event, frozen=True):
    """A person wants to play again, with the seats moved on by one."""

    seat: int


class Rematched(Event, frozen=True):
    """Everybody wanted to.

    Args:
        table: The table on which they play again.
    """

    table: str


AnyEvent = (
    Opened
    | Sat
    | Left
    | Returned
    | TakenOver
    | Dealt
    | Moved
    | DrawOffered
    | DrawAnswered
    | TakeBackAsked
    | TakeBackAnswered
    | TakenBack
    | Resigned
    | Ended
    | RematchAsked
    | Rematched
)
"""Every kind of event."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEvent)


class DamagedLog(UndercutError):  # noqa: N818  as an operator would say it
    """A table's log cannot be read: it was written by a newer version, or something has changed it."""


def write_event(event: Event) -> bytes:
    """Write an event for the log.

    Example:
        >>> write_event(Left(1))
        b'{"type":"left","seat":1}'
    """
    return _encoder.encode(event)


def read_event(data: bytes) -> AnyEvent:
    """Read an event of a log.

    Args:
        data: As `write_event` wrote it.

    Raises:
        DamagedLog: It is nothing of the sort.

    Example:
        >>> read_event(b'{"type":"left","seat":1,"some later field":2}')
        Left(seat=1)
    """
    try:
        return _decoder.decode(data)
    except msgspec.MsgspecError as error:
        message = f"an event cannot be read: {error}"
        raise DamagedLog(message) from None
