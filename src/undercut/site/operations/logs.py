"""The site's log, as text or JSON: no line names a card, a player, a secret or a guest, whatever has failed.

Errors are logged without their messages, guests as a hash that only the site's secret can make.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import cast

import msgspec

from undercut.site.operations.faults import traceback_summary
from undercut.site.operations.settings import Settings
from undercut.site.security.keys import Keys

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is handled, or that started the present work; empty if there is none."""

request_guest: ContextVar[str] = ContextVar("request_guest", default="")
"""The guest who sent that request."""

_HASH_LENGTH = 12

LINES_A_MINUTE = 30
"""Most lines of one kind in a minute."""

_MOST_KINDS = 1_000
_MINUTE = 60.0

access_log = logging.getLogger("undercut.access")
"""One line for each request; silent unless the settings switch it on."""


class LogFormatter(logging.Formatter):
    """Formats lines without exception messages.

    Args:
        keys: The keys that hash guests.
    """

    def __init__(self, keys: Keys, *, as_json: bool) -> None:
        """Store the keys."""
        super().__init__()
        self._keys = keys
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """Format a line, with the request that it belongs to."""
        fields = self._fields(record)
        if self._as_json:
            return msgspec.json.encode(fields).decode()
        head = " ".join(str(fields.pop(name)) for name in ("time", "level", "logger"))
        message = str(fields.pop("message"))
        return " ".join([f"{head}: {message}", *(f"{name}={value}" for name, value in fields.items())])

    def formatException(  # noqa: N802  the library's own name
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Format an exception as its summary."""
        return traceback_summary(ei[1]) if ei[1] else ""

    def _fields(self, record: logging.LogRecord) -> dict[str, object]:
        error = self.formatException(record.exc_info) if record.exc_info else ""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields: dict[str, object] = {
            "time": moment.replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": " ".join(f"{record.getMessage()} {error}".split()),
        }
        if request := request_id.get():
            fields["request"] = request
        if guest := request_guest.get():
            fields["guest"] = self._keys.sign("log", guest)[:_HASH_LENGTH]
        return fields | cast("dict[str, object]", getattr(record, "fields", {}))


class LogLimit(logging.Filter):
    """Limits the lines of each kind in a minute: no client fills the disk, whatever it sends.

    Lines of a kind have the same logger and text, apart from the values in it. The last line of a minute says that more
    may be left out, and the first line afterwards how many were. The access log has no limit.

    Args:
        now: Returns the time in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Start with no lines."""
        super().__init__()
        self._now = now
        self._kinds: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is logged."""
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


def configure_logging(settings: Settings) -> None:
    """Log warnings and errors to standard error, and requests if the settings say so."""
    handler = logging.StreamHandler()
    handler.setFormatter(LogFormatter(Keys(settings.secret), as_json=settings.log == "json"))
    handler.addFilter(LogLimit())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    access_log.setLevel(logging.INFO if settings.access_log else logging.WARNING)
