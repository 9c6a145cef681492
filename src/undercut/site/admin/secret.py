"""Changes the secret that signs cookies."""

from __future__ import annotations

import os
from contextlib import suppress

from undercut.errors import UndercutError
from undercut.site.admin.database import opened, record
from undercut.site.operations.settings import data_folder, rotate_secret


def rotate(address: str | None, keep: int) -> str:
    """Write a new secret above the older ones.

    Returns:
        What to do now, in sentences.

    Raises:
        UndercutError: The secret is not in the data folder, or ``keep`` is invalid.
    """
    if os.environ.get("UNDERCUT_SECRET"):
        message = "UNDERCUT_SECRET is set: write the new secret there, on a line above the old one"
        raise UndercutError(message)
    if keep < 0:
        message = f"--keep: {keep} is less than 0"
        raise UndercutError(message)
    folder = data_folder()
    kept = rotate_secret(folder, keep=keep)
    # The secret may have been changed because the database is out of order.
    with suppress(UndercutError), opened(address) as database, database.writing() as connection:
        record(connection, "rotate-secret", str(folder / "secret"), f"{kept} older kept")
    older = (
        f"the {kept} older ones stay valid" if kept > 1 else "the old one stays valid" if kept else "no other is valid"
    )
    return f"New secret in {folder / 'secret'}; {older}. Restart the site to use it."
