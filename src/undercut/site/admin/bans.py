"""Bans, and the ends of guests' sessions."""

from __future__ import annotations

import time

from undercut.errors import UndercutError
from undercut.site.admin.database import Database, record
from undercut.site.admin.listing import is_guest
from undercut.site.admin.printing import Cell
from undercut.site.admin.wide_bans import doubts
from undercut.site.security.bans import Ban, BanKind, read_target
from undercut.site.store.moderation import lift_ban, put_ban, read_bans

_LONGEST_REASON = 200


def ban(database: Database, target: str, seconds: float | None, reason: str, *, sure: bool = False) -> Ban:
    """Ban an address, a network, the mark of an address, or a guest.

    Raises:
        UndercutError: The target, the time or the reason is invalid, or the ban keeps out too many.
    """
    kind, name = read_target(target)
    if kind is BanKind.GUEST:
        _check_guest(database, name)
    if seconds == 0:
        message = "--for: a ban needs a length of time, such as 7d"
        raise UndercutError(message)
    if len(reason) > _LONGEST_REASON or not reason.isprintable():
        message = f"--reason: at most {_LONGEST_REASON} characters on one line"
        raise UndercutError(message)
    if not sure and (found := doubts(database, kind, name)):
        message = f"{name} {'; it '.join(found)}. Nothing is banned; to ban it all the same, add --yes"
        raise UndercutError(message)
    now = time.time()
    made = Ban(kind, name, now, None if seconds is None else now + seconds, reason)
    _put(database, "ban", made)
    return made


def end_sessions(database: Database, guest: str) -> None:
    """Accept no cookie of a guest any more; their browsers become new guests.

    Raises:
        UndercutError: The guest does not exist.
    """
    _check_guest(database, guest)
    _put(database, "end-sessions", Ban(BanKind.SESSION, guest, time.time()))


def _put(database: Database, what: str, made: Ban) -> None:
    with database.writing() as connection:
        put_ban(connection, made)
        record(connection, what, made.target, made.sentence if what == "ban" else "")


def unban(database: Database, target: str) -> str:
    """Lift a ban.

    Returns:
        The target in its usual form.

    Raises:
        UndercutError: The target is not banned.
    """
    kind, name = read_target(target)
    with database.writing() as connection:
        if not lift_ban(connection, kind, name):
            message = f"{name} is not banned; undercut admin bans lists all bans"
            raise UndercutError(message)
        record(connection, "unban", name)
    return name


def list_bans(database: Database) -> list[dict[str, Cell]]:
    """List the bans that hold now, and the guests whose sessions have been ended."""
    with database.reading() as connection:
        found = read_bans(connection, time.time())
    return [
        {"kind": one.kind.value, "target": one.target, "at": one.at, "until": one.until, "reason": one.reason}
        for one in found
    ]


def _check_guest(database: Database, guest: str) -> None:
    if not is_guest(database, guest):
        message = f"{guest[:60]!r}: no guest with this id has opened or joined a table; see undercut admin guests"
        raise UndercutError(message)
