"""Checking of imported records beside the event loop, with a fair queue and a budget for each client."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from undercut.errors import BadRecord
from undercut.site.operations.logs import log_output
from undercut.site.operations.metrics import RESTARTS
from undercut.site.security.limits import Allowance, TooMuch
from undercut.site.security.turns import Turns
from undercut.site.workers.imports.worker import LENGTH_BYTES, Checked, Faulty

LONGEST = 20.0
"""Maximum time for checking one record, in seconds."""

_MOST_WAITING = 32
_MOST_OF_GROUP = 4
_MODULE = "undercut.site.workers.imports.worker"

_decoder = msgspec.json.Decoder(Checked | Faulty)


class Full(TooMuch):
    """Too many imports of all clients are waiting."""


class Importer:
    """Checks records in one process, which starts with the first record.

    Args:
        seconds: Processor time for each guest, and each group of clients, in a minute; 0: no limit.
    """

    def __init__(self, seconds: float) -> None:
        """Start with no process."""
        self.budget = Allowance(
            seconds, text="Your games have taken much time to check. Wait a moment before you import more."
        )
        self._turns = Turns()
        self._guests: set[str] = set()
        self._groups: Counter[str] = Counter()
        self._process: Process | None = None

    async def check(self, text: bytes, guest: str, group: str) -> Checked:
        """Check a record.

        Raises:
            BadRecord: The record cannot be replayed.
            TooMuch: The guest or the group has used up its share; `Full`: all clients together have.
        """
        self._check_share(guest, group)
        clients = (group, f"guest {guest}")
        self._guests.add(guest)
        self._groups[group] += 1
        try:
            await self.budget.check(clients)
            async with self._turns.turn(group):
                found = await self._ask(text, clients)
        finally:
            self._guests.discard(guest)
            self._groups[group] -= 1
            if not self._groups[group]:
                del self._groups[group]
        if isinstance(found, Faulty):
            raise BadRecord(found.faults)
        return found

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    @property
    def alive(self) -> bool:
        """Whether the process works, or waits to be started by the next record."""
        return self._process is None or self._process.returncode is None

    @property
    def waiting(self) -> int:
        """Number of records that are checked or wait for it."""
        return self._groups.total()

    def _check_share(self, guest: str, group: str) -> None:
        if guest in self._guests or self._groups[group] >= _MOST_OF_GROUP:
            message = "You are importing a game already. Wait until that is done."
            raise TooMuch(message, 1.0)
        if self._groups.total() >= _MOST_WAITING:
            message = "Too many games are being imported. Try again in a moment."
            raise Full(message, 5.0)

    async def _ask(self, text: bytes, clients: Sequence[str]) -> Checked | Faulty:
        seconds = LONGEST
        try:
            async with asyncio.timeout(LONGEST):
                found = _decoder.decode(await self._send(text))
            seconds = found.seconds
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError):
            RESTARTS.labels("import").inc()
            await self.close()
            message = "record: it takes too long or too much memory to check"
            raise BadRecord([message]) from None
        except BaseException:
            await self.close()  # the answer would be taken for that to the next record
            raise
        finally:
            self.budget.use(clients, seconds)
        return found

    async def _send(self, text: bytes) -> bytes:
        if not self.alive:
            RESTARTS.labels("import").inc()
            self._process = None
        if self._process is None:
            # In a session of its own: Ctrl-C must reach the site only, which ends its processes.
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", _MODULE, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
            )
            log_output("import process", self._process)
        process = self._process
        assert process.stdin is not None  # noqa: S101  created with pipes
        assert process.stdout is not None  # noqa: S101  as above
        process.stdin.write(len(text).to_bytes(LENGTH_BYTES) + text)
        await process.stdin.drain()
        return await process.stdout.readexactly(int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES)))
