"""Read records from files, one at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from undercut.errors import UndercutError
from undercut.play.arguments import Found, found_in

_LINES = (".jsonl", ".ndjson")
_SUFFIXES = (".json", *_LINES)


def records_in(paths: Sequence[Path]) -> Iterator[Found]:
    """Yield the records of files: one, a JSON list of them, or one on each line (``.jsonl``, ``.ndjson``).

    Their sources begin with the file.
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
    """Read a file line by line, since it may be larger than the memory."""
    with path.open("rb") as file:
        if not json.detect_encoding(file.peek(4)[:4]).startswith("utf-8"):
            yield from _in_whole(path)
            return
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield from found_in(line, f"{path}:{number}")


def _in_whole(path: Path) -> Iterator[Found]:
    return found_in(path.read_bytes(), str(path))
