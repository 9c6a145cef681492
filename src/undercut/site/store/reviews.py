"""Statements about the reviews of finished games."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from undercut.site.store.schema import reviews


def put_review(connection: Connection, table: str, method: int, at: float, data: bytes) -> None:
    """Store a review; it replaces what is stored of it, and reviews by other methods."""
    connection.execute(delete(reviews).where(reviews.c.table_id == table))
    connection.execute(insert(reviews), {"table_id": table, "method": method, "at": at, "data": data})


def read_review(connection: Connection, table: str, method: int) -> tuple[float, bytes] | None:
    """Read when a review was stored, in seconds since 1970, and its data; None if there is none by this method."""
    columns = select(reviews.c.at, reviews.c.data)
    row = connection.execute(columns.where(reviews.c.table_id == table, reviews.c.method == method)).one_or_none()
    return (row[0], row[1]) if row else None
