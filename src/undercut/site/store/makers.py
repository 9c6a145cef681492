"""Statements about the makers of tables: quotas, the lobby's order, and open tables whose makers are away."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import ColumnElement, Connection, ScalarSelect, and_, bindparam, func, or_, select, update

from undercut.site.store.model import Creation, Maker, Quota, Status, Summary, TooMany
from undercut.site.store.schema import tables
from undercut.site.store.statements import SUMMARY, summary

_MOST_AWAY: Final = 100
_MOST_RECENT: Final = 200
_OF_GUEST: Final = "You have {} open tables in the lobby. Play at one of them, or open an unlisted table."
_OF_GROUP: Final = "There are {} open tables from your network in the lobby. Join one, or open an unlisted one."
_REMATCH_OF_GUEST: Final = (
    "A seat of the rematch would be open, and the player who opened the first table has {} open tables in the lobby. "
    "Wait until someone sits down there, or open an unlisted table."
)
_REMATCH_OF_GROUP: Final = (
    "A seat of the rematch would be open, and there are {} open tables from the network of the player who opened the "
    "first table in the lobby. Wait until someone sits down at one, or open an unlisted table."
)
_SEEN = update(tables).where(
    tables.c.id == bindparam("table"), tables.c.maker == bindparam("guest"), tables.c.status == Status.OPEN
)


def check_quota(connection: Connection, creation: Creation, quota: Quota, follows: str | None = None) -> None:
    """Check that the maker of a listed table with open seats may open one more."""
    shown = creation.summary
    if shown is None or not shown.listed or shown.status is not Status.OPEN:
        return
    maker = _maker_of(connection, follows) if follows else creation.table.maker
    if maker is None:
        return
    if 0 < quota.guest <= _number_open(connection, tables.c.maker == maker.guest):
        raise TooMany((_REMATCH_OF_GUEST if follows else _OF_GUEST).format(quota.guest))
    if 0 < quota.group <= _number_open(connection, tables.c.maker_mark.in_(maker.marks)):
        raise TooMany((_REMATCH_OF_GROUP if follows else _OF_GROUP).format(quota.group))


def _maker_of(connection: Connection, table: str) -> Maker | None:
    found = connection.execute(select(tables.c.maker, tables.c.maker_mark).where(tables.c.id == table)).one_or_none()
    return Maker(found[0], (found[1],)) if found and found[0] else None


def _number_open(connection: Connection, mine: ColumnElement[bool]) -> int:
    asked = select(func.count()).select_from(tables).where(tables.c.status == Status.OPEN, tables.c.listed, mine)
    return connection.scalar(asked) or 0


def read_lobby(connection: Connection, statuses: Collection[Status], limit: int) -> list[Summary]:
    """Read the summaries of listed tables, most recently changed first.

    Where there are too many, open tables come first; then groups of addresses take turns, and in each its guests. Of
    each stage only the last `_MOST_RECENT` to change take part.
    """
    newest = (tables.c.updated.desc(), tables.c.id)
    guest = func.coalesce(tables.c.maker, tables.c.id)
    group = func.coalesce(tables.c.maker_mark, tables.c.maker, tables.c.id).label("group")
    of_guest = func.row_number().over(partition_by=(tables.c.status, guest), order_by=newest).label("of_guest")
    mine = (
        select(tables.c.id, tables.c.status, tables.c.updated, group, of_guest)
        .where(or_(*(tables.c.id.in_(_recent(status)) for status in statuses)))
        .subquery()
    )
    order = (mine.c.of_guest, mine.c.updated.desc(), mine.c.id)
    turn = func.row_number().over(partition_by=(mine.c.status, mine.c.group), order_by=order).label("turn")
    ours = select(mine.c.id, turn).subquery()
    rows = connection.execute(
        select(*SUMMARY)
        .join(ours, ours.c.id == tables.c.id)
        # "open" comes before "playing".
        .order_by(tables.c.status, ours.c.turn, *newest)
        .limit(limit)
    )
    return sorted((summary(row) for row in rows.mappings()), key=lambda shown: (-shown.updated, shown.table))


def _recent(status: Status) -> ScalarSelect[str]:
    """Select the listed tables at a stage that were the last to change."""
    found = select(tables.c.id).where(tables.c.status == status, tables.c.listed).order_by(tables.c.recent.desc())
    return select(found.limit(_MOST_RECENT).subquery().c.id).scalar_subquery()


def note_seen(connection: Connection, here: Sequence[tuple[str, str]], now: float) -> None:
    """Store that guests have been at open tables; only that of the maker counts."""
    connection.execute(_SEEN.values(seen=now), [{"table": table, "guest": guest} for table, guest in here])


def read_away(connection: Connection, listed_since: float, unlisted_since: float, limit: int = _MOST_AWAY) -> list[str]:
    """Read the ids of open tables whose makers have been away for too long."""
    seen = func.coalesce(tables.c.seen, tables.c.updated)
    too_long = or_(and_(tables.c.listed, seen < listed_since), and_(~tables.c.listed, seen < unlisted_since))
    asked = select(tables.c.id).where(tables.c.status == Status.OPEN, too_long).order_by(seen).limit(limit)
    return list(connection.scalars(asked))


def read_idle(connection: Connection, since: float, limit: int = _MOST_AWAY) -> list[str]:
    """Read the ids of unfinished games in which nothing has happened for too long."""
    # A table with a clock ends by its clock.
    idle = select(tables.c.id).where(
        tables.c.status == Status.PLAYING, tables.c.updated < since, tables.c.due.is_(None)
    )
    return list(connection.scalars(idle.order_by(tables.c.updated).limit(limit)))
