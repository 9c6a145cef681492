"""The results file of an arena: append-only, one line per game, so that a killed arena can resume; records of games."""

import json
import os
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Self, cast

from undercut.arena.playing import Fault, Job, Plan, Result
from undercut.decoding import JSON, decode, differences
from undercut.errors import UndercutError
from undercut.files import file_errors, write_whole
from undercut.workers import locked

FORMAT = 1  # version of the file format, written in the header

_MOST_FAULTS = 5


class ResultsFile:
    """A results file open for appending; use it in a ``with`` statement."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.results: dict[Job, Result] = {}
        self._plan = plan
        # Two arenas appending to one file would play games twice.
        held = locked(path.with_name(f"{path.name}.lock"), name=path, in_use="in use by another arena")
        with ExitStack() as stack:
            stack.enter_context(held)
            with file_errors(path):
                self._file = stack.enter_context(path.open("a+b"))
            self._read()
            self._open = stack.pop_all()

    def add(self, result: Result) -> None:
        self._write(_result_json(result))

    def close(self) -> None:
        with file_errors(self.path), self._open:
            self._file.flush()
            os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self) -> None:
        header = _line(_header(self._plan))
        self._file.seek(0)
        data = self._file.read()
        whole, _, rest = data.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        if not lines:
            # Truncate only a partly written header; any other content is not ours.
            if not header.startswith(data):
                raise self._damaged(1, "not a results file")
            self._file.truncate(0)
            self._write(_header(self._plan))
            return
        self._check_header(lines[0])
        for number, line in enumerate(lines[1:], start=2):
            self._add_line(number, line)
        if rest:
            self._file.truncate(len(data) - len(rest))

    def _check_header(self, line: bytes) -> None:
        try:
            header = cast("object", json.loads(line))
        except ValueError:
            header = None
        if not isinstance(header, dict) or "arena" not in header:
            raise self._damaged(1, "not a results file")
        if differing := differences(cast("dict[str, JSON]", header), _header(self._plan), "in the file"):
            raise UndercutError(f"{self.path}: this file holds results of other games: {differing}")

    def _add_line(self, number: int, line: bytes) -> None:
        try:
            result = _read_result(json.loads(line))
        except ValueError as error:
            raise self._damaged(number, f"not a result ({error})") from None
        job, seats = result.job, range(self._plan.seats)
        named = (job.rotation, *result.winners, *([result.fault.seat] if result.fault else []))
        fits = job.deal >= 0 and 0 <= job.line_up < len(self._plan.line_ups) and set(seats).issuperset(named)
        if not fits or len(set(result.winners)) < len(result.winners):
            raise self._damaged(number, "no such game or seat")
        counts = (result.moves, *(count for times in result.times for time in times.items() for count in time))
        if len(result.times) != len(seats) or min(counts) < 0:
            raise self._damaged(number, "moves or times are not possible")
        if job in self.results:
            raise self._damaged(number, "duplicate result for this game")
        self.results[job] = result

    def _damaged(self, number: int, text: str) -> UndercutError:
        return UndercutError(f"{self.path}: line {number}: {text}")

    def _write(self, data: dict[str, JSON]) -> None:
        with file_errors(self.path):
            # One write and flush per line: a kill loses the last line at most.
            self._file.write(_line(data))
            self._file.flush()


def _header(plan: Plan) -> dict[str, JSON]:
    # Another version may play differently, so its results do not mix.
    return {"arena": FORMAT, "version": version("undercut"), **plan.as_json()}


def _line(data: dict[str, JSON]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class _Line(Job):
    winners: tuple[int, ...]
    reason: str
    moves: int
    times: tuple[Mapping[str, int], ...]
    fault: Fault | None = None


def _result_json(result: Result) -> dict[str, JSON]:
    fields = asdict(replace(result, record=None, times=tuple(dict(sorted(times.items())) for times in result.times)))
    return {name: value for name, value in {**fields.pop("job"), **fields}.items() if value is not None}


def _read_result(data: object) -> Result:
    line, faults = decode(data, _Line)
    if faults:
        raise ValueError("; ".join(faults[:_MOST_FAULTS]))
    times = tuple({int(number): seen for number, seen in times.items()} for times in line.times)
    return Result(Job(line.deal, line.line_up, line.rotation), line.winners, line.reason, line.moves, line.fault, times)


def write_record(folder: Path, plan: Plan, result: Result) -> Path:
    job = result.job
    players = f"-line-up-{job.line_up:03d}" if len(plan.line_ups) > 1 else ""
    path = folder / f"deal-{job.deal:06d}{players}-rotation-{job.rotation}.json"
    with file_errors(path):
        folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(result.record, ensure_ascii=False) + "\n")
    return path
