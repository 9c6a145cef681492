"""A rematch: the next table of the same players, each one seat further."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from undercut.bots.levels import free_names, level_at, score_of, strength_note, updated_strength
from undercut.table.events import Event, Sat
from undercut.table.opening.new_table import deal, new_key, opened_with
from undercut.table.opening.terms import QUICK
from undercut.table.parts import Seat
from undercut.table.table import Table


def next_table(table: Table, asker: int | None = None) -> list[Event]:
    """Open a rematch for the same players, each one seat further; the seats of players who left are open.

    A match goes on only among the same players. A bot that played for a person sits there under its own name.
    """
    seats, opened = len(table.seats), table.opened
    gone = {place for place, seat in enumerate(table.seats) if seat.left and place != asker}
    following = opened_with(table.game, listed=opened.listed, hints=opened.hints, practice=opened.practice)
    wins: tuple[int, ...] = () if table.match.decided or table.stand_ins or gone else table.match.wins
    strength = _strength_after(table)
    events: list[Event] = [
        replace(
            following,
            best_of=opened.best_of,
            clock=table.clock,
            even_answers=opened.even_answers,
            wins=[*wins[-1:], *wins[:-1]],
            note=None if strength is None else strength_note(strength),
            hints_with_people=opened.hints_with_people,
        )
    ]
    taken = {seat.name for seat in table.seats}
    for place in range(seats):
        before = (place - 1) % seats
        seat = table.seats[before]
        if before not in gone or seat.kind == "bot":
            again = _sit_again(place, seat, strength, taken)
            taken.add(again.name)
            events.append(again)
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
