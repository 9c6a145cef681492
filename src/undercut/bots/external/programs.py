"""Processes of bots that stay for more games: starting a program takes longer than most games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from undercut.bots.external.process import Process
from undercut.bots.players.player import Forfeit

if TYPE_CHECKING:
    from types import TracebackType

EXIT_TIMEOUT = 2.0
"""Time a bot has to exit once its last game is over, in seconds."""


class Programs:
    """Processes that wait for their next game, by the names of their players."""

    def __init__(self) -> None:
        """Start with none."""
        self._waiting: dict[str, list[Process]] = {}

    def take(self, name: str) -> Process | None:
        """Return a waiting process, or None; one that has exited or written something is ended."""
        waiting = self._waiting.get(name, [])
        while waiting:
            process = waiting.pop()
            try:
                process.expect_silence()
            except Forfeit:
                process.end()
            else:
                process.forget_errors()
                return process
        return None

    def keep(self, name: str, process: Process) -> None:
        """Let a process wait for its next game."""
        self._waiting.setdefault(name, []).append(process)

    def close(self) -> None:
        """End all processes."""
        for process in [each for waiting in self._waiting.values() for each in waiting]:
            process.end(EXIT_TIMEOUT)
        self._waiting.clear()

    def __enter__(self) -> Self:
        """Keep processes until the block is left."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all processes."""
        self.close()
