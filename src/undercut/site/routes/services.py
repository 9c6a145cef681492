"""The running site, as the request handlers use it."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import cast

from litestar import MediaType
from litestar.datastructures.headers import Accept
from litestar.response import Stream as StreamResponse

from undercut.pages.answers.lobby import unfinished
from undercut.site.base.client import Maker, group_of
from undercut.site.base.settings import Settings
from undercut.site.rooms.entries import read_lines
from undercut.site.rooms.rooms import Rooms
from undercut.site.rooms.streams import Stream
from undercut.site.security.guests import Guests, SiteRequest, address_of
from undercut.site.security.limits import Allowance, TooMuch
from undercut.site.store.model import Status
from undercut.site.store.statements import read_seats
from undercut.site.store.store import Store
from undercut.site.workers.importer import Importer
from undercut.site.workers.jobs import Pars, Reviews
from undercut.table.listing import LobbyTable
from undercut.table.opening.new_table import Opening
from undercut.translation import _

_STREAMED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

_MOST_FINISHED = 2_000  # most finished games that a history has
_MOST_UNFINISHED = 20  # most unfinished tables that a list has

CLIMBED = 200  # latest finished games that count for the ladders, except in My games

LARGEST_COMMAND = 16_000  # maximum size of every body except an imported record, in bytes


@dataclass(slots=True)
class Site:
    """The parts of a running site."""

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

    async def stream(self, request: "Visit", listen: Callable[[], Awaitable[Stream]]) -> StreamResponse:
        """Open an event stream and respond with it."""
        address = address_of(request)
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
        self.readers[stream] = request.guest, address
        return StreamResponse(stream.messages(), media_type="text/event-stream", headers=_STREAMED)

    def end_banned_streams(self) -> None:
        """End the streams of guests who are banned, or whose cookies are no longer accepted."""
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
    """A request of a guest to the running site."""

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
        """The guest whom `ForgeryGuard` has identified."""
        return cast("str", self.scope["state"]["guest"])

    @property
    def here(self) -> str:
        """The site's base URL as the client sees it, without a trailing slash."""
        return str(self.base_url).rstrip("/")

    @property
    def wants_page(self) -> bool:
        """Whether the client prefers HTML to JSON."""
        return _prefers_page(self.headers.get("accept", "*/*"))

    @property
    def maker(self) -> Maker:
        """The client as the one that opens a table."""
        return self.site.guests.maker(self, self.guest)

    async def open(self, opening: Opening) -> str:
        """Open a table for the guest, and return its id."""
        return await self.rooms.open(opening.events, opening.guests, self.maker)

    async def history(self, limit: int = _MOST_FINISHED) -> list[tuple[LobbyTable, int]]:
        """Read the guest's finished games and seats, the latest first."""
        held = await self.store.held(self.guest, statuses=(Status.OVER,), limit=limit)
        seats = await self.store.ask(read_seats, self.guest)
        return [(table, seats[table.table]) for table in read_lines(held) if table.table in seats]

    async def unfinished(self) -> list[LobbyTable]:
        """List the guest's unfinished tables: those where it is their move first, those that wait for players last."""
        lines = read_lines(await self.store.held(self.guest, limit=_MOST_UNFINISHED))
        seats = await self.store.ask(read_seats, self.guest) if lines else {}
        return unfinished((line, seats.get(line.table)) for line in lines)


@lru_cache(maxsize=1024)  # most clients always send the same
def _prefers_page(accept: str) -> bool:
    try:
        best = Accept(accept).best_match([MediaType.JSON.value, MediaType.HTML.value])
    except OverflowError:  # an infinite quality
        return False
    return best == MediaType.HTML.value


def request_allowance(settings: Settings) -> Allowance:
    """Create the limit on the requests of one address."""
    return Allowance(settings.burst, settings.burst / settings.rate) if settings.rate > 0 else Allowance(0)
