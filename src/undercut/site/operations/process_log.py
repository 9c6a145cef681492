"""What worker processes write to standard error goes to the site's log, without the messages of errors."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from contextvars import Context

from undercut.site.operations.faults import traceback_summary

_LONGEST = 300

_log = logging.getLogger(__name__)
_reading: set[asyncio.Task[None]] = set()


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
        _log.warning("%s: %s", name, line.decode(errors="replace").strip()[:_LONGEST])


def _print(error: BaseException | None) -> None:
    if error:
        print(f"error: {traceback_summary(error)}", file=sys.stderr, flush=True)  # noqa: T201  read by the site
