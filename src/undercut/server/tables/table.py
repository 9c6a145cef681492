"""A table as the sum of its events: the same events give the same table, in every process and at any time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import singledispatchmethod
from typing import NamedTuple, cast

from undercut.errors import UndercutError
from undercut.games.book import rules_title
from undercut.games.sentences import Deed, Text
from undercut.play.facts import Outcome, View
from undercut.play.game import Game, game
from undercut.play.loading import from_position
from undercut.play.piles import Contents, compare, contents, movements, reveals
from undercut.play.sources import Recorded, Secure
from undercut.play.state import State
from undercut.server.tables import events as happened
from undercut.server.tables import messages
from undercut.server.tables.scene import Kind, Phase
from undercut.server.tables.telling import Told, Voice, outcome_text, tell

Reader = int | None
"""Who looks at a table: a seat, or None for the public."""


@dataclass(slots=True)
class Seat:
    """A seat and who sits there.

    Args:
        kind: Who plays it now.
        name: What to call them.
        level: A bot's level.
        key: What the link of the seat ends with; a seat without one belongs to no person.
        left: Whether the person said that they leave.
    """

    kind: Kind = "open"
    name: str = ""
    level: str | None = None
    key: str | None = None
    left: bool = False


class Line(NamedTuple):
    """One event of the log, in words for each reader.

    Args:
        seq: Its number.
        at: When, in seconds since 1970.
        seat: Who did it.
        kind: What kind of event it was, such as ``"moved"``.
        told: As each seat may know it, and last the public; or once, if all may know the same.
    """

    seq: int
    at: float
    seat: int | None
    kind: str
    told: tuple[Told, ...]

    def as_told(self, reader: Reader) -> Told:
        """Give it as a reader may know it.

        Args:
            reader: Who looks.
        """
        return self.told[-1 if reader is None or len(self.told) == 1 else reader]


class Step(NamedTuple):
    """A move that is on the table.

    Args:
        seat: Who played it.
        revealed: The readers to whom it showed a card that they had not seen before.
        chance: Whether chance came in after it.
        line: Where it stands in the lines.
    """

    seat: int
    revealed: frozenset[Reader]
    chance: bool
    line: int


@dataclass(slots=True)
class Question:
    """Something that a seat asks of the others.

    Args:
        seat: Who asks.
        accepted: Who has said yes.
    """

    seat: int
    accepted: set[int] = field(default_factory=set[int])


class Table:
    """A table; `apply` is the only thing that changes it.

    Args:
        table: Its id.

    Attributes:
        version: The number of the last event; 0 before the first.
        lines: What happened, an entry for each event.
        steps: The moves that are on the table, those taken back left out.
        barred: The seats that may not offer a draw before they have moved.
        refused: The seats that may not ask to take back before a move has been played.
        rematches: The seats that want to play again.
    """

    opened: happened.Opened
    game: Game

    def __init__(self, table: str) -> None:
        """Start with nothing."""
        self.id = table
        self.version = 0
        self.created = 0.0
        self.seats: list[Seat] = []
        self.state: State | None = None
        self.lines: list[Line] = []
        self.steps: list[Step] = []
        self.draw: Question | None = None
        self.take_back: Question | None = None
        self.barred: set[int] = set()
        self.refused: set[int] = set()
        self.rematches: set[int] = set()
        self.rematch: str | None = None
        self._views: dict[Reader, View] = {}
        self._seen: dict[Reader, Contents] = {}

    # --- Asking ---

    @property
    def phase(self) -> Phase:
        """Whether it waits for players, is in play, or is over."""
        if self.state is None:
            return "open"
        return "over" if self.opened.imported or self.state.result else "playing"

    @property
    def names(self) -> list[str]:
        """What to call each seat."""
        return [seat.name or f"Seat {place}" for place, seat in enumerate(self.seats)]

    @property
    def to_move(self) -> int | None:
        """The seat whose move it is, while the game goes on."""
        return self.state.to_move if self.state and self.phase == "playing" else None

    @property
    def readers(self) -> list[Reader]:
        """Everybody who may look: the seats, and last the public."""
        return [*range(len(self.seats)), None]

    def view(self, reader: Reader) -> View | None:
        """Give what a reader may know of the cards; None before the deal.

        Args:
            reader: Who looks.
        """
        return self._views.get(reader)

    def persons(self) -> set[int]:
        """Give the seats that persons play at the moment, those who have left not counted."""
        return {place for place, seat in enumerate(self.seats) if seat.kind == "person" and not seat.left}

    def undoable(self, seat: int) -> int | str:
        """Say how many moves would be taken back if a seat took back its last move, or why it cannot.

        Args:
            seat: Who asks.
        """
        mine = [place for place, step in enumerate(self.steps) if step.seat == seat]
        if not mine:
            return "You have not moved yet."
        since = self.steps[mine[-1] :]
        if any(step.chance for step in since):
            return "Cards have been shuffled since your last move."
        if any(seat in step.revealed for step in since):
            return "You have seen a hidden card since your last move."
        return len(since)

    # --- Changing ---

    def apply(self, event: happened.Event, at: float, after: State | None = None) -> None:
        """Let the next event happen.

        Args:
            event: What happens.
            at: When, in seconds since 1970.
            after: For a move that has just been played on a copy of the state: that copy, which becomes the state.

        Raises:
            DamagedLog: It cannot have happened.
        """
        try:
            _require(holds=(self.version == 0) == isinstance(event, happened.Opened))
            seat, told = self._move(event, after) if isinstance(event, happened.Moved) else self._happen(event)
        except (UndercutError, ValueError, LookupError, TypeError) as error:
            message = f"event {self.version + 1} of this table does not fit those before it"
            raise happened.DamagedLog(message) from error
        self.version += 1
        self.created = self.created or at
        self.lines.append(Line(self.version, at, seat, event.type_name, told))

    @singledispatchmethod
    def _happen(self, event: happened.Event) -> tuple[int | None, tuple[Told, ...]]:
        """Change the table, and tell who did what."""
        raise TypeError(event)

    @_happen.register
    def _(self, event: happened.Opened) -> tuple[int | None, tuple[Told, ...]]:
        self.opened = event
        self.game = game(event.game, rules=event.rules, seats=event.seats)
        self.seats = [Seat() for _ in range(event.seats)]
        rules = rules_title(self.game.name, self.game.rules)
        note = f" {event.note[:1].upper()}{event.note[1:]}." if event.note else ""
        opened = Text(messages.OPENED, {"game": self.game.spec.title, "count": event.seats, "rules": rules}).say()
        return None, (Told(opened + note),)

    @_happen.register
    def _(self, event: happened.Sat) -> tuple[int | None, tuple[Told, ...]]:
        seat = self._seat(event.seat)
        _require(holds=seat.kind == "open")
        self.seats[event.seat] = Seat(event.kind, event.name, event.level, event.key)
        return event.seat, self._did(event.seat, messages.SIT)

    @_happen.register
    def _(self, event: happened.Left) -> tuple[int | None, tuple[Told, ...]]:
        told = self._did(event.seat, messages.LEAVE)
        if self.state is None:
            self.seats[event.seat] = Seat()
            # Whoever sits there next is not the one who did all this.
            told = told[-1:]
            self.lines = [
                line._replace(told=line.told[-1:]) if line.seat == event.seat else line for line in self.lines
            ]
        else:
            self.seats[event.seat].left = True
        self._forget(event.seat)
        return event.seat, told

    @_happen.register
    def _(self, event: happened.Returned) -> tuple[int | None, tuple[Told, ...]]:
        seat = self._seat(event.seat)
        seat.kind, seat.level, seat.left = "person", None, False
        return event.seat, self._did(event.seat, messages.RETURN)

    @_happen.register
    def _(self, event: happened.TakenOver) -> tuple[int | None, tuple[Told, ...]]:
        seat = self._seat(event.seat)
        seat.kind, seat.level = "bot", event.level
        self._forget(event.seat)
        name = self.names[event.seat]
        return event.seat, self._each(
            lambda voice: (
                voice.say(messages.BOT_FOR_YOU, level=event.level)
                if voice.reader == event.seat
                else voice.say(messages.BOT_FOR, level=event.level, name=name)
            )
        )

    @_happen.register
    def _(self, event: happened.Dealt) -> tuple[int | None, tuple[Told, ...]]:
        self.state = from_position(event.position)
        _require(holds=self.state.game == self.game and all(seat.kind != "open" for seat in self.seats))
        self.state.players = tuple(self.names)
        self._look_again()
        first = self.state.to_move
        if first is None:
            return None, _all(messages.DEALT)
        return None, self._each(
            lambda voice: (
                voice.say(messages.DEALT_YOUR_MOVE)
                if voice.reader == first
                else voice.say(messages.DEALT_MOVE, name=self.names[first])
            )
        )

    def _move(self, event: happened.Moved, after: State | None) -> tuple[int | None, tuple[Told, ...]]:
        state = self._playing()
        _require(holds=state.to_move == event.seat)
        said = {reader: (state.told(event.move, reader), state.sentence(event.move, reader)) for reader in self.readers}
        if after is None:
            self._replay(event)
        else:
            self.state = after
        before, chance = self._seen, bool(event.shuffles)
        self._look_again()
        changes = {reader: compare(before[reader], self._seen[reader]) for reader in self.readers}
        revealed = frozenset(reader for reader in self.readers if reveals(changes[reader]))
        self.steps.append(Step(event.seat, revealed, chance, len(self.lines)))
        told: list[Told] = []
        words, result = self.game.spec.words, self._playing().result
        for reader in self.readers:
            voice = self._voice(reader)
            went = movements(words.piles, self._seen[reader], changes[reader], shuffled=chance)
            one = tell(words, voice, event.seat, *said[reader], went)
            told.append(one.followed_by(outcome_text(words, result, voice)) if result else one)
        if self.draw and self.draw.seat != event.seat:
            self.draw = None
        self.take_back = None
        self.barred.discard(event.seat)
        self.refused.clear()
        return event.seat, _shared(told)

    def _replay(self, event: happened.Moved) -> None:
        """Play a move of the log with the shuffles that followed it."""
        state, pack = self._playing(), self.game.spec.pack
        state.set_chance(Recorded([[pack.code(card) for card in cards] for cards in event.shuffles], Secure()))
        before = len(state.shuffles)
        state.play(event.move)
        _require(holds=len(state.shuffles) - before == len(event.shuffles))
        state.set_chance(Secure())

    @_happen.register
    def _(self, event: happened.DrawOffered) -> tuple[int | None, tuple[Told, ...]]:
        self.draw = Question(event.seat)
        self.barred.add(event.seat)
        return event.seat, self._did(event.seat, messages.OFFER_DRAW)

    @_happen.register
    def _(self, event: happened.DrawAnswered) -> tuple[int | None, tuple[Told, ...]]:
        if event.accepted and self.draw:
            self.draw.accepted.add(event.seat)
            return event.seat, self._did(event.seat, messages.ACCEPT_DRAW)
        self.draw = None
        return event.seat, self._did(event.seat, messages.DECLINE_DRAW)

    @_happen.register
    def _(self, event: happened.TakeBackAsked) -> tuple[int | None, tuple[Told, ...]]:
        self.take_back = Question(event.seat)
        self.refused.add(event.seat)
        return event.seat, self._did(event.seat, messages.ASK_TAKE_BACK)

    @_happen.register
    def _(self, event: happened.TakeBackAnswered) -> tuple[int | None, tuple[Told, ...]]:
        if event.accepted and self.take_back:
            self.take_back.accepted.add(event.seat)
            return event.seat, self._did(event.seat, messages.ALLOW_TAKE_BACK)
        self.take_back = None
        return event.seat, self._did(event.seat, messages.REFUSE_TAKE_BACK)

    @_happen.register
    def _(self, event: happened.TakenBack) -> tuple[int | None, tuple[Told, ...]]:
        state = self._playing()
        _require(holds=0 < event.moves <= len(self.steps))
        for _ in range(event.moves):
            state.undo()
        del self.steps[-event.moves :]
        self.draw = self.take_back = None
        self.refused.discard(event.seat)
        self._look_again()
        return event.seat, self._did(event.seat, messages.TAKE_BACK, count=event.moves)

    @_happen.register
    def _(self, event: happened.Resigned) -> tuple[int | None, tuple[Told, ...]]:
        self._forget(event.seat)
        self._seat(event.seat).key = None if len(self.seats) > 2 else self.seats[event.seat].key  # noqa: PLR2004  a duel
        return event.seat, self._did(event.seat, messages.RESIGN)

    @_happen.register
    def _(self, event: happened.Ended) -> tuple[int | None, tuple[Told, ...]]:
        outcome = Outcome(tuple(event.winners), event.reason)
        self._playing().finish(outcome)
        self._look_again()
        self.draw = self.take_back = None
        return None, self._each(lambda voice: outcome_text(self.game.spec.words, outcome, voice))

    @_happen.register
    def _(self, event: happened.RematchAsked) -> tuple[int | None, tuple[Told, ...]]:
        self.rematches.add(event.seat)
        return event.seat, self._did(event.seat, messages.PLAY_AGAIN)

    @_happen.register
    def _(self, event: happened.Rematched) -> tuple[int | None, tuple[Told, ...]]:
        self.rematch = event.table
        return None, _all(messages.NEXT_GAME)

    # --- Inside ---

    def _seat(self, place: int) -> Seat:
        _require(holds=0 <= place < len(self.seats))
        return self.seats[place]

    def _playing(self) -> State:
        _require(holds=self.state is not None)
        return cast("State", self.state)

    def _voice(self, reader: Reader) -> Voice:
        return Voice(self.names, reader, stood_in=reader is not None and self.seats[reader].kind == "bot")

    def _each(self, say: Callable[[Voice], str]) -> tuple[Told, ...]:
        """Tell each reader in words of their own."""
        return _shared([Told(say(self._voice(reader))) for reader in self.readers])

    def _did(self, seat: int, deed: Deed, **values: int) -> tuple[Told, ...]:
        """Tell each reader what a player did."""
        self._seat(seat)
        return self._each(lambda voice: voice.did(seat, deed.said(**values)))

    def _forget(self, seat: int) -> None:
        """Drop the questions of a seat that does not play any more."""
        if self.draw and self.draw.seat == seat:
            self.draw = None
        if self.take_back and self.take_back.seat == seat:
            self.take_back = None
        self.rematches.discard(seat)

    def _look_again(self) -> None:
        state = self._playing()
        self._views = {reader: state.view(reader) for reader in self.readers}
        piles = self.game.spec.words.piles
        self._seen = {reader: contents(piles, view) for reader, view in self._views.items()}


def _require(*, holds: bool) -> None:
    """Refuse an event that cannot follow those before it."""
    if not holds:
        message = "this cannot have happened"
        raise UndercutError(message)


def _all(template: str, **values: str | int) -> tuple[Told, ...]:
    """Tell everybody the same."""
    return (Told(Text(template, values).say()),)


def _shared(told: Sequence[Told]) -> tuple[Told, ...]:
    """Keep what several are told only once."""
    known: dict[Told, Told] = {}
    shared = tuple(known.setdefault(one, one) for one in told)
    return shared if len(known) > 1 else shared[-1:]
