"""What every handler works with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import TooManyRequestsException
from litestar.response import Stream as StreamResponse

from undercut.server.rooms.rooms import Rooms
from undercut.server.rooms.streams import Stream
from undercut.server.settings import Settings
from undercut.server.web.security import Guests, Limit, SiteRequest, address_of

_MINUTE = 60.0


@dataclass(slots=True)
class Site:
    """The parts of a running site.

    Args:
        settings: How it is set up.
        rooms: Its tables.
        guests: Recognises guests.
        requests: How often one address may ask.
        openings: How often one address may open a table.
        streams: How many streams each address has open.
    """

    settings: Settings
    rooms: Rooms
    guests: Guests
    requests: Limit
    openings: Limit
    streams: Counter[str] = field(default_factory=Counter[str])

    def stream(self, request: SiteRequest, stream: Stream) -> StreamResponse:
        """Answer with a stream of events.

        Args:
            stream: The stream; `may_stream` has been asked.
        """
        address = address_of(request)
        self.streams[address] += 1
        stream.on_end(self._ended(address))
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamResponse(stream.body(), media_type="text/event-stream", headers=headers)

    def may_stream(self, request: SiteRequest) -> None:
        """Refuse a stream to an address that has too many.

        Raises:
            TooManyRequestsException: It has.
        """
        if self.streams[address_of(request)] >= self.settings.streams > 0:
            message = "Too many pages are open here."
            raise TooManyRequestsException(message, headers={"Retry-After": "30"})

    def _ended(self, address: str) -> Callable[[], None]:
        def end() -> None:
            self.streams[address] -= 1
            if not self.streams[address]:
                del self.streams[address]

        return end


ThisSite = NamedDependency[Site]
"""The running site, as handlers get it."""

ThisGuest = NamedDependency[str]
"""The guest who asks, as handlers get it."""


def make_limits(settings: Settings) -> tuple[Limit, Limit]:
    """Make the limits on requests and on new tables.

    Args:
        settings: How the site is set up.
    """
    return Limit(settings.rate, settings.burst), Limit(settings.opened / _MINUTE, settings.opened)


async def provide_site(state: State) -> Site:
    """Give handlers the site.

    Args:
        state: The application's state.
    """
    site = state.site
    assert isinstance(site, Site)  # noqa: S101  the application has started
    return site


async def provide_guest(request: SiteRequest, site: ThisSite) -> str:
    """Give handlers the guest who asks."""
    return site.guests.recognise(request)


def address_here(request: SiteRequest) -> str:
    """Give the address of the site as the one who asks knows it, without a slash at the end."""
    return str(request.base_url).rstrip("/")
