"""Statements about bans, muted seats, reports, and the owner's actions."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, Connection, RowMapping, delete, func, insert, or_, select, update

from undercut.site.security.bans import Ban, BanKind
from undercut.site.store.database import TooMany
from undercut.site.store.schema import actions, bans, mutes, reports, tables
from undercut.site.store.statements import known
from undercut.translation import _

DAY = 86_400.0
_LATE = 50  # actions may be committed in another order than that of their numbers
_GROUP = 3  # how many times as many reports an address group may send as one guest
MOST_ROWS = 10_000  # maximum number of rows of a list


@dataclass(frozen=True, slots=True)
class Report:
    at: float
    table: str
    seat: int | None
    guest: str
    mark: str
    reason: str
    text: str
    settled: float | None = None
    id: int = 0


def read_bans(connection: Connection, now: float) -> list[Ban]:
    rows = connection.execute(
        select(bans.c.kind, bans.c.target, bans.c.at, bans.c.until, bans.c.reason)
        .where(or_(bans.c.until.is_(None), bans.c.until > now))
        .order_by(bans.c.kind, bans.c.target)
    )
    return [Ban(BanKind(kind), target, at, until, reason) for kind, target, at, until, reason in rows]


def put_ban(connection: Connection, ban: Ban) -> None:
    lift_ban(connection, ban.kind, ban.target)
    connection.execute(insert(bans), asdict(ban) | {"kind": ban.kind.value})


def lift_ban(connection: Connection, kind: BanKind, target: str) -> bool:
    gone = connection.execute(delete(bans).where(bans.c.kind == kind.value, bans.c.target == target))
    return gone.rowcount > 0


def read_actions(connection: Connection, limit: int) -> list[RowMapping]:
    columns = (actions.c.at, actions.c.who, actions.c.what, actions.c.target, actions.c.detail)
    asked = select(*columns).order_by(actions.c.id.desc()).limit(limit)
    return [*connection.execute(asked).mappings()]


def read_changes(connection: Connection, seen: Collection[int] | None) -> list[tuple[int, str | None, int | None]]:
    """Read the actions since those seen, and a few earlier ones: number, table, last event."""
    since = max(seen, default=0) if seen is not None else connection.scalar(select(func.max(actions.c.id))) or 0
    asked = select(actions.c.id, tables.c.id, tables.c.last).outerjoin(tables, tables.c.id == actions.c.target)
    rows = connection.execute(asked.where(actions.c.id > since - _LATE))
    return [(number, table, last) for number, table, last in rows]


def set_mute(connection: Connection, table: str, guest: str, seat: int, *, muted: bool) -> int:
    last = known(connection, table, lock=True)
    row = {"table_id": table, "guest": guest, "seat": seat}
    connection.execute(delete(mutes).where(*(mutes.c[name] == value for name, value in row.items())))
    if muted:
        connection.execute(insert(mutes), row)
    return last


def read_mutes(connection: Connection, table: str) -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for guest, seat in connection.execute(select(mutes.c.guest, mutes.c.seat).where(mutes.c.table_id == table)):
        found[guest] = found.get(guest, frozenset()) | {seat}
    return found


def add_report(connection: Connection, report: Report, marks: Iterable[str], most: int) -> None:
    if most and (
        _number_sent(connection, reports.c.guest == report.guest, report.at) >= most
        or _number_sent(connection, reports.c.mark.in_(tuple(marks)), report.at) >= _GROUP * most
    ):
        raise TooMany(_("You have sent as many reports as you can in a day. The owner of the site will look at them."))
    row = {"at": report.at, "table_id": report.table, "seat": report.seat, "guest": report.guest, "mark": report.mark}
    connection.execute(insert(reports), row | {"reason": report.reason, "text": report.text})


def _number_sent(connection: Connection, mine: ColumnElement[bool], now: float) -> int:
    asked = select(func.count()).select_from(reports).where(mine, reports.c.at > now - DAY)
    return connection.scalar(asked) or 0


def read_reports(connection: Connection, *, settled: bool) -> list[Report]:
    columns = (reports.c.at, reports.c.table_id, reports.c.seat, reports.c.guest, reports.c.mark)
    asked = select(*columns, reports.c.reason, reports.c.text, reports.c.settled, reports.c.id)
    if not settled:
        asked = asked.where(reports.c.settled.is_(None))
    return [Report(*row) for row in connection.execute(asked.order_by(reports.c.id.desc()).limit(MOST_ROWS))]


def settle_report(connection: Connection, number: int, now: float) -> str | None:
    open_one = (reports.c.id == number, reports.c.settled.is_(None))
    table = connection.scalar(select(reports.c.table_id).where(*open_one))
    if table is not None:
        connection.execute(update(reports).where(*open_one).values(settled=now))
    return table
