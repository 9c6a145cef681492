"""A pool of thinking processes with a first-in, first-out queue of requests."""

from __future__ import annotations

import asyncio
import random
import secrets
import sys
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count

import msgspec

from undercut.bots.players.player import View
from undercut.bots.players.registry import make
from undercut.bots.thinking.determinize import determinize
from undercut.server.thinking.messages import Answer, Cancel, Progress, Request, ToWorker, read_answer
from undercut.server.thinking.worker import needs_compiler

LONGEST = 30.0
"""Seconds of thinking after which a process is considered lost."""

_TRIES = 2
_MODULE = "undercut.server.thinking.worker"


@dataclass(slots=True, eq=False)
class Ticket:
    """A request that is queued or running.

    Args:
        answer: The answer; None if every process that tried has died.
        progress: The share of its time that is used, 0 to 1; None while it is queued.
        tries: Number of processes that have started it.
    """

    request: Request
    answer: asyncio.Future[Answer | None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    progress: float | None = None
    tries: int = 0


class Thinkers:
    """A pool of processes in which bots think."""

    def __init__(self, number: int) -> None:
        """Create the pool without starting a process."""
        self._number = number
        self._waiting: deque[Ticket] = deque()
        self._wake = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self._processes: set[asyncio.subprocess.Process] = set()
        self._numbers = count(1)

    async def start(self) -> None:
        """Start the processes, and another that compiles the search if it is not yet cached."""
        self._tasks = [asyncio.create_task(self._serve()) for _ in range(self._number)]
        if needs_compiler():
            self._tasks.append(asyncio.create_task(self._compile()))

    async def close(self) -> None:
        """End all processes and cancel all waiting requests."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for process in self._processes:  # left over if a task was cancelled while ending its process
            await _end(process)
        for ticket in self._waiting:
            ticket.answer.cancel()
        self._waiting.clear()

    async def ask(self, game: str, view: View, level: str | None) -> Ticket:
        """Queue a request; wait for ``ticket.answer``, and call `drop` to cancel it.

        Args:
            view: The view of the seat to move.
            level: The bot's level; None: for a hint.
        """
        request = Request(next(self._numbers), game, dict(view), level, secrets.randbelow(1 << 62))
        ticket = Ticket(request)
        async with self._wake:
            self._waiting.append(ticket)
            self._wake.notify()
        return ticket

    def drop(self, ticket: Ticket) -> None:
        """Cancel a request, queued or running."""
        ticket.answer.cancel()
        with suppress(ValueError):
            self._waiting.remove(ticket)

    def place(self, ticket: Ticket) -> int | None:
        """Return a request's place in the queue, from 1; None if it is not queued."""
        with suppress(ValueError):
            return self._waiting.index(ticket) + 1
        return None

    async def _serve(self) -> None:
        """Feed requests to one process, and replace it when it dies."""
        while True:
            async with self._process() as process:
                ticket = await self._next()
                while await self._think(process, ticket):
                    ticket = await self._next()

    @asynccontextmanager
    async def _process(self, *arguments: str) -> AsyncGenerator[asyncio.subprocess.Process]:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            _MODULE,
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=None if arguments else asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C must reach the site only; the site ends its processes
        )
        self._processes.add(process)
        try:
            yield process
        finally:
            await _end(process)
            self._processes.discard(process)

    async def _next(self) -> Ticket:
        async with self._wake:
            await self._wake.wait_for(lambda: self._waiting)
            return self._waiting.popleft()

    async def _think(self, process: asyncio.subprocess.Process, ticket: Ticket) -> bool:
        """Run a request in a process; False if the process is lost."""
        ticket.tries += 1
        ticket.progress = 0.0
        try:
            async with asyncio.timeout(LONGEST):
                await _send(process, ticket.request)
                reading = asyncio.create_task(_read_answer(process, ticket))
                try:
                    await asyncio.wait({reading, ticket.answer}, return_when=asyncio.FIRST_COMPLETED)
                    if ticket.answer.cancelled() and not reading.done():
                        await _send(process, Cancel(ticket.request.id))
                    found = await reading
                finally:
                    reading.cancel()
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError):
            if ticket.answer.done():
                return False
            if ticket.tries < _TRIES:
                ticket.progress = None
                self._waiting.appendleft(ticket)
            else:
                ticket.answer.set_result(None)
            return False
        if not ticket.answer.done():
            ticket.answer.set_result(found if found.move else None)
        return True

    async def _compile(self) -> None:
        async with self._process("compile") as process:
            await process.wait()


async def _send(process: asyncio.subprocess.Process, message: ToWorker) -> None:
    assert process.stdin is not None  # noqa: S101  created with a pipe
    process.stdin.write(msgspec.json.encode(message) + b"\n")
    await process.stdin.drain()


async def _read_answer(process: asyncio.subprocess.Process, ticket: Ticket) -> Answer:
    """Read messages, updating the progress, until the answer arrives."""
    assert process.stdout is not None  # noqa: S101  as above
    while True:
        line = await process.stdout.readline()
        if not line:
            raise EOFError
        match read_answer(line):
            case Answer() as answer if answer.id == ticket.request.id:
                return answer
            case Progress(number, used) if number == ticket.request.id:
                ticket.progress = used
            case _:
                pass  # left over from an earlier request


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


def fallback_move(view: View) -> str:
    """Choose a greedy move without a process, for when every process has failed."""
    chance = random.Random(secrets.randbelow(1 << 62))  # noqa: S311  not for secrets
    moves = determinize(view, chance).legal_moves()
    return str(make("greedy", str(view["game"]), chance.getrandbits(62)).choose(view, moves))
