"""A table built from its events: the same events give the same table in every process."""

from collections.abc import Callable, Iterable
from functools import singledispatchmethod
from math import inf
from typing import Self

from msgspec.structs import replace

from undercut.errors import UndercutError
from undercut.games.base.book import rules_title
from undercut.games.base.game_types import Outcome, View
from undercut.games.base.sentences import Deed, Template, Text, capitalized
from undercut.play.game import Game, game
from undercut.play.loading import from_position
from undercut.play.narration import EventText, Voice, announced
from undercut.play.piles import reveals
from undercut.play.sources import Recorded, Secure
from undercut.play.state import State
from undercut.table import events, parts
from undercut.table.events import DamagedLog, require
from undercut.table.parts import line
from undercut.table.scene import Phase
from undercut.translation import _

EVEN_SECONDS = 5.0  # seconds after a move at which it is answered, at tables where all answers take the same time

_Told = tuple[EventText, ...]
"""How each reader is told; one text alone is for all."""


class Table:
    """A table; only `apply` changes it."""

    opened: events.Opened
    game: Game

    def __init__(self, table: str) -> None:
        self.id = table
        self.phase: Phase = "open"
        self.closed = ""  # why the table was closed before a game was finished, in a sentence
        # The log, and the events since which a command may not be too late.
        self.lines: list[parts.Line] = []
        self.settled = 0  # the last event that changed the position
        self.began = 0  # the event with which the phase began
        # The players, and what they want of each other.
        self.seats: list[parts.Seat] = []
        self._arrivals: list[int] = []  # the seats of people, in the order in which they came
        self.offers = parts.Offers()
        self.spoken: dict[int, str] = {}  # the last phrase of each seat since the last move
        self.next_game = parts.NextGame()
        # The game.
        self.state: State | None = None
        self.to_move: int | None = None
        self.steps: list[parts.PlayedMove] = []
        self.skipped = False  # whether bots move without pauses until a person is to move
        self.clocks = parts.Clocks()
        self.undone = False  # whether moves were taken back freely
        self.sealed = False  # whether the cards stay hidden after the end
        self._views: dict[parts.Reader, View] = {}

    @classmethod
    def of(cls, table: str, log: Iterable[events.Event], at: float, site_time: float | None = None) -> Self:
        """Build a table whose events have all happened at one time."""
        made = cls(table)
        for event in log:
            made.apply(event, at, site_time)
        return made

    # --- Asking ---

    @property
    def version(self) -> int:
        return len(self.lines)

    @property
    def created(self) -> float:
        return self.lines[0].at

    @property
    def names(self) -> list[str]:
        return [seat.name or _("Player {number}").format(number=place + 1) for place, seat in enumerate(self.seats)]

    @property
    def readers(self) -> list[parts.Reader]:
        return [*range(len(self.seats)), None]

    @property
    def match(self) -> parts.Match:
        """The match that this game belongs to, with its result once it is over; a stand-in wins it for no one."""
        result = self.state.result if self.state else None
        if result and self.stand_ins:
            result = Outcome(tuple(seat for seat in result.winners if seat not in self.stand_ins), result.reason)
        return parts.match_of(self.opened.best_of, self.opened.wins, len(self.seats), result)

    @property
    def host(self) -> int | None:
        """The seat of the person who came first, while the table waits for players."""
        return self._arrivals[0] if self._arrivals and self.phase == "open" else None

    @property
    def clock(self) -> events.Clock | None:
        """How long players may think; None: as long as they like, as at every practice table."""
        return None if self.opened.practice else self.opened.clock

    def budget(self, seat: int) -> float:
        """Return how many seconds a seat has from the start of its turn: those held back, and those on its clock."""
        held = self.least_wait if seat == self.to_move else 0.0
        return held + (self.clocks.left(seat, self.clock) if self.clock else inf)

    @property
    def due(self) -> float | None:
        """When the time of the seat to move is up, in the site's time; None: never."""
        seat = self.to_move
        return None if seat is None or self.clock is None else self.clocks.turn_began + self.budget(seat)

    def view(self, reader: parts.Reader) -> View | None:
        return self._views.get(reader)

    @property
    def face_up(self) -> bool:
        """Whether all cards are open: the game is over, and its deal need not first be played from the other side."""
        return self.phase == "over" and not self.sealed

    @property
    def stand_ins(self) -> frozenset[int]:
        return frozenset(place for place, seat in enumerate(self.seats) if seat.stand_in)

    def rivals(self, seat: int) -> list[int]:
        """Return the other seats that can still win: their players have neither resigned nor run out of time."""
        return [place for place, other in enumerate(self.seats) if place != seat and not other.out]

    def persons(self) -> set[int]:
        return {place for place, seat in enumerate(self.seats) if seat.kind == "person" and not seat.gone}

    @property
    def least_wait(self) -> float:
        """The least time of the next move, in seconds: 0 except for answers at tables where all take as long."""
        return EVEN_SECONDS if self.opened.even_answers and self.is_answer else 0.0

    @property
    def is_answer(self) -> bool:
        """Whether the next move answers another seat's: the seat to move is not the one whose turn it is."""
        view = self._views.get(None, {})
        return view.get("turn", self.to_move) != self.to_move

    @property
    def hints(self) -> bool:
        """Whether hints are allowed, as far as it does not depend on whose move it is."""
        rivals = sum(seat.kind != "bot" or seat.key is not None for seat in self.seats)
        return self.opened.hints and (self.opened.hints_with_people or rivals <= 1)

    @property
    def is_practice(self) -> bool:
        """Whether the game counts for nothing, as every game that starts from a position."""
        return self.opened.practice or self.undone or self.opened.start is not None

    @property
    def is_complete(self) -> bool:
        return not any(seat.stand_in or seat.gone for seat in self.seats)

    # --- Changing ---

    def apply(self, event: events.Event, at: float, site_time: float | None = None) -> None:
        try:
            require(holds=(self.version == 0) == isinstance(event, events.Opened))
            texts = self._apply(event)
        except UndercutError as error:
            raise DamagedLog(f"event {self.version + 1} of this table does not fit those before it") from error
        if isinstance(event, events.TURNS):
            self.clocks.turn_began = at if site_time is None else site_time
        seat = event.seat if isinstance(event, events.SeatEvent) else None
        played = len(self.steps) if isinstance(event, events.Moved) else None
        number = self.version + 1
        told = tuple(line(text, number, seat, at, played) for text in texts)
        self.lines.append(parts.Line(number, at, seat, type(event), told))
        self.settled = number if isinstance(event, events.POSITIONS) else self.settled
        before = self.phase
        self._refresh_phase()
        self.began = self.began if self.phase == before and self.began else number

    @singledispatchmethod
    def _apply(self, event: events.Event) -> _Told:
        raise TypeError(event)

    @_apply.register
    def _opened(self, event: events.Opened) -> _Told:
        self.opened = event
        self.sealed = bool(event.duplicate)
        self.game = game(event.game, rules=event.rules, seats=event.seats)
        self.seats = [parts.Seat() for _ in range(event.seats)]
        title, rules = self.game.spec.title, rules_title(self.game.name, self.game.rules)
        note = f" {capitalized(event.note)}." if event.note else ""
        opened = Text("A {game} table for {count}: {rules}.", {"game": title, "count": event.seats, "rules": rules})
        return (EventText(opened.say() + note),)

    @_apply.register
    def _rules_changed(self, event: events.RulesChanged) -> _Told:
        require(holds=self.state is None and all(seat.kind == "open" for seat in self.seats[event.seats :]))
        self.opened = replace(
            self.opened, rules=event.rules, seats=event.seats, best_of=event.best_of, clock=event.clock, wins=[]
        )
        self.offers.proposal = None
        self.game = game(self.opened.game, rules=event.rules, seats=event.seats)
        self.seats = [*self.seats[: event.seats], *(parts.Seat() for _ in range(event.seats - len(self.seats)))]
        self.lines = [line.for_seats(event.seats) for line in self.lines]
        rules = rules_title(self.game.name, self.game.rules)
        return self._did(event.seat, *parts.CHANGE_RULES, count=event.seats, rules=rules)

    @_apply.register
    def _proposed(self, event: events.Proposed) -> _Told:
        require(holds=self.state is None)
        self.offers.proposal = parts.Proposal(event.seat, self.version + 1, wanted=event)
        return self._did(event.seat, "You propose a change of the table.", "{name} proposes a change of the table.")

    @_apply.register
    def _proposal_answered(self, event: events.ProposalAnswered) -> _Told:
        if event.accepted and self.offers.proposal:
            self.offers.proposal.accepted.add(event.seat)
            return self._did(event.seat, "You accept it.", "{name} accepts it.")
        self.offers.proposal = None
        return self._did(event.seat, "You decline it.", "{name} declines it.")

    @_apply.register
    def _sat(self, event: events.Sat) -> _Told:
        seat = self._seat(event.seat)
        require(holds=seat.kind == "open")
        self.seats[event.seat] = parts.Seat(event.kind, event.name, event.level, event.key, strength=event.strength)
        self._arrivals += [event.seat] if event.kind == "person" else []
        self.offers.proposal = None
        return self._did(event.seat, "You sit down.", "{name} sits down.")

    @_apply.register
    def _left(self, event: events.Left) -> _Told:
        texts = self._did(event.seat, "You leave.", "{name} leaves.")
        if self.state is None:
            self.seats[event.seat] = parts.Seat()
            self._arrivals = [seat for seat in self._arrivals if seat != event.seat]
            # The next player in this seat must not be addressed as "you" for these events.
            texts = texts[-1:]
            self.lines = [
                line._replace(texts=line.texts[-1:]) if line.seat == event.seat else line for line in self.lines
            ]
        else:
            self.seats[event.seat].gone = True
        self._forget(event.seat)
        return texts

    @_apply.register
    def _returned(self, event: events.Returned) -> _Told:
        seat = self._seat(event.seat)
        if seat.out and self.clock and self.clock.kind == "game":
            self.clocks.set_left(event.seat, self.clock.overtime)  # the time of the game is used up
        seat.kind, seat.level, seat.gone, seat.stand_in, seat.out = "person", None, False, False, False
        self._name_players()
        return self._did(event.seat, "You return.", "{name} returns.")

    @_apply.register
    def _taken_over(self, event: events.TakenOver) -> _Told:
        seat = self._seat(event.seat)
        seat.kind, seat.level, seat.stand_in = "bot", event.level, True
        self._name_players()
        self._forget(event.seat)
        yours, theirs = "A bot ({level}) plays on for you.", "A bot ({level}) plays on for {name}."
        told = {"level": event.level, "name": self.names[event.seat]}
        return self._each(lambda voice: voice.say(yours if voice.reader == event.seat else theirs, **told))

    @_apply.register
    def _dealt(self, event: events.Dealt) -> _Told:
        self.state = from_position(event.position)
        if self.lines[-1].at > self.created:  # a player of the match was missing, and a stranger may have come
            self.opened = replace(self.opened, wins=[])
        require(holds=self.state.game == self.game and all(seat.kind != "open" for seat in self.seats))
        self._name_players()
        self._refresh_views()
        first = self.state.to_move
        if first is None:
            return parts.for_all("The cards are dealt.")
        yours, theirs = "The cards are dealt. It is your move.", "The cards are dealt. It is {name}'s move."
        name = self.names[first]
        return self._each(lambda voice: voice.say(yours if voice.reader == first else theirs, name=name))

    @_apply.register
    def _moved(self, event: events.Moved) -> _Told:
        state = self._playing()
        require(holds=state.to_move == event.seat)
        time_left = self.clocks.time_left
        if event.time_left is not None:
            self.clocks.set_left(event.seat, event.time_left)
        move, answer = announced(state, event.move, self._views), self.is_answer
        self._replay(event)
        self.spoken = {}
        chance = bool(event.shuffles)
        self._refresh_views()
        changes = move.changes(self._views)
        revealed = frozenset(reader for reader, seen in zip(self.readers, changes, strict=True) if reveals(seen))
        person = self.seats[event.seat].kind == "person"
        self.skipped = self.skipped and not person
        self.steps.append(
            parts.PlayedMove(event.seat, revealed, chance, answer, len(self.lines), time_left, person, event.advised)
        )
        texts, result = move.texts(self._voices(), changes, self._views, shuffled=chance), self._playing().result
        if result:
            words = self.game.spec.words
            ends = (parts.outcome_text(words, result, voice, self.stand_ins) for voice in self._voices())
            texts = [text.followed_by(end) for text, end in zip(texts, ends, strict=True)]
        self.offers.note_move(event.seat)
        return parts.shared(texts)

    def _replay(self, event: events.Moved) -> None:
        state, pack = self._playing(), self.game.spec.pack
        shuffles = [codes for cards in event.shuffles if (codes := pack.codes(cards)) is not None]
        require(holds=len(shuffles) == len(event.shuffles))
        state.set_chance(Recorded(shuffles, Secure()))
        before = state.shuffle_count
        state.play(event.move)
        require(holds=state.shuffles_from(before) == event.shuffles)
        state.set_chance(Secure())

    @_apply.register
    def _timed_out(self, event: events.TimedOut) -> _Told:
        clock, seat = self.opened.clock, self._seat(event.seat)
        require(holds=clock is not None and event.seat == self._playing().to_move)
        seat.out |= clock is not None and clock.zero != "move" and seat.kind == "person"
        if clock and clock.kind == "game":
            self.clocks.set_left(event.seat, float(clock.seconds) if clock.zero == "bot" else clock.overtime)
        return self._did(event.seat, "You have run out of time.", "{name} has run out of time.")

    @_apply.register
    def _draw_offered(self, event: events.DrawOffered) -> _Told:
        self.offers.draw = parts.OpenOffer(event.seat, self.version + 1)
        self.offers.barred.add(event.seat)
        return self._did(event.seat, "You offer a draw.", "{name} offers a draw.")

    @_apply.register
    def _draw_answered(self, event: events.DrawAnswered) -> _Told:
        if event.accepted and self.offers.draw:
            self.offers.draw.accepted.add(event.seat)
            return self._did(event.seat, "You accept the draw.", "{name} accepts the draw.")
        is_own = self.offers.draw is not None and self.offers.draw.seat == event.seat
        self.offers.draw = None
        if is_own:
            return self._did(event.seat, "You withdraw the draw offer.", "{name} withdraws the draw offer.")
        return self._did(event.seat, "You decline the draw.", "{name} declines the draw.")

    @_apply.register
    def _take_back_asked(self, event: events.TakeBackAsked) -> _Told:
        self.offers.take_back = parts.OpenOffer(event.seat, self.version + 1)
        return self._did(event.seat, "You ask to take the last move back.", "{name} asks to take the last move back.")

    @_apply.register
    def _take_back_answered(self, event: events.TakeBackAnswered) -> _Told:
        asked = self.offers.take_back
        if event.accepted and asked:
            asked.accepted.add(event.seat)
            return self._did(event.seat, "You allow it.", "{name} allows it.")
        self.offers.take_back = None
        if asked and asked.seat == event.seat:
            return self._did(event.seat, "You withdraw the request.", "{name} withdraws the request.")
        if asked:
            self.offers.refused.add(asked.seat)
        return self._did(event.seat, "You refuse it.", "{name} refuses it.")

    @_apply.register
    def _taken_back(self, event: events.TakenBack) -> _Told:
        require(holds=0 < event.moves <= len(self.steps))
        for _move in range(event.moves):
            self._playing().undo()
        self.clocks.time_left = self.steps[-event.moves].time_left
        del self.steps[-event.moves :]
        self.offers.end()
        self.offers.refused.clear()
        self._refresh_views()
        told = self._did(event.seat, *parts.TAKE_BACK, count=event.moves)
        if event.free and not self.undone:
            self.undone, counts = True, _("This game is now practice and does not count.")
            told = tuple(text.followed_by(counts) for text in told)
        return told

    @_apply.register
    def _advised(self, event: events.Advised) -> _Told:
        return self._did(event.seat, "You ask for a hint.", "{name} asks for a hint.")

    @_apply.register
    def _resigned(self, event: events.Resigned) -> _Told:
        self._forget(event.seat)
        self._seat(event.seat).out = True
        self._seat(event.seat).key = None if len(self.seats) > 2 else self.seats[event.seat].key  # noqa: PLR2004  with two players the game ends
        return self._did(event.seat, "You resign.", "{name} resigns.")

    @_apply.register
    def _ended(self, event: events.Ended) -> _Told:
        outcome = Outcome(tuple(event.winners), event.reason)
        self._playing().finish(outcome)
        self._refresh_views()
        self.offers.end()
        return self._each(lambda voice: parts.outcome_text(self.game.spec.words, outcome, voice, self.stand_ins))

    @_apply.register
    def _rematch_asked(self, event: events.RematchAsked) -> _Told:
        self.next_game.asked.add(event.seat)
        self.next_game.declined.discard(event.seat)
        return self._did(event.seat, "You want a rematch.", "{name} wants a rematch.")

    @_apply.register
    def _rematch_declined(self, event: events.RematchDeclined) -> _Told:
        if event.seat in self.next_game.asked:
            self.next_game.asked.remove(event.seat)
            return self._did(event.seat, "You withdraw your rematch request.", "{name} withdraws the rematch request.")
        self.next_game.asked.clear()
        self.next_game.declined.add(event.seat)
        return self._did(event.seat, "You decline a rematch.", "{name} declines a rematch.")

    @_apply.register
    def _rematched(self, event: events.Rematched) -> _Told:
        self.next_game.table = event.table
        return parts.for_all("The next game begins at a new table.")

    @_apply.register
    def _duplicate_asked(self, event: events.DuplicateAsked) -> _Told:
        self.next_game.duplicate = event
        return self._did(event.seat, "You ask for a duplicate.", "{name} asks for a duplicate.")

    @_apply.register
    def _closed(self, event: events.Closed) -> _Told:
        self.closed = _(parts.CLOSED[event.reason])
        self.offers.end()
        return (EventText(self.closed),)

    @_apply.register
    def _unsealed(self, _event: events.Unsealed) -> _Told:
        self.sealed = False
        return (EventText(_("The cards are open.")),)

    @_apply.register
    def _said(self, event: events.Said) -> _Told:
        self.spoken = self.spoken | {event.seat: event.phrase}
        phrase = _(parts.PHRASES.get(event.phrase, event.phrase))
        return self._did(event.seat, "You: {phrase}", "{name}: {phrase}", phrase=phrase)

    @_apply.register
    def _renamed(self, event: events.Renamed) -> _Told:
        seat = self._seat(event.seat)
        seat.name, seat.key = event.name, None if event.erased else seat.key
        self._name_players()
        told = "A player is now called {name}." if event.own else "The owner of the site renamed a player: {name}."
        told = "A player's data was erased; the seat is now called {name}." if event.erased else told
        return parts.for_all(told, name=event.name)

    @_apply.register
    def _rekeyed(self, event: events.Rekeyed) -> _Told:
        self._seat(event.seat).key = event.key
        return self._did(event.seat, *parts.NEW_LINK)

    # --- Inside ---

    def _seat(self, place: int) -> parts.Seat:
        require(holds=0 <= place < len(self.seats))
        return self.seats[place]

    def _name_players(self) -> None:
        """Name the players in the record; a bot that plays for a person is named as one."""
        if self.state:
            bot = _("{name} (bot)")
            seats = zip(self.names, self.seats, strict=True)
            self.state.players = tuple(bot.format(name=name) if seat.stand_in else name for name, seat in seats)

    def _playing(self) -> State:
        if self.state is None:
            raise DamagedLog("the cards have not been dealt")
        return self.state

    def _voices(self) -> list[Voice]:
        names, stood_in = self.names, [seat.kind == "bot" for seat in self.seats]
        return [*(Voice(names, seat, stood_in=bot) for seat, bot in enumerate(stood_in)), Voice(names)]

    def _each(self, say: Callable[[Voice], str]) -> tuple[EventText, ...]:
        return parts.shared([EventText(say(voice)) for voice in self._voices()])

    def _did(self, seat: int, you: Template, they: Template, **values: int | str) -> tuple[EventText, ...]:
        self._seat(seat)
        return self._each(lambda voice: voice.did(seat, Deed(you, they, you).said(**values)))

    def _forget(self, seat: int) -> None:
        """End what waits for the answer of all players: one of them has gone."""
        self.offers.end()
        self.next_game.asked.discard(seat)

    def _refresh_phase(self) -> None:
        """Note the phase and the seat to move: they are asked for dozens of times for each event."""
        if self.state is None:
            self.phase = "over" if self.closed else "open"
        else:
            over = self.closed or self.opened.imported or self.state.result
            self.phase = "over" if over else "playing"
        self.to_move = self.state.to_move if self.state and self.phase == "playing" else None

    def _refresh_views(self) -> None:
        self._views = dict(zip(self.readers, self._playing().views(self.readers), strict=True))
