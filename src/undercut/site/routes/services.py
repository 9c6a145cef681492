"""The running site, as the request handlers use it."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from litestar.response import Stream as StreamResponse

from undercut.site.base.client import group_of
from undercut.site.base.settings import Settings
from undercut.site.rooms.rooms import Rooms
from undercut.site.rooms.streams import Stream
from undercut.site.security.guests import Guests
from undercut.site.security.limits import Allowance, TooMuch
from undercut.site.workers.importer import Importer
from undercut.site.workers.jobs import Pars, Reviews
from undercut.translation import _

_STREAMED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


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


def request_allowance(settings: Settings) -> Allowance:
    return Allowance(settings.burst, settings.burst / settings.rate) if settings.rate > 0 else Allowance(0)
