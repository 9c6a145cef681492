"""The site's clock, which signs of life of its processes keep running, and players who are out of time."""

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from undercut.site.base.monitoring import traceback_summary
from undercut.site.base.tasks import Background
from undercut.site.store.database import StoreError
from undercut.site.store.sharing import AHEAD, Sign, Signed, leave, note_alive, read_due
from undercut.site.store.store import Store

TICK: Final = 0.2  # seconds between two looks at the clock while the process runs

_STALL: Final = 0.5
"""Longest time between two looks; in a longer one the process stood still, and no player is charged for it."""

_LONGEST: Final = 1.75  # most seconds that count between two signs of life
_QUICK: Final = 0.5  # longest time to store a sign of life; no player is charged for more


class SiteClock:
    """The seconds that the site has run, as its processes agree on them in the database."""

    # A sign of life stores them. Nothing counts unless a sign of life that was stored follows it, so no outage counts.
    # The wall clock is never read.

    def __init__(self, read: Callable[[], float] = time.monotonic) -> None:
        self.stored = 0.0
        self._at = 0.0
        self._read = read
        self._looked = read()
        self._ran = 0.0
        self._since = 0.0
        self._lost = False
        self._stalled = False

    def running(self) -> float:
        """Return the seconds that this process has run without standing still, seen by a look every `TICK` seconds."""
        now = self._read()
        passed, self._looked = now - self._looked, now
        stood_still = passed > _STALL
        self._ran += 0.0 if stood_still else max(passed, 0.0)
        self._stalled = self._stalled or stood_still
        return self._ran

    def now(self) -> float:
        """Return the site's time; it stands still while nothing can be stored, or another process is silent."""
        return max(self._at, min(self._at + self._counted(), self.stored + AHEAD))

    @property
    def is_fresh(self) -> bool:
        """Whether the last sign of life was stored a moment ago, and nothing has stood still or failed since."""
        is_recent = self.running() - self._since < _LONGEST
        return is_recent and not (self._lost or self._stalled)

    def lose(self) -> None:
        """Stop counting since the last sign of life: something could not be stored."""
        self._lost = True

    def sign(self) -> tuple[float, float]:
        """Return the site's time to store with a sign of life, and when this process says so."""
        return self._at + self._counted(), self.running()

    def agree(self, sign: tuple[float, float], at: float, everywhere: float) -> None:
        """Continue from a sign of life that has been stored."""
        proposed, began = sign
        ran = self.running()
        self._at, self.stored = at, everywhere
        self._since = max(began, ran - _QUICK) if at <= proposed else ran
        self._lost = self._stalled = False

    def _counted(self) -> float:
        ran = self.running()
        return 0.0 if self._lost else min(ran - self._since, _LONGEST)


_EVERY: Final = 1.0  # seconds between two signs of life

_SILENT: Final = 4.0
"""Seconds without a sign of life after which moves cannot be stored, as far as monitoring is concerned."""

_TRIAL: Final = 16_384  # bytes written with a sign of life after a fault: there must be room for a move, too
_GONE: Final = 60.0  # seconds for which the clocks wait for a silent process

_YOUNG: Final = 5.0
"""Seconds for which a process takes the place of others that were killed: no clock waits for them any more."""

_LAST_SECONDS: Final = 1.0
_RETRY: Final = 300.0  # seconds before the next try at a table where the site's own work failed

_log = logging.getLogger(__name__)


class TableWork:
    """Work at one table after the other; a table where it fails waits for a while, and the others do not."""

    def __init__(self, read: Callable[[], float] = time.monotonic) -> None:
        self._read = read
        self._waits: dict[str, float] = {}

    async def do(self, work: Callable[[str], Awaitable[None]], tables: Sequence[str]) -> None:
        now = self._read()
        for table in tables:
            if now < self._waits.get(table, now):
                continue
            try:
                await work(table)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001  any error must stop the work at this table only
                self._waits[table] = now + _RETRY
                _log.warning("a table that is due failed: %s", traceback_summary(error))


class Uptime:
    """Stores that the site runs, and ends the turns of players whose time is up."""

    def __init__(self, store: Store, read: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._me = secrets.token_hex(8)
        self._others: dict[str, tuple[int, float]] = {}
        self._clock = SiteClock(read)
        self._read = read
        self._signed = read()
        self._faults = 0
        self._beating: asyncio.Task[None] | None = None
        self._background = Background()
        self._due = TableWork(read)

    def now(self) -> float:
        return self._clock.now()

    @property
    def stored(self) -> float:
        """The site's time up to which every process has stored signs of life."""
        return self._clock.stored

    @property
    def fault(self) -> str:
        if self._store.writer.faults != self._faults:
            return self._store.writer.fault
        return "it does not answer" if self._read() - self._signed > _SILENT else ""

    async def fresh(self) -> None:
        """Return once a sign of life has been stored a moment ago, so that `now` is right."""
        if self._store.writer.faults != self._faults or not self._clock.is_fresh:
            await self.beat()

    async def beat(self) -> None:
        """Store a sign of life; callers at the same time share one."""
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat(), name="sign of life")
            self._beating.add_done_callback(lambda task: task.cancelled() or task.exception())  # perhaps nobody waits
        await asyncio.shield(self._beating)

    async def start(self, flag: Callable[[str], Awaitable[None]]) -> None:
        await self.beat()
        self._background.start(self._tick(), name="site clock")
        self._background.repeat(partial(self._look, flag), _EVERY, "clocks", expected=StoreError)

    async def close(self) -> None:
        if self._background:
            await self._background.close()
            # A database that is stuck must not keep the site from ending.
            with suppress(StoreError, TimeoutError):
                await asyncio.wait_for(self._leave(), _LAST_SECONDS)

    async def check_clocks(self, flag: Callable[[str], Awaitable[None]]) -> None:
        await self._due.do(flag, await self._store.ask(read_due, self.stored))

    async def _beat(self) -> None:
        faults = self._store.writer.faults
        is_trial = faults != self._faults
        if is_trial:
            self._clock.lose()
        sign = self._clock.sign()
        trial = os.urandom(_TRIAL) if is_trial else None
        silent = [name for name, (_, heard) in self._others.items() if sign[1] - heard > _GONE]
        sign_of_life = Sign(self._me, sign[0], sign[1] < _YOUNG, silent, trial)
        signed: list[Signed] = []
        try:
            await self._store.change("", lambda connection: signed.append(note_alive(connection, sign_of_life)))
        except StoreError:
            self._clock.lose()
            raise
        self._clock.agree(sign, signed[-1].at, signed[-1].everywhere)
        self._hear(signed[-1].others, sign[1])
        self._signed, self._faults = self._read(), faults

    def _hear(self, others: dict[str, int], ran: float) -> None:
        before = self._others
        self._others = {
            name: before[name] if name in before and before[name][0] == signs else (signs, ran)
            for name, signs in others.items()
        }

    async def _leave(self) -> None:
        await self.beat()
        await self._store.change("", leave, self._me)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._clock.running()

    async def _look(self, flag: Callable[[str], Awaitable[None]]) -> None:
        await self.beat()
        await self.check_clocks(flag)
