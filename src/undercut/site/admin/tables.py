"""Lists of tables, guests and reports; tables closed and players renamed; a guest's data exported or erased."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

import msgspec
from cyclopts import Parameter
from sqlalchemy import ColumnElement, Connection, func, or_, select

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.site.admin.database import Database, record
from undercut.site.rooms.entries import erasure, is_imported, summary_of
from undercut.site.store import guests as held
from undercut.site.store.model import Stale, Unknown, is_id
from undercut.site.store.moderation import read_reports, settle_report
from undercut.site.store.schema import holders, tables
from undercut.site.store.statements import add_events, read_due, read_log
from undercut.table.events import Closed, DamagedLog, Event, Renamed, write_event
from undercut.table.listing import LobbyTable
from undercut.table.names import default_name, player_name
from undercut.table.replay import StoredEvent, rebuild
from undercut.table.table import Table

Cell = str | int | float | bool | list[str] | None

_GAP = "  "
_TIMES = ("at", "until", "updated", "created", "settled")


# --- Printing --------------------------------------------------------------------------------------------------------


def print_rows(rows: Sequence[Mapping[str, Cell]], *, as_json: bool, none: str) -> None:
    if as_json:
        say(json.dumps(rows))
        return
    if not rows:
        say(none)
        return
    lines = [list(rows[0]), *([shown(name, cell) for name, cell in row.items()] for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    for line in lines:
        say(_GAP.join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


def shown(name: str, cell: Cell) -> str:
    """Return a value for people, on one line and without control characters."""
    if cell is None or cell == "":
        return "-"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if name in _TIMES and isinstance(cell, int | float):
        return f"{datetime.fromtimestamp(cell, UTC):%Y-%m-%d %H:%M}"
    text = ", ".join(cell) if isinstance(cell, list) else str(cell)
    return "".join(one if one.isprintable() else "?" for one in text)


def say(text: str) -> None:
    print(text)  # noqa: T201  the command's output


# --- Tables and guests -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFilter:
    """Selection of tables to list; each field is an option of the command, with its help text."""

    status: Annotated[Literal["open", "playing", "over"] | None, Parameter(help="Only those in this stage.")] = None
    game: Annotated[str | None, Parameter(choices=registry.names(), help="Only those of this game.")] = None
    listed: Annotated[
        bool | None, Parameter(negative="--unlisted", help="Only those that the lobby lists, or not.")
    ] = None
    guest: Annotated[
        str | None, Parameter(allow_leading_hyphen=True, help="Only those that this guest made or sits at.")
    ] = None
    mark: Annotated[str | None, Parameter(help="Only those made from the address with this mark.")] = None
    older_than: Annotated[str, Parameter(help="Only those without an event for this long, such as 90d.")] = "0"

    def conditions(self, seconds: float) -> list[ColumnElement[bool]]:
        """Return the conditions of the query for tables without an event for these seconds."""
        found: list[ColumnElement[bool]] = [tables.c.updated <= time.time() - seconds]
        equal = ((tables.c.status, self.status), (tables.c.game, self.game), (tables.c.maker_mark, self.mark))
        found += [column == value for column, value in equal if value is not None]
        if self.listed is not None:
            found.append(tables.c.listed.is_(self.listed))
        if self.guest is not None:
            held = select(holders.c.table_id).where(holders.c.guest == self.guest)
            found.append(or_(tables.c.maker == self.guest, tables.c.id.in_(held)))
        return found


def list_tables(database: Database, wanted: TableFilter, seconds: float, limit: int) -> list[dict[str, Cell]]:
    """List tables, most recently changed first."""
    with database.reading() as connection:
        columns = (tables.c.id, tables.c.game, tables.c.status, tables.c.listed, tables.c.updated)
        asked = select(*columns, tables.c.data, tables.c.maker, tables.c.maker_mark).where(*wanted.conditions(seconds))
        rows = connection.execute(asked.order_by(tables.c.updated.desc()).limit(limit)).mappings().all()
    found: list[dict[str, Cell]] = []
    for row in rows:
        shown = _summary(row["data"])
        found.append(
            {
                "table": row["id"],
                "game": row["game"],
                "status": "closed" if shown and shown.closed else row["status"],
                "listed": row["listed"],
                "players": [name or "open" for name in shown.players] if shown else [],
                "moves": shown.moves if shown else None,
                "updated": row["updated"],
                "maker": row["maker"],
                "mark": row["maker_mark"],
            }
        )
    return found


def _summary(data: bytes) -> LobbyTable | None:
    try:
        return msgspec.json.decode(data, type=LobbyTable)
    except msgspec.MsgspecError:
        return None


def list_guests(database: Database, table: str | None, limit: int) -> list[dict[str, Cell]]:
    """List guests who hold seats, the most recently active first."""
    last = func.max(tables.c.updated).label("updated")
    asked = select(holders.c.guest, func.count().label("tables"), last).join(tables, tables.c.id == holders.c.table_id)
    if table is not None:
        asked = asked.where(holders.c.table_id == table)
    with database.reading() as connection:
        rows = connection.execute(asked.group_by(holders.c.guest).order_by(last.desc()).limit(limit)).mappings().all()
        seats = select(holders.c.guest, holders.c.seat).where(holders.c.table_id == table).order_by(holders.c.seat)
        at_seat = {row.guest: row.seat for row in connection.execute(seats)} if table else {}
    found: list[dict[str, Cell]] = []
    for row in rows:
        line: dict[str, Cell] = {"guest": row["guest"], "tables": row["tables"], "updated": row["updated"]}
        found.append(line | {"seat": at_seat[row["guest"]]} if table else line)
    return found


def is_guest(database: Database, guest: str) -> bool:
    """Return whether a guest has made a table or holds a seat."""
    with database.reading() as connection:
        held = connection.scalar(select(holders.c.guest).where(holders.c.guest == guest).limit(1))
        return held is not None or connection.scalar(select(tables.c.id).where(tables.c.maker == guest)) is not None


# --- Reports ---------------------------------------------------------------------------------------------------------


def list_reports(database: Database, *, settled: bool) -> list[dict[str, Cell]]:
    """List the reports, the newest first."""
    with database.reading() as connection:
        found = [asdict(report) for report in read_reports(connection, settled=settled)]
    first = ("id", "at", "table", "seat", "reason", "text")
    return [{name: row[name] for name in (*first, *(name for name in row if name not in first))} for row in found]


def settle(database: Database, number: int) -> None:
    with database.writing() as connection:
        table = settle_report(connection, number, time.time())
        if table is None:
            raise UndercutError(f"{number}: no open report has this number; undercut admin reports lists them")
        record(connection, "settle", table, f"report {number}")


# --- Changes of tables, and the data of a guest ----------------------------------------------------------------------


Decide = Callable[[Table], tuple[Event, str]]  # returns the event to add to a table, and the detail for the audit log

Change = Callable[[Connection], tuple[int, str]]
"""Changes a log; returns the number of its last event, and the detail for the audit log."""

_TRIES = 10


def close(database: Database, table: str) -> None:
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
