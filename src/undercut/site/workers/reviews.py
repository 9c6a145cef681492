"""Reviews of finished games and the par of daily deals: long work in the thinking processes."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from undercut.bots.advice.judging import JudgedMove
from undercut.estimates import wilson
from undercut.pages.lobby.daily import Par
from undercut.site.base.monitoring import traceback_summary
from undercut.site.base.tasks import Background, detach_from_client
from undercut.site.security.limits import Allowance, TooMuch
from undercut.site.store.database import StoreError, Unavailable
from undercut.site.store.deals import put_par
from undercut.site.store.statements import put_review, read_review
from undercut.site.store.store import Store
from undercut.site.workers.thinkers import Thinkers
from undercut.table.bot_requests import ParPlay, moves_to_judge
from undercut.table.judged import METHOD, Progress, Review, moves_to_review, stored_review
from undercut.table.opening.deals import Day
from undercut.table.table import Table
from undercut.translation import _

_SAVED_EVERY = 3.0
_STALE = 15.0  # seconds without progress after which an unfinished review is considered abandoned
_MOST_AT_ONCE = 100
_EACH = 2  # reviews that one guest may have computed at once

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Run:
    guest: str
    moves: int
    judged: dict[int, JudgedMove]
    failed: int = 0
    saved: float = field(default_factory=time.monotonic)

    @property
    def review(self) -> Review:
        return Review(self.moves, [self.judged[number] for number in sorted(self.judged)], self.failed)


class Reviews:
    def __init__(self, store: Store, thinkers: Thinkers, allowance: Allowance) -> None:
        self._store = store
        self._thinkers = thinkers
        self._allowance = allowance
        self._runs: dict[str, _Run] = {}
        self._background = Background()
        self.close = self._background.close

    async def find(self, table: Table) -> Progress:
        moves = moves_to_review(table)
        if run := self._runs.get(table.id):
            return Progress(run.review, active=True)
        at, data = await self._store.ask(read_review, table.id, METHOD) or (0.0, None)
        review = stored_review(data, moves)
        return Progress(review, active=bool(data) and not review.is_done and time.time() - at < _STALE)

    async def begin(self, table: Table, guest: str, clients: Sequence[str]) -> None:
        """Start or continue the review of a finished game, unless it is done or being computed."""
        known = await self.find(table)
        if known.active or table.id in self._runs or known.review.is_done or not known.review.wanted:
            return
        if len(self._runs) >= _MOST_AT_ONCE or sum(run.guest == guest for run in self._runs.values()) >= _EACH:
            raise TooMuch(_("Your other games are still being analysed. Try again when one is done."), 10.0)
        judged = {found.number: found for found in known.review.judged}
        run = self._runs[table.id] = _Run(guest, known.review.moves, judged)
        try:
            await self._allowance.take(clients)
        except BaseException:
            del self._runs[table.id]
            raise
        self._background.start(self._compute(table, run))

    async def _compute(self, table: Table, run: _Run) -> None:
        detach_from_client()
        try:
            await self._judge_all(table, run)
            await self._save(table.id, run)
        except StoreError:
            _log.warning("a review cannot be stored")
        except Exception as error:  # noqa: BLE001  any error must stop this review only
            _log.error("a game cannot be reviewed: %s", traceback_summary(error))
        finally:
            self._runs.pop(table.id, None)

    async def _judge_all(self, table: Table, run: _Run) -> None:
        for view, played in moves_to_judge(table, run.judged):
            asked = self._thinkers.ask_judgement(table.game.name, view, played, guest=run.guest)
            answer = await self._thinkers.answer(asked)
            if answer and answer.judged:
                run.judged[played.number] = answer.judged
            else:
                run.failed += 1
            if time.monotonic() - run.saved > _SAVED_EVERY:
                await self._save(table.id, run)

    async def _save(self, table: str, run: _Run) -> None:
        run.saved, data, now = time.monotonic(), msgspec.json.encode(run.review), time.time()
        await self._store.change(table, put_review, table, METHOD, now, data)


PAR_LEVELS = ("hard", "master")

PLAYS = 24  # how often each level plays a deal

_FACTOR = 1.96  # half the width of an interval of 95 %, in standard errors


class Pars:
    """Works out pars in the thinking processes, one deal after another, when nothing else waits for them."""

    def __init__(self, store: Store, thinkers: Thinkers, plays: int = PLAYS) -> None:
        self._store = store
        self._thinkers = thinkers
        self._plays = plays
        self._wanted: dict[tuple[str, str], Day] = {}
        self._background = Background()
        self.close = self._background.close  # a par that is not stored is worked out at the next request for its page

    def want(self, day: Day) -> None:
        self._wanted.setdefault((day.day, day.game), day)
        if not self._background:
            self._background.start(self._work())

    async def _work(self) -> None:
        detach_from_client()  # the site's own work, not that of the player whose request began it
        while self._wanted:
            key, day = next(iter(self._wanted.items()))
            try:
                par = [await self._of_level(day, level) for level in PAR_LEVELS]
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
