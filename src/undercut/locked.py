"""Locks between processes, and the comparison of what a file holds with what is to be added to it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from filelock import FileLock, Timeout

from undercut.errors import UndercutError


def lock(path: Path, *, name: Path, in_use: str, remedy: str = "") -> FileLock:
    """Lock a file that nobody else has locked; it and its folder are created if missing."""
    held = FileLock(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held.acquire(blocking=False)
    except Timeout:
        message = f"{name}: {in_use}"
        raise UndercutError(message) from None
    except OSError as error:
        message = f"{name}: {error.strerror or error}{remedy}"
        raise UndercutError(message) from None
    return held


def differences(found: Mapping[str, object], wanted: Mapping[str, object], where: str) -> str:
    """Name the fields in which the header of a file differs from the one that is wanted; empty if they are equal.

    Example:
        >>> differences({"seed": 5}, {"seed": 6}, "in the file")
        'seed: 5 in the file, 6 now'
    """
    return "; ".join(
        f"{name}: {short_json(found.get(name))} {where}, {short_json(wanted.get(name))} now"
        for name in dict.fromkeys([*wanted, *found])
        if found.get(name) != wanted.get(name)
    )


def short_json(value: object) -> str:
    """Write JSON-ready data as text that fits a terminal line."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:77]}..."  # noqa: PLR2004  a terminal line
