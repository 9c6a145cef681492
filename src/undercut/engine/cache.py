"""Folders of compiled code, named after a hash of every source that the code is made of."""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

_FINISHED = "finished"


def folder_for(name: str, sources: tuple[Path, ...]) -> Path:
    """Name the folder for compiled code, below ``UNDERCUT_CACHE`` or the user's cache folder; it may not exist yet."""
    root = os.environ.get("UNDERCUT_CACHE") or platformdirs.user_cache_dir("undercut")
    return Path(root) / f"{name}-{_digest(sources)}"


@cache
def _digest(sources: tuple[Path, ...]) -> str:
    found = hashlib.sha256(f"{sys.version} {version('numba')}".encode())
    for path in sources:
        text = path.read_bytes()
        # Numba looks up its files by the path and the time of a source: other copies of it compile for themselves.
        found.update(f"{path.resolve()} {path.stat().st_mtime_ns} {len(text)} ".encode())
        found.update(text)
    return found.hexdigest()[:20]


def is_finished(folder: Path, part: str = "") -> bool:
    """Return whether a folder holds all of its compiled code."""
    return (folder / f"{_FINISHED}{part}").exists()


def finish(folder: Path, part: str = "") -> None:
    """Mark a folder as complete, or as holding a part (see `is_finished`), if the folder could be made."""
    if folder.exists():
        (folder / f"{_FINISHED}{part}").touch()
