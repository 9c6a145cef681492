"""Statements about clocks: the site's time, and tables where a player's time may be up."""

from __future__ import annotations

from sqlalchemy import Connection, case, select, update

from undercut.server.store.schema import alive, tables

_MOST_DUE = 200


def note_alive(connection: Connection, now: float, trial: bytes | None = None) -> float:
    """Store that the site runs, and return the site's time, which is later if another process was ahead.

    Args:
        now: The site's time, in seconds.
        trial: Bytes to write, to see whether there is room for them; None: none.
    """
    values: dict[str, object] = {"at": case((alive.c.at < now, now), else_=alive.c.at)}
    if trial is not None:
        values["trial"] = trial
    connection.execute(update(alive).values(values))
    return connection.scalar(select(alive.c.at)) or 0.0


def read_due(connection: Connection, now: float) -> list[str]:
    """Read the ids of the tables where a player's time may be up.

    Args:
        now: The site's time, in seconds.
    """
    asked = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(_MOST_DUE)
    return list(connection.scalars(asked))
