"""Ctrl-C as a wish to stop one piece of work, not the whole command."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Event


@contextmanager
def noting_interrupts() -> Generator[Callable[[], bool]]:
    """Note a first Ctrl-C instead of raising it; a second one is raised as usual. For the main thread only.

    Yields:
        A function that says whether Ctrl-C was pressed.
    """
    pressed = Event()

    def note(_number: int, _frame: object) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
