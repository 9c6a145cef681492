"""First events of a table: on request, as a rematch, or from a position."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from msgspec.structs import replace

from undercut.bots.players.characters import ADAPTIVE, START, Result, after, free_names, level_at
from undercut.games.base.facts import TABLE_REASONS
from undercut.games.base.parts.levels import LEVEL_NAMES
from undercut.play.game import Game
from undercut.play.state import State
from undercut.table.commands import NotPossible, PlayOn
from undercut.table.events import Dealt, Event, Opened, RulesStamp, Sat
from undercut.table.names import default_name, player_name
from undercut.table.opening.choices import LEVELS, OPEN, QUICK, RANDOM_SEAT, Terms
from undercut.table.parts import Seat
from undercut.table.permissions import is_practice
from undercut.table.table import Table
from undercut.translation import N_, _


def note_of(strength: float) -> str:
    """Say which level adaptive bots play, and why."""
    note = _("the adaptive bot plays as {level} now: one level up when you win, down when you lose")
    return note.format(level=level_at(strength))


def strength_after(table: Table) -> float | None:
    """Return the estimate that adaptive bots follow in the next game of a table; None without such bots."""
    strength = next((seat.strength for seat in table.seats if seat.strength is not None), None)
    result = result_of(
        [seat.level or "" for seat in table.seats],
        table.state.result.winners if table.state and table.state.result else None,
    )
    if strength is None or result is None or is_practice(table):
        return strength
    return after(strength, result)


def result_of(levels: list[str], winners: list[int] | tuple[int, ...] | None) -> Result | None:
    """Return what a game says about the strength of the people in it; None if it says nothing.

    Examples:
        >>> result_of(["", "hard"], [0])
        Result(level='hard', won=True, seats=2)
    """
    bots = [level for level in levels if level in LEVEL_NAMES]
    if winners is None or not bots or "" not in levels:
        return None
    people_won = {not levels[seat] for seat in winners}
    won = people_won.pop() if len(people_won) == 1 else None
    return Result(max(bots, key=LEVEL_NAMES.index), won, len(levels))


SEALED = N_("Play this deal from the other side first: until then its cards stay closed.")

_KEY_BYTES = 16


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a table."""

    events: list[Event]
    guests: dict[int, set[str]] = field(default_factory=dict[int, set[str]])

    @property
    def opened(self) -> Opened:
        """The first of the events."""
        return cast("Opened", self.events[0])


def open_table(terms: Terms, guest: str, strength: float = START) -> Opening:
    """Open a table, and deal the cards if no seat is open."""
    seat = secrets.randbelow(terms.game.seats) if terms.seat == RANDOM_SEAT else terms.seat
    players = list(terms.opponents)
    if isinstance(seat, int):
        players.insert(seat, "")
    opened = _opened(terms.game, listed=terms.listed, hints=terms.hints is not False, practice=terms.practice)
    notes = [terms.note] * bool(terms.note) + [note_of(strength)] * (ADAPTIVE in players)
    note = ". ".join(notes) or None
    events: list[Event] = [
        replace(
            opened,
            note=note,
            best_of=terms.best_of,
            clock=terms.clock,
            even_answers=terms.even_answers,
            hints_with_people=terms.hints is True,
        )
    ]
    events += sitting(players, terms.name, strength)
    if OPEN not in players:
        events.append(deal(terms.game))
    return Opening(events, {seat: {guest}} if isinstance(seat, int) else {})


def _opened(chosen: Game, *, listed: bool, hints: bool, practice: bool = False) -> Opened:
    rules = cast("RulesStamp", chosen.rules)
    return Opened(chosen.name, rules, chosen.seats, listed=listed, hints=hints, practice=practice)


def sitting(players: Sequence[str], name: str, strength: float = START) -> list[Sat]:
    """Seat a bot for each level and a person for each empty entry; open seats stay open."""
    events: list[Sat] = []
    taken = {name}
    for seat, level in enumerate(players):
        if level == OPEN:
            continue
        if level:
            plays = level_at(strength) if level == ADAPTIVE else level
            first_name = next(free_names(plays, taken))
            taken.add(first_name)
            events.append(Sat(seat, "bot", first_name, plays, strength=strength if level == ADAPTIVE else None))
        else:
            events.append(Sat(seat, "person", name or default_name(seat), key=new_key()))
    return events


def bots_for(table: Table, level: str) -> list[Event]:
    """Seat a bot in each open seat, with a name that no player at the table has."""
    free = free_names(level, {seat.name for seat in table.seats})
    places = [place for place, seat in enumerate(table.seats) if seat.kind == "open"]
    return [Sat(place, "bot", next(free), level) for place in places]


def deal(chosen: Game) -> Dealt:
    """Deal with the system's secure source of randomness."""
    return Dealt(dict(chosen.deal().position()))


def first_deal(opened: Opened, chosen: Game) -> Dealt:
    """Deal the cards of a table, or the position that it starts from."""
    return deal(chosen) if opened.start is None else Dealt(opened.start)


def new_key() -> str:
    """Generate the secret part of a seat link, 128 random bits."""
    return secrets.token_urlsafe(_KEY_BYTES)


def next_table(table: Table, asker: int | None = None) -> list[Event]:
    """Open a rematch for the same players, each one seat further; the seats of players who left are open.

    A match goes on only among the same players. A bot that played for a person sits there under its own name.
    """
    places, opened = len(table.seats), table.opened
    gone = {place for place, seat in enumerate(table.seats) if seat.left and place != asker}
    following = _opened(table.game, listed=opened.listed, hints=opened.hints, practice=opened.practice)
    wins: tuple[int, ...] = () if table.match.decided or table.stand_ins or gone else table.match.wins
    strength = strength_after(table)
    events: list[Event] = [
        replace(
            following,
            best_of=opened.best_of,
            clock=table.clock,
            even_answers=opened.even_answers,
            wins=[*wins[-1:], *wins[:-1]],
            note=None if strength is None else note_of(strength),
            hints_with_people=opened.hints_with_people,
        )
    ]
    taken = {seat.name for seat in table.seats}
    for place in range(places):
        was = (place - 1) % places
        seat = table.seats[was]
        if was not in gone or seat.kind == "bot":
            own_name = next(free_names(seat.level or QUICK, taken)) if seat.stand_in else seat.name
            taken.add(own_name)
            events.append(_sit_again(place, seat, own_name, strength, taken))
    if len(events) > places:
        events.append(deal(table.game))
    return events


def _sit_again(place: int, seat: Seat, name: str, strength: float | None, taken: set[str]) -> Sat:
    if seat.kind == "bot" and seat.strength is not None and strength is not None:
        level = level_at(strength)
        if level != seat.level:
            name = next(free_names(level, taken))
            taken.add(name)
        return Sat(place, "bot", name, level, strength=strength)
    if seat.kind == "bot":
        return Sat(place, "bot", name, seat.level)
    return Sat(place, "person", name, key=new_key())


def play_on(table: Table, step: int, choices: PlayOn, guest: str) -> Opening:
    """Open a table that continues from a position of a finished game, against bots."""
    state = state_at(table, step)
    if state.result and state.result.reason in TABLE_REASONS:
        state.undo()  # the game ended by resignation, agreement or time, so it can continue
    if state.to_move is None:
        message = _("The game is over in this position.")
        raise NotPossible(message)
    return from_start(state, choices, guest, note="")


def with_friends(state: State, choices: PlayOn, guest: str) -> Opening:
    """Open a table that starts from a position once friends have taken the other seats."""
    made = from_start(state, choices, guest)
    (seat,) = made.guests
    own = [event for event in made.events if isinstance(event, Sat) and event.seat == seat]
    return Opening([replace(made.opened, start=dict(state.position())), *own], made.guests)


def from_start(state: State, choices: PlayOn, guest: str, note: str = "started from a position") -> Opening:
    """Open a table that starts from a position, against bots."""
    seat, seats = state.to_move if choices.seat is None else choices.seat, state.game.seats
    if seat is None or seat >= seats or choices.level not in LEVELS:
        message = f"seat: 0 to {seats - 1}; level: one of {', '.join(LEVELS)}."
        raise NotPossible(message)
    players = ["" if place == seat else choices.level for place in range(seats)]
    opened = replace(_opened(state.game, listed=False, hints=True), note=note or None)
    seated = sitting(players, player_name(choices.name))
    return Opening([opened, *seated, Dealt(dict(state.position()))], {seat: {guest}})


def state_at(table: Table, step: int) -> State:
    """Return the state of a finished game after some of its moves."""
    if table.state is None or table.phase != "over":
        message = _("The game is not over; you can play on only from a finished game.")
        raise NotPossible(message)
    if table.sealed:
        raise NotPossible(_(SEALED))
    return state_after(table, step)


def state_after(table: Table, step: int) -> State:
    """Return the state of a game after some of its moves."""
    if table.state is None:
        message = _("The game has not started.")
        raise NotPossible(message)
    if not 0 <= step <= len(table.steps):
        message = f"step: {step} is not from 0 to {len(table.steps)}."
        raise NotPossible(message)
    state = table.state.copy()
    if step < len(state.moves) and state.result and state.result.reason in TABLE_REASONS:
        state.undo()
    while len(state.moves) > step:
        state.undo()
    return state
