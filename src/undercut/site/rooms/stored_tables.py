"""Tables in the store's format: new ones, entries of lists, and logs from which a player is erased."""

import logging
import time
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from undercut.site.base.client import Maker
from undercut.site.store.guests import Erasure
from undercut.site.store.model import Creation, Summary
from undercut.table.decisions.erasing import erase, replaced
from undercut.table.events import Event, Opened, Sat, read_event, write_event
from undercut.table.listing import LobbyTable, listing
from undercut.table.opening.new_table import new_id
from undercut.table.replay import StoredEvent
from undercut.table.table import Table

_log = logging.getLogger(__name__)


def new_table(
    events: Sequence[Event], guests: Mapping[int, AbstractSet[str]], site_time: float, maker: Maker | None = None
) -> Creation:
    """Prepare a new table with a random 96-bit id, without writing it."""
    table, now = Table(new_id()), time.time()
    for event in events:
        table.apply(event, now, site_time=site_time)
    opened = events[0]
    assert isinstance(opened, Opened)  # noqa: S101  always the first event
    persons = {event.seat for event in events if isinstance(event, Sat) and event.kind == "person"}
    return Creation(
        table.id,
        opened.game,
        [write_event(event) for event in events],
        summary_of(table),
        {seat: guests[seat] for seat in persons & guests.keys()},
        opened.listed,
        now,
        maker,
        site_time,
    )


def rematch_table(events: Sequence[Event], guests: Mapping[int, AbstractSet[str]], site_time: float) -> Creation:
    opened = events[0]
    assert isinstance(opened, Opened)  # noqa: S101  always the first event
    return new_table(events, {(seat + 1) % opened.seats: holders for seat, holders in guests.items()}, site_time)


def imported_table(
    events: Sequence[bytes], shown: LobbyTable, holders: Mapping[int, AbstractSet[str]], maker: Maker | None = None
) -> Creation:
    table, now = new_id(), time.time()
    data = msgspec.json.encode(msgspec.structs.replace(shown, table=table, updated=now))
    summary = Summary(table, shown.game, shown.status, listed=False, seats=shown.seats, data=data)
    return Creation(table, shown.game, events, summary, holders, listed=False, created=now, maker=maker)


def summary_of(table: Table) -> Summary:
    """Summarise a table for lists, as it is stored beside its log."""
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
    """Decode stored summaries for a list of tables, leaving out damaged ones."""
    lines: list[LobbyTable] = []
    for summary in summaries:
        try:
            lines.append(msgspec.json.decode(summary.data, type=LobbyTable))
        except msgspec.MsgspecError:
            _log.warning("the summary of table %s cannot be read", summary.table[:6])
    return sorted(lines, key=lambda line: (("open", "playing", "over").index(line.status), -line.updated))


def erasure(table: Table, log: Sequence[StoredEvent], guest: str, seats: Collection[int], now: float) -> Erasure:
    """Decide what erases a guest from a table, which is at the end of its log."""
    events, names = erase(table, guest, seats, now)
    return Erasure(len(log) + 1, [write_event(event) for event in events], replaced(log, names), summary_of(table))


def is_imported(first: bytes) -> bool:
    """Return whether the first event of a log opens a table for an imported record."""
    opened = read_event(first)
    return isinstance(opened, Opened) and opened.imported
