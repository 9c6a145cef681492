"""Commands to a table, from JSON or a form; each names the version of the table that it is based on."""

from collections.abc import Iterable
from typing import Annotated, Literal, TypeVar

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
    version: Version  # the version of the table that the command is based on


class Play(Command, frozen=True, kw_only=True):
    """Play a move; the response is sent once it is stored."""

    move: Annotated[str, Meta(max_length=40, examples=["7hx6d"], description="The move in the game's notation.")]


class Sit(Command, frozen=True, kw_only=True):
    """Take an open seat, or return to your own."""

    seat: SeatNumber | None = None  # the seat; None: the first open one, or your own
    name: Name = ""


class Rename(Command, frozen=True, kw_only=True):
    """Choose another name until the game is over."""

    name: Name


class Leave(Command, frozen=True, kw_only=True):
    """Leave the table; after the deal the seat stays yours, but a bot may take it over."""


class Resign(Command, frozen=True, kw_only=True):
    """Resign. With two players, the other wins; with more people at the table, a bot takes over your seat."""

    version: Version = 0  # ignored during play: resigning is possible at any version


class AskOrAnswer(Command, frozen=True, kw_only=True):
    accept: bool | None = None  # the answer, or false to withdraw one's own request; None: ask

    @property
    def asks(self) -> bool:
        return self.accept is None

    @property
    def declines(self) -> bool:
        return self.accept is False


class Draw(AskOrAnswer, frozen=True, kw_only=True):
    """Offer, accept, decline or withdraw a draw; all players must accept."""


class TakeBack(AskOrAnswer, frozen=True, kw_only=True):
    """Ask to take back your last move and all after it, or answer; not once you have seen a hidden card."""


class Hint(Command, frozen=True, kw_only=True):
    """Ask for a hint; after the position has changed, there is none."""


class Skip(Command, frozen=True, kw_only=True):
    """Let the bots move without pauses until it is your move; not while another person plays."""


class NewLink(Command, frozen=True, kw_only=True):
    """Make a new link for your seat; the old link and all your other browsers lose the seat."""


class Say(Command, frozen=True, kw_only=True):
    """Say one of the phrases to the other players."""

    phrase: Annotated[str, Meta(max_length=20, examples=["well"], description="The phrase, in a word.")]


class Rematch(AskOrAnswer, frozen=True, kw_only=True):
    """Ask for a rematch with everyone moved one seat on, or answer; if all agree, the response names the table."""


class NewClock(Struct, frozen=True, kw_only=True):
    # ``""`` for none, ``"move SECONDS"`` or ``"game SECONDS INCREMENT"``
    time: Annotated[str, Meta(max_length=40, examples=["game 300 5"])] = ""
    # when the time is up: ``"lose"``: the others win; ``"bot"``: a bot takes over; ``"move"``: a move is made that does
    # as little as possible; ``""``: the usual, which is ``"lose"`` at a table of two and ``"bot"`` at a larger one
    zero: Literal["", "lose", "bot", "move"] = ""


class Change(Command, frozen=True, kw_only=True):
    """Change rules, seats, match or clock of a waiting table; only its host may. If others sit there, propose."""

    # a rule set's name, or ``{"set": name, option: value}``; None: as they are
    rules: str | dict[str, _Value | list[_Value]] | None = None
    # number of seats; open seats go first, and the cards are dealt if none is left. None: as many as now
    players: Annotated[int, Meta(ge=1, le=8)] | None = None
    best_of: BestOf | None = None  # number of games of the match, 3 or 5; 0: no match; None: as it is
    clock: NewClock | None = None  # how long players may think; None: as it is


class Fill(Command, frozen=True, kw_only=True):
    """Let bots take the open seats, and deal; only the host may. If others sit there, it is a proposal."""

    level: LevelName = "medium"


class Close(Command, frozen=True, kw_only=True):
    """Close a table that waits for players; only its host may. If others sit there, it is a proposal."""


class AnswerProposal(Command, frozen=True, kw_only=True):
    """Accept or decline what the host of a waiting table proposes; all must accept."""

    accept: bool  # the answer. Declining one's own proposal withdraws it


class TakeOver(Command, frozen=True, kw_only=True):
    """Let a bot take over the seat of a player who has left or has been away for a while."""

    seat: SeatNumber
    level: LevelName = "medium"


COMMANDS: dict[str, type[Command]] = {
    "moves": Play,
    "sit": Sit,
    "name": Rename,
    "leave": Leave,
    "resign": Resign,
    "draw": Draw,
    "take-back": TakeBack,
    "skip": Skip,
    "rules": Change,
    "fill": Fill,
    "close": Close,
    "answer": AnswerProposal,
    "new-link": NewLink,
    "say": Say,
    "rematch": Rematch,
    "take-over": TakeOver,
}
"""The commands at a table by the last part of their address."""


class OpenTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The request for a new table as sent; `undercut.table.opening.terms` validates it."""

    game: Annotated[str, Meta(min_length=1, max_length=40, examples=["cuttle"])]
    # a rule set's name, or ``{"set": name, option: value}``; None: the rule set that the site plays
    rules: str | dict[str, _Value | list[_Value]] | None = None
    # the other seats in order: ``"open"`` for a person, or a bot's level. If empty: a medium bot for each other seat of
    # the smallest table
    opponents: Annotated[list[LevelName], Meta(max_length=8)] = []
    seat: SeatNumber | Literal["random", "none"] = 0  # your seat: a number, ``"random"``, or ``"none"`` to watch
    name: Name = ""
    listed: bool = False  # whether the lobby shows the table
    # whether hints are allowed; None: only if you are the only person at the table. If people play each other, the
    # invitation says that hints are allowed, and everyone who sits down agrees
    hints: bool | None = None
    practice: bool = False  # whether the game counts for nothing from the start; only against bots
    # number of seats, if `opponents` names fewer; a name is then only needed for a seat that differs
    players: Annotated[int, Meta(ge=1, le=8)] | None = None
    # who takes the seats that `opponents` does not name: bots, or friends, whose seats are open
    against: Literal["bots", "friends"] | None = None
    level: LevelName | None = None
    best_of: BestOf = 0  # number of games of a match, 3 or 5: it is won with more than half of them. 0: a single game
    clock: NewClock | None = None  # how long players may think; None: as long as they like
    # whether every answer to another player's move is given 5 seconds after it, however fast it came
    even_answers: bool = False


class PlayOn(Struct, frozen=True, kw_only=True):
    seat: SeatNumber | None = None  # your seat; None: the seat to move in that position
    level: LevelName = "medium"
    name: Name = ""


class Refused(UndercutError):  # noqa: N818  reads better without "Error"; likewise its subclasses
    """A command was refused; nothing has changed."""


class TooLate(Refused):
    """The command was given for another position of the table."""

    def __init__(self, version: int, text: str) -> None:
        super().__init__(text)
        self.version = version


class NotYours(Refused):
    """The sender may not give this command, or not now."""


class NotPossible(Refused):
    """The command cannot be carried out."""

    def __init__(self, text: str, clause: str | None = None, rules: RulesStamp | None = None) -> None:
        super().__init__(text)
        self.clause = clause
        self.rules = rules


_EMPTY_KEPT = ("rules.", "opponents[]")  # these may be empty: an option's value, an unused seat

_Inner = TypeVar("_Inner", list[str], dict[str, str])


def form_object(fields: Iterable[tuple[str, str]]) -> dict[str, object]:
    made: dict[str, object] = {}
    for name, value in fields:
        outer, dot, inner = name.partition(".")
        if name.endswith("[]"):
            _inner(made, name.removesuffix("[]"), list).append(value)
        elif dot:
            _inner(made, outer, dict)[inner] = value
        elif isinstance(made.get(name, ""), str):
            made[name] = value
        else:
            raise _mixed(name)
    return made


def command_object(fields: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Convert the fields of a form to a command, without the empty ones that mean nothing."""
    return form_object((name, value) for name, value in fields if value != "" or name.startswith(_EMPTY_KEPT))


def _inner(made: dict[str, object], name: str, kind: type[_Inner]) -> _Inner:
    """Return a list or object inside a form's object, creating it if necessary."""
    found = made.setdefault(name, kind())
    if not isinstance(found, kind):
        raise _mixed(name)
    return found


def _mixed(name: str) -> UndercutError:
    message = f"{name[:40]}: sent in several forms; send a value, a list or an object"
    return UndercutError(message)
