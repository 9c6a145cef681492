"""Read and write files for the command line, with clear errors and atomic writes."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import platformdirs

from undercut.errors import UndercutError
from undercut.games.reader import JSON

_MAX_BYTES = 64 * 1024 * 1024
_MAX_GAMES = 50


def read_json(path: str) -> object:
    """Read a JSON file.

    Args:
        path: The file; ``-`` for standard input.

    Raises:
        UndercutError: The file cannot be read or is not JSON; the message gives the location.
    """
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(_MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(_MAX_BYTES + 1)
        if len(raw) > _MAX_BYTES:
            message = f"{path}: the file is larger than {_MAX_BYTES >> 20} MiB"
            raise UndercutError(message)
        return cast("object", json.loads(raw.decode("utf-8")))
    except OSError as error:
        message = f"{path}: {error.strerror or error}"
    except UnicodeDecodeError as error:
        message = f"{path}: byte {error.start} is not UTF-8"
    except json.JSONDecodeError as error:
        message = f"{path}: line {error.lineno}, column {error.colno}: {error.msg}"
    except RecursionError:
        message = f"{path}: nested too deeply"
    except ValueError as error:
        if isinstance(error, UndercutError):
            raise
        message = f"{path}: {error}"
    raise UndercutError(message) from None


def write_json(path: Path, data: JSON) -> None:
    """Write a JSON file atomically.

    Raises:
        UndercutError: The file cannot be written; an existing file is left unchanged.
    """
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
