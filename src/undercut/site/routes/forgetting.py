"""Routes of privacy: what the site stores, and the erasure of this browser's guest."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from litestar import Response, get, post
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct
from sqlalchemy import Connection

from undercut.pages.preferences import COOKIE
from undercut.site.rooms.erasing import erasure, is_imported
from undercut.site.rooms.replaying import rebuilt
from undercut.site.routes.replies import show
from undercut.site.routes.services import LARGEST_COMMAND, Site, ThisGuest, ThisSite
from undercut.site.security.addresses import clients
from undercut.site.security.guest import CSRF_COOKIE, GUEST_COOKIE, SiteRequest, cookie_name, forget_cookies
from undercut.site.security.limits import TooMuch
from undercut.site.store import Stale, Status, Unavailable
from undercut.site.store.guests import (
    delete_tables,
    erase_player,
    erase_rest,
    read_first_events,
    read_opened,
    read_own_seats,
)
from undercut.table.events import DamagedLog

_TRIES: Final = 10

_log = logging.getLogger(__name__)


class PrivacyPage(Struct, frozen=True):
    """What this site stores, and for how long."""

    cookies: list[str]
    logs_requests: bool
    idle_days: float
    guest: str


class ForgetPage(Struct, frozen=True):
    """What would be erased."""

    tables: int
    playing: int
    waiting: int


class Forgotten(Struct, frozen=True):
    """This browser's guest is erased."""

    tables: int


@get("/privacy", tags=["site"])
async def privacy(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[PrivacyPage]:
    """Return what this site stores about you, and for how long."""
    scheme = request.scope["scheme"]
    names = [*(cookie_name(name, scheme) for name in (GUEST_COOKIE, CSRF_COOKIE)), COOKIE]
    page = PrivacyPage(names, site.settings.access_log, round(site.settings.abandoned / 86_400, 1), guest)
    return show(request, "privacy.html", page, here="privacy")


@get("/forget", include_in_schema=False)
async def ask_to_forget(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[ForgetPage]:
    """Ask whether this browser's guest is to be erased, and say what that means."""
    number = len(await site.rooms.store.ask(lambda connection: read_own_seats(connection, guest)))
    unfinished = await site.rooms.store.held(guest)
    playing = sum(one.status is Status.PLAYING for one in unfinished)
    page = ForgetPage(number, playing, len(unfinished) - playing)
    return show(request, "forget.html", page, here="settings")


@post("/forget", include_in_schema=False, status_code=HTTP_200_OK, request_max_body_size=LARGEST_COMMAND)
async def forget(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[Forgotten]:
    """Erase this browser's guest; if that is interrupted, the cookie stays valid, and it can be done again."""
    await site.comings.take(clients())
    store = site.rooms.store
    seats, opened = await store.ask(
        lambda connection: (read_own_seats(connection, guest), read_opened(connection, guest))
    )
    firsts = await store.ask(lambda connection: read_first_events(connection, opened))
    imported = [table for table, first in firsts if is_imported(first)]
    for table, own in seats.items():
        await _erase_at(site, table, guest, own)

    def write(connection: Connection) -> None:
        delete_tables(connection, imported)
        erase_rest(connection, guest)

    await store.change("", write)
    site.rooms.seats_lost([*seats, *imported])
    forget_cookies(request)
    answer = show(request, "forgotten.html", Forgotten(len(seats) + len(imported)), here="settings")
    answer.delete_cookie(COOKIE)
    # Not "cookies", which would also delete those of neighbouring sites.
    answer.headers["Clear-Site-Data"] = '"storage"'
    return answer


async def _erase_at(site: Site, table: str, guest: str, seats: list[int]) -> None:
    """Erase a guest from a log; others at the table, and other processes, may add events at the same time."""
    store = site.rooms.store
    for _ in range(_TRIES):
        now, log, due = time.time(), await store.events(table), await store.due(table)
        try:
            changes = await site.rooms.apart(
                lambda log=log, due=due, now=now: erasure(rebuilt(table, log, due), log, guest, seats, now)
            )
        except TooMuch as error:  # loading tables is shared with others
            await asyncio.sleep(error.wait)
            continue
        except DamagedLog:
            _log.warning("a guest cannot be erased from a table whose log is damaged")
            return
        try:
            await store.change(
                table, lambda connection, changes=changes, now=now: erase_player(connection, table, guest, changes, now)
            )
        except Stale:
            continue
        return
    message = "your tables are busy; try again"
    raise Unavailable(message)


HANDLERS = (privacy, ask_to_forget, forget)
"""Every handler of this module."""
