"""The Litestar application: routes, security, and the services that run with it, also on the owner's actions."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import Final, cast

from litestar import Litestar, Router
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router  # pyright: ignore[reportUnknownVariableType]  partly untyped
from litestar.template import TemplateConfig

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.pages.assets import ASSETS, STATIC, asset_address, packs, sprite_address
from undercut.pages.books.lab_page import lab_page
from undercut.pages.new_page import new_page
from undercut.site.base.keys import Keys
from undercut.site.base.monitoring import log_task_errors, measure_loop_lag
from undercut.site.base.settings import Settings
from undercut.site.base.tasks import Background
from undercut.site.rooms.rooms import Expiry, Rooms
from undercut.site.routes import books, deals, editor, files, guest, lobby, table_commands, table_pages
from undercut.site.routes.addresses import refuse
from undercut.site.routes.files import made_file
from undercut.site.routes.visit import Site, Visit, template_engine
from undercut.site.security.bans import Bans
from undercut.site.security.guards import Guard, Hosts
from undercut.site.security.guests import CSRF_COOKIE, CSRF_HEADER, Guests, add_headers
from undercut.site.security.limits import Allowance
from undercut.site.server.openapi import Preparing, render_plugins
from undercut.site.store import moderation
from undercut.site.store.database import StoreError
from undercut.site.store.sharing import SharedAllowances
from undercut.site.store.store import Store
from undercut.site.workers.importer import Importer
from undercut.site.workers.reviews import Pars, Reviews
from undercut.site.workers.thinkers import Thinkers
from undercut.table.opening.terms import read_choices
from undercut.translation import N_


def warm_up(engine: JinjaTemplateEngine) -> None:
    """Make what all readers share and is kept: templates, style sheets, cards, published studies, choices of games."""
    for name in engine.engine.list_templates(["html"]):
        engine.get_template(name)
    for name in ASSETS:
        asset_address(name)
    for name, pack in packs().items():
        sprite_address(pack)
        made_file(f"cards/{name}.svg", squeezed=True)
    for name in registry.names():
        lab_page(name)
        new_page(read_choices({"game": name}))


_CLOSING_SECONDS = 1.0


@asynccontextmanager
async def running(settings: Settings, app: Litestar) -> AsyncGenerator[None]:
    """Run the services of the site; they close in the reverse of the order below, each before those that it uses."""
    log_task_errors()
    store = await Store.open(settings.database)
    thinkers = Thinkers(settings.thinkers)
    importer = Importer(settings.imports)
    keys = Keys(settings.secret)
    openings, seat_changes, analysed = _allowances(settings)
    reviews, pars = Reviews(store, thinkers, analysed), Pars(store, thinkers)
    shared = {"openings": openings, "seat_changes": seat_changes, "imports": importer.budget, "reviews": analysed}
    sharing = SharedAllowances(store, keys, shared)
    rooms = Rooms(store, thinkers, settings)
    expiry = Expiry(rooms, settings)
    bans = Bans()
    guests = Guests(keys, bans)
    requests = Allowance(settings.burst, settings.burst / settings.rate) if settings.rate > 0 else Allowance(0)
    site = Site(settings, rooms, importer, guests, requests, openings, seat_changes, reviews, pars)
    app.state.site = site
    oversight = Oversight(store, bans, site.end_banned_streams)
    background = Background()
    background.start(measure_loop_lag())
    engine = cast("JinjaTemplateEngine", app.template_engine)  # pyright: ignore[reportUnknownMemberType]  the library's own types
    warming = asyncio.create_task(asyncio.to_thread(warm_up, engine), name="warming up")
    async with AsyncExitStack() as closing:
        closing.push_async_callback(store.close, within=_CLOSING_SECONDS)
        for service in (thinkers, importer, sharing, rooms, rooms.uptime, pars, reviews):
            closing.push_async_callback(service.close)
        closing.push_async_callback(asyncio.wait, [warming])
        for service in (background, expiry, oversight):
            closing.push_async_callback(service.close)
        await oversight.start()
        await thinkers.start()
        await rooms.uptime.start(rooms.flag)
        yield


def _allowances(settings: Settings) -> tuple[Allowance, Allowance, Allowance]:
    """Return how often a client may open tables, change seats, and have games analysed."""
    return (
        Allowance(settings.opened, text=N_("Too many tables were opened from your address. Wait a moment.")),
        Allowance(settings.seat_changes, text=N_("You have taken and left seats too often. Wait a moment.")),
        Allowance(settings.reviews, 3600.0, text=N_("You have had too many games analysed. Try again in an hour.")),
    )


_ROUTES = (lobby, deals, books, files, editor, guest, table_pages, table_commands)


def make_app(settings: Settings, bound: str = "127.0.0.1") -> Litestar:
    return Litestar(
        route_handlers=[
            *(each for module in _ROUTES for each in vars(module).values() if isinstance(each, HTTPRouteHandler)),
            *table_commands.COMMAND_ROUTES,
            create_static_files_router(
                path="/static", directories=[STATIC], cache_control=None, include_in_schema=False
            ),
        ],
        lifespan=[partial(running, settings)],
        middleware=[Guard(Hosts(settings.hosts, bound))],
        before_send=[add_headers],
        request_class=Visit,
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


_EVERY: Final = 2.0


class Oversight:
    """Reads the bans, and announces the tables that the owner has changed."""

    def __init__(self, store: Store, bans: Bans, on_bans: Callable[[], None]) -> None:
        self._store = store
        self._bans = bans
        self._on_bans = on_bans
        self._known: set[int] | None = None
        self._background = Background()
        self.close = self._background.close

    async def start(self) -> None:
        await self.refresh()
        self._background.repeat(self.refresh, _EVERY, "oversight", expected=StoreError)

    async def refresh(self) -> None:
        changes = await self._store.ask(moderation.read_changes, self._known)
        if self._bans.replace(await self._store.ask(moderation.read_bans, time.time())):
            self._on_bans()
        known, self._known = self._known, {number for number, _, _ in changes}
        if known is not None:
            new = {table: last for number, table, last in changes if number not in known and table and last}
            self._store.announce(list(new.items()))
