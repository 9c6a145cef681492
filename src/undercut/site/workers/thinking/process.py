"""A thinking process, as the site sees it."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import Protocol, Self

import msgspec

from undercut.site.operations.logs import log_output
from undercut.site.workers.thinking.messages import Answer, Cancel, Request, ToWorker, read_answer

_MODULE = "undercut.site.workers.thinking.worker"


class Thinker(Protocol):
    """Answers one request at a time."""

    async def think(self, request: Request, stop: asyncio.Future[None]) -> Answer:
        """Answer a request; soon, and with an empty move, once `stop` is done.

        Raises:
            EOFError, OSError, msgspec.MsgspecError: The process is lost.
        """
        ...

    async def ended(self) -> None:
        """Wait for the end of the process."""
        ...

    async def end(self) -> None:
        """End the process at once."""
        ...


class Process:
    """A thinking process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Take a process over; `start` makes one."""
        self._process = process

    @classmethod
    async def start(cls, *arguments: str) -> Self:
        """Start a process."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            _MODULE,
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=None if arguments else asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C must reach the site only; the site ends its processes
        )
        log_output("thinking process", process)
        return cls(process)

    async def think(self, request: Request, stop: asyncio.Future[None]) -> Answer:
        """Answer a request; see `Thinker`."""
        await self._send(request)
        reading = asyncio.create_task(self._read(request.id))
        try:
            await asyncio.wait({reading, stop}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                await self._send(Cancel(request.id))
            return await reading
        finally:
            reading.cancel()

    async def ended(self) -> None:
        """Wait for the end of the process."""
        await self._process.wait()

    async def end(self) -> None:
        """End the process at once."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    async def _send(self, message: ToWorker) -> None:
        assert self._process.stdin is not None  # noqa: S101  created with a pipe
        self._process.stdin.write(msgspec.json.encode(message) + b"\n")
        await self._process.stdin.drain()

    async def _read(self, number: int) -> Answer:
        """Read until the answer to a request arrives."""
        assert self._process.stdout is not None  # noqa: S101  as above
        while line := await self._process.stdout.readline():
            answer = read_answer(line)
            if answer.id == number:
                return answer
        raise EOFError
