"""Checking of imported records beside the event loop, with a fair queue and a budget for each address."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import suppress
from math import ceil

import msgspec

from undercut.errors import BadRecord, UndercutError
from undercut.server.imports.worker import LENGTH_BYTES, Checked, Faulty
from undercut.server.metrics import RESTARTS
from undercut.server.process_log import log_output
from undercut.server.turns import Turns

LONGEST = 20.0
"""Maximum time for checking one record, in seconds."""

_MOST_WAITING = 32
_MOST_OF_GROUP = 4
_MINUTE = 60.0
_MODULE = "undercut.server.imports.worker"

_decoder = msgspec.json.Decoder(Checked | Faulty)


class Refused(UndercutError):  # noqa: N818  reads better without "Error"; likewise its subclass
    """An import is refused for now.

    Args:
        wait: Seconds until it may succeed.
    """

    def __init__(self, text: str, wait: float) -> None:
        """Store the seconds."""
        super().__init__(text)
        self.wait = max(1, ceil(wait))


class Full(Refused):
    """Too many imports of all clients are waiting."""


class Budget:
    """Processor time that each group of clients may use.

    A group may start work while it has any time left, so it can overdraw its budget once.

    Args:
        seconds: Time that a group may use at once, and in each minute; 0: no limit.

    Example:
        >>> budget = Budget(6.0)
        >>> budget.spend("::/64", 7.0, now=0.0)
        >>> budget.wait("::/64", now=0.0), budget.wait("::/64", now=20.0)
        (10.0, 0.0)
    """

    def __init__(self, seconds: float) -> None:
        """Start with nothing used."""
        self._seconds = seconds
        self._used: dict[str, tuple[float, float]] = {}

    def wait(self, group: str, now: float | None = None) -> float:
        """Return the seconds until a group may start work again.

        Args:
            now: The time in seconds; None: the current time.
        """
        over = self._used_by(group, time.monotonic() if now is None else now) - self._seconds
        return over * _MINUTE / self._seconds if self._seconds > 0 and over > 0 else 0.0

    def spend(self, group: str, seconds: float, now: float | None = None) -> None:
        """Note that work for a group has used processor time."""
        if self._seconds <= 0:
            return
        now = time.monotonic() if now is None else now
        self._used[group] = (self._used_by(group, now) + seconds, now)
        # Time once used is forgotten after a while; what remains is bounded by what the machine can do meanwhile.
        for other in [other for other in self._used if not self._used_by(other, now)]:
            del self._used[other]

    def _used_by(self, group: str, now: float) -> float:
        used, then = self._used.get(group, (0.0, now))
        return max(0.0, used - (now - then) * self._seconds / _MINUTE)


class Importer:
    """Checks records in one process, which starts with the first record."""

    def __init__(self, budget: float) -> None:
        """Start with no process.

        Args:
            budget: Seconds of processor time for each group of clients and minute; 0: no limit.
        """
        self._turns = Turns()
        self._budget = Budget(budget)
        self._guests: set[str] = set()
        self._groups: Counter[str] = Counter()
        self._process: Process | None = None

    async def check(self, text: bytes, guest: str, group: str) -> Checked:
        """Check a record.

        Args:
            text: The record as JSON.
            guest: The guest who imports it.
            group: The guest's group of addresses.

        Raises:
            BadRecord: The record cannot be replayed.
            Refused: The guest or the group has used up its share; `Full`: all clients together have.
        """
        self._check_share(guest, group)
        self._guests.add(guest)
        self._groups[group] += 1
        try:
            async with self._turns.turn(group):
                found = await self._ask(text, group)
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
            raise Refused(message, 1.0)
        if wait := self._budget.wait(group):
            message = "Your games have taken much time to check. Wait a moment before you import more."
            raise Refused(message, wait)
        if self._groups.total() >= _MOST_WAITING:
            message = "Too many games are being imported. Try again in a moment."
            raise Full(message, 5.0)

    async def _ask(self, text: bytes, group: str) -> Checked | Faulty:
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
            self._budget.spend(group, seconds)
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
