"""Statements about tables, their logs, holders and reviews, one function each, run in the caller's transaction."""

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import sqlalchemy as sa
from sqlalchemy.engine import RowMapping

from undercut.site.base.client import Maker
from undercut.site.base.settings import Quota
from undercut.site.store.database import Creation, Stale, Summary, TooMany, Unknown
from undercut.site.store.schema import events, holders, reviews, tables
from undercut.table.replay import StoredEvent
from undercut.table.scene import Phase
from undercut.translation import N_, _

LAST = 2**31 - 1  # largest event number; the upper bound of the column

_UNFINISHED: tuple[Phase, ...] = ("open", "playing")

_LOG = (
    sa.select(events.c.seq, events.c.at, events.c.data)
    .where(events.c.table_id == sa.bindparam("table"), events.c.seq > sa.bindparam("after"))
    .order_by(events.c.seq)
)


_LOBBY_STEP = 600  # seconds; a table moves in the index of the lobby only so often, as each move would rewrite it


def recent(now: float) -> int:
    """Return a time as the index of the lobby knows it."""
    return int(now // _LOBBY_STEP)


def create_table(connection: sa.Connection, new: Creation, follows: str | None = None) -> int:
    now = time.time()
    row = {"id": new.table, "game": new.game, "listed": new.listed, "created": new.created, "seen": new.seen}
    row |= {"last": 0, "updated": now, "recent": recent(now), "seats": 0, "data": b""}
    if new.maker:
        row |= {"maker": new.maker.guest, "maker_mark": new.maker.marks[0]}
    elif follows:
        found = connection.execute(sa.select(tables.c.maker, tables.c.maker_mark).where(tables.c.id == follows))
        row |= found.mappings().one()
    connection.execute(sa.insert(tables), row)
    for seat, guests in new.holders.items():
        for guest in sorted(guests):
            add_holder(connection, new.table, seat, guest)
    return add_events(connection, new.table, 1, new.events, now, new.summary)


def add_events(
    connection: sa.Connection, table: str, seq: int, new: Sequence[bytes], now: float, summary: Summary | None
) -> int:
    last = seq - 1 + len(new)
    end = {"last": last, "updated": now, "recent": recent(now)} | _shown(summary)
    advance = sa.update(tables).where(tables.c.id == table, tables.c.last == seq - 1).values(end)
    if not 1 <= seq <= LAST or connection.execute(advance).rowcount == 0:
        raise Stale(table, seq, known(connection, table))
    if new:
        rows = [{"table_id": table, "seq": seq + i, "at": now, "data": data} for i, data in enumerate(new)]
        connection.execute(sa.insert(events), rows)
    return last


def find_events(connection: sa.Connection, table: str, seq: int, new: Sequence[bytes]) -> int | None:
    """Return the number of the last of some events if the log has just these at their numbers, otherwise None."""
    stored = connection.execute(_LOG.limit(len(new)), {"table": table, "after": seq - 1}).all()
    same = [(seq + i, data) for i, data in enumerate(new)] == [(number, data) for number, _, data in stored]
    return stored[-1][0] if same else None


def replace_holders(connection: sa.Connection, table: str, seats: Mapping[int, str | None]) -> None:
    connection.execute(sa.delete(holders).where(holders.c.table_id == table, holders.c.seat.in_(seats)))
    rows = [{"table_id": table, "seat": seat, "guest": guest} for seat, guest in seats.items() if guest is not None]
    if rows:
        connection.execute(sa.insert(holders), rows)


def add_holder(connection: sa.Connection, table: str, seat: int, guest: str) -> None:
    row = {"table_id": table, "seat": seat, "guest": guest}
    same = [column == row[column.name] for column in holders.primary_key]
    if not connection.scalar(sa.select(sa.exists().where(*same))):
        connection.execute(sa.insert(holders), row)


def last_event(connection: sa.Connection, table: str) -> int | None:
    return connection.scalar(sa.select(tables.c.last).where(tables.c.id == table))


def known(connection: sa.Connection, table: str, *, lock: bool = False) -> int:
    """Read the number of a log's last event; with a lock, no other process adds one before this transaction ends."""
    # In SQLite the transaction has the whole database to itself.
    asked = sa.select(tables.c.last).where(tables.c.id == table)
    last = connection.scalar(asked.with_for_update(key_share=True) if lock else asked)
    if last is None:
        raise Unknown(table)
    return last


def read_log(connection: sa.Connection, table: str, after: int) -> list[StoredEvent]:
    rows = connection.execute(_LOG, {"table": table, "after": max(0, min(after, LAST))})
    log = [StoredEvent(seq, at, data) for seq, at, data in rows]
    if not log:
        known(connection, table)
    return log


def read_due(connection: sa.Connection, table: str) -> float | None:
    """Read when the time of the seat to move is up, in the site's time; None: never."""
    return connection.scalar(sa.select(tables.c.due).where(tables.c.id == table))


def read_held(
    connection: sa.Connection, guest: str, statuses: Collection[Phase] = _UNFINISHED, limit: int = 100
) -> list[Summary]:
    """Read the summaries of the tables where a guest holds a seat, most recently changed first."""
    rows = connection.execute(
        sa.select(tables)
        .where(tables.c.id.in_(sa.select(holders.c.table_id).where(holders.c.guest == guest)))
        # As an expression, so that SQLite does not start from the index of all tables at these stages.
        .where(sa.func.coalesce(tables.c.status, "").in_(statuses))
        .order_by(tables.c.updated.desc(), tables.c.id)
        .limit(limit)
    )
    return [summary(row) for row in rows.mappings()]


def read_seats(connection: sa.Connection, guest: str) -> dict[str, int]:
    mine = sa.select(holders.c.table_id, holders.c.seat).where(holders.c.guest == guest)
    return dict(tuple(row) for row in connection.execute(mine.order_by(holders.c.seat.desc())))


def read_holders(connection: sa.Connection, table: str) -> dict[int, set[str]]:
    held: dict[int, set[str]] = {}
    for seat, guest in connection.execute(
        sa.select(holders.c.seat, holders.c.guest).where(holders.c.table_id == table)
    ):
        held.setdefault(seat, set()).add(guest)
    if not held:
        known(connection, table)
    return held


def read_changed(connection: sa.Connection, since: float) -> list[tuple[str, int]]:
    rows = connection.execute(sa.select(tables.c.id, tables.c.last).where(tables.c.updated >= since))
    return [(table, last) for table, last in rows]


def put_review(connection: sa.Connection, table: str, method: int, at: float, data: bytes) -> None:
    connection.execute(sa.delete(reviews).where(reviews.c.table_id == table))
    connection.execute(sa.insert(reviews), {"table_id": table, "method": method, "at": at, "data": data})


def read_reviews(connection: sa.Connection, tables: Sequence[str], method: int) -> dict[str, bytes]:
    columns = sa.select(reviews.c.table_id, reviews.c.data)
    rows = connection.execute(columns.where(reviews.c.table_id.in_(tables), reviews.c.method == method))
    return {row.table_id: row.data for row in rows}


def read_review(connection: sa.Connection, table: str, method: int) -> tuple[float, bytes] | None:
    """Read when a review was stored, in seconds since 1970, and its data; None if there is none by this method."""
    columns = sa.select(reviews.c.at, reviews.c.data)
    row = connection.execute(columns.where(reviews.c.table_id == table, reviews.c.method == method)).one_or_none()
    return (row[0], row[1]) if row else None


def summary(row: RowMapping) -> Summary:
    return Summary(*(row[name] for name in ("id", "game", "status", "listed", "seats", "data", "updated")))


def _shown(summary: Summary | None) -> dict[str, object]:
    if summary is None:
        return {}
    return {name: getattr(summary, name) for name in ("status", "listed", "seats", "data", "due")}


_MOST_AWAY: Final = 100
_MOST_RECENT: Final = 200
_OF_GUEST: Final = N_("You have {count} open tables in the lobby. Play at one of them, or open an unlisted table.")
_OF_GROUP: Final = N_(
    "There are {count} open tables from your network in the lobby. Join one, or open an unlisted one."
)
_REMATCH_OF_GUEST: Final = N_(
    "The rematch would have an open seat, but the player who opened this table already has {count} open tables in the "
    "lobby. Wait until someone sits down at one, or open an unlisted table."
)
_REMATCH_OF_GROUP: Final = N_(
    "The rematch would have an open seat, but the lobby already has {count} open tables from the network of the player "
    "who opened this table. Wait until someone sits down at one, or open an unlisted table."
)
_SEEN = sa.update(tables).where(
    tables.c.id == sa.bindparam("table"), tables.c.maker == sa.bindparam("guest"), tables.c.status == "open"
)


def check_new(connection: sa.Connection, creation: Creation, quota: Quota | None, follows: str | None = None) -> None:
    """Check that a table is new, and that the maker of a listed one with open seats may open one more."""
    last, shown = last_event(connection, creation.table), creation.summary
    if last is not None:
        raise Stale(creation.table, 1, last)
    if quota is None or shown is None or not shown.listed or shown.status != "open":
        return
    maker = _maker_of(connection, follows) if follows else creation.maker
    if maker is None:
        return
    if 0 < quota.guest <= _number_open(connection, tables.c.maker == maker.guest):
        raise TooMany(_(_REMATCH_OF_GUEST if follows else _OF_GUEST).format(count=quota.guest))
    if 0 < quota.group <= _number_open(connection, tables.c.maker_mark.in_(maker.marks)):
        raise TooMany(_(_REMATCH_OF_GROUP if follows else _OF_GROUP).format(count=quota.group))


def _maker_of(connection: sa.Connection, table: str) -> Maker | None:
    found = connection.execute(sa.select(tables.c.maker, tables.c.maker_mark).where(tables.c.id == table)).one_or_none()
    return Maker(found[0], (found[1],)) if found and found[0] else None


def _number_open(connection: sa.Connection, mine: sa.ColumnElement[bool]) -> int:
    asked = sa.select(sa.func.count()).select_from(tables).where(tables.c.status == "open", tables.c.listed, mine)
    return connection.scalar(asked) or 0


def read_lobby(connection: sa.Connection, statuses: Collection[Phase] = _UNFINISHED, limit: int = 100) -> list[Summary]:
    """Read the summaries of listed tables, last changed first; of too many, open ones, and makers in turn."""
    # Where there are too many, open tables come first; then groups of addresses take turns, and in each its guests. Of
    # each stage only the last `_MOST_RECENT` to change take part.
    newest = (tables.c.updated.desc(), tables.c.id)
    guest = sa.func.coalesce(tables.c.maker, tables.c.id)
    group = sa.func.coalesce(tables.c.maker_mark, tables.c.maker, tables.c.id).label("group")
    of_guest = sa.func.row_number().over(partition_by=(tables.c.status, guest), order_by=newest).label("of_guest")
    mine = (
        sa.select(tables.c.id, tables.c.status, tables.c.updated, group, of_guest)
        .where(sa.or_(*(tables.c.id.in_(_recent(status)) for status in statuses)))
        .subquery()
    )
    order = (mine.c.of_guest, mine.c.updated.desc(), mine.c.id)
    turn = sa.func.row_number().over(partition_by=(mine.c.status, mine.c.group), order_by=order).label("turn")
    ours = sa.select(mine.c.id, turn).subquery()
    rows = connection.execute(
        sa.select(tables)
        .join(ours, ours.c.id == tables.c.id)
        # "open" comes before "playing".
        .order_by(tables.c.status, ours.c.turn, *newest)
        .limit(limit)
    )
    return sorted((summary(row) for row in rows.mappings()), key=lambda shown: (-shown.updated, shown.table))


def _recent(status: Phase) -> sa.ScalarSelect[str]:
    """Select the listed tables at a stage that were the last to change."""
    found = sa.select(tables.c.id).where(tables.c.status == status, tables.c.listed).order_by(tables.c.recent.desc())
    return sa.select(found.limit(_MOST_RECENT).subquery().c.id).scalar_subquery()


def note_seen(connection: sa.Connection, here: Sequence[tuple[str, str]], now: float) -> None:
    """Store that guests have been at open tables; only that of the maker counts."""
    connection.execute(_SEEN.values(seen=now), [{"table": table, "guest": guest} for table, guest in here])


def read_away(connection: sa.Connection, listed_since: float, unlisted_since: float) -> list[str]:
    """Read the ids of open tables whose makers have been away for too long."""
    seen = sa.func.coalesce(tables.c.seen, tables.c.updated)
    too_long = sa.or_(sa.and_(tables.c.listed, seen < listed_since), sa.and_(~tables.c.listed, seen < unlisted_since))
    asked = sa.select(tables.c.id).where(tables.c.status == "open", too_long).order_by(seen).limit(_MOST_AWAY)
    return list(connection.scalars(asked))


def read_idle(connection: sa.Connection, since: float) -> list[str]:
    """Read the ids of unfinished games in which nothing has happened for too long."""
    # A table with a clock ends by its clock.
    idle = sa.select(tables.c.id).where(tables.c.status == "playing", tables.c.updated < since, tables.c.due.is_(None))
    return list(connection.scalars(idle.order_by(tables.c.updated).limit(_MOST_AWAY)))
