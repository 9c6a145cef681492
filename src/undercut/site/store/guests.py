"""Statements about one guest: all that is stored, its erasure, what was learned, and links to another browser."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, delete, exists, insert, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.sql.expression import alias

from undercut.lessons.learner import Learned
from undercut.site.store import schema
from undercut.site.store.database import Summary
from undercut.site.store.deals import erase_duplicates
from undercut.site.store.schema import events, holders, learned, mutes, reviews, tables, transfers, tries
from undercut.site.store.statements import add_events


@dataclass(frozen=True, slots=True)
class Erasure:
    seq: int
    events: Sequence[bytes]
    replaced: Sequence[tuple[int, bytes]]
    summary: Summary


def read_own_seats(connection: Connection, guest: str) -> dict[str, list[int]]:
    """Read the seats that a guest holds alone, by table."""
    other = alias(holders)
    shared = exists().where(
        other.c.table_id == holders.c.table_id, other.c.seat == holders.c.seat, other.c.guest != guest
    )
    found: dict[str, list[int]] = {}
    mine = select(holders.c.table_id, holders.c.seat).where(holders.c.guest == guest, ~shared)
    for table, seat in connection.execute(mine.order_by(holders.c.table_id, holders.c.seat)):
        found.setdefault(table, []).append(seat)
    return found


def read_opened(connection: Connection, guest: str) -> list[tuple[str, bytes]]:
    first = select(tables.c.id, events.c.data).join(events, (events.c.table_id == tables.c.id) & (events.c.seq == 1))
    rows = connection.execute(first.where(tables.c.maker == guest).order_by(tables.c.created))
    return [(table, data) for table, data in rows]


def erase_player(connection: Connection, table: str, guest: str, erasure: Erasure, now: float) -> int:
    last = add_events(connection, table, erasure.seq, erasure.events, now, erasure.summary)
    for number, data in erasure.replaced:
        same = (events.c.table_id == table, events.c.seq == number)
        connection.execute(update(events).where(*same).values(data=data))
    connection.execute(delete(holders).where(holders.c.table_id == table, holders.c.guest == guest))
    # The detail of an earlier renaming holds a name.
    renamed = (schema.actions.c.target == table, schema.actions.c.what == "rename")
    connection.execute(update(schema.actions).where(*renamed).values(detail=""))
    return last


def delete_tables(connection: Connection, ids: Collection[str]) -> None:
    for kind in schema.PARTS:
        connection.execute(delete(kind).where(kind.c.table_id.in_(ids)))
    connection.execute(delete(tables).where(tables.c.id.in_(ids)))


def erase_rest(connection: Connection, guest: str, imported: Collection[str]) -> None:
    """Erase a guest outside the logs, and imported tables; bans stay, or else the guest could lift them."""
    delete_tables(connection, imported)
    for kind in (holders, mutes, schema.reports, transfers, tries, learned):
        connection.execute(delete(kind).where(kind.c.guest == guest))
    erase_duplicates(connection, guest)
    gone = {"maker": None, "maker_mark": None, "seen": None}
    connection.execute(update(tables).where(tables.c.maker == guest).values(gone))


def read_guest(connection: Connection, guest: str) -> dict[str, list[dict[str, object]]]:
    mine = select(tables).where(
        (tables.c.maker == guest) | tables.c.id.in_(select(holders.c.table_id).where(holders.c.guest == guest))
    )
    found = {
        "tables": mine.order_by(tables.c.created),
        "seats": select(holders.c.table_id, holders.c.seat).where(holders.c.guest == guest),
        "muted": select(mutes.c.table_id, mutes.c.seat).where(mutes.c.guest == guest),
        "reports": select(schema.reports).where(schema.reports.c.guest == guest),
        "bans": select(schema.bans).where(schema.bans.c.target == guest),
        "daily_deals": select(tries.c.day, tries.c.game, tries.c.table_id).where(tries.c.guest == guest),
        "duplicates": select(schema.duplicate_players).where(schema.duplicate_players.c.guest == guest),
        "lessons_and_puzzles": select(learned).where(learned.c.guest == guest).order_by(learned.c.at),
        "moving_links": select(transfers.c.until).where(transfers.c.guest == guest),
        "owners_actions": select(schema.actions).where(schema.actions.c.target == guest),
        "reviews": select(reviews.c.table_id, reviews.c.at).where(
            reviews.c.table_id.in_(select(holders.c.table_id).where(holders.c.guest == guest))
        ),
    }
    return {name: [_plain(row) for row in connection.execute(asked).mappings()] for name, asked in found.items()}


def _plain(row: RowMapping) -> dict[str, object]:
    return {name: value for name, value in row.items() if not isinstance(value, bytes | memoryview)}


def token_mark(token: str) -> str:
    """Return what is stored of a token, from which it cannot be found."""
    return hashlib.blake2b(token.encode(), digest_size=16).hexdigest()


def put_transfer(connection: Connection, guest: str, token: str, now: float, until: float) -> None:
    """Store a link for a guest; it replaces an earlier one, and all that have expired are forgotten."""
    drop_transfer(connection, guest)
    connection.execute(delete(transfers).where(transfers.c.until <= now))
    connection.execute(insert(transfers), {"mark": token_mark(token), "guest": guest, "until": until})


def drop_transfer(connection: Connection, guest: str) -> None:
    connection.execute(delete(transfers).where(transfers.c.guest == guest))


def read_transfer(connection: Connection, token: str, now: float) -> str | None:
    """Return the guest whose seats a link passes on; None if the link is not valid."""
    found = select(transfers.c.guest).where(transfers.c.mark == token_mark(token), transfers.c.until > now)
    return connection.scalar(found)


def take_transfer(connection: Connection, token: str, guest: str, now: float) -> list[tuple[str, int]] | None:
    """Use a link up: give its seats to a guest as well, except where the guest has one; None if it is not valid."""
    source = read_transfer(connection, token, now)
    if source is None:
        return None
    if not connection.execute(delete(transfers).where(transfers.c.mark == token_mark(token))).rowcount:
        return None  # another process was faster
    seats = [(row["table_id"], row["seat"]) for row in _share(connection, holders, ("table_id",), source, guest)]
    _share(connection, tries, ("day", "game"), source, guest)
    _share(connection, schema.duplicate_players, ("duplicate",), source, guest)
    _share(connection, learned, ("game", "lesson", "day"), source, guest)
    return seats


def _share(connection: Connection, kind: Table, key: Sequence[str], source: str, guest: str) -> list[dict[str, Any]]:
    """Give a guest the rows of another browser, except where the guest has one with the same key; return them."""
    own = alias(kind)
    has_one = exists().where(own.c.guest == guest, *(own.c[name] == kind.c[name] for name in key))
    found = connection.execute(select(kind).where(kind.c.guest == source, ~has_one)).mappings()
    gained = [dict(row) | {"guest": guest} for row in found]
    if gained:
        connection.execute(insert(kind), gained)
    return gained


def note_try(connection: Connection, guest: str, now: float, tried: Learned) -> None:
    """Store a try; after the solution nothing changes any more on that day."""
    key = (learned.c.guest == guest, learned.c.game == tried.game, learned.c.lesson == tried.lesson)
    same = (*key, learned.c.day == tried.day)
    before = connection.execute(select(learned.c.right, learned.c.done).where(*same)).one_or_none()
    if before is None:
        connection.execute(insert(learned), tried._asdict() | {"guest": guest, "at": now})
    elif not before.done:
        values = {"right": before.right and tried.right, "done": tried.done, "step": tried.step}
        connection.execute(update(learned).where(*same).values(values))


def read_learned(connection: Connection, guest: str) -> list[Learned]:
    columns = (learned.c.game, learned.c.lesson, learned.c.day, learned.c.right, learned.c.done, learned.c.step)
    rows = connection.execute(select(*columns).where(learned.c.guest == guest).order_by(learned.c.at))
    return [Learned(*row) for row in rows]
