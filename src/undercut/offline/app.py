"""The edition as a whole: its rooms, storage, bots, reviews, and templates."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from undercut.games.base import registry
from undercut.lessons.courses import first_lesson
from undercut.offline.room import YOU, OfflineRoom
from undercut.offline.routing import Request, Response, see_other
from undercut.offline.storage import Entry, Storage
from undercut.pages.addresses import lesson_address, table_address
from undercut.pages.answers import Created, Done, Page
from undercut.pages.answers.lobby import unfinished
from undercut.pages.errors import Missing
from undercut.pages.templates import environment
from undercut.table.bot_requests import BotReply, BotRequest, moves_to_judge
from undercut.table.decisions.clocks import HINT_SECONDS
from undercut.table.events import Event, write_event
from undercut.table.judged import Progress, Review, moves_to_review, stored_review
from undercut.table.listing import LobbyTable, listing
from undercut.table.opening.new_table import new_id
from undercut.table.table import Table

if TYPE_CHECKING:
    from jinja2 import Environment

    from undercut.play.state import State
    from undercut.table.opening.new_table import Opening
    from undercut.table.opening.records import ImportedGame

# The templates are the site's, whose addresses begin at the root of its host and stand in these attributes alone.
_ADDRESS = re.compile(rb'(\b(?:href|src|action|formaction|data-stream|data-fragment)=")/(?!/)')

_ROOMS = 20  # most idle tables in memory


@cache
def templates(elsewhere: str, docs: str, *, by_build: bool = False) -> Environment:
    made = environment(elsewhere=elsewhere, docs=docs)
    made.globals.update(csrf_token=str, now=time.time, made_by_build=by_build)  # pyright: ignore[reportUnknownMemberType]  Jinja leaves it open
    return made


Think = Callable[[BotRequest], Awaitable[BotReply]]
"""Asks the bots, who get a view alone."""


async def no_bots(request: BotRequest) -> BotReply:
    """Stand in where pages are made ahead of any game."""
    raise NotImplementedError(request.game)


def first_pages() -> list[str]:
    lessons = [lesson_address(game, first.name, 1) for game in registry.names() if (first := first_lesson(game))]
    return ["/", "/learn", "/about", *lessons]


class OfflineApp:
    def __init__(
        self,
        storage: Storage,
        think: Think,
        *,
        address: str = "",  # of the edition, without a slash at its end
        base: str = "/",  # the path of its folder, with slashes around it
        elsewhere: str = "",  # the address of a site where people meet; empty: there is none
        docs: str = "",  # the path of the docs in the edition; empty: they are not in it
        pace: float = 0.0,  # fewest seconds for a bot's move
    ) -> None:
        self.storage = storage
        self.think = think
        self._reviewing: dict[str, asyncio.Task[None]] = {}
        self.address = address
        self.pace = pace
        self.faults: list[BaseException] = [*storage.faults]
        self._base = base.encode()
        self._rooms: dict[str, OfflineRoom] = {}
        self._loading = asyncio.Lock()
        self.templates = templates(elsewhere, docs)

    def rendered(self, template: str, page: Page[object], request: Request) -> bytes:
        preferences = request.preferences
        filled = {"page": page.data, "here": page.here, "preferences": preferences, **page.more(preferences)}
        return self.with_base(self.templates.get_template(template).render(filled).encode())

    def answer(self, request: Request, answer: Page[object] | Done[object]) -> Response:
        if isinstance(answer, Done) and request.wants_page:
            return see_other(answer.address)
        status = HTTPStatus.OK if isinstance(answer, Done) else answer.status
        if isinstance(answer, Done) or not request.wants_page:
            return Response(msgspec.json.encode(answer.data), status, "application/json")
        return Response(self.rendered(answer.template, answer, request), status)

    def with_base(self, text: bytes) -> bytes:
        """Let the addresses of a page begin in the edition's folder instead of at the root of its host."""
        return _ADDRESS.sub(rb"\1" + self._base, text)

    async def room(self, table: str) -> OfflineRoom:
        for name in [name for name, room in self._rooms.items() if room.idle][:-_ROOMS]:
            self.drop(name)
        async with self._loading:  # two requests for one table get the same room
            if table not in self.storage.tables:
                raise Missing
            if table not in self._rooms:
                self._rooms[table] = await OfflineRoom.load(self, table, self.storage.tables[table])
        return self._rooms[table]

    def drop(self, table: str) -> None:
        if room := self._rooms.pop(table, None):
            room.close()

    async def open_table(self, opening: Opening, *, tried: bool = False) -> Done[Created]:
        seat = next((seat for seat, guests in opening.guests.items() if YOU in guests), None)
        return await self.at_table(await self.begin_table(opening.events, seat, tried=tried))

    async def at_table(self, table: str) -> Done[Created]:
        room = await self.room(table)
        created = Created(table, room.table.version, room.entry.seat, f"{self.address}/t/{table}")
        return Done(created, table_address(table))

    async def begin_table(self, events: Sequence[Event], seat: int | None, *, tried: bool = False) -> str:
        now = time.time()
        table = Table.of(new_id(), events, now)
        room = OfflineRoom(self, table, Entry(listing(table), seat, tried))
        await self.storage.append(now, {table.id: (room.entry, [write_event(event) for event in events])})
        self._rooms[table.id] = room
        room.wake()
        return table.id

    async def add_finished(self, games: Sequence[ImportedGame]) -> list[str]:
        """Store games, all of them or none."""
        now, added = time.time(), {new_id(): game for game in games}
        entries = {name: Entry(replace(game.shown, table=name, updated=now), game.seat) for name, game in added.items()}
        await self.storage.append(now, {name: (entries[name], game.events) for name, game in added.items()})
        return [*added]

    def yours(self) -> list[LobbyTable]:
        return unfinished(
            (entry.line, entry.seat) for entry in self.storage.tables.values() if entry.line.status != "over"
        )

    def start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Work in the background; an error is reported with the next answer."""
        task = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(self._note_fault)
        return task

    def _note_fault(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (fault := task.exception()):
            self.faults.append(fault)

    async def ask_hint(self, state: State) -> BotReply:
        view = state.view(state.to_move)
        return await self.think(BotRequest(state.game.name, view, None, secrets.randbits(62), HINT_SECONDS))

    def review(self, table: Table) -> Progress:
        stored = stored_review(self.storage.reviews.get(table.id), moves_to_review(table))
        return Progress(stored, active=table.id in self._reviewing)

    def begin_review(self, table: Table) -> None:
        known = self.review(table)
        if not known.active and not known.review.is_done:
            self._reviewing[table.id] = task = self.start(self._judge_all(table))
            task.add_done_callback(lambda _: self._reviewing.pop(table.id))

    async def _judge_all(self, table: Table) -> None:
        review = self.review(table).review
        judged = {move.number: move for move in review.judged}
        for view, played in moves_to_judge(table, judged):
            request = BotRequest(table.game.name, view, None, 0, 0.0, played)
            if judgement := (await self.think(request)).judged:
                judged[played.number] = judgement
                known = Review(review.moves, [judged[key] for key in sorted(judged)])
                await self.storage.put_review(table.id, msgspec.json.encode(known))

    async def clear(self) -> None:
        for table in tuple(self._rooms):
            self.drop(table)
        reviewing = [*self._reviewing.values()]
        for task in reviewing:
            task.cancel()
        await asyncio.gather(*reviewing, return_exceptions=True)
        await self.storage.clear()
