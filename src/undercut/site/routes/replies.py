"""The running site, a guest's request to it, and replies: a page for people, JSON for programs, errors."""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from http import HTTPStatus
from typing import Annotated, TypeVar, cast

import msgspec
from litestar import MediaType, Request, Response, post
from litestar.datastructures import State
from litestar.datastructures.headers import Accept
from litestar.exceptions import ClientException, HTTPException, PermissionDeniedException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, QueryParameter
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.response import Stream as StreamResponse
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_303_SEE_OTHER

from undercut.pages.answers import Created, Done, Page
from undercut.pages.answers.lobby import unfinished
from undercut.pages.errors import BANNED, TOO_MANY, ErrorPage, few_faults, refusal_page
from undercut.pages.templates import environment
from undercut.site.base.client import Maker, group_of
from undercut.site.base.monitoring import REFUSED, request_id, traceback_summary
from undercut.site.base.settings import Settings
from undercut.site.base.tasks import Gone
from undercut.site.rooms.entries import read_lines
from undercut.site.rooms.rooms import Rooms
from undercut.site.rooms.streams import Stream
from undercut.site.security.bans import Banned
from undercut.site.security.guests import (
    CSRF_COOKIE,
    CSRF_HEADER,
    CSRF_STATE,
    FORMS,
    Guests,
    SiteRequest,
    preferences_of,
)
from undercut.site.security.limits import Allowance, TooMuch
from undercut.site.store.model import Status, TooMany, Unavailable, Unknown
from undercut.site.store.statements import read_seats
from undercut.site.store.store import Store
from undercut.site.workers.importer import Full, Importer
from undercut.site.workers.jobs import Pars, Reviews
from undercut.table.events import DamagedLog
from undercut.table.listing import LobbyTable
from undercut.table.opening.new_table import Opening
from undercut.translation import _

_STREAMED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
LARGEST_COMMAND = 16_000  # maximum size of every body except an imported record, in bytes
_MOST_FINISHED = 2_000  # most finished games that a history has
_MOST_UNFINISHED = 20  # most unfinished tables that a list has
CLIMBED = 200  # latest finished games that count for the ladders, except in My games

GameName = Annotated[str, PathParameter(description="The game's name.", max_length=40)]
RuleSet = Annotated[str | None, QueryParameter(name="rules", description="A rule set.", max_length=40)]
Changes = Annotated[
    list[str] | None, QueryParameter(name="set", description="Changed options, each `name=value`.", max_items=40)
]
TableId = Annotated[str, PathParameter(description="The table's id.", max_length=40)]


def answered(kind: object, text: str, media_type: str = "application/json") -> ResponseSpec:
    """Describe a response, without Litestar's generated examples: they are random, and some cannot be encoded."""
    return ResponseSpec(kind, description=text, media_type=media_type, generate_examples=False)  # pyright: ignore[reportArgumentType]  any type of content does


REFUSALS = {
    400: answered(ErrorPage, "The request cannot be read."),
    403: answered(ErrorPage, "You may not do this, or may not do it now, or the CSRF token is wrong."),
    404: answered(ErrorPage, "No such table."),
    409: answered(ErrorPage, "The position has changed; `version` is the table's current version."),
    413: answered(ErrorPage, "The request is too large."),
    422: answered(ErrorPage, "The request is invalid; for an illegal move, `clause` names the rule that forbids it."),
    429: answered(ErrorPage, "Too many requests; `Retry-After` gives the seconds to wait."),
    503: answered(ErrorPage, "The database is unavailable; nothing has changed."),
}
"""Error responses of every command."""

post_command = partial(
    post, status_code=HTTP_200_OK, responses=REFUSALS, tags=["acting"], request_max_body_size=LARGEST_COMMAND
)
"""Declares the handler of a command at a table."""

READ_REFUSALS = {status: REFUSALS[status] for status in (400, 404, 422, 429, 503)}  # error responses of every read


def template_engine(docs: str = "") -> JinjaTemplateEngine:
    """Create the engine; pages link to the address of the docs, if there is one."""
    engine = JinjaTemplateEngine(engine_instance=environment(docs=docs))
    engine.register_template_callable("csrf_token", _csrf_token)
    return engine


def _csrf_token(context: Mapping[str, object]) -> str:
    """Return the token that the forms of a page must send back."""
    request = cast("SiteRequest", context["request"])
    return cast("str", request.scope["state"][CSRF_STATE])


_Data = TypeVar("_Data")


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
        """The guest that `ForgeryGuard` identified."""
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

    # --- Replies ---

    def reply(self, answer: Page[_Data] | Done[_Data]) -> Response[_Data]:
        """Respond with a page for people and its data for programs, or with the address that follows a command."""
        if isinstance(answer, Done):
            return self.done(answer.data, answer.address)
        return self._filled(answer, answer.more(preferences_of(self)) if self.wants_page else None)

    async def reply_apart(self, render: Callable[[], Page[_Data]]) -> Response[_Data]:
        """Respond with a page that takes long to make."""
        preferences = preferences_of(self) if self.wants_page else None

        def rendered() -> tuple[Page[_Data], Mapping[str, object] | None]:
            page = render()
            return page, page.more(preferences) if preferences else None

        return self._filled(*await self.rooms.apart(rendered))

    def _filled(self, page: Page[_Data], context: Mapping[str, object] | None) -> Response[_Data]:
        """Respond with a page filled with its context; without one, with its data."""
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
        """Respond to a successful command: a redirect for people, data for programs."""
        if self.wants_page:
            return cast("Response[_Data]", Redirect(address, status_code=HTTP_303_SEE_OTHER))
        headers = {"Location": address} if status == HTTPStatus.CREATED else {}
        return Response(data, status_code=status, media_type=MediaType.JSON, headers=headers)

    def created(self, table: str, version: int, seat: int | None, status: int = HTTP_201_CREATED) -> Response[Created]:
        """Respond with the way to a table that was opened."""
        created = Created(table, version, seat, f"{self.here}/t/{table}")
        return self.done(created, f"/t/{table}", status=status)


@lru_cache(maxsize=1024)  # most clients always send the same
def _prefers_page(accept: str) -> bool:
    try:
        best = Accept(accept).best_match([MediaType.JSON.value, MediaType.HTML.value])
    except OverflowError:  # an infinite quality
        return False
    return best == MediaType.HTML.value


def download(content: _Data, name: str, media_type: str = MediaType.JSON) -> Response[_Data]:
    """Respond with a file to save under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(content, media_type=media_type, headers=headers)


# --- Errors ---

_FULL = HTTPStatus.SERVICE_UNAVAILABLE

_log = logging.getLogger(__name__)

_TOKEN = (
    f"Repeat the cookie {CSRF_COOKIE} in the header {CSRF_HEADER}, and send the cookie, too. "
    "Any GET, such as GET /, sets it."
)
"""The error for a missing or wrong CSRF token."""


def refuse(request: Request[object, object, State], error: Exception) -> Response[ErrorPage]:
    """Respond with an error, without hidden cards or internal details."""
    page = error_page(error)
    if isinstance(error, PermissionDeniedException) and request.content_type[0] not in FORMS:
        page = msgspec.structs.replace(page, detail=_TOKEN)
    table = cast("object", request.path_params.get("table")) if "path_params" in request.scope else None
    if isinstance(table, str):
        page = msgspec.structs.replace(page, table=table)
    REFUSED.labels(str(page.status), type(error).__name__).inc()
    if page.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        page = msgspec.structs.replace(page, request=request_id.get() or None)
        # The error's text could name hidden cards; its class and traceback are enough to find it.
        _log.error("%s %s: %s", request.method, request.url.path[:3], traceback_summary(error))
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    if isinstance(error, TooMany):
        headers["Retry-After"] = "60"
    if isinstance(error, TooMuch):
        headers["Retry-After"] = str(error.wait)
    answer = cast("Visit", request).reply(Page("error.html", page, status=page.status))
    answer.headers |= headers
    return answer


def error_page(error: Exception) -> ErrorPage:
    match error:
        case Banned():
            return ErrorPage(403, _(BANNED), str(error))
        case TooMany() | TooMuch() | Unknown() | Unavailable() | Gone():
            return _later_page(error)
        case DamagedLog():
            return ErrorPage(
                500, _("This table cannot be shown"), _("Its log cannot be read; other tables are not affected.")
            )
        case HTTPException() if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR or error.status_code == _FULL:
            return _http_page(error)
        case _:
            return refusal_page(error) or ErrorPage(
                500, _("Something went wrong"), _("This is an error of the site. Nothing was changed.")
            )


def _later_page(error: TooMany | TooMuch | Unknown | Unavailable | Gone) -> ErrorPage:
    match error:
        case Gone():
            return _http_page(ClientException(str(error)))
        case TooMany():
            return ErrorPage(429, _(TOO_MANY), str(error))
        case Full():
            return ErrorPage(503, _("Not available"), str(error))
        case TooMuch():
            return ErrorPage(429, _("Too many requests"), str(error))
        case Unknown():
            return ErrorPage(404, _("Not found"), _("No such table."))
        case Unavailable():
            detail = _("Nothing was changed: %(reason)s. Try again in a moment.") % {"reason": error.reason}
            return ErrorPage(503, _("Not available"), detail)


def _http_page(error: HTTPException) -> ErrorPage:
    titles = {404: _("Not found"), 403: _("Not allowed"), 413: _("Too large"), 429: _("Too many requests")}
    details = {
        404: _("There is nothing at this address."),
        403: _("This page was out of date. Go back, reload it, and try again."),
        413: _("The upload is too large."),
    }
    faults: list[str] = []
    status = error.status_code
    if isinstance(error.extra, list):
        # Name each invalid field; its value is not repeated.
        status = HTTPStatus.UNPROCESSABLE_ENTITY.value
        entries = cast("list[dict[str, object]]", error.extra)
        faults = [f"{entry.get('key', 'body')}: {entry.get('message', '')}" for entry in entries]
    title = titles.get(status, _(HTTPStatus(status).phrase))
    detail = faults[0] if faults else details.get(status, error.detail)
    return ErrorPage(status, title, detail, faults=few_faults(faults))
