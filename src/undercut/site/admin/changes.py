"""Changes of tables by the owner, while players may add events: closed, renamed, reports settled."""

import time
from collections.abc import Callable

from sqlalchemy import Connection

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
    """Rename a player, in the whole log of the table, and return the new name."""
    chosen = ""

    def decide(now: Table) -> tuple[Event, str]:
        nonlocal chosen
        if not 0 <= seat < len(now.seats) or now.seats[seat].kind == "open":
            message = f"seat {seat}: no player sits there; the seats of this table are 0 to {len(now.seats) - 1}"
            raise UndercutError(message)
        others = [other.name for place, other in enumerate(now.seats) if place != seat and other.name]
        chosen = player_name(name, others) or default_name(seat, others)
        return Renamed(seat, chosen), f"seat {seat}: {chosen}"

    _add(database, "rename", table, decide)
    return chosen


def _add(database: Database, what: str, table: str, decide: Decide) -> None:
    if not is_id(table):
        raise Unknown(table)

    def prepare(log: list[StoredEvent], due: float | None) -> Change:
        event, detail = decide(rebuild(table, log, due))
        data, seq, now = write_event(event), len(log) + 1, time.time()
        summary = summary_of(rebuild(table, [*log, StoredEvent(seq, now, data)], due))
        return lambda connection: (add_events(connection, table, seq, [data], now, summary), detail)

    change_log(database, what, table, prepare)


def change_log(
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


def settle(database: Database, number: int) -> None:
    """Mark a report as settled."""
    with database.writing() as connection:
        table = settle_report(connection, number, time.time())
        if table is None:
            raise UndercutError(f"{number}: no open report has this number; undercut admin reports lists them")
        record(connection, "settle", table, f"report {number}")
