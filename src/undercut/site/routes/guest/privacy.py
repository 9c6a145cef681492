"""What the site keeps of a guest: the privacy page, display settings, and erasing all of it."""

import asyncio
import logging
import time
from typing import Final

from litestar import Response, get, post, status_codes
from litestar.params import FromQuery
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from undercut.pages.answers import Page
from undercut.pages.answers import lobby as answering
from undercut.pages.answers.lobby import SettingsPage
from undercut.pages.preferences import COOKIE, preferences_from
from undercut.site.base.client import clients
from undercut.site.rooms.entries import erasure, is_imported
from undercut.site.routes.replies import done, send
from undercut.site.routes.services import LARGEST_COMMAND, Site, ThisGuest, ThisSite
from undercut.site.security.guests import (
    CSRF_COOKIE,
    GUEST_COOKIE,
    YEAR,
    SiteRequest,
    cookie_name,
    forget_cookies,
    preferences_of,
)
from undercut.site.security.limits import TooMuch
from undercut.site.store import guests as held
from undercut.site.store.model import Stale, Status, Unavailable
from undercut.table.events import DamagedLog
from undercut.table.replay import rebuild

_log = logging.getLogger(__name__)


_TRIES: Final = 10


class PrivacyPage(Struct, frozen=True):
    """Stored data and retention."""

    cookies: list[str]
    logs_requests: bool
    idle_days: float
    guest: str


class ForgetPage(Struct, frozen=True):
    """Preview of an erasure."""

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
    return send(request, Page("privacy.html", page, "privacy"))


@get("/forget", include_in_schema=False)
async def ask_to_forget(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[ForgetPage]:
    """Ask whether this browser's guest is to be erased, and say what that means."""
    number = len(await site.rooms.store.ask(held.read_own_seats, guest))
    unfinished = await site.rooms.store.held(guest)
    playing = sum(table.status is Status.PLAYING for table in unfinished)
    page = ForgetPage(number, playing, len(unfinished) - playing)
    return send(request, Page("forget.html", page, "settings"))


@post("/forget", include_in_schema=False, status_code=HTTP_200_OK, request_max_body_size=LARGEST_COMMAND)
async def forget(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[Forgotten]:
    """Erase this browser's guest; if that is interrupted, the cookie stays valid, and it can be done again."""
    await site.seat_changes.take(clients())
    store = site.rooms.store
    seats = await store.ask(held.read_own_seats, guest)
    imported = [table for table, first in await store.ask(held.read_opened, guest) if is_imported(first)]
    for table, own in seats.items():
        await _erase_at(site, table, guest, own)
    await store.change("", held.erase_rest, guest, imported)
    site.rooms.seats_lost([*seats, *imported])
    forget_cookies(request)
    answer = send(request, Page("forgotten.html", Forgotten(len(seats) + len(imported)), "settings"))
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
                lambda log=log, due=due, now=now: erasure(rebuild(table, log, due), log, guest, seats, now)
            )
        except TooMuch as error:  # loading tables is shared with others
            await asyncio.sleep(error.wait)
            continue
        except DamagedLog:
            _log.warning("a guest cannot be erased from a table whose log is damaged")
            return
        try:
            await store.change(table, held.erase_player, table, guest, changes, now)
        except Stale:
            continue
        return
    raise Unavailable("your tables are busy; try again")


@get("/settings", include_in_schema=False)
async def show_settings(request: SiteRequest, saved: FromQuery[str] = "") -> Response[SettingsPage]:
    """Return your display preferences and the keyboard shortcuts."""
    return send(request, answering.settings(preferences_of(request), saved))


@post("/settings", include_in_schema=False, status_code=status_codes.HTTP_200_OK, request_max_body_size=LARGEST_COMMAND)
async def keep_settings(request: SiteRequest) -> Response[SettingsPage]:
    """Save your display preferences."""
    form = await request.form()
    preferences = preferences_from({name: value for name, value in form.items() if isinstance(value, str)})
    answer = done(request, SettingsPage(preferences, saved=True), "/settings?saved=yes")
    answer.set_cookie(cookie_name(COOKIE, request.scope["scheme"]), preferences.cookie(), max_age=YEAR, samesite="lax")
    return answer
