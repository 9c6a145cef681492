"""Changes of tables by the owner, while players may add events: closed, renamed, reports settled."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from undercut.errors import UndercutError
from undercut.site.admin.database import Database, record
from undercut.site.rooms.entries import summary_of
from undercut.site.store.model import Stale, Unknown, is_id
from undercut.site.store.moderation import settle_report
from undercut.site.store.statements import add_events, read_due, read_log
from undercut.table.events import Closed, Event, Renamed, write_event
from undercut.table.names import default_name, player_name
from undercut.table.replay import StoredEvent, rebuild
from undercut.table.table import Table

_Changed = TypeVar("_Changed")
_TRIES = 10


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was last read."""

    id: str
    log: list[StoredEvent]
    due: float | None

    def rebuilt(self, *more: StoredEvent) -> Table:
        return rebuild(self.id, [*self.log, *more], self.due)


def read_table(database: Database, table: str) -> StoredTable:
    if not is_id(table):
        raise Unknown(table)
    with database.reading() as connection:
        return StoredTable(table, read_log(connection, table, after=0), read_due(connection, table))


def until_written(table: str, change: Callable[[], _Changed]) -> _Changed:
    """Read and change a table again for as long as players add events meanwhile."""
    for _ in range(_TRIES):
        with suppress(Stale):
            return change()
    raise UndercutError(f"table {table} changes all the time; try again")


def close(database: Database, table: str) -> None:
    def change() -> None:
        stored = read_table(database, table)
        if stored.rebuilt().phase == "over":
            raise UndercutError(f"table {table} is already over")
        _add(database, "close", stored, Closed("owner"))

    until_written(table, change)


def rename(database: Database, table: str, seat: int, name: str) -> str:
    """Rename a player, in the whole log of the table, and return the new name."""

    def change() -> str:
        stored = read_table(database, table)
        seats = stored.rebuilt().seats
        if not 0 <= seat < len(seats) or seats[seat].kind == "open":
            raise UndercutError(f"seat {seat}: no player sits there; the seats of this table are 0 to {len(seats) - 1}")
        others = [other.name for place, other in enumerate(seats) if place != seat and other.name]
        chosen = player_name(name, others) or default_name(seat, others)
        _add(database, "rename", stored, Renamed(seat, chosen), f"seat {seat}: {chosen}")
        return chosen

    return until_written(table, change)


def _add(database: Database, what: str, stored: StoredTable, event: Event, detail: str = "") -> None:
    data, seq, now = write_event(event), len(stored.log) + 1, time.time()
    summary = summary_of(stored.rebuilt(StoredEvent(seq, now, data)))
    with database.writing() as connection:
        last = add_events(connection, stored.id, seq, [data], now, summary)
        record(connection, what, stored.id, detail)
        database.notify(connection, stored.id, last)


def settle(database: Database, number: int) -> None:
    """Mark a report as settled."""
    with database.writing() as connection:
        table = settle_report(connection, number, time.time())
        if table is None:
            raise UndercutError(f"{number}: no open report has this number; undercut admin reports lists them")
        record(connection, "settle", table, f"report {number}")
