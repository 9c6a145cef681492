"""A pool of thinking processes, which take the requests of a queue."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count

import msgspec
from msgspec.structs import replace

from undercut.bots.players.player import View
from undercut.bots.players.registry import make
from undercut.errors import UndercutError
from undercut.play.determinize import determinize
from undercut.site.operations.metrics import RESTARTS
from undercut.site.workers.thinking.messages import Played, Request
from undercut.site.workers.thinking.process import Process, Thinker
from undercut.site.workers.thinking.queue import Queue, Rank, Ticket
from undercut.site.workers.thinking.tempo import HINT_SECONDS, HINT_SLOT, Tempo
from undercut.site.workers.thinking.worker import needs_compiler

LONGEST = 30.0
"""Seconds of thinking after which a process is considered lost."""

MOST_HINTS = 3
"""How many hints one guest may wait for at once."""

_TRIES = 2
_RESTART_SECONDS = 1.0
"""A process that dies sooner is not replaced at once, since the next may die as soon."""

_log = logging.getLogger(__name__)


class TooManyHints(UndercutError):  # noqa: N818  reads better without the suffix
    """A guest waits for as many hints as one may."""

    def __init__(self) -> None:
        """Say how many."""
        super().__init__(f"You are already waiting for {MOST_HINTS} hints. Wait until you have one of them.")


class Thinkers:
    """A pool of processes in which bots think.

    A move does not wait for hints and judgements: if no process is free, one stops working on these, which start again
    later. A hint does not wait for judgements either.
    """

    def __init__(self, number: int, start: Callable[[], Awaitable[Thinker]] = Process.start) -> None:
        """Create the pool without starting a process."""
        self._number = number
        self._start = start
        self._queue = Queue()
        self._added = asyncio.Event()
        self._idle = 0
        self._running: list[Ticket] = []
        self._hints: Counter[str] = Counter()
        self._tasks: list[asyncio.Task[None]] = []
        self._processes: set[Thinker] = set()
        self._serving = 0
        self.resting = False
        self._numbers = count(1)

    async def start(self) -> None:
        """Start the processes, and another that compiles the search if it is not yet cached."""
        self._tasks = [asyncio.create_task(self._serve()) for _ in range(self._number)]
        if needs_compiler():
            self._tasks.append(asyncio.create_task(self._compile()))

    async def close(self) -> None:
        """End all processes and cancel all requests."""
        for ticket in (*self._queue.order(), *self._running):
            self.drop(ticket)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for process in self._processes:  # left over if a task was cancelled while ending its process
            await process.end()

    # --- Asking ---

    def ask_move(self, game: str, view: View, level: str, *, guest: str, tempo: Tempo) -> Ticket:
        """Queue a request for a bot's move; wait for ``ticket.answer``, and call `drop` to cancel it."""
        request = Request(0, game, dict(view), level, secrets.randbelow(1 << 62), tempo.seconds)
        return self._add(Ticket(request, guest, tempo.slot))

    def ask_hint(self, game: str, view: View, *, guest: str) -> Ticket:
        """Queue a request for a hint, likewise.

        Raises:
            TooManyHints: The guest waits for as many hints as one may.
        """
        if self._hints[guest] >= MOST_HINTS:
            raise TooManyHints
        request = Request(0, game, dict(view), None, secrets.randbelow(1 << 62), HINT_SECONDS)
        ticket = Ticket(request, guest, HINT_SLOT)
        self._hints[guest] += 1
        ticket.answer.add_done_callback(lambda _: self._has_hint(guest))
        return self._add(ticket)

    def ask_judgement(self, game: str, view: View, played: Played, *, guest: str) -> Ticket:
        """Queue a request for the judgement of a move of a finished game, likewise."""
        return self._add(Ticket(Request(0, game, dict(view), None, 0, 0.0, played), guest))

    def drop(self, ticket: Ticket) -> None:
        """Cancel a request, queued or running."""
        if not ticket.answer.done():
            ticket.answer.cancel()
            ticket.end()
            self._queue.remove(ticket)

    def place(self, ticket: Ticket) -> int | None:
        """Return a request's place in the queue, from 1; None if it is not queued."""
        order = self._queue.order()
        return order.index(ticket) + 1 if ticket in order else None

    def _add(self, ticket: Ticket) -> Ticket:
        self._queue.add(ticket)
        self._added.set()
        self._make_way()
        return ticket

    def _has_hint(self, guest: str) -> None:
        self._hints[guest] -= 1
        if not self._hints[guest]:
            del self._hints[guest]

    def _make_way(self) -> None:
        """Stop less urgent requests, the latest first, until every more urgent one can have a process."""
        others = [ticket for ticket in reversed(self._running) if ticket.rank]
        free = self._idle + sum(ticket.stop.done() for ticket in others)
        going = [ticket for ticket in others if not ticket.stop.done()]
        for ticket in sorted(going, key=lambda one: -one.rank):
            if sum(self._queue.number(rank) for rank in Rank if rank < ticket.rank) > free:
                ticket.end()
                free += 1

    # --- Monitoring ---

    @property
    def missing(self) -> int:
        """Number of processes that have died or not yet started."""
        return self._number - self._serving

    @property
    def waiting(self) -> dict[str, int]:
        """Number of queued requests by their kind."""
        return {rank.name.lower(): self._queue.number(rank) for rank in Rank}

    # --- Thinking ---

    async def _serve(self) -> None:
        """Feed requests to one process, and replace it when it dies."""
        while True:
            began = time.monotonic()
            try:
                async with self._kept(await self._start()) as process:
                    await self._feed(process)
            except OSError as error:
                _log.error("a thinking process cannot be started: %s", error.strerror)
            RESTARTS.labels("thinking").inc()
            await asyncio.sleep(max(0.0, began + _RESTART_SECONDS - time.monotonic()))

    async def _feed(self, process: Thinker) -> None:
        """Feed requests to a process until it dies."""
        ended = asyncio.create_task(process.ended())
        ended.add_done_callback(lambda _: self._added.set())
        self._serving += 1
        try:
            while (ticket := await self._next(ended)) and await self._think(process, ticket):
                pass
        finally:
            self._serving -= 1
            ended.cancel()

    async def _compile(self) -> None:
        process = await Process.start("compile")
        async with self._kept(process):
            await process.ended()

    @asynccontextmanager
    async def _kept(self, process: Thinker) -> AsyncGenerator[Thinker]:
        """End a process with the block."""
        self._processes.add(process)
        try:
            yield process
        finally:
            await process.end()
            self._processes.discard(process)

    async def _next(self, ended: asyncio.Task[None]) -> Ticket | None:
        """Take the next request when there is one; None if the process ends before."""
        self._idle += 1
        try:
            while not ended.done():
                if self._queue:
                    return self._queue.take()
                self._added.clear()
                await self._added.wait()
        finally:
            self._idle -= 1
        return None

    async def _think(self, process: Thinker, ticket: Ticket) -> bool:
        """Run a request in a process; False if the process is lost."""
        ticket.start()
        ticket.request = replace(ticket.request, id=next(self._numbers))
        began = asyncio.get_running_loop().time()
        self._running.append(ticket)
        try:
            async with asyncio.timeout(LONGEST):
                found = await process.think(ticket.request, ticket.stop)
            if ticket.rank and ticket.stop.done() and not found.move:
                self._put_back(ticket)
            else:
                if ticket.rank:
                    ticket.settle(found if found.move else None)
                await _fill_slot(ticket, began)
                ticket.settle(found if found.move else None)
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError):
            ticket.lost += 1
            if ticket.lost < _TRIES:
                self._put_back(ticket)
            else:
                ticket.settle(None)
            return False
        else:
            return True
        finally:
            self._running.remove(ticket)

    def _put_back(self, ticket: Ticket) -> None:
        """Queue a request again, unless it was dropped."""
        if not ticket.answer.done():
            self._queue.put_back(ticket)
            self._added.set()
            self._make_way()


async def _fill_slot(ticket: Ticket, began: float) -> None:
    """Keep a process occupied to the end of a slot, so that no one can see how long the search took.

    A move's slot is filled even if the move was dropped, and its answer waits for the end. A hint's slot is filled only
    until a move needs the process.
    """
    if not ticket.slot:
        return
    left = (began - asyncio.get_running_loop().time()) % ticket.slot
    if ticket.rank:
        await asyncio.wait({ticket.stop}, timeout=left)
    else:
        await asyncio.sleep(left)


def fallback_move(view: View) -> str:
    """Choose a greedy move without a process, for when every process has failed."""
    chance = random.Random(secrets.randbelow(1 << 62))  # noqa: S311  not for secrets
    moves = determinize(view, chance).legal_moves()
    return str(make("greedy", str(view["game"]), chance.getrandbits(62)).choose(view, moves))
