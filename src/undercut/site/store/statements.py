"""Statements about tables, their logs, holders and reviews, one function each, run in the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.engine import RowMapping

from undercut.site.store.model import NewTable, Stale, Status, Stored, Summary, Unknown
from undercut.site.store.schema import events, holders, reviews, tables

LAST = 2**31 - 1
"""Largest event number; the upper bound of the column."""

SUMMARY = (
    tables.c.id,
    tables.c.game,
    tables.c.status,
    tables.c.listed,
    tables.c.seats,
    tables.c.data,
    tables.c.updated,
)
"""The columns of a `Summary`."""

_LOG = (
    select(events.c.seq, events.c.at, events.c.data)
    .where(events.c.table_id == bindparam("table"), events.c.seq > bindparam("after"))
    .order_by(events.c.seq)
)


def recent(now: float) -> int:
    """Return a time as the index of the lobby knows it.

    Example:
        >>> recent(1200.0), recent(1799.0)
        (2, 2)
    """
    return int(now // 600)


def refuse_known(connection: Connection, table: str) -> None:
    """Check that no table has this id."""
    last = last_event(connection, table)
    if last is not None:
        raise Stale(table, 1, last)


def create_table(connection: Connection, table: NewTable, now: float, follows: str | None = None) -> None:
    """Add a table with an empty log."""
    row = {"id": table.id, "game": table.game, "listed": table.listed, "created": table.created, "seen": table.seen}
    row |= {"last": 0, "updated": now, "recent": recent(now), "seats": 0, "data": b""}
    if table.maker:
        row |= {"maker": table.maker.guest, "maker_mark": table.maker.marks[0]}
    elif follows:
        found = connection.execute(select(tables.c.maker, tables.c.maker_mark).where(tables.c.id == follows))
        row |= found.mappings().one()
    connection.execute(insert(tables), row)


def add_events(
    connection: Connection, table: str, seq: int, new: Sequence[bytes], now: float, summary: Summary | None
) -> int:
    """Append events to a log."""
    last = seq - 1 + len(new)
    end = {"last": last, "updated": now, "recent": recent(now)} | _shown(summary)
    advance = update(tables).where(tables.c.id == table, tables.c.last == seq - 1).values(end)
    if not 1 <= seq <= LAST or connection.execute(advance).rowcount == 0:
        raise Stale(table, seq, known(connection, table))
    if new:
        rows = [{"table_id": table, "seq": seq + i, "at": now, "data": data} for i, data in enumerate(new)]
        connection.execute(insert(events), rows)
    return last


def find_events(connection: Connection, table: str, seq: int, new: Sequence[bytes]) -> int | None:
    """Return the number of the last of some events if the log has just these at their numbers, otherwise None."""
    stored = connection.execute(_LOG.limit(len(new)), {"table": table, "after": seq - 1}).all()
    same = [(seq + i, data) for i, data in enumerate(new)] == [(number, data) for number, _, data in stored]
    return stored[-1][0] if same else None


def replace_holders(connection: Connection, table: str, seats: Mapping[int, str | None]) -> None:
    """Replace the holders of some seats."""
    connection.execute(delete(holders).where(holders.c.table_id == table, holders.c.seat.in_(seats)))
    rows = [{"table_id": table, "seat": seat, "guest": guest} for seat, guest in seats.items() if guest is not None]
    if rows:
        connection.execute(insert(holders), rows)


def add_holder(connection: Connection, table: str, seat: int, guest: str) -> None:
    """Add a guest to the holders of a seat, unless already among them."""
    row = {"table_id": table, "seat": seat, "guest": guest}
    same = [column == row[column.name] for column in holders.primary_key]
    if not connection.scalar(select(exists().where(*same))):
        connection.execute(insert(holders), row)


def last_event(connection: Connection, table: str) -> int | None:
    """Read the number of a log's last event; None if the table does not exist."""
    return connection.scalar(select(tables.c.last).where(tables.c.id == table))


def known(connection: Connection, table: str) -> int:
    """Read the number of a log's last event."""
    last = last_event(connection, table)
    if last is None:
        raise Unknown(table)
    return last


def lock(connection: Connection, table: str) -> int:
    """Read the number of a log's last event, and keep other processes from adding one before this transaction ends."""
    # In SQLite the transaction has the whole database to itself.
    last = connection.scalar(select(tables.c.last).where(tables.c.id == table).with_for_update(key_share=True))
    if last is None:
        raise Unknown(table)
    return last


def read_log(connection: Connection, table: str, after: int) -> list[Stored]:
    """Read a log, or the end of it."""
    rows = connection.execute(_LOG, {"table": table, "after": max(0, min(after, LAST))})
    log = [Stored(seq, at, data) for seq, at, data in rows]
    if not log:
        known(connection, table)
    return log


def read_due(connection: Connection, table: str) -> float | None:
    """Read when the time of the seat to move is up, in the site's time; None: never."""
    return connection.scalar(select(tables.c.due).where(tables.c.id == table))


def read_held(connection: Connection, guest: str, statuses: Collection[Status], limit: int) -> list[Summary]:
    """Read the summaries of the tables where a guest holds a seat, most recently changed first."""
    rows = connection.execute(
        select(*SUMMARY)
        .where(tables.c.id.in_(select(holders.c.table_id).where(holders.c.guest == guest)))
        # As an expression, so that SQLite does not start from the index of all tables at these stages.
        .where(func.coalesce(tables.c.status, "").in_(statuses))
        .order_by(tables.c.updated.desc(), tables.c.id)
        .limit(limit)
    )
    return [summary(row) for row in rows.mappings()]


def read_seats(connection: Connection, guest: str) -> dict[str, int]:
    """Read the seat that a guest holds at each table; the lowest of several."""
    mine = select(holders.c.table_id, holders.c.seat).where(holders.c.guest == guest)
    return dict(tuple(row) for row in connection.execute(mine.order_by(holders.c.seat.desc())))


def read_holders(connection: Connection, table: str) -> dict[int, set[str]]:
    """Read the holders of each seat."""
    held: dict[int, set[str]] = {}
    for seat, guest in connection.execute(select(holders.c.seat, holders.c.guest).where(holders.c.table_id == table)):
        held.setdefault(seat, set()).add(guest)
    if not held:
        known(connection, table)
    return held


def read_unfinished(connection: Connection) -> list[str]:
    """Read the ids of tables with a game in progress, most recently changed first."""
    playing = select(tables.c.id).where(tables.c.status == Status.PLAYING).order_by(tables.c.updated.desc())
    return list(connection.scalars(playing))


def read_changed(connection: Connection, since: float) -> list[tuple[str, int]]:
    """Read which logs have changed, with the number of their last event."""
    rows = connection.execute(select(tables.c.id, tables.c.last).where(tables.c.updated >= since))
    return [(table, last) for table, last in rows]


def put_review(connection: Connection, table: str, method: int, at: float, data: bytes) -> None:
    """Store a review; it replaces what is stored of it, and reviews by other methods."""
    connection.execute(delete(reviews).where(reviews.c.table_id == table))
    connection.execute(insert(reviews), {"table_id": table, "method": method, "at": at, "data": data})


def read_review(connection: Connection, table: str, method: int) -> tuple[float, bytes] | None:
    """Read when a review was stored, in seconds since 1970, and its data; None if there is none by this method."""
    columns = select(reviews.c.at, reviews.c.data)
    row = connection.execute(columns.where(reviews.c.table_id == table, reviews.c.method == method)).one_or_none()
    return (row[0], row[1]) if row else None


def summary(row: RowMapping) -> Summary:
    """Read the summary in a row."""
    return Summary(
        table=row["id"],
        game=row["game"],
        status=Status(row["status"]),
        listed=row["listed"],
        seats=row["seats"],
        data=row["data"],
        updated=row["updated"],
    )


def _shown(summary: Summary | None) -> dict[str, object]:
    if summary is None:
        return {}
    return {
        "status": summary.status.value,
        "listed": summary.listed,
        "seats": summary.seats,
        "data": summary.data,
        "due": summary.due,
    }
