"""The two workers of a page: one answers its requests, the other plays the bots."""

import asyncio
import gc
import pkgutil
import re
import sys
import traceback
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from typing import Protocol

import msgspec

from undercut.bots.thinking.budget import Watch
from undercut.offline.app import OfflineApp, first_pages, no_bots
from undercut.offline.routes import routes
from undercut.offline.routing import NotKept, Request, Response
from undercut.offline.storage import MemoryStorage, Storage
from undercut.pages.answers import Page
from undercut.pages.errors import ErrorPage, refusal_page
from undercut.pages.templates import import_compiled
from undercut.table.bot_requests import BotReply, BotRequest, answer
from undercut.table.events import DamagedLog
from undercut.translation import _


async def answer_request(app: OfflineApp, request: Request) -> Response:
    try:
        result = routes.handle(app, request)
        result = await result if isinstance(result, Awaitable) else result
        return result if isinstance(result, Response) else app.answer(request, result)
    except Exception as error:  # noqa: BLE001  a fault must end neither the worker nor the other games
        table = next(iter(re.findall("^/t/([^/]+)", request.path)), None)
        page = msgspec.structs.replace(_refusal(app, error), table=table)
        context = {"damaged": isinstance(error, DamagedLog)}
        return app.answer(request, Page("error.html", page, context=lambda _preferences: context, status=page.status))


def _refusal(app: OfflineApp, error: Exception) -> ErrorPage:
    match error:
        case NotKept():
            return ErrorPage(503, _("Not available"), str(error))
        case DamagedLog():
            detail = _("It was set aside. Its events can be downloaded; your other games are not affected.")
            return ErrorPage(500, _("This game is damaged"), detail, faults=[str(error)])
        case _ if page := refusal_page(error):
            return page
        case _:
            app.faults.append(error)
            return ErrorPage(500, _("Something went wrong"), _("This is a bug in Undercut."))


class Reply(Protocol):
    """What the page takes of an answer: ``reply`` in ``python.js``."""

    def head(self, status: int, headers: str, cookie: str | None) -> None: ...
    def body(self, part: bytes) -> None: ...
    def end(self) -> None: ...
    def fault(self, text: str) -> None: ...


Think = Callable[[str], Awaitable[str]]  # asks the worker of the bots; both texts are JSON


async def start(
    database: MemoryStorage | None, think: Think, options: str
) -> Callable[[str, Reply], asyncio.Task[None]]:
    """Open what is kept, if the browser has a database; return what answers requests from now on, each in a task."""
    storage = await Storage.open(database or MemoryStorage())
    app = OfflineApp(storage, partial(_ask, think), **msgspec.json.decode(options))
    return lambda request, reply: asyncio.get_running_loop().create_task(_answer(app, request, reply))


async def _ask(think: Think, request: BotRequest) -> BotReply:
    return msgspec.json.decode(await think(msgspec.json.encode(request).decode()), type=BotReply)


async def _answer(app: OfflineApp, request: str, reply: Reply) -> None:
    response = Response(status=500)  # if not even the page of an error can be made
    try:
        with _telling_faults(app, reply):
            response = await answer_request(app, msgspec.json.decode(request, type=Request))
        with _telling_faults(app, reply):
            await _send(app, response, reply)
    finally:
        reply.end()


@contextmanager
def _telling_faults(app: OfflineApp, reply: Reply) -> Generator[None]:
    try:
        yield
    except Exception as error:  # noqa: BLE001  as above
        app.faults.append(error)
    while app.faults:
        reply.fault("".join(traceback.format_exception(app.faults.pop())))


async def _send(app: OfflineApp, response: Response, reply: Reply) -> None:
    headers = {"Content-Type": response.kind, "Cache-Control": "no-store", **response.headers}
    if "Location" in headers:
        headers["Location"] = app.address + headers["Location"]
    reply.head(int(response.status), msgspec.json.encode(headers).decode(), response.cookie)
    if response.messages is None:
        reply.body(response.body)
    else:
        async for message in response.messages:
            reply.body(message)


def prepare(options: str) -> None:
    """Import the whole program and make a few pages, to keep all of that in the memory of a start."""
    for module in pkgutil.walk_packages(sys.modules["undercut"].__path__, "undercut."):
        import_module(module.name)
    import_compiled()
    app = OfflineApp(Storage(MemoryStorage(), {}), no_bots, **msgspec.json.decode(options))
    for path in ("/new", "/watch", *first_pages()):
        with suppress(StopIteration):  # its result; these pages wait for nothing
            answer_request(app, Request("GET", path)).send(None)
    gc.collect()
    gc.freeze()


def thought(request: str) -> str:
    reply = answer(msgspec.json.decode(request, type=BotRequest), Watch())
    return msgspec.json.encode(reply).decode()
