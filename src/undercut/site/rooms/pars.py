"""The par of daily deals: what levels reach from the person's seat in many plays, worked out once a day and game."""

from __future__ import annotations

import asyncio
import logging

import msgspec

from undercut.pages.lobby.daily import Par
from undercut.proportions import wilson
from undercut.site.operations.logs import traceback_summary
from undercut.site.security.client import detach_from_client
from undercut.site.store.days import put_par
from undercut.site.store.model import Unavailable
from undercut.site.store.store import Store
from undercut.site.workers.thinkers import Thinkers
from undercut.table.opening.daily import Day
from undercut.table.thinking import ParPlay

LEVELS = ("hard", "master")
PLAYS = 24
"""How often each level plays a deal."""

_FACTOR = 1.96
"""Half the width of an interval of 95 %, in standard errors."""

_log = logging.getLogger(__name__)


class Pars:
    """Works out pars in the thinking processes, one deal after another, when nothing else waits for them."""

    def __init__(self, store: Store, thinkers: Thinkers, plays: int = PLAYS) -> None:
        self._store = store
        self._thinkers = thinkers
        self._plays = plays
        self._wanted: dict[tuple[str, str], Day] = {}
        self._task: asyncio.Task[None] | None = None

    def want(self, day: Day) -> None:
        """Work out a par, unless it is under way."""
        self._wanted.setdefault((day.day, day.game), day)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop; a par that is not stored is worked out again at the next request for its page."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        detach_from_client()  # the site's own work, not that of the player whose request began it
        while self._wanted:
            key, day = next(iter(self._wanted.items()))
            try:
                par = [await self._of_level(day, level) for level in LEVELS]
                if all(of_level.plays == self._plays for of_level in par):
                    await self._store.change("", put_par, day.day, day.game, msgspec.json.encode(par))
            except Unavailable:
                _log.warning("the par of a daily deal cannot be stored")
            except Exception as error:  # noqa: BLE001  a fault here must not stop the site
                _log.error("the par of a daily deal cannot be worked out: %s", traceback_summary(error))
            finally:
                self._wanted.pop(key, None)

    async def _of_level(self, day: Day, level: str) -> Par:
        shares: list[float] = []
        for number in range(self._plays):
            answer = await self._thinkers.answer(self._thinkers.ask_par(ParPlay(day, level, number)))
            if answer is None:  # a process has failed over and over: no par from the plays that happen to end
                return Par(level, len(shares), 0.0, 0.0, 1.0)
            shares.append(answer.share)
        share = sum(shares) / len(shares)
        low, high = wilson(share, len(shares), _FACTOR)
        return Par(level, len(shares), share, low, high)
