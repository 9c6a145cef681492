"""How addresses are declared: common parameters, and the responses that the description for programs lists."""

from functools import partial
from typing import Annotated

from litestar import get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from undercut.pages.errors import ErrorPage

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
    """Describe the responses of a command that opens something."""
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
