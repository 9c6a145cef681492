"""What the server's own log tells of errors: their kind and place, but never their text, which might name cards."""

from __future__ import annotations

import asyncio
import logging
from types import TracebackType
from typing import cast

_LINES = 6
"""How many lines of code an error is followed through, from where it happened."""

_log = logging.getLogger(__name__)


def places(error: BaseException) -> str:
    """Name an error's kind and the lines that it went through, and those of its cause, without their texts.

    Example:
        >>> places(ValueError("the seven of hearts"))
        'ValueError at '
    """
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(places(one) for one in cast("BaseExceptionGroup[BaseException]", error).exceptions)
    found: list[str] = []
    trace = error.__traceback__
    while trace:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}")
        trace = trace.tb_next
    told = f"{type(error).__name__} at {' '.join(found[-_LINES:])}"
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return f"{told} after {places(cause)}" if cause else told


class Discreet(logging.Formatter):
    """Writes lines of the log."""

    def formatException(  # noqa: N802  the library's own name
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Tell of an error.

        Args:
            ei: The error as the library passes it on.
        """
        return places(ei[1]) if ei[1] else ""


def log_discreetly() -> None:
    """Send what this process logs to standard error, in such lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)


def watch_tasks() -> None:
    """Tell of errors in the background of the running loop likewise: its own way is to write them out."""
    asyncio.get_running_loop().set_exception_handler(_tell)


def _tell(_loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    error = context.get("exception")
    _log.error("%s: %s", context["message"], places(error) if isinstance(error, BaseException) else "no error is known")
