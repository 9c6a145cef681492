"""Let Ctrl-C stop one piece of work instead of the whole command."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Event


@contextmanager
def noting_interrupts() -> Generator[Callable[[], bool]]:
    """Record a first Ctrl-C instead of raising it; a second one is raised as usual. Main thread only.

    Yields:
        A function that returns whether Ctrl-C was pressed.
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
