"""The site's log, in which no line names a card, a player or a secret, and counters and timers of this process."""

import asyncio
import logging
import sys
import threading
import time
from collections.abc import Callable
from contextvars import Context, ContextVar
from datetime import UTC, datetime
from functools import partial
from typing import cast

import msgspec
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector

from undercut.site.base.client import client_guest
from undercut.site.base.keys import Keys

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is handled, or that started the present work; empty if there is none."""

_HASH_LENGTH = 12

LINES_A_MINUTE = 30  # most lines of one kind in a minute

_MOST_KINDS = 1_000
_MINUTE = 60.0

_FRAMES = 6  # number of stack frames logged for each error, the innermost ones

_LONGEST_OUTPUT = 300

_log = logging.getLogger(__name__)
_reading: set[asyncio.Task[None]] = set()

access_log = logging.getLogger("undercut.access")  # one line for each request; silent unless the settings switch it on


def traceback_summary(error: BaseException) -> str:
    """Summarise an error and its causes as class names and line numbers, without messages."""
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(traceback_summary(one) for one in cast("BaseExceptionGroup[BaseException]", error).exceptions)
    found: list[str] = []
    trace = error.__traceback__
    while trace:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}")
        trace = trace.tb_next
    summary = f"{type(error).__name__} at {' '.join(found[-_FRAMES:])}"
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return f"{summary} after {traceback_summary(cause)}" if cause else summary


class LogFormatter(logging.Formatter):
    """Formats lines without exception messages."""

    def __init__(self, keys: Keys, *, as_json: bool) -> None:
        super().__init__()
        self._keys = keys
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        fields = self._fields(record)
        if self._as_json:
            return msgspec.json.encode(fields).decode()
        head = " ".join(str(fields.pop(name)) for name in ("time", "level", "logger"))
        message = str(fields.pop("message"))
        return " ".join([f"{head}: {message}", *(f"{name}={value}" for name, value in fields.items())])

    def _fields(self, record: logging.LogRecord) -> dict[str, object]:
        caught = record.exc_info[1] if record.exc_info else None
        error = traceback_summary(caught) if caught else ""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields: dict[str, object] = {
            "time": moment.replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": " ".join(f"{record.getMessage()} {error}".split()),
        }
        if request := request_id.get():
            fields["request"] = request
        if guest := client_guest.get():
            fields["guest"] = self._keys.sign("log", guest)[:_HASH_LENGTH]
        return fields | cast("dict[str, object]", getattr(record, "fields", {}))


class LogLimit(logging.Filter):
    """Limits the lines of each kind in a minute, except those of the access log: no client can fill the disk."""

    # Lines of a kind have the same logger and text, apart from the values in it. The last line of a minute says that
    # more may be left out, and the first line afterwards how many were.

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == access_log.name:
            return True
        kind, now = (record.name, str(record.msg)), self._now()
        if kind not in self._kinds and len(self._kinds) >= _MOST_KINDS:
            kind = ("", "")
        began, lines = self._kinds.get(kind, (now, 0))
        if now >= began + _MINUTE:
            if lines > LINES_A_MINUTE:
                _add_field(record, "left_out", lines - LINES_A_MINUTE)
            began, lines = now, 0
        self._kinds[kind] = (began, lines + 1)
        if lines + 1 == LINES_A_MINUTE:
            _add_field(record, "limit", "more such lines are left out for up to a minute")
        return lines < LINES_A_MINUTE


def _add_field(record: logging.LogRecord, name: str, value: object) -> None:
    fields = cast("dict[str, object]", getattr(record, "fields", {}))
    record.__dict__["fields"] = fields | {name: value}


def configure_logging(keys: Keys, *, as_json: bool, access: bool) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(LogFormatter(keys, as_json=as_json))
    handler.addFilter(LogLimit())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    access_log.setLevel(logging.INFO if access else logging.WARNING)


def log_task_errors() -> None:
    """Log errors of background tasks without their messages; asyncio's own handler would print them."""
    asyncio.get_running_loop().set_exception_handler(_log_error)


def _log_error(_loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    error = context.get("exception")
    summary = traceback_summary(error) if isinstance(error, BaseException) else "no exception"
    _log.error("%s: %s", context["message"], summary)


def summarise_errors() -> None:
    """Print uncaught errors of this process without their messages, which could name hidden cards."""
    sys.excepthook = lambda _kind, error, _trace: _print(error)
    threading.excepthook = lambda caught: _print(caught.exc_value)


def log_output(name: str, process: asyncio.subprocess.Process) -> None:
    """Log what a worker process writes to standard error, line by line, until it ends."""
    assert process.stderr is not None  # noqa: S101  as said
    # Not in the context of the request for which the process was started.
    task = asyncio.create_task(_read(name, process.stderr), context=Context())
    _reading.add(task)
    task.add_done_callback(_reading.discard)


async def _read(name: str, stream: asyncio.StreamReader) -> None:
    while True:
        try:
            line = await stream.readline()
        except ValueError:  # an overlong line
            continue
        if not line:
            return
        _log.warning("%s: %s", name, line.decode(errors="replace").strip()[:_LONGEST_OUTPUT])


def _print(error: BaseException | None) -> None:
    if error:
        print(f"error: {traceback_summary(error)}", file=sys.stderr, flush=True)  # noqa: T201  read by the site


# --- Measurements; `server.middleware` adds the gauges ---

REGISTRY = CollectorRegistry()  # all counters of this process, and its memory, processor time and file descriptors

_FINE = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

_counter, _histogram = partial(Counter, registry=REGISTRY), partial(Histogram, buckets=_FINE, registry=REGISTRY)

REQUESTS = _counter("undercut_requests", "HTTP requests answered.", ["method", "route", "status"])
ANSWER_TIMES = _histogram(
    "undercut_answer_seconds", "Time from a request's headers to the start of its answer.", ["route"]
)
REFUSED = _counter("undercut_refusals", "Requests answered with an error.", ["status", "reason"])
CUTS = _counter("undercut_connections_cut", "Connections that the server closed on its own account.", ["reason"])
MOVES = _counter("undercut_moves", "Moves stored by this process.", ["game"])
COMMIT_TIMES = _histogram("undercut_commit_seconds", "Time of a transaction with its commit.")
COMMIT_FAULTS = _counter("undercut_commit_faults", "Transactions that the database refused.")
RESTARTS = _counter("undercut_worker_restarts", "Worker processes replaced after they died.", ["kind"])
LOOP_LAG = _histogram("undercut_loop_lag_seconds", "How late the event loop wakes a timer.")

LAG_EVERY = 0.25  # seconds between measurements of the event loop

ProcessCollector(registry=REGISTRY)
for _kind in ("thinking", "import"):
    RESTARTS.labels(_kind)


async def measure_loop_lag() -> None:
    clock = asyncio.get_running_loop().time
    while True:
        due = clock() + LAG_EVERY
        await asyncio.sleep(LAG_EVERY)
        LOOP_LAG.observe(max(0.0, clock() - due))
