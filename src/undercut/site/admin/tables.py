"""Close tables, rename players, and export or erase the data of a guest, while the site runs."""

import time
from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy import Connection

from undercut.errors import UndercutError
from undercut.site.admin.database import Database, record
from undercut.site.rooms.entries import erasure, is_imported, summary_of
from undercut.site.store import guests as held
from undercut.site.store.model import Stale, Unknown, is_id
from undercut.site.store.statements import add_events, read_due, read_log
from undercut.table.events import Closed, DamagedLog, Event, Renamed, write_event
from undercut.table.names import default_name, player_name
from undercut.table.replay import StoredEvent, rebuild
from undercut.table.table import Table

Decide = Callable[[Table], tuple[Event, str]]  # returns the event to add to a table, and the detail for the audit log

Change = Callable[[Connection], tuple[int, str]]
"""Changes a log; returns the number of its last event, and the detail for the audit log."""

_TRIES = 10


def close(database: Database, table: str) -> None:
    """Close a table that is not over."""

    def decide(now: Table) -> tuple[Event, str]:
        if now.phase == "over":
            raise UndercutError(f"table {table} is already over")
        return Closed("owner"), ""

    _add(database, "close", table, decide)


def rename(database: Database, table: str, seat: int, name: str) -> str:
    """Rename a player, in the whole log of the table."""
    given = ""

    def decide(now: Table) -> tuple[Event, str]:
        nonlocal given
        if not 0 <= seat < len(now.seats) or now.seats[seat].kind == "open":
            message = f"seat {seat}: no player sits there; the seats of this table are 0 to {len(now.seats) - 1}"
            raise UndercutError(message)
        others = [other.name for place, other in enumerate(now.seats) if place != seat and other.name]
        given = player_name(name, others) or default_name(seat, others)
        return Renamed(seat, given), f"seat {seat}: {given}"

    _add(database, "rename", table, decide)
    return given


def _add(database: Database, what: str, table: str, decide: Decide) -> None:
    if not is_id(table):
        raise Unknown(table)

    def prepare(log: list[StoredEvent], due: float | None) -> Change:
        event, detail = decide(rebuild(table, log, due))
        data, seq, now = write_event(event), len(log) + 1, time.time()
        summary = summary_of(rebuild(table, [*log, StoredEvent(seq, now, data)], due))
        return lambda connection: (add_events(connection, table, seq, [data], now, summary), detail)

    _change(database, what, table, prepare)


def _change(
    database: Database, what: str, table: str, prepare: Callable[[list[StoredEvent], float | None], Change]
) -> None:
    """Change a log; players at the table may add events at the same time."""
    for _ in range(_TRIES):
        with database.reading() as connection:
            change = prepare(read_log(connection, table, after=0), read_due(connection, table))
        try:
            with database.writing() as connection:
                last, detail = change(connection)
                record(connection, what, table, detail)
                database.notify(connection, table, last)
        except Stale:
            continue
        return
    raise UndercutError(f"table {table} changes all the time; try again")


# --- What is stored about a guest ------------------------------------------------------------------------------------


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
            row["events"] = [_shown(at, event) for at, event in log if imported or event.get("seat") in own]
    return {"guest": guest, **rows, "note": _NOTE}


def _shown(at: float, event: dict[str, Any]) -> dict[str, Any]:
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

    def prepare(log: list[StoredEvent], due: float | None) -> Change:
        now = time.time()
        changes = erasure(rebuild(table, log, due), log, guest, seats, now)
        return lambda connection: (held.erase_player(connection, table, guest, changes, now), "")

    _change(database, "erase", table, prepare)


def _unknown(guest: str) -> UndercutError:
    return UndercutError(f"{guest[:60]!r}: nothing is stored about a guest with this id; see undercut admin guests")
