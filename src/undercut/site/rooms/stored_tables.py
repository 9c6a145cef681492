"""Tables in the store's format: new ones, entries of lists, and logs from which a player is erased."""

import logging
import time
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import msgspec

from undercut.site.base.client import Maker
from undercut.site.store.database import Creation, Summary
from undercut.site.store.guests import Erasure
from undercut.table import commands
from undercut.table.commands import Refused
from undercut.table.decisions.decide import By, decide
from undercut.table.events import Closed, Event, Opened, Rekeyed, Renamed, Sat, read_event, write_event
from undercut.table.listing import LobbyTable, listing
from undercut.table.names import default_name
from undercut.table.opening.new_table import new_id, new_key
from undercut.table.opening.records import ImportedGame
from undercut.table.replay import StoredEvent
from undercut.table.table import Table

_log = logging.getLogger(__name__)


def new_table(
    events: Sequence[Event], guests: Mapping[int, AbstractSet[str]], site_time: float, maker: Maker | None = None
) -> Creation:
    now = time.time()
    table = Table.of(new_id(), events, now, site_time)
    persons = {event.seat for event in events if isinstance(event, Sat) and event.kind == "person"}
    return Creation(
        table.id,
        table.game.name,
        [write_event(event) for event in events],
        summary_of(table),
        {seat: guests[seat] for seat in persons & guests.keys()},
        table.opened.listed,
        now,
        maker,
        site_time,
    )


def imported_table(game: ImportedGame, guest: str, maker: Maker) -> Creation:
    table, now, shown = new_id(), time.time(), game.shown
    data = msgspec.json.encode(msgspec.structs.replace(shown, table=table, updated=now))
    summary = Summary(table, shown.game, shown.status, listed=False, seats=shown.seats, data=data)
    holders = {} if game.seat is None else {game.seat: {guest}}
    return Creation(table, shown.game, game.events, summary, holders, listed=False, created=now, maker=maker)


def summary_of(table: Table) -> Summary:
    return Summary(
        table=table.id,
        game=table.game.name,
        status=table.phase,
        listed=table.opened.listed,
        seats=len(table.seats),
        data=msgspec.json.encode(listing(table)),
        due=table.due,
    )


def read_lines(summaries: Sequence[Summary]) -> list[LobbyTable]:
    lines: list[LobbyTable] = []
    for summary in summaries:
        try:
            lines.append(msgspec.json.decode(summary.data, type=LobbyTable))
        except msgspec.MsgspecError:
            _log.warning("the summary of table %s cannot be read", summary.table[:6])
    return sorted(lines, key=lambda line: (("open", "playing", "over").index(line.status), -line.updated))


def is_imported(first: bytes) -> bool:
    opened = read_event(first)
    return isinstance(opened, Opened) and opened.imported


def erasure(table: Table, log: Sequence[StoredEvent], guest: str, seats: Collection[int], now: float) -> Erasure:
    events, names = _erase(table, guest, seats, now)
    return Erasure(len(log) + 1, [write_event(event) for event in events], _replaced(log, names), summary_of(table))


def _erase(table: Table, guest: str, seats: Collection[int], now: float) -> tuple[list[Event], dict[int, str]]:
    """Return the events that erase a guest from a table, and a new name for each seat; the events are applied."""
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
    if table.phase == "over":
        return []
    command = (
        commands.Resign(version=table.version) if table.phase == "playing" else commands.Leave(version=table.version)
    )
    try:
        return decide(table, command, By(guest, seat)).events
    except Refused:  # a bot plays for them already
        return []


def _replaced(log: Sequence[StoredEvent], names: dict[int, str]) -> list[tuple[int, bytes]]:
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
        return msgspec.structs.replace(event, name=name)
    if isinstance(event, Rekeyed):
        return msgspec.structs.replace(event, key=new_key())
    return msgspec.structs.replace(event, name=name, key=None) if isinstance(event, Sat) else event
