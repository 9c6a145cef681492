"""A bot's turn at a table: think, wait for the minimum time, move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, cast

from undercut.server.faults import traceback_summary
from undercut.server.store import Unavailable
from undercut.server.tables.decide import Decision, moved
from undercut.server.tables.showing import Thinking
from undercut.server.tables.table import Table
from undercut.server.thinking.thinkers import Thinkers, fallback_move

if TYPE_CHECKING:
    from undercut.bots.players.player import View

_SHOWN_AFTER = 0.3
_SHOWN_EVERY = 0.5
_RETRY_SECONDS = 2.0

_log = logging.getLogger(__name__)


class BotRoom(Protocol):
    """The room in which a bot plays."""

    async def bot_moves(self, version: int, make: Callable[[Table], Decision]) -> None:
        """Make a bot's move, unless the table has changed since `version`."""
        ...

    def show_seats(self) -> None:
        """Send all readers the state of the seats."""
        ...


class BotTurn:
    """One turn of one bot; thinking starts at once.

    Args:
        table: A table where it is a bot's move.
        pace: Minimum seconds for the move.
        wait: Seconds to leave the move to another process first.

    Attributes:
        shown: The bot's progress by its seat, once it has been thinking for 300 ms.
    """

    def __init__(self, room: BotRoom, table: Table, thinkers: Thinkers, *, pace: float, wait: float = 0.0) -> None:
        """Start thinking."""
        self.shown: dict[int, Thinking] = {}
        self._room = room
        self._table = table
        self._thinkers = thinkers
        self._pace = pace
        self._wait = wait
        self._version = table.version
        self._seat = cast("int", table.to_move)
        self._task = asyncio.create_task(self._play())

    @property
    def done(self) -> bool:
        """Whether the bot has moved or failed."""
        return self._task.done()

    def stop(self) -> None:
        """Cancel the turn: the position has changed, or the room is closing."""
        # The turn's own move stops the turn; it must not cancel itself.
        if self._task is not asyncio.current_task():
            self._task.cancel()

    async def _play(self) -> None:
        await asyncio.sleep(self._wait)
        began = asyncio.get_running_loop().time()
        notation = await self._choose()
        await asyncio.sleep(max(0.0, began + self._pace - asyncio.get_running_loop().time()))
        while True:
            try:
                await self._room.bot_moves(self._version, lambda table: moved(table, self._seat, notation))
            except Unavailable:
                await asyncio.sleep(_RETRY_SECONDS)
            except Exception as error:  # noqa: BLE001  any error must stop this table only
                _log.error("a bot cannot move at a table: %s", traceback_summary(error))
                return
            else:
                return

    async def _choose(self) -> str:
        table = self._table
        assert table.state is not None  # noqa: S101  the table is in play
        moves = table.state.legal_moves()
        if len(moves) == 1:
            return moves[0].notation
        view = cast("View", table.view(self._seat))
        notation = await self._think(view)
        if notation in {move.notation for move in moves}:
            return notation
        return await asyncio.to_thread(fallback_move, view)

    async def _think(self, view: View) -> str:
        """Think in a worker process, and show its progress after 300 ms."""
        table = self._table
        ticket = await self._thinkers.ask(table.game.name, view, table.seats[self._seat].level)
        try:
            timeout = _SHOWN_AFTER
            while not (await asyncio.wait({ticket.answer}, timeout=timeout))[0]:
                self.shown = {self._seat: Thinking(ticket.progress, self._thinkers.place(ticket))}
                self._room.show_seats()
                timeout = _SHOWN_EVERY
            answer = ticket.answer.result()
            return answer.move if answer else ""
        finally:
            self.shown = {}
            self._thinkers.drop(ticket)
