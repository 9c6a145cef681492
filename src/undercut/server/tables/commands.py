"""What a person or program may ask of a table. Commands name the version of the table that they answer."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from undercut.errors import UndercutError
from undercut.server.tables.events import RulesStamp

Version = Annotated[
    int, Meta(ge=0, le=2**53, examples=[5], description="The table's version that this command answers.")
]
SeatNumber = Annotated[int, Meta(ge=0, le=7, examples=[1], description="A seat, counted from 0.")]
Name = Annotated[str, Meta(max_length=40, examples=["Ann"], description="What to call you at the table.")]
LevelName = Annotated[str, Meta(max_length=20, examples=["medium"], description="The strength of a bot.")]


class Command(Struct, frozen=True, kw_only=True):
    """Anything that can be asked of a table.

    Args:
        version: The version of the table that this answers.
    """

    version: Version


class Play(Command, frozen=True, kw_only=True):
    """Play a move.

    Args:
        move: Its notation.
    """

    move: Annotated[str, Meta(max_length=40, examples=["7hx6d"], description="The move in the game's notation.")]


class Sit(Command, frozen=True, kw_only=True):
    """Take an open seat, or come back to one's own.

    Args:
        seat: Which; None: the first open one, or one's own.
        name: What to call you.
    """

    seat: SeatNumber | None = None
    name: Name = ""


class Leave(Command, frozen=True, kw_only=True):
    """Leave the table: before the deal the seat is open again, later it stays yours."""


class Resign(Command, frozen=True, kw_only=True):
    """Give up: the others win; with other persons left in the game a bot plays on in your seat.

    Args:
        version: Need not be the table's version: who gives up does so whatever has happened meanwhile.
    """

    version: Version = 0


class Draw(Command, frozen=True, kw_only=True):
    """Offer a draw, or answer an offer.

    Args:
        accept: The answer; None: offer.
    """

    accept: bool | None = None


class TakeBack(Command, frozen=True, kw_only=True):
    """Ask to take back one's last move and what followed, or answer such a question.

    Args:
        accept: The answer; None: ask.
    """

    accept: bool | None = None


class Hint(Command, frozen=True, kw_only=True):
    """Ask what a bot would do in your place."""


class Rematch(Command, frozen=True, kw_only=True):
    """Say that you want to play again; when all persons do, the seats move on by one."""


class TakeOver(Command, frozen=True, kw_only=True):
    """Let a bot play on in a seat that was left.

    Args:
        level: The bot's strength.
    """

    seat: SeatNumber
    level: LevelName = "medium"


class TableWish(Struct, frozen=True, kw_only=True):
    """What a new table is to be, as it is sent; `undercut.server.tables.wishes` reads and checks it.

    Args:
        game: The game's name.
        rules: A rule set's name, or ``{"set": name, option: value}``; None: the game's default rule set.
        opponents: Who is to sit in the other seats, in order: ``"open"`` for friends, or a bot's level. None at all:
            a medium bot for each other seat of the smallest table.
        seat: Your own seat: a number, ``"random"``, or ``"none"`` if you only watch.
        name: What to call you.
        listed: Whether the lobby shows the table.
        hints: Whether hints are allowed.
    """

    game: Annotated[str, Meta(max_length=40, examples=["cuttle"])]
    rules: RulesStamp | None = None
    opponents: Annotated[list[LevelName], Meta(max_length=8)] = []
    seat: SeatNumber | Literal["random", "none"] = 0
    name: Name = ""
    listed: bool = False
    hints: bool = True


class PlayOn(Struct, frozen=True, kw_only=True):
    """How to play on from a position of a finished game.

    Args:
        seat: Your seat; None: the one that is to move there.
        level: The strength of the bots in the other seats.
        name: What to call you.
    """

    seat: SeatNumber | None = None
    level: LevelName = "medium"
    name: Name = ""


class Refused(UndercutError):  # noqa: N818  as a player would say it
    """A command is refused; nothing has changed."""


class TooLate(Refused):
    """The command answers a version that is not the table's.

    Args:
        version: The table's version.
    """

    def __init__(self, version: int) -> None:
        """Keep the version beside the message."""
        super().__init__("The table has changed meanwhile; look again.")
        self.version = version


class NotYours(Refused):
    """The command is not for this person to give, or not now."""


class NotPossible(Refused):
    """The command cannot be carried out.

    Args:
        text: Why, a sentence.
        clause: For an illegal move: the clause that forbids it.
    """

    def __init__(self, text: str, clause: str | None = None) -> None:
        """Keep the clause beside the message."""
        super().__init__(text)
        self.clause = clause
