"""Parts of a table: its seats, what they ask of each other, the match, and the lines of its log."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Self

from undercut.games.base.game_types import Outcome
from undercut.games.base.sentences import Plural, Text, capitalized
from undercut.games.base.words import GameWords
from undercut.play.narration import EventText, Voice
from undercut.play.piles import Place
from undercut.table.events import Clock, DuplicateAsked, Event, Proposed
from undercut.table.scene import Kind, SceneLine, SceneMovement, ScenePlace
from undercut.translation import N_


@dataclass(slots=True)
class Seat:
    kind: Kind = "open"
    name: str = ""
    level: str | None = None
    key: str | None = None  # the secret of the seat link; None if the seat belongs to no person
    gone: bool = False  # whether its player has left the game
    strength: float | None = None  # what an adaptive bot's level follows from
    stand_in: bool = False  # whether a bot plays for a person
    out: bool = False  # whether its player can no longer win: they resigned, or ran out of time


@dataclass(slots=True)
class OpenOffer:
    """An offer or request of one seat to the others, open until all persons at the table have accepted it."""

    seat: int
    number: int  # of its event
    accepted: set[int] = field(default_factory=set[int])

    @property
    def agreed(self) -> set[int]:
        return {self.seat, *self.accepted}


@dataclass(slots=True, kw_only=True)
class Proposal(OpenOffer):
    wanted: Proposed


@dataclass(slots=True)
class Offers:
    proposal: Proposal | None = None
    draw: OpenOffer | None = None
    take_back: OpenOffer | None = None
    barred: set[int] = field(default_factory=set[int])  # who has to move before another offer of a draw
    refused: set[int] = field(default_factory=set[int])  # who was refused a take-back of this move

    def end(self) -> None:
        self.proposal = self.draw = self.take_back = None

    def note_move(self, seat: int) -> None:
        """End what a seat's move answers."""
        if self.draw and self.draw.seat != seat:
            self.draw = None
        self.take_back = None
        self.barred.discard(seat)
        self.refused.clear()


@dataclass(slots=True)
class NextGame:
    asked: set[int] = field(default_factory=set[int])  # who asks for a rematch
    declined: set[int] = field(default_factory=set[int])
    table: str | None = None  # of the rematch
    duplicate: DuplicateAsked | None = None


@dataclass(slots=True)
class Clocks:
    time_left: dict[int, float] = field(default_factory=dict[int, float])  # by seat; of the others, all of it
    turn_began: float = 0.0  # in the site's time

    def spent(self, now: float) -> float:
        return max(now - self.turn_began, 0.0)

    def left(self, seat: int, clock: Clock) -> float:
        return float(self.time_left.get(seat, clock.seconds) if clock.kind == "game" else clock.seconds)

    def set_left(self, seat: int, seconds: float) -> None:
        self.time_left = self.time_left | {seat: seconds}  # a new one: earlier moves keep those before them


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match at one of its games, or of a series of rematches, which has no end."""

    best_of: int = 0
    wins: tuple[int, ...] = ()

    @property
    def needed(self) -> int:
        return self.best_of // 2 + 1

    @property
    def decided(self) -> bool:
        return self.best_of > 0 and max(self.wins, default=0) >= self.needed

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match; several if the last game had several winners."""
        return tuple(seat for seat, wins in enumerate(self.wins) if self.decided and wins >= self.needed)


def match_of(best_of: int, before: Sequence[int], seats: int, outcome: Outcome | None) -> Match:
    wins = list(before) or [0] * seats
    for seat in outcome.winners if outcome else ():
        wins[seat] += 1
    return Match(best_of, tuple(wins))


PHRASES = {
    "hello": N_("Hello!"),
    "luck": N_("Good luck!"),
    "well": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "oops": N_("Oops!"),
    "wait": N_("One moment, please."),
    "again": N_("Another game?"),
    "bye": N_("Good game, bye!"),
}
"""Every phrase by its word in the log and in commands."""

MOST_AT_ONCE = 2  # how many phrases a player can say before something else happens at the table
MOST = 60  # how many phrases can be said at one table

TAKE_BACK = (
    Plural("You take back the last move.", "You take back the last {count} moves."),
    Plural("{name} takes back the last move.", "{name} takes back the last {count} moves."),
)
NEW_LINK = (
    N_("You make a new seat link; the old one no longer works."),
    N_("{name} makes a new seat link; the old one no longer works."),
)
CHANGE_RULES = (
    Plural("You change the table to {count} seat: {rules}.", "You change the table to {count} seats: {rules}."),
    Plural("{name} changes the table to {count} seat: {rules}.", "{name} changes the table to {count} seats: {rules}."),
)
"""What a player does, told to that player and to the others; `Table` has the shorter sentences."""

CLOSED = {
    "away": "This table was closed because its maker was away.",
    "idle": "This table was closed because nothing had happened here for a long time.",
    "owner": "The owner of the site closed this table.",
    "host": "The host closed this table.",
}
Reader = int | None  # a seat that looks at a table, or None for the public


class Line(NamedTuple):
    seq: int
    at: float  # the time, in seconds since 1970
    seat: int | None
    kind: type[Event]
    texts: tuple[SceneLine, ...]

    def for_seats(self, seats: int) -> Self:
        """Return the line at a table that now has another number of seats; new ones know what the public knows."""
        *own, public = self.texts
        new = [public] * (seats - len(own))
        return self._replace(texts=(*own[:seats], *new, public)) if own else self

    def for_reader(self, reader: Reader) -> SceneLine:
        return self.texts[-1 if reader is None or len(self.texts) == 1 else reader]


class PlayedMove(NamedTuple):
    seat: int
    revealed: frozenset[Reader]  # the readers who saw a hidden card by it
    chance: bool  # whether cards were shuffled after it
    answer: bool  # whether it answered another seat's move
    line: int  # its index in `Table.lines`
    time_left: dict[int, float]  # on the clocks before it, by seat
    person: bool  # whether a person played it
    advised: bool  # whether a hint said it


def line(text: EventText, seq: int, seat: int | None, at: float, number: int | None = None) -> SceneLine:
    went = [SceneMovement(one.card, _zone(one.source), _zone(one.target)) for one in text.went]
    return SceneLine(seq, seat, text.move, text.text, list(text.cards), at, went, number, text.shown, text.turned)


@lru_cache(maxsize=1024)
def _zone(place: Place) -> ScenePlace:
    return ScenePlace(place.zone, place.seat)


def outcome_text(words: GameWords, outcome: Outcome, voice: Voice, stand_ins: Collection[int] = ()) -> str:
    reason = voice.say(words.end_text(outcome.reason))
    if not outcome.winners:
        return voice.say("No one wins {reason}." if outcome.abandoned else "A draw {reason}.", reason=reason)
    you_win = voice.reader in outcome.winners and voice.reader not in stand_ins
    seats = [seat for seat in outcome.winners if not (you_win and seat == voice.reader)]
    others = [_stand_in(voice, seat) if seat in stand_ins else voice.names[seat] for seat in seats]
    names = voice.joined([voice.say("You")] * you_win + others)
    if you_win:
        template = "{winners} win {reason}." if others else "You win {reason}."
        return voice.say(template, winners=names, reason=reason)
    win = Plural("{names} wins {reason}.", "{names} win {reason}.")
    return capitalized(voice.say(win, count=len(others), names=names, reason=reason))


def _stand_in(voice: Voice, seat: int) -> str:
    """Name the bot that plays for a person, for the middle of a sentence."""
    if seat == voice.reader:
        return voice.say("the bot in your seat")
    return voice.say("the bot in {name}'s seat", name=voice.names[seat])


def for_all(template: str, **values: str | int) -> tuple[EventText, ...]:
    return (EventText(Text(template, values).say()),)


def shared(texts: Sequence[EventText]) -> tuple[EventText, ...]:
    """Store equal texts only once."""
    known: dict[EventText, EventText] = {}
    shared = tuple(known.setdefault(text, text) for text in texts)
    return shared if len(known) > 1 else shared[-1:]
