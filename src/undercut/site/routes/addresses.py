"""What the addresses share: how they are declared for the site's description, and responses to errors."""

import logging
from functools import partial
from http import HTTPStatus
from typing import Annotated, cast

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import ClientException, HTTPException, PermissionDeniedException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from undercut.pages.answers import Page
from undercut.pages.errors import BANNED, TOO_MANY, ErrorPage, few_faults, refusal_page
from undercut.site.base.monitoring import REFUSED, request_id, traceback_summary
from undercut.site.base.tasks import Gone
from undercut.site.routes.visit import Visit
from undercut.site.security.bans import Banned
from undercut.site.security.guests import CSRF_COOKIE, CSRF_HEADER, FORMS
from undercut.site.security.limits import TooMuch
from undercut.site.store.database import TooMany, Unavailable, Unknown
from undercut.site.workers.importer import Full
from undercut.table.events import DamagedLog
from undercut.translation import N_, _

LARGEST_COMMAND = 16_000  # maximum size of every body except an imported record, in bytes

GameName = Annotated[str, PathParameter(description="The game's name.", max_length=40)]
RuleSet = Annotated[str | None, QueryParameter(name="rules", description="A rule set.", max_length=40)]
Changes = Annotated[
    list[str] | None, QueryParameter(name="set", description="Changed options, each `name=value`.", max_items=40)
]
TableId = Annotated[str, PathParameter(description="The table's id.", max_length=40)]


def _answered(kind: object, text: str, media_type: str = "application/json") -> ResponseSpec:
    """Describe a response, without Litestar's generated examples: they are random, and some cannot be encoded."""
    return ResponseSpec(kind, description=text, media_type=media_type, generate_examples=False)  # pyright: ignore[reportArgumentType]  any type of content does


REFUSALS = {
    400: _answered(ErrorPage, "The request cannot be read."),
    403: _answered(ErrorPage, "You may not do this, or may not do it now, or the CSRF token is wrong."),
    404: _answered(ErrorPage, "No such table."),
    409: _answered(ErrorPage, "The position has changed; `version` is the table's current version."),
    413: _answered(ErrorPage, "The request is too large."),
    422: _answered(ErrorPage, "The request is invalid; for an illegal move, `clause` names the rule that forbids it."),
    429: _answered(ErrorPage, "Too many requests; `Retry-After` gives the seconds to wait."),
    503: _answered(ErrorPage, "The database is unavailable; nothing has changed."),
}
"""Error responses of every command."""

_READ_REFUSALS = {status: each for status, each in REFUSALS.items() if status not in (409, 413)}


def sends(kind: object, text: str, media_type: str) -> dict[int, ResponseSpec]:
    """Describe the responses of an address that answers with something other than a page."""
    return _READ_REFUSALS | {200: _answered(kind, text, media_type)}


def opens(kind: object, text: str) -> dict[int, ResponseSpec]:
    return REFUSALS | {201: _answered(kind, text)}


get_page = partial(get, responses=_READ_REFUSALS)
"""Declares the handler of a page, which programs get as JSON."""

post_command = partial(
    post, status_code=HTTP_200_OK, responses=REFUSALS, tags=["acting"], request_max_body_size=LARGEST_COMMAND
)
"""Declares the handler of a command, which programs send as JSON."""

get_hidden = partial(get, include_in_schema=False)
post_hidden = partial(post, include_in_schema=False, status_code=HTTP_200_OK, request_max_body_size=LARGEST_COMMAND)
"""Declare the handlers of what only our own pages ask for."""


_FAILED, _FULL = HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.SERVICE_UNAVAILABLE

_log = logging.getLogger(__name__)

_TOKEN = (
    f"Repeat the cookie {CSRF_COOKIE} in the header {CSRF_HEADER}, and send the cookie, too. "
    "Any GET, such as GET /, sets it."
)
"""The error for a missing or wrong CSRF token."""


def refuse(request: Request[object, object, State], error: Exception) -> Response[ErrorPage]:
    page = error_page(error)
    if isinstance(error, PermissionDeniedException) and request.content_type[0] not in FORMS:
        page = msgspec.structs.replace(page, detail=_TOKEN)
    table = cast("object", request.path_params.get("table")) if "path_params" in request.scope else None
    if isinstance(table, str):
        page = msgspec.structs.replace(page, table=table)
    REFUSED.labels(str(page.status), type(error).__name__).inc()
    if page.status >= _FAILED:
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
    if isinstance(error, Gone):
        error = ClientException(str(error))
    for kind in type(error).__mro__:
        if kind in _PAGES:
            status, title, detail = _PAGES[kind]
            return ErrorPage(status, _(title), _(detail).format(reason=error) if detail else str(error))
    if isinstance(error, HTTPException) and (error.status_code < _FAILED or error.status_code == _FULL):
        return _http_page(error)
    failed = ErrorPage(500, _("Something went wrong"), _("The error is on our side. Nothing was changed."))
    return refusal_page(error) or failed


_PAGES: dict[type, tuple[int, str, str]] = {
    Banned: (403, BANNED, ""),
    TooMany: (429, TOO_MANY, ""),
    Full: (503, N_("Not available"), ""),
    TooMuch: (429, N_("Too many requests"), ""),
    Unknown: (404, N_("Not found"), N_("No such table.")),
    Unavailable: (503, N_("Not available"), N_("Nothing was changed: {reason}. Try again in a moment.")),
    DamagedLog: (500, N_("This table cannot be shown"), N_("Its log cannot be read; other tables are not affected.")),
}
"""The status, title and detail of each error; without a detail, the error's own text is shown."""


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
