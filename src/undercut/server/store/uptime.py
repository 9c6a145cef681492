"""Statements about clocks: outages, and tables where a player's time may be up."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from undercut.server.store.schema import alive, outages, tables

_MOST_DUE = 200


def note_alive(connection: Connection, now: float, gap: float) -> None:
    """Store that the site runs, and that it was down before if it was last known to run too long ago.

    No player loses time in an outage, so every turn is due that much later.

    Args:
        now: Seconds since 1970.
        gap: The longest time between two calls while the site runs, in seconds.
    """
    seen = connection.scalar(select(alive.c.at)) or 0.0
    if now <= seen:
        return
    moved = connection.execute(update(alive).where(alive.c.at == seen).values(at=now))
    if moved.rowcount and seen and now - seen > gap:  # otherwise another process has noted it
        connection.execute(insert(outages), {"began": seen, "ended": now})
        connection.execute(update(tables).where(tables.c.due.is_not(None)).values(due=tables.c.due + (now - seen)))


def read_outages(connection: Connection, since: float) -> list[tuple[float, float]]:
    """Read when the site was down.

    Args:
        since: Leave out what ended before, in seconds since 1970.
    """
    asked = select(outages.c.began, outages.c.ended).where(outages.c.ended > since).order_by(outages.c.began)
    return [(began, ended) for began, ended in connection.execute(asked)]


def read_due(connection: Connection, now: float) -> list[str]:
    """Read the ids of the tables where a player's time may be up.

    Args:
        now: Seconds since 1970.
    """
    asked = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(_MOST_DUE)
    return list(connection.scalars(asked))
