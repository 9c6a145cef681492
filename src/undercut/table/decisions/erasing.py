"""A player erased from the log of a table."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from msgspec import structs

from undercut.table import commands
from undercut.table.commands import Refused
from undercut.table.decisions.decide import By, decide
from undercut.table.events import Closed, Event, Rekeyed, Renamed, Sat, read_event, write_event
from undercut.table.names import default_name
from undercut.table.opening.new_table import new_key
from undercut.table.replay import StoredEvent
from undercut.table.table import Table


def erase(table: Table, guest: str, seats: Collection[int], now: float) -> tuple[list[Event], dict[int, str]]:
    """Return the events that erase a guest from a table, and a new name for each seat; the events are applied.

    A game in play is resigned, and a seat before the deal is left. `replaced` has the changes of the earlier log.
    """
    added = list[Event]()
    names: dict[int, str] = {}

    def add(event: Event) -> None:
        table.apply(event, now)
        added.append(event)

    for seat in seats:
        for event in _leaving(table, guest, seat):
            add(event)
        others = [other.name for place, other in enumerate(table.seats) if place != seat and other.name]
        names[seat] = default_name(seat, others)
        if seat < len(table.seats) and table.seats[seat].kind != "open":
            add(Renamed(seat, names[seat], erased=True))
    if table.phase == "open" and not any(seat.kind == "person" for seat in table.seats):
        add(Closed("host"))
    return added, names


def _leaving(table: Table, guest: str, seat: int) -> list[Event]:
    """Return the events with which a player leaves a table that is not over."""
    if table.phase == "over":
        return []
    command = (
        commands.Resign(version=table.version) if table.phase == "playing" else commands.Leave(version=table.version)
    )
    try:
        return decide(table, command, By(guest, seat)).events
    except Refused:  # a bot plays for them already
        return []


def replaced(log: Sequence[StoredEvent], names: dict[int, str]) -> list[tuple[int, bytes]]:
    """Return the events with other names and links in place of those that some seats ever had."""
    sittings: list[_Sitting] = []
    sitting: dict[int, _Sitting] = {}
    for entry in log:
        event = read_event(entry.data)
        if isinstance(event, Sat):
            sitting[event.seat] = _Sitting(event.seat, event.name, [])
            sittings.append(sitting[event.seat])
        if isinstance(event, Sat | Renamed | Rekeyed) and event.seat in sitting:
            sitting[event.seat].events.append((entry.seq, event))
    earlier = {sitting[seat].name: name for seat, name in names.items() if seat in sitting}
    rewritten: list[tuple[int, bytes]] = []
    for past in sittings:
        name = names.get(past.seat) if sitting[past.seat] is past else earlier.get(past.name)
        if name:
            rewritten += [(seq, write_event(_without(event, name))) for seq, event in past.events]
    return rewritten


@dataclass(frozen=True, slots=True)
class _Sitting:
    """A player's time in a seat: the name at its beginning, and the events with names and links."""

    seat: int
    name: str
    events: list[tuple[int, Event]]


def _without(event: Event, name: str) -> Event:
    if isinstance(event, Renamed):
        return structs.replace(event, name=name)
    if isinstance(event, Rekeyed):
        return structs.replace(event, key=new_key())
    return structs.replace(event, name=name, key=None) if isinstance(event, Sat) else event
