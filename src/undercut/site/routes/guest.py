"""A guest's own pages: lists of games, moving to another browser, the privacy page, display settings, erasure."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncGenerator
from functools import partial
from typing import Annotated

import msgspec
from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery, PathParameter, QueryParameter
from litestar.response import Stream as StreamResponse
from msgspec import Struct

from undercut.pages.answers import COOKIE, Page, preferences_from
from undercut.pages.answers import lobby as answering
from undercut.pages.answers.lobby import MOST_REVIEWS, SettingsPage, gained, your_games
from undercut.pages.board.invitation import qr_code
from undercut.pages.lobby.front import Kept
from undercut.pages.lobby.history import ChosenFilters, GamesPage
from undercut.pages.lobby.progress import Gains
from undercut.site.base.client import clients
from undercut.site.rooms.stored_tables import is_imported
from undercut.site.routes.addresses import TableId, get_hidden, get_page, post_command, post_hidden, sends
from undercut.site.routes.deals import day_data, waiting_duplicates
from undercut.site.routes.visit import Site, Visit
from undercut.site.security.guests import CSRF_COOKIE, GUEST_COOKIE, YEAR, cookie_name, forget_cookies, preferences_of
from undercut.site.security.limits import TooMuch
from undercut.site.store import guests
from undercut.site.store.database import StoreError
from undercut.site.store.statements import read_held, read_reviews, read_seats
from undercut.table.commands import NotPossible
from undercut.table.events import DamagedLog
from undercut.table.judged import METHOD
from undercut.translation import _

Text = Annotated[str, QueryParameter(description="Only these games; empty: all.", max_length=80)]

_TOKEN_BYTES = 16
_VALID_SECONDS = 15 * 60.0  # of a moving link

_log = logging.getLogger(__name__)


@get_hidden("/t/{table:str}/gains")
async def show_gains(request: Visit, table: TableId) -> Response[Gains]:
    history, played = await request.history(), await request.rooms.read(table)
    day = await day_data(request, played.opened.daily) if played.opened.daily else None
    known = await request.store.ask(guests.read_learned, request.guest)
    return request.reply(await asyncio.to_thread(gained, history, played, known, day))


@get_page("/games", tags=["your games"])
async def games(
    request: Visit,
    game: Text = "",
    rules: Text = "",
    opponent: Text = "",
    result: Text = "",
    page: Annotated[int, QueryParameter(description="Number of the page, from 1.", ge=1, le=1000)] = 1,
) -> Response[GamesPage]:
    """List your games, unfinished and finished, with your results."""
    chosen = ChosenFilters(game, rules, opponent, result)
    yours, history = await request.unfinished(), await request.history()
    reviews = await request.store.ask(read_reviews, [line.table for line, _seat in history[:MOST_REVIEWS]], METHOD)
    kept = Kept(yours, history, duplicates=await waiting_duplicates(request))
    return await request.reply_from_thread(partial(your_games, kept, chosen, page, reviews))


@get_page("/games/records", responses=sends(str, "One record a line.", "application/x-ndjson"), tags=["your games"])
async def records(request: Visit) -> StreamResponse:
    """Download the records of all your finished games, one a line (JSON Lines)."""
    played = [line.table for line, _seat in await request.history() if not line.closed]
    headers = {"Content-Disposition": 'attachment; filename="undercut-games.jsonl"', "Cache-Control": "no-store"}
    return StreamResponse(_records(request.site, played), media_type="application/x-ndjson", headers=headers)


async def _records(site: Site, tables: list[str]) -> AsyncGenerator[bytes]:
    """Write records one by one; a table that cannot be read is left out."""
    for table in tables:
        while True:
            try:
                now = await site.rooms.read(table)
            except TooMuch as error:  # loading tables is shared with others
                await asyncio.sleep(error.wait)
            except (StoreError, DamagedLog):
                _log.warning("a table is missing from a download of records")
                break
            else:
                if now.state is not None and now.face_up:
                    yield msgspec.json.encode(now.state.record()) + b"\n"
                break


class MovingLink(Struct, frozen=True):
    """A link that takes your games to another browser, once."""

    address: str
    minutes: int


class MovedGames(Struct, frozen=True):
    """Games that a link brings to another browser, or has brought."""

    games: int


class Revoked(Struct, frozen=True):
    """The link is revoked, and no other takes your games to another browser."""


@post_command("/games/move", tags=["your games"])
async def make_link(request: Visit) -> Response[MovingLink]:
    """Make a link that takes all your seats and your history to another browser; an earlier one stops working."""
    await request.site.seat_changes.take(clients())
    token, now = secrets.token_urlsafe(_TOKEN_BYTES), time.time()
    await request.store.change("", guests.put_transfer, request.guest, token, now, now + _VALID_SECONDS)
    link = MovingLink(f"{request.here}/move/{token}", round(_VALID_SECONDS / 60))
    answer = request.reply(Page("move.html", link, "games", lambda _: {"qr": qr_code(link.address)}))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@post_command("/games/move/revoke", tags=["your games"])
async def revoke_link(request: Visit) -> Response[Revoked]:
    """Revoke the link that takes your games to another browser."""
    await request.store.change("", guests.drop_transfer, request.guest)
    return request.done(Revoked(), "/games")


MovingToken = Annotated[str, PathParameter(description="The token of the link.", max_length=100)]


@get_page("/move/{token:str}", tags=["your games"])
async def show_link(request: Visit, token: MovingToken) -> Response[MovedGames]:
    """Show how many games a link brings; opening it changes nothing, so that previews in chats take no seat."""
    source = await request.store.ask(guests.read_transfer, token, time.time())
    if source is None:
        raise NotFoundException
    page = MovedGames(len(await request.store.ask(read_seats, source)))
    shown = Page("take_games.html", page, "games", lambda _: {"token": token, "own": source == request.guest})
    return request.reply(shown)


@post_command("/move/{token:str}", tags=["your games"])
async def follow_link(request: Visit, token: MovingToken) -> Response[MovedGames]:
    """Take the games of another browser to this one; the other keeps them, too, and the link is used up."""
    await request.site.seat_changes.take(clients())
    store = request.store
    if await store.ask(guests.read_transfer, token, time.time()) == request.guest:
        raise NotPossible(_("These games are in this browser already. Open the link on the other device."))
    gained = await store.make(guests.take_transfer, token, request.guest, time.time())
    if gained is None:
        raise NotFoundException
    await request.rooms.seats_gained(request.guest, gained)
    return request.done(MovedGames(len(gained)), "/games")


class PrivacyPage(Struct, frozen=True):
    cookies: list[str]
    logs_requests: bool
    idle_days: float
    guest: str


@get_page("/privacy", tags=["site"])
async def privacy(request: Visit) -> Response[PrivacyPage]:
    """Return what this site stores about you, and for how long."""
    scheme = request.scope["scheme"]
    names = [cookie_name(name, scheme) for name in (GUEST_COOKIE, CSRF_COOKIE, COOKIE)]
    page = PrivacyPage(
        names, request.site.settings.access_log, round(request.site.settings.abandoned / 86_400, 1), request.guest
    )
    return request.reply(Page("privacy.html", page, "privacy"))


@get_hidden("/forget")
async def ask_to_forget(request: Visit) -> Response[dict[str, int]]:
    number = len(await request.store.ask(guests.read_own_seats, request.guest))
    unfinished = await request.store.ask(read_held, request.guest)
    playing = sum(table.status == "playing" for table in unfinished)
    page = {"tables": number, "playing": playing, "waiting": len(unfinished) - playing}
    return request.reply(Page("forget.html", page, "settings"))


@post_hidden("/forget")
async def forget(request: Visit) -> Response[dict[str, int]]:
    """Erase this browser's guest; if that is interrupted, the cookie stays valid, and it can be done again."""
    await request.site.seat_changes.take(clients())
    store = request.store
    seats = await store.ask(guests.read_own_seats, request.guest)
    imported = [table for table, first in await store.ask(guests.read_opened, request.guest) if is_imported(first)]
    for table, own in seats.items():
        await request.rooms.erase(table, request.guest, own)
    await store.change("", guests.erase_rest, request.guest, imported)
    request.rooms.seats_lost([*seats, *imported])
    forget_cookies(request)
    answer = request.reply(Page("forgotten.html", {"tables": len(seats) + len(imported)}, "settings"))
    answer.set_cookie(cookie_name(COOKIE, request.scope["scheme"]), "", max_age=0, samesite="lax")
    # Not "cookies", which would also delete those of neighbouring sites.
    answer.headers["Clear-Site-Data"] = '"storage"'
    return answer


@get_hidden("/settings")
async def show_settings(request: Visit, saved: FromQuery[str] = "") -> Response[SettingsPage]:
    return request.reply(answering.settings(preferences_of(request), saved))


@post_hidden("/settings")
async def keep_settings(request: Visit) -> Response[SettingsPage]:
    form = await request.form()
    preferences = preferences_from({name: value for name, value in form.items() if isinstance(value, str)})
    answer = request.done(SettingsPage(preferences, saved=True), "/settings?saved=yes")
    answer.set_cookie(cookie_name(COOKIE, request.scope["scheme"]), preferences.cookie(), max_age=YEAR, samesite="lax")
    return answer
