"""What is stored about a guest: all of it as JSON, and its erasure."""

import time
from typing import Any, Final

import msgspec

from undercut.errors import UndercutError
from undercut.site.admin.changes import read_table, until_written
from undercut.site.admin.database import Database, record
from undercut.site.rooms.entries import erasure, is_imported
from undercut.site.store import guests as held
from undercut.site.store.statements import read_log
from undercut.table.events import DamagedLog

_NOTE: Final = (
    "Puzzle ratings and display settings are kept in the browser alone. Addresses are kept as keyed hashes "
    "(maker_mark, mark). Backups and archives made earlier may hold more."
)


def export(database: Database, guest: str) -> dict[str, Any]:
    """Return all that the database holds about a guest, ready for JSON."""
    with database.reading() as connection:
        rows = held.read_guest(connection, guest)
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
            row["events"] = [_without_key(at, event) for at, event in log if imported or event.get("seat") in own]
    return {"guest": guest, **rows, "note": _NOTE}


def _without_key(at: float, event: dict[str, Any]) -> dict[str, Any]:
    """Return an event without the secret of a seat link."""
    return {"at": at, **{name: value for name, value in event.items() if name != "key"}}


def erase(database: Database, guest: str) -> tuple[int, list[str]]:
    """Erase a guest, and return at how many tables, and the ids of those whose logs cannot be read."""
    # Names and links go from the logs, games in play are resigned, everything else is deleted.
    with database.reading() as connection:
        if not any(held.read_guest(connection, guest).values()):
            raise _unknown(guest)
        seats = held.read_own_seats(connection, guest)
        imported = [table for table, first in held.read_opened(connection, guest) if is_imported(first)]
    damaged: list[str] = []
    for table, own in seats.items():
        try:
            _erase_at(database, table, guest, own)
        except DamagedLog:
            damaged.append(table)
    with database.writing() as connection:
        held.erase_rest(connection, guest, imported)
        record(connection, "erase", "", f"a guest at {len(seats)} table{'' if len(seats) == 1 else 's'}")
    return len(seats) + len(imported) - len(damaged), damaged


def _erase_at(database: Database, table: str, guest: str, seats: list[int]) -> None:
    def change() -> None:
        stored, now = read_table(database, table), time.time()
        changes = erasure(stored.rebuilt(), stored.log, guest, seats, now)
        with database.writing() as connection:
            last = held.erase_player(connection, table, guest, changes, now)
            record(connection, "erase", table)
            database.notify(connection, table, last)

    until_written(table, change)


def _unknown(guest: str) -> UndercutError:
    return UndercutError(f"{guest[:60]!r}: nothing is stored about a guest with this id; see undercut admin guests")
