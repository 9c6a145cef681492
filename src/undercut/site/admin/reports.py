"""Reports of players, for the owner."""

from __future__ import annotations

import time
from dataclasses import asdict

from undercut.errors import UndercutError
from undercut.site.admin.database import Database, record
from undercut.site.admin.printing import Cell
from undercut.site.store.moderation import read_reports, settle_report


def list_reports(database: Database, *, settled: bool) -> list[dict[str, Cell]]:
    """List the reports, the newest first."""
    with database.reading() as connection:
        found = [asdict(report) for report in read_reports(connection, settled=settled)]
    first = ("id", "at", "table", "seat", "reason", "text")
    return [{name: row[name] for name in (*first, *(name for name in row if name not in first))} for row in found]


def settle(database: Database, number: int) -> None:
    """Mark a report as settled.

    Raises:
        UndercutError: No open report has this number.
    """
    with database.writing() as connection:
        table = settle_report(connection, number, time.time())
        if table is None:
            message = f"{number}: no open report has this number; undercut admin reports lists them"
            raise UndercutError(message)
        record(connection, "settle", table, f"report {number}")
