"""The running site, and a guest's request to it with its replies: a page for people, JSON for programs, downloads."""

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from http import HTTPStatus
from typing import TypeVar, cast

from litestar import MediaType, Response
from litestar.datastructures.headers import Accept
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.response import Stream as StreamResponse
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_303_SEE_OTHER

from undercut.pages.addresses import table_address
from undercut.pages.answers import Created, Done, Page
from undercut.pages.answers.lobby import unfinished
from undercut.pages.templates import environment
from undercut.site.base.client import Maker, group_of
from undercut.site.base.settings import Settings
from undercut.site.rooms.rooms import Rooms
from undercut.site.rooms.stored_tables import read_lines
from undercut.site.rooms.streams import Stream
from undercut.site.security.guests import CSRF_STATE, Guests, SiteRequest, preferences_of
from undercut.site.security.limits import Allowance, TooMuch
from undercut.site.store.statements import read_held, read_seats
from undercut.site.store.store import Create, Store
from undercut.site.workers.importer import Importer
from undercut.site.workers.reviews import Pars, Reviews
from undercut.table.listing import LobbyTable
from undercut.table.opening.new_table import Opening
from undercut.translation import _

_STREAMED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_MOST_FINISHED = 2_000  # most finished games that a history has
_MOST_UNFINISHED = 20  # most unfinished tables that a list has
CLIMBED = 200  # latest finished games that count for the ladders, except in My games

_Data = TypeVar("_Data")


@dataclass(slots=True)
class Site:
    settings: Settings
    rooms: Rooms
    importer: Importer
    guests: Guests
    requests: Allowance
    openings: Allowance
    seat_changes: Allowance
    reviews: Reviews
    pars: Pars
    previews: dict[tuple[str, int], bytes] = field(default_factory=dict[tuple[str, int], bytes])  # by table and version
    streams: Counter[str] = field(default_factory=Counter[str])  # open streams, by address group
    readers: dict[Stream, tuple[str, str]] = field(default_factory=dict[Stream, tuple[str, str]])  # guest and address

    async def stream(self, guest: str, address: str, listen: Callable[[], Awaitable[Stream]]) -> StreamResponse:
        group = group_of(address)
        if self.streams[group] >= self.settings.streams > 0:
            raise TooMuch(_("Too many open pages from your address."), 30.0)
        self.streams[group] += 1  # at once: many may be opened while the table loads
        try:
            stream = await listen()
        except BaseException:
            self._uncount(group)
            raise
        stream.on_end(self._ended)
        self.readers[stream] = guest, address
        return StreamResponse(stream.messages(), media_type="text/event-stream", headers=_STREAMED)

    def end_banned_streams(self) -> None:
        for stream, (guest, address) in tuple(self.readers.items()):
            if self.guests.bans.has_ended(guest) or self.guests.ban_of(guest, address):
                stream.end()

    def _ended(self, stream: Stream) -> None:
        _, address = self.readers.pop(stream)
        self._uncount(group_of(address))

    def _uncount(self, group: str) -> None:
        self.streams[group] -= 1
        if not self.streams[group]:
            del self.streams[group]


class Visit(SiteRequest):
    @property
    def site(self) -> Site:
        return cast("Site", self.app.state.site)

    @property
    def rooms(self) -> Rooms:
        return self.site.rooms

    @property
    def store(self) -> Store:
        return self.site.rooms.store

    @property
    def guest(self) -> str:
        return cast("str", self.scope["state"]["guest"])

    @property
    def here(self) -> str:
        """The site's base URL as the client sees it, without a trailing slash."""
        return str(self.base_url).rstrip("/")

    @property
    def wants_page(self) -> bool:
        return _prefers_page(self.headers.get("accept", "*/*"))

    @property
    def maker(self) -> Maker:
        return self.site.guests.maker(self, self.guest)

    async def open(self, opening: Opening, create: Create | None = None) -> str:
        return await self.rooms.open(opening, self.maker, create)

    async def history(self, limit: int = _MOST_FINISHED) -> list[tuple[LobbyTable, int]]:
        held = await self.store.ask(read_held, self.guest, ("over",), limit)
        seats = await self.store.ask(read_seats, self.guest)
        return [(table, seats[table.table]) for table in read_lines(held) if table.table in seats]

    async def unfinished(self) -> list[LobbyTable]:
        lines = read_lines(await self.store.ask(read_held, self.guest, limit=_MOST_UNFINISHED))
        seats = await self.store.ask(read_seats, self.guest) if lines else {}
        return unfinished((line, seats.get(line.table)) for line in lines)

    def reply(self, answer: Page[_Data] | Done[_Data]) -> Response[_Data]:
        if isinstance(answer, Done):
            return self.done(answer.data, answer.address)
        return self._filled(answer, answer.more(preferences_of(self)) if self.wants_page else None)

    async def reply_from_thread(self, render: Callable[[], Page[_Data]]) -> Response[_Data]:
        preferences = preferences_of(self) if self.wants_page else None

        def rendered() -> tuple[Page[_Data], Mapping[str, object] | None]:
            page = render()
            return page, page.more(preferences) if preferences else None

        return self._filled(*await self.rooms.in_thread(rendered))

    def _filled(self, page: Page[_Data], context: Mapping[str, object] | None) -> Response[_Data]:
        headers = {"Vary": "Accept, Cookie", "Cache-Control": "no-cache, private"}
        if context is None:
            return Response(page.data, status_code=page.status, media_type=MediaType.JSON, headers=headers)
        filled = Template(
            page.template,
            context={"page": page.data, "here": page.here, "preferences": preferences_of(self), **context},
            status_code=page.status,
            media_type=MediaType.HTML,
            headers=headers,
        )
        return cast("Response[_Data]", filled)

    def done(self, data: _Data, address: str, *, status: int = HTTP_200_OK) -> Response[_Data]:
        if self.wants_page:
            return cast("Response[_Data]", Redirect(address, status_code=HTTP_303_SEE_OTHER))
        headers = {"Location": address} if status == HTTPStatus.CREATED else {}
        return Response(data, status_code=status, media_type=MediaType.JSON, headers=headers)

    def created(self, table: str, version: int, seat: int | None, status: int = HTTP_201_CREATED) -> Response[Created]:
        created = Created(table, version, seat, f"{self.here}/t/{table}")
        return self.done(created, table_address(table), status=status)


@lru_cache(maxsize=1024)  # most clients always send the same
def _prefers_page(accept: str) -> bool:
    try:
        best = Accept(accept).best_match([MediaType.JSON.value, MediaType.HTML.value])
    except OverflowError:  # an infinite quality
        return False
    return best == MediaType.HTML.value


def download(content: _Data, name: str, media_type: str = MediaType.JSON) -> Response[_Data]:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(content, media_type=media_type, headers=headers)


def template_engine(docs: str = "") -> JinjaTemplateEngine:
    engine = JinjaTemplateEngine(engine_instance=environment(docs=docs))
    engine.register_template_callable("csrf_token", _csrf_token)
    engine.register_template_callable("now", lambda _context: time.time())
    return engine


def _csrf_token(context: Mapping[str, object]) -> str:
    request = cast("SiteRequest", context["request"])
    return cast("str", request.scope["state"][CSRF_STATE])
