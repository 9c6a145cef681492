"""What several addresses declare: parameters, descriptions of responses and refusals, and the handler of a command."""

from functools import partial
from typing import Annotated

from litestar import post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from undercut.pages.errors import ErrorPage
from undercut.site.routes.services import LARGEST_COMMAND

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
