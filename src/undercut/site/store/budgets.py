"""What clients have used of shared allowances, in PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, text

# Rows are locked in one order, so that processes do not wait for each other. The database's clock counts.
_SETTLE = text(
    "INSERT INTO budgets (client, until) "
    "SELECT client, now.now + debt FROM (SELECT extract(epoch FROM statement_timestamp()) AS now) AS now, "
    "unnest(CAST(:clients AS text[]), CAST(:debts AS float8[])) AS used (client, debt) ORDER BY client "
    "ON CONFLICT (client) DO UPDATE SET until = "
    "greatest(budgets.until - extract(epoch FROM statement_timestamp()), 0) + excluded.until "
    "RETURNING client, until - extract(epoch FROM statement_timestamp())"
)
_FORGET = text("DELETE FROM budgets WHERE until < extract(epoch FROM statement_timestamp())")


def settle(connection: Connection, used: Mapping[str, float]) -> dict[str, float]:
    """Add what this process's clients have used, and return what they owe to all processes together, in seconds."""
    rows = connection.execute(_SETTLE, {"clients": list(used), "debts": list(used.values())})
    return {client: max(0.0, float(debt)) for client, debt in rows}


def forget(connection: Connection) -> None:
    """Delete the rows of clients that owe nothing any more."""
    connection.execute(_FORGET)
