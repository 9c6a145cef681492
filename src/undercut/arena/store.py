"""The file of results: one line a game, only ever added to, so that an arena that was killed goes on where it was."""

from __future__ import annotations

import fcntl
import json
import os
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, cast

from undercut.arena.jobs import Job, Plan
from undercut.arena.match import Fault, Result
from undercut.arena.times import Times
from undercut.errors import UndercutError
from undercut.games.reader import JSON

FORMAT = 1
"""The number of the file's format, the first thing in it."""


class Store:
    """A file of results, open for more; use it in a ``with`` statement.

    Args:
        path: The file; made if it is not there.
        plan: What is played; a file of another plan is refused.

    Raises:
        UndercutError: The file belongs to another plan, is damaged, in use, or cannot be written; it is unchanged.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open the file and read what is there."""
        self.path = path
        self.results: dict[Job, Result] = {}
        self._plan = plan
        self._file = self._opened()
        try:
            self._read()
        except BaseException:
            self._file.close()
            raise

    def add(self, result: Result) -> None:
        """Write a result, at once.

        Args:
            result: The result of a game that is not in the file yet.
        """
        self._write(_written(result))

    def close(self) -> None:
        """Make sure that all of it is on the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def __enter__(self) -> Self:
        """Use the file."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _opened(self) -> BinaryIO:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = self.path.open("a+b")
        except OSError as error:
            message = f"{self.path}: {error.strerror or error}"
            raise UndercutError(message) from None
        try:
            # Two arenas that add to one file would play games twice.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            message = f"{self.path}: another arena is adding to this file"
            raise UndercutError(message) from None
        return file

    def _read(self) -> None:
        header = _line(_header(self._plan))
        self._file.seek(0)
        data = self._file.read()
        whole, _, rest = data.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        if not lines:
            # Killed while it wrote the very first line; anything else is not ours to cut.
            if not header.startswith(data):
                raise self._damaged(1, "this is no file of results")
            self._file.truncate(0)
            self._write(_header(self._plan))
            return
        self._check_header(lines[0])
        for number, line in enumerate(lines[1:], start=2):
            self._keep(number, line)
        if rest:
            self._file.truncate(len(data) - len(rest))

    def _check_header(self, line: bytes) -> None:
        try:
            found = cast("object", json.loads(line))
        except ValueError:
            found = None
        if not isinstance(found, dict) or "arena" not in found:
            raise self._damaged(1, "this is no file of results")
        there = cast("dict[str, JSON]", found)
        wanted = _header(self._plan)
        differing = [
            f"{name}: {_short(there.get(name))} in the file, {_short(wanted.get(name))} now"
            for name in dict.fromkeys([*wanted, *there])
            if there.get(name) != wanted.get(name)
        ]
        if differing:
            message = f"{self.path}: the results in this file are of other games: {'; '.join(differing)}"
            raise UndercutError(message)

    def _keep(self, number: int, line: bytes) -> None:
        try:
            result = _read_result(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise self._damaged(number, f"this is no result ({error})") from None
        job = result.job
        fits = job.deal >= 0 and 0 <= job.line_up < len(self._plan.line_ups) and 0 <= job.rotation < self._plan.seats
        if not fits or any(not 0 <= seat < self._plan.seats for seat in result.winners):
            raise self._damaged(number, "there is no such game or seat")
        if job in self.results:
            raise self._damaged(number, "this game is there twice")
        self.results[job] = result

    def _damaged(self, number: int, text: str) -> UndercutError:
        return UndercutError(f"{self.path}: line {number}: {text}")

    def _write(self, data: dict[str, JSON]) -> None:
        try:
            # One write a line, past Python's own buffer: a kill loses the last line at most.
            self._file.write(_line(data))
            self._file.flush()
        except OSError as error:
            message = f"{self.path}: {error.strerror or error}"
            raise UndercutError(message) from None


def _header(plan: Plan) -> dict[str, JSON]:
    # Another version may play otherwise: its results are others.
    return {"arena": FORMAT, "version": version("undercut"), **plan.as_json()}


def _line(data: dict[str, JSON]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:77]}..."  # noqa: PLR2004  a line of a terminal


def _written(result: Result) -> dict[str, JSON]:
    data: dict[str, JSON] = {
        "deal": result.job.deal,
        "line_up": result.job.line_up,
        "rotation": result.job.rotation,
        "winners": [*result.winners],
        "reason": result.reason,
        "moves": result.moves,
    }
    if result.fault:
        data["fault"] = {"seat": result.fault.seat, "text": result.fault.text}
    data["times"] = [{str(number): seen for number, seen in sorted(times.items())} for times in result.times]
    return data


def _read_result(data: dict[str, JSON]) -> Result:
    number = _number
    job = Job(number(data["deal"]), number(data["line_up"]), number(data["rotation"]))
    fault = cast("dict[str, JSON] | None", data.get("fault"))
    times = cast("list[dict[str, JSON]]", data["times"])
    return Result(
        job,
        tuple(number(seat) for seat in cast("list[JSON]", data["winners"])),
        str(data["reason"]),
        number(data["moves"]),
        Fault(number(fault["seat"]), str(fault["text"])) if fault else None,
        tuple(_read_times(entry) for entry in times),
    )


def _read_times(entry: dict[str, JSON]) -> Times:
    return {int(time): _number(seen) for time, seen in entry.items()}


def _number(value: JSON) -> int:
    if type(value) is not int:
        message = f"{_short(value)} is not a whole number"
        raise TypeError(message)
    return value


def write_record(folder: Path, plan: Plan, result: Result) -> Path:
    """Keep a game's record in a folder, in a file named after the game.

    Args:
        folder: The folder; made if it is not there.
        plan: What is played.
        result: The game, with its record.

    Returns:
        The file.

    Raises:
        UndercutError: It cannot be written.
    """
    job = result.job
    players = f"-line-up-{job.line_up:03d}" if len(plan.line_ups) > 1 else ""
    path = folder / f"deal-{job.deal:06d}{players}-rotation-{job.rotation}.json"
    part = path.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(result.record, ensure_ascii=False) + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        message = f"{path}: {error.strerror or error}"
        raise UndercutError(message) from None
    return path
