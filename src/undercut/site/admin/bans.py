"""Who is kept out: bans, ended sessions, and a new secret that signs all cookies."""

import os
import time
from contextlib import suppress
from dataclasses import asdict
from typing import Final

from undercut.errors import UndercutError
from undercut.site.admin.database import Database, open_database, record
from undercut.site.admin.doubts import doubts
from undercut.site.admin.lists import is_guest
from undercut.site.admin.printing import Cell
from undercut.site.base.keys import rotate_secret
from undercut.site.base.settings import data_folder
from undercut.site.security.bans import Ban, BanKind, read_target
from undercut.site.store.moderation import lift_ban, put_ban, read_bans

_LONGEST_REASON: Final = 200


def ban(database: Database, target: str, seconds: float | None, reason: str, *, sure: bool = False) -> Ban:
    """Ban an address, a network, the mark of an address, or a guest."""
    kind, name = read_target(target)
    if kind is BanKind.GUEST:
        _check_guest(database, name)
    if seconds == 0:
        raise UndercutError("--for: a ban needs a length of time, such as 7d")
    if len(reason) > _LONGEST_REASON or not reason.isprintable():
        raise UndercutError(f"--reason: at most {_LONGEST_REASON} characters on one line")
    if not sure and (against := doubts(database, kind, name)):
        raise UndercutError(f"{name} {'; it '.join(against)}. Nothing is banned; to ban it all the same, add --yes")
    now = time.time()
    new = Ban(kind, name, now, None if seconds is None else now + seconds, reason)
    _put(database, "ban", new)
    return new


def end_sessions(database: Database, guest: str) -> None:
    """Accept no cookie of a guest any more; their browsers become new guests."""
    _check_guest(database, guest)
    _put(database, "end-sessions", Ban(BanKind.SESSION, guest, time.time()))


def _put(database: Database, what: str, ban: Ban) -> None:
    with database.writing() as connection:
        put_ban(connection, ban)
        record(connection, what, ban.target, ban.sentence if what == "ban" else "")


def unban(database: Database, target: str) -> str:
    """Lift a ban, and return its target as it is stored."""
    kind, name = read_target(target)
    with database.writing() as connection:
        if not lift_ban(connection, kind, name):
            raise UndercutError(f"{name} is not banned; undercut admin bans lists all bans")
        record(connection, "unban", name)
    return name


def list_bans(database: Database) -> list[dict[str, Cell]]:
    """List the bans that hold now, and the guests whose sessions have been ended."""
    with database.reading() as connection:
        bans = read_bans(connection, time.time())
    return [asdict(ban) | {"kind": ban.kind.value} for ban in bans]


def _check_guest(database: Database, guest: str) -> None:
    if not is_guest(database, guest):
        message = f"{guest[:60]!r}: no guest with this id has opened or joined a table; see undercut admin guests"
        raise UndercutError(message)


def rotate_secrets(address: str | None, keep: int) -> str:
    """Write a new secret, and return what that does, in a sentence."""
    if os.environ.get("UNDERCUT_SECRET"):
        raise UndercutError("UNDERCUT_SECRET is set: write the new secret there, on a line above the old one")
    if keep < 0:
        raise UndercutError(f"--keep: {keep} is less than 0")
    folder = data_folder()
    kept = rotate_secret(folder, keep=keep)
    # The secret may have been changed because the database is out of order.
    with suppress(UndercutError), open_database(address) as database, database.writing() as connection:
        record(connection, "rotate-secret", str(folder / "secret"), f"{kept} older kept")
    older = (
        f"the {kept} older ones stay valid" if kept > 1 else "the old one stays valid" if kept else "no other is valid"
    )
    return f"New secret in {folder / 'secret'}; {older}. Restart the site to use it."
