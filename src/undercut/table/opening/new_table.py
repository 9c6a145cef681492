"""The first events of a new table, and its seats, secrets and deals."""

import secrets
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import cast

from msgspec.structs import replace

from undercut.bots.players import ADAPTIVE
from undercut.games.base.game_types import TABLE_REASONS
from undercut.games.base.parts.bots import free_names
from undercut.lessons.learner import START, level_at, score_of, strength_note, updated_strength
from undercut.play.game import Game
from undercut.play.state import State
from undercut.table.commands import NotPossible, PlayOn
from undercut.table.events import Dealt, Event, Opened, Sat
from undercut.table.names import friendly_name, player_name
from undercut.table.opening.terms import OPEN, OPPONENT_NAMES, QUICK, RANDOM_SEAT, Terms
from undercut.table.parts import Seat
from undercut.table.replay import state_at
from undercut.table.table import Table
from undercut.translation import _

_KEY_BYTES, _ID_BYTES = 16, 12


@dataclass(frozen=True, slots=True)
class Opening:
    events: list[Event]
    guests: dict[int, set[str]] = field(default_factory=dict[int, set[str]])

    @property
    def opened(self) -> Opened:
        return cast("Opened", self.events[0])


def open_table(terms: Terms, guest: str, strength: float = START) -> Opening:
    seat = secrets.randbelow(terms.game.seats) if terms.seat == RANDOM_SEAT else terms.seat
    players = list(terms.opponents)
    if isinstance(seat, int):
        players.insert(seat, "")
    opened = terms.opened
    if ADAPTIVE in players:
        opened = replace(opened, note=". ".join(filter(None, (opened.note, strength_note(strength)))))
    events: list[Event] = [opened, *sitting(players, terms.name, strength)]
    if OPEN not in players:
        events.append(deal(terms.game))
    return Opening(events, {seat: {guest}} if isinstance(seat, int) else {})


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
            events.append(Sat(seat, "person", name or friendly_name(seat), key=new_key()))
    return events


def bots_for(table: Table, level: str) -> list[Event]:
    free = free_names(level, {seat.name for seat in table.seats})
    places = [place for place, seat in enumerate(table.seats) if seat.kind == "open"]
    return [Sat(place, "bot", next(free), level) for place in places]


def deal(chosen: Game) -> Dealt:
    return Dealt(dict(chosen.deal().position()))


def first_deal(opened: Opened, chosen: Game) -> Dealt:
    return deal(chosen) if opened.start is None else Dealt(opened.start)


def new_id() -> str:
    """Generate the id of a table, which is also its address: 96 random bits, so that it cannot be guessed."""
    return secrets.token_urlsafe(_ID_BYTES)


def new_key() -> str:
    return secrets.token_urlsafe(_KEY_BYTES)


def open_dealt(opened: Opened, state: State, seat: int, level: str, name: str, guest: str) -> Opening:
    players = ["" if place == seat else level for place in range(opened.seats)]
    return Opening([opened, *sitting(players, name), Dealt(dict(state.position()))], {seat: {guest}})


# --- From a position of a finished game, or of the editor ---


def play_on(table: Table, step: int, choices: PlayOn, guest: str) -> Opening:
    state = state_at(table, step)
    if state.result and state.result.reason in TABLE_REASONS:
        state.undo()  # the game ended by resignation, agreement or time, so it can continue
    if state.to_move is None:
        raise NotPossible(_("The game is over in this position."))
    return from_start(state, choices, guest, note="")


def with_friends(state: State, choices: PlayOn, guest: str) -> Opening:
    opening = from_start(state, choices, guest)
    own = [event for event in opening.events if isinstance(event, Sat) and event.seat in opening.guests]
    return Opening([opening.opened, *own], opening.guests)


def from_start(state: State, choices: PlayOn, guest: str, note: str = "started from a position") -> Opening:
    seat, seats = state.to_move if choices.seat is None else choices.seat, state.game.seats
    if seat is None or seat >= seats or choices.level not in OPPONENT_NAMES:
        text = _("seat: 0 to {last}; level: one of {levels}.")
        raise NotPossible(text.format(last=seats - 1, levels=", ".join(OPPONENT_NAMES)))
    start: dict[str, object] = dict(state.position())
    opened = Opened(state.game.name, state.game.rules, seats, note=note or None, start=start)
    return open_dealt(opened, state, seat, choices.level, player_name(choices.name), guest)


def next_table(table: Table, asker: int | None = None) -> list[Event]:
    """Open a rematch for the same players, each one seat further; the seats of players who left are open."""
    seats, opened = len(table.seats), table.opened
    gone = {place for place, seat in enumerate(table.seats) if seat.gone and place != asker}
    wins: tuple[int, ...] = () if table.match.decided or table.stand_ins or gone else table.match.wins
    strength = _strength_after(table)
    again = replace(
        opened,
        start=None,
        daily="",
        chance="",
        duplicate="",
        wins=[*wins[-1:], *wins[:-1]],
        note=None if strength is None else strength_note(strength),
    )
    events: list[Event] = [again]
    taken = {seat.name for seat in table.seats}
    for place in range(seats):
        before = (place - 1) % seats
        seat = table.seats[before]
        if before not in gone or seat.kind == "bot":
            sat = _sit_again(place, seat, strength, taken)
            taken.add(sat.name)
            events.append(sat)
    if len(events) > seats:
        events.append(deal(table.game))
    return events


def _sit_again(place: int, seat: Seat, strength: float | None, taken: AbstractSet[str]) -> Sat:
    """Seat a player again; a bot that played for a person, or whose level changes, gets a name that is not taken."""
    name = next(free_names(seat.level or QUICK, taken)) if seat.stand_in else seat.name
    if seat.kind == "bot" and seat.strength is not None and strength is not None:
        level = level_at(strength)
        if level != seat.level:
            name = next(free_names(level, taken))
        return Sat(place, "bot", name, level, strength=strength)
    if seat.kind == "bot":
        return Sat(place, "bot", name, seat.level)
    return Sat(place, "person", name, key=new_key())


def _strength_after(table: Table) -> float | None:
    """Return the estimate that adaptive bots follow in the next game of a table; None without such bots."""
    strength = next((seat.strength for seat in table.seats if seat.strength is not None), None)
    score = score_of(
        [seat.level or "" for seat in table.seats],
        table.state.result.winners if table.state and table.state.result else None,
    )
    if strength is None or score is None or table.is_practice:
        return strength
    return updated_strength(strength, score)
