"""Statements compiled to SQL once for each database, and given to the driver itself.

Compiling takes longer than SQLite takes to run them, and SQLAlchemy's own execution about as long.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Connection, Executable
from sqlalchemy.engine.interfaces import DBAPICursor, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

if TYPE_CHECKING:
    import psycopg

BEGIN_WRITING = "BEGIN IMMEDIATE"
"""Takes SQLite's write lock at once: a transaction that reads first may fail to upgrade to writing."""


class Prepared:
    """A statement for the most frequent writes.

    Values are passed to the driver as they are: numbers, booleans, texts (but no enums) and bytes.
    """

    def __init__(self, statement: Executable, columns: Sequence[str]) -> None:
        """Store the statement; its SQL is written when it first runs."""
        self.statement = statement
        self._columns = list(columns)
        self._written: dict[str, tuple[str, Sequence[str] | None]] = {}

    def run(self, connection: Connection, *rows: Mapping[str, object]) -> int:
        """Run the statement for each row of values, and return how many rows of the table it touched.

        Raises:
            DBAPIError: The driver's error, as SQLAlchemy would raise it.
        """
        sql, order = self._sql(connection.dialect)
        values = rows if order is None else [tuple(row[name] for name in order) for row in rows]
        cursor = connection.connection.cursor()
        try:
            if len(values) == 1:
                cursor.execute(sql, cast("Any", values[0]))
            else:
                cursor.executemany(sql, cast("Any", values))
        except connection.dialect.loaded_dbapi.Error as error:
            raise _wrapped(error, connection, cursor, sql) from error
        else:
            return cursor.rowcount
        finally:
            cursor.close()

    def _sql(self, dialect: Dialect) -> tuple[str, Sequence[str] | None]:
        if dialect.name not in self._written:
            compiled = self.statement.compile(dialect=dialect, column_keys=self._columns)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]  every statement compiles
            assert isinstance(compiled, SQLCompiler)  # noqa: S101  only definitions compile to anything else
            self._written[dialect.name] = str(compiled), compiled.positiontup
        return self._written[dialect.name]


@contextmanager
def committed(connection: Connection) -> Generator[None]:
    """Commit what is done inside, without SQLAlchemy's own transaction, which takes as long as a write.

    PostgreSQL commits each statement, without further round trips; SQLite all of them together.

    Raises:
        DBAPIError: The driver's error, as SQLAlchemy would raise it.
    """
    driver = connection.connection.driver_connection
    with _in_sqlite(connection, driver) if isinstance(driver, sqlite3.Connection) else _in_postgresql(driver):
        yield


@contextmanager
def _in_sqlite(connection: Connection, driver: sqlite3.Connection) -> Generator[None]:
    sql = BEGIN_WRITING
    try:
        driver.execute(sql)
        try:
            yield
            sql = "COMMIT"
            driver.execute(sql)
        except BaseException:
            driver.rollback()
            raise
    except sqlite3.Error as error:
        raise _wrapped(error, connection, None, sql) from error


@contextmanager
def _in_postgresql(connection: object) -> Generator[None]:
    driver = cast("psycopg.Connection[object]", connection)
    driver.autocommit = True
    try:
        yield
    finally:
        if not driver.closed:
            driver.autocommit = False


def _wrapped(error: Exception, connection: Connection, cursor: DBAPICursor | None, sql: str) -> BaseException:
    """Return the driver's error as one of SQLAlchemy's; a connection that it has broken is not used again."""
    dialect = connection.dialect
    broken = dialect.is_disconnect(cast("Any", error), connection.connection, cursor)
    kind = cast("type[Exception]", dialect.loaded_dbapi.Error)
    wrapped = DBAPIError.instance(
        sql, None, error, kind, hide_parameters=True, connection_invalidated=broken, dialect=dialect
    )
    if broken:
        connection.invalidate(error)
    return wrapped
