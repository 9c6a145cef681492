"""Closes tables and renames players, beside a running site."""

from __future__ import annotations

import time
from collections.abc import Callable

from undercut.errors import UndercutError
from undercut.site.admin.database import Database, record
from undercut.site.rooms.entries import summary_of
from undercut.site.rooms.loading import rebuilt
from undercut.site.store import Stale, Stored, Unknown, is_id
from undercut.site.store.statements import add_events, read_due, read_log
from undercut.table.events import Closed, Event, Renamed, write_event
from undercut.table.names import default_name, player_name
from undercut.table.table import Table

Decide = Callable[[Table], tuple[Event, str]]
"""Returns the event to add to a table, and the detail for the audit log."""

_TRIES = 10


def close(database: Database, table: str) -> None:
    """Close a table that is not over."""

    def decide(now: Table) -> tuple[Event, str]:
        if now.phase == "over":
            message = f"table {table} is already over"
            raise UndercutError(message)
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
    """Add an event to a log; players at the table may add others at the same time."""
    if not is_id(table):
        raise Unknown(table)
    for _ in range(_TRIES):
        with database.reading() as connection:
            log, due = read_log(connection, table, after=0), read_due(connection, table)
        event, detail = decide(rebuilt(table, log, due))
        data, seq, now = write_event(event), len(log) + 1, time.time()
        summary = summary_of(rebuilt(table, [*log, Stored(seq, now, data)], due))
        try:
            with database.writing() as connection:
                add_events(connection, table, seq, [data], now, summary)
                record(connection, what, table, detail)
                database.notify(connection, table, seq)
        except Stale:
            continue
        return
    message = f"table {table} changes all the time; try again"
    raise UndercutError(message)
