"""Statements about links that take a guest's seats to another browser."""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection, delete, exists, insert, select
from sqlalchemy.sql.expression import alias

from undercut.site.store.schema import holders, transfers


def token_mark(token: str) -> str:
    """Return what is stored of a token, from which it cannot be found."""
    return hashlib.blake2b(token.encode(), digest_size=16).hexdigest()


def put_transfer(connection: Connection, guest: str, token: str, until: float) -> None:
    """Store a link for a guest; it replaces an earlier one, and forgets all that have expired."""
    drop_transfer(connection, guest)
    connection.execute(insert(transfers), {"mark": token_mark(token), "guest": guest, "until": until})


def drop_transfer(connection: Connection, guest: str) -> None:
    """Revoke a guest's link."""
    connection.execute(delete(transfers).where(transfers.c.guest == guest))


def forget_transfers(connection: Connection, now: float) -> None:
    """Forget the links that have expired."""
    connection.execute(delete(transfers).where(transfers.c.until <= now))


def read_transfer(connection: Connection, token: str, now: float) -> str | None:
    """Return the guest whose seats a link passes on; None if the link is not valid."""
    found = select(transfers.c.guest).where(transfers.c.mark == token_mark(token), transfers.c.until > now)
    return connection.scalar(found)


def take_transfer(connection: Connection, token: str, guest: str, now: float) -> list[tuple[str, int]] | None:
    """Use a link up: give its seats to a guest as well, except at tables where the guest has a seat already.

    Returns:
        The tables and seats that the guest has gained; None if the link is not valid.
    """
    source = read_transfer(connection, token, now)
    if source is None:
        return None
    if not connection.execute(delete(transfers).where(transfers.c.mark == token_mark(token))).rowcount:
        return None  # another process was faster
    own = alias(holders)
    has_seat = exists().where(own.c.table_id == holders.c.table_id, own.c.guest == guest)
    gained = select(holders.c.table_id, holders.c.seat).where(holders.c.guest == source, ~has_seat)
    seats = [(table, seat) for table, seat in connection.execute(gained)]
    if seats:
        rows = [{"table_id": table, "seat": seat, "guest": guest} for table, seat in seats]
        connection.execute(insert(holders), rows)
    return seats
