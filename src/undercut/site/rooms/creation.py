"""New tables and lobby entries in the store's format."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from undercut.site.store import Creation, Maker, NewTable, Status, Summary
from undercut.table.events import Event, Opened, Sat, write_event
from undercut.table.listing import LobbyTable, listing
from undercut.table.table import Table

_ID_BYTES = 12


def new_table(
    events: Sequence[Event], guests: Mapping[int, AbstractSet[str]], site_time: float, maker: Maker | None = None
) -> Creation:
    """Prepare a new table with a random 96-bit id, without writing it."""
    table, now = Table(secrets.token_urlsafe(_ID_BYTES)), time.time()
    for event in events:
        table.apply(event, now, site_time=site_time)
    opened = events[0]
    assert isinstance(opened, Opened)  # noqa: S101  always the first event
    persons = {event.seat for event in events if isinstance(event, Sat) and event.kind == "person"}
    return Creation(
        NewTable(table.id, opened.game, opened.listed, now, maker, site_time),
        [write_event(event) for event in events],
        summary_of(table),
        {seat: guests[seat] for seat in persons & guests.keys()},
    )


def rematch_table(events: Sequence[Event], guests: Mapping[int, AbstractSet[str]], site_time: float) -> Creation:
    """Prepare the table of a rematch, with every guest one seat further."""
    opened = events[0]
    assert isinstance(opened, Opened)  # noqa: S101  always the first event
    return new_table(events, {(seat + 1) % opened.seats: holders for seat, holders in guests.items()}, site_time)


def imported_table(events: Sequence[bytes], shown: LobbyTable, maker: Maker | None = None) -> Creation:
    """Prepare the table of an imported game, without writing it."""
    table, now = secrets.token_urlsafe(_ID_BYTES), time.time()
    data = msgspec.json.encode(msgspec.structs.replace(shown, table=table, updated=now))
    summary = Summary(table, shown.game, Status(shown.status), listed=False, seats=shown.seats, data=data)
    return Creation(NewTable(table, shown.game, listed=False, created=now, maker=maker), events, summary)


def summary_of(table: Table) -> Summary:
    """Summarise a table for the lobby."""
    return Summary(
        table=table.id,
        game=table.game.name,
        status=Status(table.phase),
        listed=table.opened.listed,
        seats=len(table.seats),
        data=msgspec.json.encode(listing(table)),
        due=table.due,
    )
