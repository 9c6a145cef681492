"""Read and write files for the command line, with clear errors and atomic writes."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import platformdirs

from undercut.errors import UndercutError
from undercut.games.base.reader import JSON
from undercut.play.json_text import Found, found_in

_MAX_BYTES = 64 * 1024 * 1024
_MAX_GAMES = 50
_PLACE = re.compile(r"(?P<file>.+?)(?P<place>:\d+|\[\d+\])")


def read_json(path: str) -> object:
    """Read the JSON value of a file; arguments as for `read_several`."""
    several = read_several(path)
    if len(several) > 1:
        first, last = several[0].source, several[-1].source
        message = f"{path}: it holds {len(several)} records; choose one, from {path}{first} to {path}{last}"
        raise UndercutError(message)
    if several[0].fault:
        message = f"{path}: {several[0].fault}"
        raise UndercutError(message)
    return several[0].record


def read_several(path: str) -> list[Found]:
    """Read the JSON values of a file: one, a list of them, or one on each line."""
    matched = None if Path(path).exists() else _PLACE.fullmatch(path)
    file, place = (matched["file"], matched["place"]) if matched else (path, "")
    found = list(found_in(_bytes_of(file))) or [Found("", [])]
    chosen = [each for each in found if not place or each.source == place]
    if not chosen:
        message = f"{path}: there is no such record"
        raise UndercutError(message)
    return chosen


def _bytes_of(path: str) -> bytes:
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(_MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        message = f"{path}: {getattr(error, 'strerror', None) or error}"
        raise UndercutError(message) from None
    if len(raw) > _MAX_BYTES:
        message = f"{path}: the file is larger than {_MAX_BYTES >> 20} MiB"
        raise UndercutError(message)
    return raw


def write_json(path: Path, data: JSON) -> None:
    """Write a JSON file atomically."""
    temporary = ""
    try:
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8", suffix=".part") as file:
            temporary = file.name
            json.dump(data, file, ensure_ascii=False, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        message = f"{path}: {error.strerror or error}"
        raise UndercutError(message) from None


def saved_games() -> list[Path]:
    """List the saved games, newest first."""
    try:
        return sorted(_folder().glob("game-*.json"), reverse=True)
    except OSError:
        return []


def new_game() -> Path:
    """Return the file for a new game, and delete the oldest saved games beyond the limit."""
    for old in saved_games()[_MAX_GAMES:]:
        with suppress(OSError):
            old.unlink()
    return _folder() / f"game-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.json"


def unfinished_game() -> Path | None:
    """Find the newest saved game that is unfinished."""
    for path in saved_games():
        with suppress(UndercutError):
            record = read_json(str(path))
            if isinstance(record, dict) and cast("dict[str, object]", record).get("result") is None:
                return path
    return None


def _folder() -> Path:
    return Path(platformdirs.user_data_dir("undercut"))
