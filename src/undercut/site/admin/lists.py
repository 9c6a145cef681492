"""What the owner's commands print: lists of tables, guests and reports, as a table for people or as JSON."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter
from sqlalchemy import ColumnElement, RowMapping, func, or_, select

from undercut.games.base import registry
from undercut.site.admin.database import Database
from undercut.site.store.moderation import read_reports
from undercut.site.store.schema import holders, tables
from undercut.table.listing import LobbyTable

Cell = str | int | float | bool | list[str] | None

_GAP = "  "
_TIMES = ("at", "until", "updated", "created", "settled")


def print_rows(rows: Sequence[Mapping[str, Cell]], *, as_json: bool, none: str) -> None:
    """Print rows with the same columns; ``none`` is said for people if there are none."""
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
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def say(text: str) -> None:
    print(text)  # noqa: T201  the command's output


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFilter:
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
        wanted: list[ColumnElement[bool]] = [tables.c.updated <= time.time() - seconds]
        equal = ((tables.c.status, self.status), (tables.c.game, self.game), (tables.c.maker_mark, self.mark))
        wanted += [column == value for column, value in equal if value is not None]
        if self.listed is not None:
            wanted.append(tables.c.listed.is_(self.listed))
        if self.guest is not None:
            held = select(holders.c.table_id).where(holders.c.guest == self.guest)
            wanted.append(or_(tables.c.maker == self.guest, tables.c.id.in_(held)))
        return wanted


def list_tables(database: Database, wanted: TableFilter, seconds: float, limit: int) -> list[dict[str, Cell]]:
    with database.reading() as connection:
        columns = (tables.c.id, tables.c.game, tables.c.status, tables.c.listed, tables.c.updated)
        query = select(*columns, tables.c.data, tables.c.maker, tables.c.maker_mark).where(*wanted.conditions(seconds))
        rows = connection.execute(query.order_by(tables.c.updated.desc()).limit(limit)).mappings().all()
    return [_table_row(row) for row in rows]


def _table_row(row: RowMapping) -> dict[str, Cell]:
    summary = _summary(row["data"])
    return {
        "table": row["id"],
        "game": row["game"],
        "status": "closed" if summary and summary.closed else row["status"],
        "listed": row["listed"],
        "players": [name or "open" for name in summary.players] if summary else [],
        "moves": summary.moves if summary else None,
        "updated": row["updated"],
        "maker": row["maker"],
        "mark": row["maker_mark"],
    }


def _summary(data: bytes) -> LobbyTable | None:
    try:
        return msgspec.json.decode(data, type=LobbyTable)
    except msgspec.MsgspecError:
        return None


def list_guests(database: Database, table: str | None, limit: int) -> list[dict[str, Cell]]:
    last = func.max(tables.c.updated).label("updated")
    query = select(holders.c.guest, func.count().label("tables"), last).join(tables, tables.c.id == holders.c.table_id)
    if table is not None:
        query = query.where(holders.c.table_id == table)
    with database.reading() as connection:
        rows = connection.execute(query.group_by(holders.c.guest).order_by(last.desc()).limit(limit)).mappings().all()
        seats = select(holders.c.guest, holders.c.seat).where(holders.c.table_id == table).order_by(holders.c.seat)
        at_seat = {row.guest: row.seat for row in connection.execute(seats)} if table else {}
    return [{**row, **({"seat": at_seat[row["guest"]]} if table else {})} for row in rows]


def is_guest(database: Database, guest: str) -> bool:
    with database.reading() as connection:
        held = connection.scalar(select(holders.c.guest).where(holders.c.guest == guest).limit(1))
        return held is not None or connection.scalar(select(tables.c.id).where(tables.c.maker == guest)) is not None


def list_reports(database: Database, *, settled: bool) -> list[dict[str, Cell]]:
    with database.reading() as connection:
        reports = [asdict(report) for report in read_reports(connection, settled=settled)]
    first = dict.fromkeys(("id", "at", "table", "seat", "reason", "text"))  # the columns before all others
    return [{name: row[name] for name in first | row} for row in reports]
