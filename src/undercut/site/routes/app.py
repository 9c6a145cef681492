"""The Litestar application: routes, security, and the services that run with it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import cast

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.exceptions import ClientException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router  # pyright: ignore[reportUnknownVariableType]  partly untyped
from litestar.template import TemplateConfig
from litestar.types import ASGIApp, Receive, Scope, Send

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.pages.assets import packs, sprite_address
from undercut.pages.books.lab_page import lab_page
from undercut.pages.forms.new_page import new_page
from undercut.pages.templates import STATIC
from undercut.site.operations.logs import log_task_errors
from undercut.site.operations.metrics import measure_loop_lag
from undercut.site.operations.oversight import Oversight
from undercut.site.operations.settings import Settings
from undercut.site.rooms.pars import Pars
from undercut.site.rooms.reviews import Reviews
from undercut.site.rooms.rooms import Expiry, Rooms
from undercut.site.routes import (
    daily,
    duplicate,
    edition,
    editor,
    learning,
    lists,
    my_games,
    pictures,
    players,
    tables,
)
from undercut.site.routes.description import Preparing, render_plugins
from undercut.site.routes.pictures import made_file
from undercut.site.routes.replies import refuse, template_engine
from undercut.site.routes.services import Site, provide_guest, provide_site, request_allowance
from undercut.site.security.addresses import group_of
from undercut.site.security.bans import Bans
from undercut.site.security.client import client_group, serving
from undercut.site.security.guest import (
    CSRF_COOKIE,
    CSRF_HEADER,
    FREE,
    ForgeryGuard,
    Guests,
    Hosts,
    SiteRequest,
    add_headers,
    address_of,
)
from undercut.site.security.keys import Keys
from undercut.site.security.limits import Allowance, Sharing
from undercut.site.store.store import Store
from undercut.site.workers.importer import Importer
from undercut.site.workers.thinkers import Thinkers
from undercut.table.opening.choices import read_choices


def warm_up(engine: JinjaTemplateEngine) -> None:
    """Compile the templates, draw the cards, read the published studies and the choices of each game; all are kept."""
    for name in engine.engine.list_templates(["html"]):
        engine.get_template(name)
    for name, pack in packs().items():
        sprite_address(pack)
        made_file(f"cards/{name}.svg", squeezed=True)
    for name in registry.names():
        lab_page(name)
        new_page(read_choices({"game": name}))


_CLOSING_SECONDS = 1.0

_LONGEST_PATH = 255
"""Longest path in bytes; the longest address of the site, a seat link, has 60. File systems take no longer names."""

_LONGEST_ACCEPT = 1000
_BAD_QUALITY = re.compile(rb";\s*q\s*=(?!\s*[\d.]{1,10}\s*(?:[,;]|$))", re.IGNORECASE)
"""A quality that is not a short number; Litestar fails on an infinite one."""


class WellFormed(ASGIMiddleware):
    """Refuses the name of another site, and heads that no browser sends and that the libraries below would fail on."""

    def __init__(self, hosts: Hosts) -> None:
        self._hosts = hosts

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a request on, or refuse it."""
        if "\0" in scope["path"] or len(scope["path"].encode(errors="replace")) > _LONGEST_PATH:
            raise NotFoundException
        accepted = [value for name, value in scope["headers"] if name == b"accept"]
        if any(len(value) > _LONGEST_ACCEPT or _BAD_QUALITY.search(value) for value in accepted):
            message = "The Accept header is invalid."
            raise ClientException(message)
        self._hosts.check(scope["headers"], scope["http_version"])
        await next_app(scope, receive, send)


class RateLimit(ASGIMiddleware):
    """Limits the requests of each address, and notes whom the work is for; static files are exempt."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a request on, or refuse it."""
        if not scope["path"].startswith(FREE):
            site = scope["litestar_app"].state.site
            request = SiteRequest(scope)
            group = group_of(address_of(request))
            client_group.set(group)
            site.requests.take_here([group])
        with serving(partial(_leaves, receive)):
            await next_app(scope, receive, send)


async def _leaves(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


@asynccontextmanager
async def running(settings: Settings, app: Litestar) -> AsyncGenerator[None]:
    """Start the services of the site, and stop them at the end."""
    log_task_errors()
    store = await Store.open(settings.database)
    thinkers = Thinkers(settings.thinkers)
    importer = Importer(settings.imports)
    keys = Keys(settings.secret)
    openings = Allowance(settings.opened, text="Too many tables were opened from your address. Wait a moment.")
    seat_changes = Allowance(settings.seat_changes, text="You have taken and left seats too often. Wait a moment.")
    analysed = Allowance(
        settings.reviews, 3600.0, text="You have had too many games analysed within an hour. Try again later."
    )
    studies, pars = Reviews(store, thinkers, analysed), Pars(store, thinkers)
    shared = {"openings": openings, "seat_changes": seat_changes, "imports": importer.budget, "reviews": analysed}
    sharing = Sharing(store, keys, shared)
    rooms = Rooms(store, thinkers, settings)
    expiry = Expiry(rooms, settings)
    bans = Bans()
    guests = Guests(keys, bans)
    site = Site(settings, rooms, importer, guests, request_allowance(settings), openings, seat_changes, studies, pars)
    app.state.site = site
    oversight = Oversight(store, bans, site.end_banned_streams)
    lag = asyncio.create_task(measure_loop_lag())
    engine = cast("JinjaTemplateEngine", app.template_engine)  # pyright: ignore[reportUnknownMemberType]  the library's own types
    warming = asyncio.create_task(asyncio.to_thread(warm_up, engine), name="warming up")
    try:
        await oversight.start()
        await thinkers.start()
        await rooms.uptime.start(rooms.flag)
        yield
    finally:
        await oversight.close()
        await expiry.close()
        lag.cancel()
        await asyncio.wait([warming])
        await studies.close()
        await pars.close()
        await rooms.uptime.close()
        await rooms.close()
        await sharing.close()
        await importer.close()
        await thinkers.close()
        await store.close(within=_CLOSING_SECONDS)


_ROUTES = (lists, daily, duplicate, learning, tables, pictures, players, editor, edition, my_games)
"""The modules whose handlers answer."""


def make_app(settings: Settings, bound: str = "127.0.0.1") -> Litestar:
    """Create the application; its services start and stop with it."""
    names = Hosts(settings.hosts, bound)
    return Litestar(
        route_handlers=[
            *(
                handler
                for module in _ROUTES
                for handler in vars(module).values()
                if isinstance(handler, HTTPRouteHandler)
            ),
            *tables.COMMAND_ROUTES,
            create_static_files_router(
                path="/static", directories=[STATIC], cache_control=None, include_in_schema=False
            ),
        ],
        lifespan=[partial(running, settings)],
        dependencies={"site": Provide(provide_site), "guest": Provide(provide_guest)},
        middleware=[WellFormed(names), RateLimit(), ForgeryGuard()],
        before_send=[add_headers],
        request_class=SiteRequest,
        request_max_body_size=settings.largest,
        template_config=TemplateConfig(instance=template_engine(settings.docs)),
        exception_handlers={UndercutError: refuse, Exception: refuse},
        openapi_config=_description(),
        logging_config=None,
    )


def _description() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Undercut",
        version=version("undercut"),
        description="Cuttle, Cups and Cut the Rope, for programs. Every address returns JSON to programs (send "
        "`Accept: application/json`) and pages to browsers. Start with GET /, which sets two cookies: `guest` "
        f"identifies you, and `{CSRF_COOKIE}` must be repeated in the header `{CSRF_HEADER}` of every POST.",
        openapi_router=Router("/schema", route_handlers=[], include_in_schema=False, before_request=Preparing()),
        use_handler_docstrings=True,
        render_plugins=render_plugins(),
        components=Components(
            security_schemes={
                "guest": SecurityScheme(type="apiKey", name="guest", security_scheme_in="cookie"),
                "csrf": SecurityScheme(type="apiKey", name=CSRF_HEADER, security_scheme_in="header"),
            }
        ),
    )
