"""Error logging that leaves messages out: an error's text could name hidden cards."""

from __future__ import annotations

import asyncio
import logging
from typing import cast

_LINES = 6
"""Number of stack frames logged for each error, the innermost ones."""

_log = logging.getLogger(__name__)


def traceback_summary(error: BaseException) -> str:
    """Summarise an error and its causes as class names and line numbers, without messages.

    Example:
        >>> traceback_summary(ValueError("the seven of hearts"))
        'ValueError at '
    """
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(traceback_summary(one) for one in cast("BaseExceptionGroup[BaseException]", error).exceptions)
    found: list[str] = []
    trace = error.__traceback__
    while trace:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}")
        trace = trace.tb_next
    summary = f"{type(error).__name__} at {' '.join(found[-_LINES:])}"
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return f"{summary} after {traceback_summary(cause)}" if cause else summary


def log_task_errors() -> None:
    """Log errors of background tasks without their messages; asyncio's own handler would print them."""
    asyncio.get_running_loop().set_exception_handler(_log_error)


def _log_error(_loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    error = context.get("exception")
    summary = traceback_summary(error) if isinstance(error, BaseException) else "no exception"
    _log.error("%s: %s", context["message"], summary)
