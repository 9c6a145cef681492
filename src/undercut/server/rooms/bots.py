"""A bot's turn at a table: think, wait until people can follow, move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, cast

from undercut.server.faults import places
from undercut.server.store import Unavailable
from undercut.server.tables.decide import Decision, moved
from undercut.server.tables.showing import Thinking
from undercut.server.tables.table import Table
from undercut.server.thinking.thinkers import Thinkers, in_a_hurry

if TYPE_CHECKING:
    from undercut.bots.players.player import View

_SHOWN_AFTER = 0.3
_SHOWN_EVERY = 0.5
_AGAIN = 2.0

_log = logging.getLogger(__name__)


class BotRoom(Protocol):
    """The room in which a bot plays."""

    async def bot_moves(self, version: int, make: Callable[[Table], Decision]) -> None:
        """Let a bot move, unless something has happened meanwhile."""
        ...

    def show_seats(self) -> None:
        """Tell all readers who thinks."""
        ...


class BotTurn:
    """One turn of one bot; it begins at once.

    Args:
        table: The table; it is a bot's move.
        thinkers: Where the bot thinks.
        pace: How many seconds the bot takes at least.
        wait: How many seconds to leave the move to another process.

    Attributes:
        shown: How far the bot is, by its seat, once it has been thinking for more than a moment.
    """

    def __init__(self, room: BotRoom, table: Table, thinkers: Thinkers, *, pace: float, wait: float = 0.0) -> None:
        """Begin."""
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
        """Whether the bot has moved, or given up."""
        return self._task.done()

    def stop(self) -> None:
        """Stop: the position is another one now, or the room is dropped."""
        # The turn itself ends in a move, which ends the turn.
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
                await asyncio.sleep(_AGAIN)
            except Exception as error:  # noqa: BLE001  whatever it is, this table alone stands still
                _log.error("a bot cannot move at a table: %s", places(error))
                return
            else:
                return

    async def _choose(self) -> str:
        table = self._table
        assert table.state is not None  # noqa: S101  it is somebody's move
        moves = table.state.legal_moves()
        if len(moves) == 1:
            return moves[0].notation
        view = cast("View", table.view(self._seat))
        notation = await self._think(view)
        if notation in {move.notation for move in moves}:
            return notation
        return await asyncio.to_thread(in_a_hurry, view)

    async def _think(self, view: View) -> str:
        """Have a process think, and tell how far it is when that takes longer than a moment."""
        table = self._table
        ticket = await self._thinkers.ask(table.game.name, view, table.seats[self._seat].level)
        try:
            patience = _SHOWN_AFTER
            while not (await asyncio.wait({ticket.answer}, timeout=patience))[0]:
                self.shown = {self._seat: Thinking(ticket.progress, self._thinkers.place(ticket))}
                self._room.show_seats()
                patience = _SHOWN_EVERY
            answer = ticket.answer.result()
            return answer.move if answer else ""
        finally:
            self.shown = {}
            self._thinkers.drop(ticket)
