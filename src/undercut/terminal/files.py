"""Files of the command line: read with clear errors, written so that nothing is ever half there."""

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

_LARGEST = 64 * 1024 * 1024
_KEPT = 50


def read_json(path: str) -> object:
    """Read a JSON file.

    Args:
        path: The file; ``-`` for standard input.

    Raises:
        UndercutError: It cannot be read, or is no JSON; the message says where.
    """
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(_LARGEST + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(_LARGEST + 1)
        if len(raw) > _LARGEST:
            message = f"{path}: the file is larger than {_LARGEST >> 20} MiB"
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
    """Write a JSON file, replacing an older one only when the new one is complete.

    Args:
        path: The file.
        data: What to write.

    Raises:
        UndercutError: It cannot be written; an older file is still there.
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


def kept_games() -> list[Path]:
    """List the games of this terminal that are kept, the newest first."""
    try:
        return sorted(_folder().glob("game-*.json"), reverse=True)
    except OSError:
        return []


def new_game() -> Path:
    """Name a file to keep a new game in; of older games the newest stay, the rest is thrown away."""
    for old in kept_games()[_KEPT:]:
        with suppress(OSError):
            old.unlink()
    return _folder() / f"game-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.json"


def unfinished_game() -> Path | None:
    """Find the newest game of this terminal that was left unfinished."""
    for path in kept_games():
        with suppress(UndercutError):
            record = read_json(str(path))
            if isinstance(record, dict) and cast("dict[str, object]", record).get("result") is None:
                return path
    return None


def _folder() -> Path:
    return Path(platformdirs.user_data_dir("undercut"))
