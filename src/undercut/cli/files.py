"""Files of positions and records: read, written, saved games, and states loaded from them."""

import json
import re
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Literal, cast

import platformdirs

from undercut.cli import terminal
from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.files import file_errors, write_whole
from undercut.play import loading
from undercut.play.input import Parsed, parsed_in
from undercut.play.state import State
from undercut.workers import locked

_MAX_BYTES = 64 * 1024 * 1024
_MAX_GAMES = 50  # most saved games
_PLACE = re.compile(r"(?P<file>.+?)(?P<place>:\d+|\[\d+\])")


def read_json(path: str) -> object:
    """Read the JSON value of a file; arguments as for `read_several`."""
    several = read_several(path)
    if len(several) > 1:
        first, last = several[0].source, several[-1].source
        raise UndercutError(f"{path}: it holds {len(several)} records; choose one, from {path}{first} to {path}{last}")
    if several[0].fault:
        raise UndercutError(f"{path}: {several[0].fault}")
    return several[0].record


def read_several(path: str) -> list[Parsed]:
    """Read the JSON values of a file: one, a list of them, or one on each line."""
    matched = None if Path(path).exists() else _PLACE.fullmatch(path)
    file, place = (matched["file"], matched["place"]) if matched else (path, "")
    values = list(parsed_in(_bytes_of(file))) or [Parsed("", [])]
    chosen = [value for value in values if not place or value.source == place]
    if not chosen:
        raise UndercutError(f"{path}: there is no such record")
    return chosen


def _bytes_of(path: str) -> bytes:
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(_MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise UndercutError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    if len(raw) > _MAX_BYTES:
        raise UndercutError(f"{path}: the file is larger than {_MAX_BYTES >> 20} MiB")
    return raw


def write_json(path: Path, data: JSON) -> None:
    write_whole(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def saved_games() -> list[Path]:
    """List the saved games, newest first."""
    try:
        return sorted(_folder().glob("game-*.json"), reverse=True)
    except OSError:
        return []


def new_game() -> Path:
    """Return the file for a new game, and delete the oldest finished games beyond the limit."""
    for old in saved_games()[_MAX_GAMES:]:
        with suppress(OSError, UndercutError):
            if _result_of(old) is not None:
                old.unlink()
    return _folder() / f"game-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.json"


def unfinished_games() -> Iterator[Path]:
    """Return the games that can be resumed: no other terminal plays them, and they have no result."""
    for path in saved_games():
        with suppress(UndercutError):
            if _result_of(path) is None:
                yield path


@contextmanager
def playing(path: Path) -> Generator[None]:
    """Keep other terminals from a saved game; where nothing can be written, it is played all the same."""
    in_use = "this game is being played in another terminal"
    with locked(path.with_suffix(".lock"), name=path, in_use=in_use, needed=False):
        yield


def _result_of(path: Path) -> object:
    """Return the result of a saved game; raise if another terminal plays it, or if it cannot be read."""
    with playing(path):
        record = read_json(str(path))
    if not isinstance(record, dict):
        raise UndercutError(f"{path}: not a record")
    return cast("dict[str, object]", record).get("result")


def _folder() -> Path:
    return Path(platformdirs.user_data_dir("undercut"))


Kind = Literal["record", "records", "options", "position", "file"]  # of some JSON data; "file": of none of these


def read_record(path: str) -> State:
    data = read_json(path)
    if kind_of(data) == "position":
        raise UndercutError(f"{path}: this is a position, and not the record of a game")
    return load(cast("dict[str, object]", data), "record")


def load_state(path: str, *, views: bool = False) -> State:
    data = cast("dict[str, object]", read_json(path))
    return load(data, kind_of(data), views=views)


def load(data: Mapping[str, object], kind: Kind, *, views: bool = False) -> State:
    """Load a position, or the last position of a record; or, if asked for, deal the unknown cards of a mover's view."""
    if kind == "record":
        state = loading.replay(data)
        # Control characters in names are shown, not obeyed.
        names = ("".join(letter if letter.isprintable() else "\ufffd" for letter in name) for name in state.players)
        state.players = tuple(names)
    else:
        is_view = views and kind == "position" and loading.is_view(data)
        state = loading.from_view(data) if is_view else loading.from_position(data)
    if state.note:
        terminal.tell(f"note: {state.note}")
    return state


def kind_of(data: object) -> Kind:
    if not isinstance(data, dict):
        return "file"
    fields = cast("dict[str, object]", data).keys()
    if fields & {"start", "moves"}:
        return "record"
    return "position" if fields - {"game", "rules", "seats"} else "options"


# --- Records from many or large files, one at a time ---

_LINES = (".jsonl", ".ndjson")
_SUFFIXES = (".json", *_LINES)


def records_in(paths: Sequence[Path]) -> Iterator[Parsed]:
    """Return the records of files: one, a JSON list of them, or one on each line (``.jsonl``, ``.ndjson``)."""
    return chain.from_iterable([_records_of(path, _files(path)) for path in paths])


def _records_of(path: Path, files: Sequence[Path]) -> Iterator[Parsed]:
    with file_errors(path):
        for file in files:
            yield from _in_lines(file) if file.suffix in _LINES else _in_whole(file)


def _files(path: Path) -> list[Path]:
    """List the files with records in a folder, or a file alone; refuse at once what is not there."""
    with file_errors(path):
        if not path.is_dir():
            path.stat()
            return [path]
        return sorted(file for file in path.iterdir() if file.suffix in _SUFFIXES)


def _in_lines(path: Path) -> Iterator[Parsed]:
    """Read a file line by line, since it may be larger than the memory."""
    with path.open("rb") as file:
        if not json.detect_encoding(file.peek(4)[:4]).startswith("utf-8"):
            yield from _in_whole(path)
            return
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield from parsed_in(line, f"{path}:{number}")


def _in_whole(path: Path) -> Iterator[Parsed]:
    return parsed_in(path.read_bytes(), str(path))
