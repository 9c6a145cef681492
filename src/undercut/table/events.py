"""The events of a table's log, from which the table is rebuilt; nothing else is stored."""

# All random results are in the log as cards: the position after the deal, and each later shuffle with its move. Unknown
# fields are ignored, so that an older process can run beside a newer one; an unknown kind of event is refused.

from collections.abc import Mapping
from typing import Literal, Union

import msgspec
from msgspec import Struct

from undercut.errors import UndercutError

RulesStamp = str | Mapping[str, object]  # a rule set's name, or ``{"set": name, option: value}``
LEAST_TIME, MOST_TIME, MOST_INCREMENT = 10, 14 * 24 * 60 * 60, 3600  # limits of clocks, in seconds
ZEROS = ("lose", "bot", "move")  # what can happen when a player's time is up


class Clock(Struct, frozen=True, omit_defaults=True):
    kind: Literal["move", "game"]
    seconds: int
    increment: int = 0  # for a whole game: seconds that each move adds
    zero: Literal["lose", "bot", "move"] = "lose"

    @property
    def overtime(self) -> float:
        """Seconds that a seat gets for each further move, once the time of its game is up."""
        return float(max(self.increment, LEAST_TIME))

    @property
    def time(self) -> str:
        """The time as forms and programs send it."""
        return f"{self.kind} {self.seconds}" + (f" {self.increment}" if self.kind == "game" else "")


class Event(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """An event at a table."""


class SeatEvent(Event, frozen=True):
    """An event that concerns one seat, mostly something that its player did."""

    seat: int


class Opened(Event, frozen=True, tag="opened"):
    """The table was opened; always the first event."""

    game: str
    rules: RulesStamp
    seats: int
    listed: bool = False
    hints: bool = True
    imported: bool = False
    note: str | None = None
    practice: bool = False
    best_of: int = 0
    wins: list[int] = []  # the games of the match, or of rematches, that each seat has won before; empty at the first
    clock: Clock | None = None  # how long players may think; None: as long as they like
    even_answers: bool = False
    start: dict[str, object] | None = None  # the position to deal; None: a shuffled deal
    hints_with_people: bool = False
    daily: str = ""  # the day of the daily deal that it is, such as "2026-11-25"
    # the secret from which all chance of a deal follows that others play, too; empty: the system's source
    chance: str = ""
    duplicate: str = ""  # the duplicate of which it is a board


class RulesChanged(SeatEvent, frozen=True, tag="ruleschanged"):
    """The host changed the rules or the number of seats before the deal; seats that disappear were open."""

    rules: RulesStamp
    seats: int
    best_of: int = 0
    clock: Clock | None = None


class Proposed(SeatEvent, frozen=True, tag="proposed"):
    """The host proposed a change of a table at which others sit; it is made once all persons there accept it."""

    change: RulesChanged | None = None  # the new rules and seats; None: as they are
    level: str = ""  # bots of this level take the open seats, and the cards are dealt; empty: no bots
    close: bool = False


class ProposalAnswered(SeatEvent, frozen=True, tag="proposalanswered"):
    """A person accepted or declined what the host proposed; a single refusal ends the proposal."""

    accepted: bool


class Sat(SeatEvent, frozen=True, tag="sat"):
    kind: Literal["person", "bot"]
    name: str
    level: str | None = None
    key: str | None = None
    # what an adaptive bot's level follows from: the people's estimated place among the levels, from 0; None for
    # everyone else
    strength: float | None = None


class Left(SeatEvent, frozen=True, tag="left"):
    """A person left. Before the deal the seat becomes open again; afterwards it stays theirs."""


class Returned(SeatEvent, frozen=True, tag="returned"):
    """A person returned to their seat after leaving it or after a bot had taken it over."""


class TakenOver(SeatEvent, frozen=True, tag="takenover"):
    level: str
    by: int | None = None  # the seat that asked for the bot; None if the person resigned


class Dealt(Event, frozen=True, tag="dealt"):
    position: dict[str, object]


class Moved(SeatEvent, frozen=True, tag="moved"):
    move: str
    shuffles: list[list[str]] = []
    time_left: float | None = msgspec.field(default=None, name="left")  # on the clock of the seat
    advised: bool = False  # whether the hint that the seat was shown said this move


class TimedOut(SeatEvent, frozen=True, tag="timedout"):
    """The time of the seat to move was up; what follows from it is in the next event."""


class DrawOffered(SeatEvent, frozen=True, tag="drawoffered"):
    """A seat offered a draw; the next move of another seat ends the offer, and so does a player who goes."""


class DrawAnswered(SeatEvent, frozen=True, tag="drawanswered"):
    """A seat accepted a draw, or ended the offer: another seat by declining it, its own by withdrawing it."""

    accepted: bool


class TakeBackAsked(SeatEvent, frozen=True, tag="takebackasked"):
    """A seat asked to take its last move back; the next move ends the request, and so does a player who goes."""


class TakeBackAnswered(SeatEvent, frozen=True, tag="takebackanswered"):
    """A seat allowed a take-back, or ended the request: another seat by refusing it, its own by withdrawing it."""

    accepted: bool


class TakenBack(SeatEvent, frozen=True, tag="takenback"):
    moves: int
    free: bool = False  # against bots alone; from then on the game counts for nothing


class Advised(SeatEvent, frozen=True, tag="advised"):
    """A person asked for the first hint of a game; from then on the game counts for no ladder."""


class Resigned(SeatEvent, frozen=True, tag="resigned"):
    """A person resigned; either a bot takes the seat over or the game ends."""


class Ended(Event, frozen=True, tag="ended"):
    """The game ended by resignation, agreement or time, or was given up; ends by the rules need no event."""

    winners: list[int]  # the seats that won; empty for a draw, and if every player gave up
    reason: str


class RematchAsked(SeatEvent, frozen=True, tag="rematchasked"):
    """A person asked for a rematch, with everyone one seat further."""


class RematchDeclined(SeatEvent, frozen=True, tag="rematchdeclined"):
    """A person declined a rematch or withdrew the request, which ends it."""


class Rematched(Event, frozen=True, tag="rematched"):
    table: str


class DuplicateAsked(SeatEvent, frozen=True, tag="duplicateasked"):
    duplicate: str


class Closed(Event, frozen=True, tag="closed"):
    """The table was closed before a game was finished; it cannot be played on."""

    reason: Literal["away", "idle", "owner", "host"]


class Unsealed(Event, frozen=True, tag="unsealed"):
    """The cards of a finished game were opened, after its player had played the deal from both sides."""


class Renamed(SeatEvent, frozen=True, tag="renamed"):
    """A player chose another name, or the owner of the site did; the whole log has this name."""

    name: str
    erased: bool = False
    own: bool = False  # whether the player chose it


class Rekeyed(SeatEvent, frozen=True, tag="rekeyed"):
    """A player made a new seat link; the old one and all other browsers lost the seat."""

    key: str


class Said(SeatEvent, frozen=True, tag="said"):
    phrase: str


POSITIONS = (Opened, RulesChanged, Dealt, Moved, TakenBack, Ended, Closed)
"""The events that change the position, so that commands for the position before come too late."""

TURNS = (Dealt, Moved, TakenBack, TimedOut)  # the events with which the time of a turn begins

SEAT_CHANGES = (Sat, Left, Returned, Renamed, Rekeyed, RulesChanged, Proposed)
"""The events of which one table may have a limited number."""

_encoder = msgspec.json.Encoder()
_leaves = (*Event.__subclasses__(), *SeatEvent.__subclasses__())
_kinds = Union[tuple(kind for kind in _leaves if kind is not SeatEvent)]  # noqa: UP007  whatever they are
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(_kinds)  # pyright: ignore[reportArgumentType]  as above


class DamagedLog(UndercutError):  # noqa: N818  reads better without "Error"
    """A table's log cannot be read: it was written by a newer version, or it is damaged."""


def require(*, holds: bool) -> None:
    """Refuse an event that cannot follow those before it."""
    if not holds:
        raise UndercutError("the event does not fit the table")


def write_event(event: Event) -> bytes:
    return _encoder.encode(event)


def read_event(data: bytes) -> Event:
    try:
        return _decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise DamagedLog(f"an event cannot be read: {error}") from None
