"""Read records from files, one at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from undercut.errors import UndercutError

_LINES = (".jsonl", ".ndjson")
_SUFFIXES = (".json", *_LINES)


@dataclass(frozen=True, slots=True)
class Found:
    """A record as it was read.

    Args:
        source: The file, and the line or the place in a list.
        record: The JSON value; None if there is a fault.
        fault: Why it is not JSON; None if it is.
    """

    source: str
    record: object
    fault: str | None = None


def records_in(paths: Sequence[Path]) -> Iterator[Found]:
    """Yield the records of files: one, a JSON list of them, or one on each line (``.jsonl``, ``.ndjson``).

    Args:
        paths: Files, or folders, whose files of these kinds are read in the order of their names.

    Raises:
        UndercutError: A file cannot be read.
    """
    for path in paths:
        try:
            for file in _files(path):
                yield from _in_lines(file) if file.suffix in _LINES else _in_whole(file)
        except OSError as error:
            message = f"{error.filename or path}: {error.strerror or error}"
            raise UndercutError(message) from None


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.iterdir() if file.suffix in _SUFFIXES)


def _in_lines(path: Path) -> Iterator[Found]:
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield _parsed(f"{path}:{number}", line)


def _in_whole(path: Path) -> Iterator[Found]:
    found = _parsed(str(path), path.read_bytes())
    if isinstance(records := found.record, list):
        for place, record in enumerate(cast("list[object]", records)):
            yield Found(f"{path}[{place}]", record)
    else:
        yield found


def _parsed(source: str, raw: bytes) -> Found:
    try:
        return Found(source, cast("object", json.loads(raw.decode("utf-8"))))
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if error.lineno > 1 else ""
        return Found(source, None, f"not JSON: {line}column {error.colno}: {error.msg}")
    except UnicodeDecodeError as error:
        return Found(source, None, f"byte {error.start} is not UTF-8")
    except (ValueError, RecursionError) as error:
        return Found(source, None, f"not JSON: {error}")
