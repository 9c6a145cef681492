"""Statements compiled to SQL once for each database; compiling takes longer than SQLite takes to run them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, Executable
from sqlalchemy.sql.compiler import SQLCompiler


class Prepared:
    """A statement for the most frequent writes.

    Values are passed to the driver as they are: numbers, booleans, texts (but no enums) and bytes.

    Args:
        statement: The statement.
        columns: The columns that it sets.
    """

    def __init__(self, statement: Executable, columns: Sequence[str]) -> None:
        """Store the statement; its SQL is written when it first runs."""
        self._statement = statement
        self._columns = list(columns)
        self._written: dict[str, tuple[str, Sequence[str] | None]] = {}

    def run(self, connection: Connection, *rows: Mapping[str, object]) -> int:
        """Run the statement for each row of values, and return how many rows of the table it touched."""
        dialect = connection.dialect
        if dialect.name not in self._written:
            compiled = self._statement.compile(dialect=dialect, column_keys=self._columns)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]  every statement compiles
            assert isinstance(compiled, SQLCompiler)  # noqa: S101  only definitions compile to anything else
            self._written[dialect.name] = str(compiled), compiled.positiontup
        sql, order = self._written[dialect.name]
        if order is None:
            return connection.exec_driver_sql(sql, [dict(row) for row in rows]).rowcount
        return connection.exec_driver_sql(sql, [tuple(row[name] for name in order) for row in rows]).rowcount
