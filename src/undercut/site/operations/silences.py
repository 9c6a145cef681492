"""Signs of life: comments that keep the connections of silent event streams open."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Protocol

ALIVE_SECONDS = 15.0
"""Seconds without a message after which a stream shows that it is alive."""

_APART = 1.0
"""Least seconds between two rounds."""


class Silent(Protocol):
    """What sends a stream."""

    def show_life(self) -> None:
        """Send a sign of life, and note that with `Silences.end`."""
        ...


class Silences:
    """How long each stream of the process has been silent, with one timer for all of them."""

    def __init__(self) -> None:
        """Start without streams."""
        self._since = OrderedDict[Silent, float]()
        self._timer: asyncio.TimerHandle | None = None

    def end(self, stream: Silent) -> None:
        """Note that a stream has just sent something."""
        loop = asyncio.get_running_loop()
        self._since[stream] = loop.time()
        self._since.move_to_end(stream)
        if self._timer is None:
            self._timer = loop.call_later(ALIVE_SECONDS, self._break)

    def forget(self, stream: Silent) -> None:
        """Note that a stream has ended."""
        self._since.pop(stream, None)

    def _break(self) -> None:
        # The timer stays set until the end, so that no stream that shows life starts another.
        loop = asyncio.get_running_loop()
        now = loop.time()
        while self._since:
            stream, since = next(iter(self._since.items()))
            wait = since + ALIVE_SECONDS - now
            if wait > 0:
                self._timer = loop.call_later(max(wait, _APART), self._break)
                return
            stream.show_life()
        self._timer = None
