"""One table in memory: commands, bots, hints, and the streams of the pages that show it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from undercut.offline.routing import NotKept
from undercut.offline.storage import Entry
from undercut.pages.templates import TOKEN, board_message
from undercut.search.layers import has_module
from undercut.table.bot_requests import BotRequest, WaitingBot, fallback_move, hint_from, question_for, waiting_bot
from undercut.table.commands import Command, Hint, Refused, Skip
from undercut.table.decisions.clocks import carry_out, pace_at, release_after, time_out
from undercut.table.decisions.decide import By, Decision, decide, play_move
from undercut.table.events import Rematched
from undercut.table.listing import listing
from undercut.table.replay import rebuild
from undercut.table.scene import Scene, SceneHint
from undercut.table.showing import BotProgress, Live, Span, missed_messages, retry, scene
from undercut.table.table import Table

if TYPE_CHECKING:
    from undercut.offline.app import OfflineApp

YOU = "you"
"""The one guest."""

_SECONDS = 2.0  # for a move of a game without a module, whose search runs in plain Python


class OfflineRoom:
    def __init__(self, app: OfflineApp, table: Table, entry: Entry) -> None:
        self.table = table
        self.entry = entry
        self._app = app
        self._lock = asyncio.Lock()
        self._streams: set[asyncio.Queue[bytes | None]] = set()
        self._thinking: dict[int, BotProgress] = {}
        self._hint: tuple[int, SceneHint] | None = None
        self._turn: tuple[int, asyncio.Task[None]] | None = None
        self._board = app.templates.get_template("board/whole.html")

    @classmethod
    async def load(cls, app: OfflineApp, table: str, entry: Entry) -> OfflineRoom:
        """Read a table from its log; one that is damaged raises `DamagedLog`."""
        rebuilt = rebuild(table, await app.storage.events(table))
        room = cls(app, rebuilt, entry)
        rebuilt.clocks.turn_began = time.time()  # time while the page was closed is not charged
        room.wake()
        return room

    def live(self) -> Live:
        hint = self._hint[1] if self._hint and self._hint[0] == self.table.settled else None
        present, spent = frozenset(range(len(self.table.seats))), self.table.clocks.spent(time.time())
        return Live(present, thinking=self._thinking, hint=hint, address=self._app.address, spent=spent)

    def scene(self, span: Span | None = None) -> Scene:
        return scene(self.table, self.entry.seat, self.live(), span)

    def board(self) -> bytes:
        text = board_message(self._board, self.scene())
        return self._app.with_base(text.replace(TOKEN.encode(), b""))

    async def listen(self, after: int) -> AsyncIterator[bytes]:
        queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._streams.add(queue)
        try:
            yield retry(500) + missed_messages(self.table, after, self.entry.seat)
            yield self.board()
            while (text := await queue.get()) is not None:
                yield text
        finally:
            self._streams.discard(queue)

    def _tell(self, text: bytes | None) -> None:
        for queue in self._streams:
            queue.put_nowait(text)

    def _show(self) -> None:
        if self._streams:
            self._tell(self.board())

    async def obey(self, command: Command) -> str:
        async with self._lock:
            hint = self._hint[1].move if self._hint and self._hint[0] == self.table.settled else None
            decision = decide(self.table, command, By(YOU, self.entry.seat, hint=hint))
            if isinstance(command, Skip) and not self.table.skipped:
                self.table.skipped = True
                self._stop()
                self.wake()
            if decision.rematch is None:
                await self._write(decision)
                return self.table.id
            seat = None if self.entry.seat is None else (self.entry.seat + 1) % len(self.table.seats)
            following = await self._app.begin_table(decision.rematch, seat)
            await self._write(Decision([*decision.events, Rematched(following)]))
            return following

    async def hint(self, command: Hint) -> SceneHint | None:
        """Return the move that a bot would play in the reader's place; None if the position changes meanwhile."""
        await self.obey(command)
        table, seat, position = self.table, self.entry.seat, self.table.settled
        if seat is None or seat != table.to_move or table.state is None:
            return None
        if self._hint is None or self._hint[0] != position:
            reply = await self._app.ask_hint(table.state)
            if table.settled != position:
                return None
            self._hint = position, hint_from(table.state, reply)
        self._show()
        return self._hint[1]

    @property
    def idle(self) -> bool:
        return not (self._streams or self._lock.locked() or (self._turn and not self._turn[1].done()))

    async def _write(self, decision: Decision) -> None:
        """Apply and store events, then show them; if they cannot be stored, they have not happened."""
        if not decision.events:
            return
        table, before, now = self.table, self.table.version, time.time()
        try:
            stored = carry_out(table, decision.events, now, now, now)
            entry = msgspec.structs.replace(self.entry, line=listing(table))
            await self._app.storage.append(now, {table.id: (entry, stored)}, first=before + 1)
        except BaseException:
            self._app.drop(table.id)
            raise
        self.entry = entry
        self._tell(missed_messages(table, before, self.entry.seat))
        self._show()
        self.wake()

    def wake(self) -> None:
        table = self.table
        if self._turn and self._turn[0] == table.settled and not self._turn[1].done():
            return
        self._stop()
        bot = waiting_bot(table)
        if bot or table.due is not None:
            turn = self._play(bot) if bot else self._wait(table.settled)
            self._turn = table.settled, self._app.start(turn)

    async def _play(self, bot: WaitingBot) -> None:
        table, (view, seed) = self.table, question_for(self.table, bot)
        seed = secrets.randbits(62) if seed is None else seed
        request = BotRequest(table.game.name, view, bot.level, seed, _SECONDS, exact=has_module(table.game.name))
        choosing = asyncio.ensure_future(self._app.think(request))
        try:
            pace = pace_at(table, self._app.pace)
            await asyncio.sleep(release_after(pace, answers=table.is_answer, least=table.least_wait))
            if not choosing.done():
                self._thinking = {bot.seat: BotProgress(1.0)}
                self._show()
            await asyncio.wait([choosing])
            fault = choosing.exception()
        finally:
            choosing.cancel()
            self._thinking = {}
        if fault:
            self._app.faults.append(fault)
        move = fallback_move(view) if fault else choosing.result().move
        async with self._lock:
            if table.settled == bot.position:
                with suppress(Refused, NotKept):  # the reader is told when they act
                    await self._write(play_move(table, bot.seat, move))

    async def _wait(self, position: int) -> None:
        while self.table.due is not None and self.table.settled == position:
            left = self.table.due - time.time()
            if left > 0:
                await asyncio.sleep(left)
                continue
            async with self._lock:
                if self.table.settled == position:
                    with suppress(NotKept):  # as above
                        await self._write(time_out(self.table))

    def _stop(self) -> None:
        if self._turn and self._turn[1] is not asyncio.current_task():
            self._turn[1].cancel()
        self._turn = None

    def close(self) -> None:
        self._stop()
        self._tell(None)
