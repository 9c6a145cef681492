"""Changes by the owner while players may add events: tables closed and renamed, reports settled, guests erased."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import msgspec

from undercut.errors import UndercutError
from undercut.site.admin.database import Database, record
from undercut.site.rooms.stored_tables import erasure, is_imported, summary_of
from undercut.site.store import guests
from undercut.site.store.database import Stale, Unknown, is_id
from undercut.site.store.moderation import settle_report
from undercut.site.store.statements import add_events, read_due, read_log
from undercut.table.events import Closed, DamagedLog, Event, Renamed, write_event
from undercut.table.names import default_name, player_name
from undercut.table.replay import StoredEvent, rebuild
from undercut.table.table import Table

_Changed = TypeVar("_Changed")
_TRIES = 10


@dataclass(frozen=True, slots=True)
class StoredTable:
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
    with database.writing() as connection:
        table = settle_report(connection, number, time.time())
        if table is None:
            raise UndercutError(f"{number}: no open report has this number; undercut admin reports lists them")
        record(connection, "settle", table, f"report {number}")


_NOTE: Final = (
    "Display settings are kept in the browser alone. Addresses are kept as keyed hashes "
    "(maker_mark, mark). Backups and archives made earlier may hold more."
)


def export(database: Database, guest: str) -> dict[str, Any]:
    with database.reading() as connection:
        rows = guests.read_guest(connection, guest)
        if not any(rows.values()):
            raise _unknown(guest)
        seats: dict[str, list[int]] = {}
        for row in rows["seats"]:
            seats.setdefault(str(row["table_id"]), []).append(int(str(row["seat"])))
        for row in rows["tables"]:
            own = seats.get(str(row["id"]), [])
            log = [(entry.at, msgspec.json.decode(entry.data)) for entry in read_log(connection, str(row["id"]), 0)]
            row["opened_by_guest"] = row.pop("maker") == guest
            if not row["opened_by_guest"]:
                row["maker_mark"] = row["seen"] = None
            imported = bool(log and log[0][1].get("imported"))
            row["imported"] = imported
            # Without the secrets of seat links.
            row["events"] = [
                {"at": at} | {name: value for name, value in event.items() if name != "key"}
                for at, event in log
                if imported or event.get("seat") in own
            ]
    return {"guest": guest, **rows, "note": _NOTE}


def erase(database: Database, guest: str) -> tuple[int, list[str]]:
    # Names and links go from the logs, games in play are resigned, everything else is deleted.
    with database.reading() as connection:
        if not any(guests.read_guest(connection, guest).values()):
            raise _unknown(guest)
        seats = guests.read_own_seats(connection, guest)
        imported = [table for table, first in guests.read_opened(connection, guest) if is_imported(first)]
    damaged: list[str] = []
    for table, own in seats.items():
        try:
            _erase_at(database, table, guest, own)
        except DamagedLog:
            damaged.append(table)
    with database.writing() as connection:
        guests.erase_rest(connection, guest, imported)
        record(connection, "erase", "", f"a guest at {len(seats)} table{'' if len(seats) == 1 else 's'}")
    return len(seats) + len(imported) - len(damaged), damaged


def _erase_at(database: Database, table: str, guest: str, seats: list[int]) -> None:
    def change() -> None:
        stored, now = read_table(database, table), time.time()
        changes = erasure(stored.rebuilt(), stored.log, guest, seats, now)
        with database.writing() as connection:
            last = guests.erase_player(connection, table, guest, changes, now)
            record(connection, "erase", table)
            database.notify(connection, table, last)

    until_written(table, change)


def _unknown(guest: str) -> UndercutError:
    return UndercutError(f"{guest[:60]!r}: nothing is stored about a guest with this id; see undercut admin guests")
