"""Replies: a page for people, JSON for programs, by what the client asks for."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import TypeVar, cast

from litestar import MediaType, Response
from litestar.datastructures.headers import Accept
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_303_SEE_OTHER

from undercut.pages.answers import Created, Done, Page
from undercut.pages.templates import environment
from undercut.site.routes.services import Site, address_here
from undercut.site.security.guests import CSRF_STATE, SiteRequest, preferences_of


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


def wants_page(request: SiteRequest) -> bool:
    """Return whether the client prefers HTML to JSON."""
    return _prefers_page(request.headers.get("accept", "*/*"))


@lru_cache(maxsize=1024)  # most clients always send the same
def _prefers_page(accept: str) -> bool:
    try:
        best = Accept(accept).best_match([MediaType.JSON.value, MediaType.HTML.value])
    except OverflowError:  # an infinite quality
        return False
    return best == MediaType.HTML.value


def send(request: SiteRequest, answer: Page[_Data] | Done[_Data]) -> Response[_Data]:
    """Respond with a page for people and its data for programs, or with the address that follows a command."""
    if isinstance(answer, Done):
        return done(request, answer.data, answer.address)
    return _filled(request, answer, answer.more(preferences_of(request)) if wants_page(request) else None)


async def send_rendered(request: SiteRequest, site: Site, render: Callable[[], Page[_Data]]) -> Response[_Data]:
    """Respond with a page that takes long to make."""
    preferences = preferences_of(request) if wants_page(request) else None

    def rendered() -> tuple[Page[_Data], Mapping[str, object] | None]:
        page = render()
        return page, page.more(preferences) if preferences else None

    return _filled(request, *await site.rooms.apart(rendered))


def _filled(request: SiteRequest, page: Page[_Data], context: Mapping[str, object] | None) -> Response[_Data]:
    """Respond with a page filled with its context; without one, with its data."""
    headers = {"Vary": "Accept, Cookie", "Cache-Control": "no-cache, private"}
    if context is None:
        return Response(page.data, status_code=page.status, media_type=MediaType.JSON, headers=headers)
    filled = Template(
        page.template,
        context={"page": page.data, "here": page.here, "preferences": preferences_of(request), **context},
        status_code=page.status,
        media_type=MediaType.HTML,
        headers=headers,
    )
    return cast("Response[_Data]", filled)


def done(request: SiteRequest, data: _Data, address: str, *, status: int = HTTP_200_OK) -> Response[_Data]:
    """Respond to a successful command: a redirect for people, data for programs."""
    if wants_page(request):
        return cast("Response[_Data]", Redirect(address, status_code=HTTP_303_SEE_OTHER))
    headers = {"Location": address} if status == HTTPStatus.CREATED else {}
    return Response(data, status_code=status, media_type=MediaType.JSON, headers=headers)


def answer_created(
    request: SiteRequest, table: str, version: int, seat: int | None, status: int = HTTP_201_CREATED
) -> Response[Created]:
    """Respond with the way to a table that was opened."""
    created = Created(table, version, seat, f"{address_here(request)}/t/{table}")
    return done(request, created, f"/t/{table}", status=status)


def download(content: _Data, name: str, media_type: str = MediaType.JSON) -> Response[_Data]:
    """Respond with a file to save under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(content, media_type=media_type, headers=headers)
