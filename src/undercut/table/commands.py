"""Commands to a table; each names the version of the table that it is based on."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from undercut.errors import UndercutError
from undercut.table.events import RulesStamp

Version = Annotated[
    int, Meta(ge=0, le=2**53, examples=[5], description="The version of the table that this command is based on.")
]
SeatNumber = Annotated[int, Meta(ge=0, le=7, examples=[1], description="A seat, counted from 0.")]
Name = Annotated[str, Meta(max_length=40, examples=["Ann"], description="Your name at the table.")]
LevelName = Annotated[str, Meta(max_length=20, examples=["medium"], description="A level of bots.")]


_Value = bool | int | float | str | None

BestOf = Annotated[int, Meta(ge=0, le=5, examples=[3], description="Number of games of a match, 3 or 5; 0: none.")]


class Command(Struct, frozen=True, kw_only=True):
    """A command to a table.

    Args:
        version: The version of the table that the command is based on.
    """

    version: Version


class Play(Command, frozen=True, kw_only=True):
    """Play a move.

    Args:
        move: The move's notation.
    """

    move: Annotated[str, Meta(max_length=40, examples=["7hx6d"], description="The move in the game's notation.")]


class Sit(Command, frozen=True, kw_only=True):
    """Take an open seat, or return to your own.

    Args:
        seat: The seat; None: the first open one, or your own.
        name: Your name at the table.
    """

    seat: SeatNumber | None = None
    name: Name = ""


class Leave(Command, frozen=True, kw_only=True):
    """Leave the table. Before the deal the seat becomes open again; afterwards it stays yours."""


class Resign(Command, frozen=True, kw_only=True):
    """Resign. The others win; at a table with more than two seats and other people, a bot takes over your seat.

    Args:
        version: Ignored during play: resigning is possible at any version.
    """

    version: Version = 0


class Draw(Command, frozen=True, kw_only=True):
    """Offer a draw, or answer an offer.

    Args:
        accept: The answer; None: offer a draw.
    """

    accept: bool | None = None


class TakeBack(Command, frozen=True, kw_only=True):
    """Ask to take back your last move and all moves after it, or answer such a request.

    Args:
        accept: The answer; None: ask.
    """

    accept: bool | None = None


class Hint(Command, frozen=True, kw_only=True):
    """Ask for a hint; after the position has changed, there is none."""


class NewLink(Command, frozen=True, kw_only=True):
    """Make a new link for your seat; the old link and all your other browsers lose the seat."""


class Say(Command, frozen=True, kw_only=True):
    """Say one of the phrases to the other players.

    Args:
        phrase: The phrase's word.
    """

    phrase: Annotated[str, Meta(max_length=20, examples=["well"], description="The phrase, in a word.")]


class Rematch(Command, frozen=True, kw_only=True):
    """Ask for a rematch, or answer such a request. It starts when all players want it.

    Args:
        accept: False: decline; True or None: ask, or agree.
    """

    accept: bool | None = None


class ClockWish(Struct, frozen=True, kw_only=True):
    """The request for a clock.

    Args:
        time: ``""`` for none, ``"move SECONDS"`` or ``"game SECONDS INCREMENT"``.
        zero: When the time is up: ``"lose"``: the others win; ``"bot"``: a bot takes over; ``"move"``: a move is made
            that does as little as possible; ``""``: the usual, which is ``"lose"`` at a table of two and ``"bot"`` at
            a larger one.
    """

    time: Annotated[str, Meta(max_length=40, examples=["game 300 5"])] = ""
    zero: Literal["", "lose", "bot", "move"] = ""


class Change(Command, frozen=True, kw_only=True):
    """Change the rules or the number of seats of a table that waits for players; only its host may.

    If others sit there, it is a proposal, and the table changes once they have accepted it.

    Args:
        rules: A rule set's name, or ``{"set": name, option: value}``; None: as they are.
        players: Number of seats; open seats go first, and the cards are dealt if none is left. None: as many as now.
        best_of: Number of games of the match, 3 or 5; 0: no match; None: as it is.
        clock: How long players may think; None: as it is.
    """

    rules: str | dict[str, _Value | list[_Value]] | None = None
    players: Annotated[int, Meta(ge=1, le=8)] | None = None
    best_of: BestOf | None = None
    clock: ClockWish | None = None


class Fill(Command, frozen=True, kw_only=True):
    """Let bots take the open seats, and deal; only the host may. If others sit there, it is a proposal.

    Args:
        level: The level of the bots.
    """

    level: LevelName = "medium"


class Close(Command, frozen=True, kw_only=True):
    """Close a table that waits for players; only its host may. If others sit there, it is a proposal."""


class Answer(Command, frozen=True, kw_only=True):
    """Accept or decline what the host of a table that waits for players proposes.

    Args:
        accept: The answer. Declining one's own proposal withdraws it.
    """

    accept: bool


class TakeOver(Command, frozen=True, kw_only=True):
    """Let a bot take over the seat of a player who has left or is away.

    Args:
        level: The bot's level.
    """

    seat: SeatNumber
    level: LevelName = "medium"


class TableWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The request for a new table as sent; `undercut.table.wishes` validates it.

    Args:
        game: The game's name.
        rules: A rule set's name, or ``{"set": name, option: value}``; None: the rule set that the site plays.
        opponents: The other seats in order: ``"open"`` for a person, or a bot's level. If empty: a medium bot for each
            other seat of the smallest table.
        seat: Your seat: a number, ``"random"``, or ``"none"`` to watch.
        name: Your name at the table.
        listed: Whether the lobby shows the table.
        hints: Whether hints are allowed; None: only if you are the only person at the table. If people play each other,
            the invitation says that hints are allowed, and everyone who sits down agrees.
        practice: Whether moves can be taken back at any time; only against bots.
        players: Number of seats, if `opponents` names fewer; a name is then only needed for a seat that differs.
        against: Who takes the seats that `opponents` does not name: bots, or friends, whose seats are open.
        level: The level of these bots.
        best_of: Number of games of a match, 3 or 5: it is won with more than half of them. 0: a single game.
        clock: How long players may think; None: as long as they like.
        even_answers: Whether every answer to another player's move is given 5 seconds after it, however fast it came.
    """

    game: Annotated[str, Meta(min_length=1, max_length=40, examples=["cuttle"])]
    rules: str | dict[str, _Value | list[_Value]] | None = None
    opponents: Annotated[list[LevelName], Meta(max_length=8)] = []
    seat: SeatNumber | Literal["random", "none"] = 0
    name: Name = ""
    listed: bool = False
    hints: bool | None = None
    practice: bool = False
    players: Annotated[int, Meta(ge=1, le=8)] | None = None
    against: Literal["bots", "friends"] | None = None
    level: LevelName | None = None
    best_of: BestOf = 0
    clock: ClockWish | None = None
    even_answers: bool = False


class PlayOn(Struct, frozen=True, kw_only=True):
    """How to continue from a position of a finished game.

    Args:
        seat: Your seat; None: the seat to move in that position.
        level: The level of the bots in the other seats.
        name: Your name at the table.
    """

    seat: SeatNumber | None = None
    level: LevelName = "medium"
    name: Name = ""


class Refused(UndercutError):  # noqa: N818  reads better without "Error"; likewise its subclasses
    """A command was refused; nothing has changed."""


class TooLate(Refused):
    """The command was given for another position of the table.

    Args:
        version: The table's current version.
        text: What has changed, in sentences.
    """

    def __init__(self, version: int, text: str) -> None:
        """Store the version."""
        super().__init__(text)
        self.version = version


class NotYours(Refused):
    """The sender may not give this command, or not now."""


class NotPossible(Refused):
    """The command cannot be carried out.

    Args:
        text: The reason, in a sentence.
        clause: The clause that forbids an illegal move.
        rules: The rules of the table whose clause it is.
    """

    def __init__(self, text: str, clause: str | None = None, rules: RulesStamp | None = None) -> None:
        """Store the clause."""
        super().__init__(text)
        self.clause = clause
        self.rules = rules
