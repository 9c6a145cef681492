"""What one table asks the thinking processes: the turns of its bots, and hints for players."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, cast

from undercut.games.base.game_types import View
from undercut.site.base.monitoring import traceback_summary
from undercut.site.base.settings import Settings
from undercut.site.base.tasks import detach_from_client
from undercut.site.store.database import Unavailable
from undercut.site.workers.thinkers import STEP, Thinkers, Thought, Timing, timing
from undercut.table.bot_requests import WaitingBot, fallback_move, hint_from, question_for, waiting_bot
from undercut.table.decisions.clocks import pace_at, progress_steps
from undercut.table.decisions.decide import Decision, play_move
from undercut.table.scene import SceneHint
from undercut.table.showing import BotProgress
from undercut.table.table import Table

_RETRY_SECONDS = 2.0
_ELSEWHERE = 10.0
"""Seconds for which a bot's move is left to the process where its turn started, in case that process has died."""

_log = logging.getLogger(__name__)


class BotRoom(Protocol):
    async def owner(self) -> str: ...

    async def bot_moves(self, position: int, make: Callable[[Table], Decision]) -> None: ...

    def show_seats(self) -> None: ...


class BotTurn:
    # A bot's time must not tell readers which cards it holds. So every turn asks for one search, even with one legal
    # move, and neither the moment of the move nor the progress shown depends on the search.

    def __init__(self, room: BotRoom, table: Table, thinkers: Thinkers, timing: Timing, *, wait: float = 0.0) -> None:
        assert table.state is not None  # noqa: S101  the table is in play
        self.bot = cast("WaitingBot", waiting_bot(table))
        self.shown: dict[int, BotProgress] = {}
        self._room = room
        self._table = table
        self._thinkers = thinkers
        self._timing = timing
        self._wait = wait
        self._view, self._seed = question_for(table, self.bot)
        self._moves = {move.notation for move in table.state.legal_moves()}
        self._ticket: Thought | None = None
        self._task = asyncio.create_task(self._play())

    @property
    def done(self) -> bool:
        return self._task.done()

    def stop(self) -> None:
        """Cancel the turn: the position has changed, or the room is closing."""
        # The turn's own move stops the turn; it must not cancel itself.
        if self._task is not asyncio.current_task():
            self._task.cancel()

    async def _play(self) -> None:
        detach_from_client()
        await asyncio.sleep(self._wait)
        choosing = asyncio.create_task(self._choose())
        try:
            await self._wait_for_release(choosing)
            notation = await choosing
        finally:
            choosing.cancel()
            self.shown = {}
        while True:
            try:
                await self._room.bot_moves(self.bot.position, lambda table: play_move(table, self.bot.seat, notation))
            except Unavailable:
                await asyncio.sleep(_RETRY_SECONDS)
            except Exception as error:  # noqa: BLE001  any error must stop this table only
                _log.error("a bot cannot move at a table: %s", traceback_summary(error))
                return
            else:
                return

    async def _wait_for_release(self, choosing: asyncio.Task[str]) -> None:
        """Wait until the move is due, and then by whole steps until it is there; show progress meanwhile."""
        began, release = asyncio.get_running_loop().time(), self._timing.release
        if not release:
            return
        for after, share in progress_steps(release):
            await _sleep_until(began + after)
            self._show(BotProgress(share))
        await _sleep_until(began + release)
        while not choosing.done():
            place = self._thinkers.place(self._ticket) if self._ticket else None
            self._show(BotProgress(1.0, place))
            release += STEP
            await _sleep_until(began + release)

    def _show(self, thinking: BotProgress) -> None:
        self.shown = {self.bot.seat: thinking}
        self._room.show_seats()

    async def _choose(self) -> str:
        """Think in a thinking process; in a daily deal no other move may take the place of the answer."""
        game, view, guest, seed = self._table.game.name, self._view, await self._room.owner(), self._seed
        level, timing = self.bot.level, self._timing
        while True:
            self._ticket = self._thinkers.ask_move(game, view, level, guest=guest, timing=timing, seed=seed)
            answer = await self._thinkers.answer(self._ticket)
            if answer and answer.move in self._moves:
                return answer.move
            if seed is None:
                return await asyncio.to_thread(fallback_move, view)
            await asyncio.sleep(_RETRY_SECONDS)


class Bots:
    def __init__(self, room: BotRoom, thinkers: Thinkers, settings: Settings) -> None:
        self._room = room
        self._thinkers = thinkers
        self._settings = settings
        self._turn: BotTurn | None = None

    @property
    def shown(self) -> dict[int, BotProgress]:
        return self._turn.shown if self._turn else {}

    @property
    def thinking(self) -> bool:
        return self._turn is not None and not self._turn.done

    def wake(self, table: Table | None, *, elsewhere: bool) -> None:
        bot = waiting_bot(table)
        if self._turn and self._turn.bot == bot and not self._turn.done:
            return
        self.stop()
        if table is None or bot is None or self._thinkers.stopping:
            return
        settings = self._settings
        pace = pace_at(table, settings.pace)
        times = timing(table.game.name, bot.level, pace, answers=table.is_answer, least=table.least_wait)
        wait = min(settings.patience, _ELSEWHERE) if elsewhere else 0.0
        self._turn = BotTurn(self._room, table, self._thinkers, times, wait=wait)

    def skip(self, table: Table) -> None:
        """Play without pauses until a person has moved."""
        if not table.skipped:
            table.skipped = True
            self.stop()
            self.wake(table, elsewhere=False)

    def stop(self) -> None:
        if self._turn:
            self._turn.stop()
            self._turn = None


async def _sleep_until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - asyncio.get_running_loop().time()))


@dataclass(slots=True, eq=False)
class _Asked:
    position: int
    ticket: Thought
    waiting: int = 0  # number of those who wait for the answer


class Hints:
    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._found: dict[int, tuple[int, SceneHint]] = {}
        self._asked: dict[int, _Asked] = {}

    def shown(self, seat: int, position: int) -> SceneHint | None:
        since, hint = self._found.get(seat, (0, None))
        return hint if since == position else None

    def end(self, position: int = 0) -> None:
        for seat, asked in tuple(self._asked.items()):
            if asked.position != position:
                del self._asked[seat]
                self._thinkers.drop(asked.ticket)

    async def find(self, table: Table, seat: int, guest: str) -> SceneHint | None:
        position = table.settled
        if hint := self.shown(seat, position):
            return hint
        asked = self._asked.get(seat) or self._ask(table, seat, guest)
        asked.waiting += 1
        try:
            # Not awaited itself: a request that ends must not cancel it for the others.
            await asyncio.wait({asked.ticket.answer})
        finally:
            asked.waiting -= 1
            if not asked.waiting:
                self._thinkers.drop(asked.ticket)
                if self._asked.get(seat) is asked:
                    del self._asked[seat]
        answer = None if asked.ticket.answer.cancelled() else asked.ticket.answer.result()
        if answer is None or table.settled != position or table.state is None:
            return None
        hint = hint_from(table.state, answer)
        self._found[seat] = (position, hint)
        return hint

    def _ask(self, table: Table, seat: int, guest: str) -> _Asked:
        ticket = self._thinkers.ask_hint(table.game.name, cast("View", table.view(seat)), guest=guest)
        asked = self._asked[seat] = _Asked(table.settled, ticket)
        return asked
