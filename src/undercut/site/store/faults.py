"""Translate database errors into one sentence for players, without secrets."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from undercut.site.store.model import Unavailable

# By prefix of the names in https://sqlite.org/rescode.html; longer prefixes first.
_SQLITE = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "the database file or its folder is read-only",
    "SQLITE_CANTOPEN": "the database file cannot be opened",
    "SQLITE_BUSY": "another program has locked the database file",
    "SQLITE_LOCKED": "another program has locked the database file",
    "SQLITE_IOERR": "the disk cannot be written or read",
    "SQLITE_CORRUPT": "the database file is damaged",
    "SQLITE_NOTADB": "the file is not a database",
    "SQLITE_PERM": "the database file may not be opened",
    "SQLITE_INTERRUPT": "the store is closing",
}

# By prefix of the SQLSTATE (PostgreSQL 15 documentation, appendix A); longer prefixes first.
_POSTGRESQL = {
    "53100": "the database's disk is full",
    "53300": "the database has too many connections",
    "25006": "the database is read-only",
    "55P03": "another program has locked the table",
    "57014": "the database took too long",
    "28": "the database does not accept the user name or password",
    "3D000": "the database does not exist",
    "42501": "the database user may not do this",
    "53": "the database has run out of space or memory",
    "57P": "the database is shutting down or starting",
    "08": "the database is away",
}


def unavailable(error: SQLAlchemyError | OSError) -> Unavailable:
    """Build the error to raise when the database cannot be used.

    Example:
        >>> from sqlalchemy.exc import OperationalError
        >>> full = sqlite3.OperationalError("database or disk is full")
        >>> full.sqlite_errorname = "SQLITE_FULL"
        >>> print(unavailable(OperationalError("INSERT", {}, full)))
        the disk is full
    """
    if isinstance(error, OSError):
        return Unavailable(f"the database file cannot be used: {error.strerror or error}")
    cause = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(cause, sqlite3.Error):
        return Unavailable(_named(getattr(cause, "sqlite_errorname", ""), _SQLITE) or f"the database refused: {cause}")
    state = getattr(cause, "sqlstate", None) or ""
    # No state: the server could not be reached, or the connection broke.
    return Unavailable(
        _named(state, _POSTGRESQL) or (f"the database refused ({state})" if state else "the database is away")
    )


def cannot_open(error: SQLAlchemyError | OSError) -> Unavailable:
    """Build the error to raise when the database cannot be opened, with details for the operator.

    Returns:
        An error whose message may name hosts and users, but no password.
    """
    reason = unavailable(error).reason
    cause = error.orig if isinstance(error, DBAPIError) else None
    return Unavailable(f"{reason}: {' '.join(str(cause).split())}" if cause else reason)


def _named(code: str, names: dict[str, str]) -> str | None:
    return next((text for prefix, text in names.items() if code.startswith(prefix)), None)
