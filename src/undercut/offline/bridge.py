"""The two workers of a page: one answers its requests, the other plays the bots."""

# The page's own objects have no types: the type checker looks away here.
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

import asyncio
import gc
import pkgutil
import sys
import traceback
from contextlib import suppress
from functools import partial
from importlib import import_module

import msgspec

from undercut.bots.thinking.budget import Watch
from undercut.offline.app import OfflineApp, first_pages
from undercut.offline.routes.answering import answer_request
from undercut.offline.routing import Request
from undercut.offline.storage import MemoryStorage, Storage
from undercut.pages.templates import import_compiled
from undercut.table.bot_requests import BotReply, BotRequest, answer


async def start(database, think, options: str):  # noqa: ANN001, ANN201  the page's own
    """Open what is kept, if the browser has a database; return what answers requests from now on, each in a task."""
    storage = await Storage.open(database or MemoryStorage())
    app = OfflineApp(storage, partial(_ask, think), **msgspec.json.decode(options))
    return lambda request, reply: asyncio.get_running_loop().create_task(_answer(app, request, reply))


async def _ask(think, request: BotRequest) -> BotReply:  # noqa: ANN001  the page's own
    return msgspec.json.decode(await think(msgspec.json.encode(request).decode()), type=BotReply)


async def _answer(app: OfflineApp, request: str, reply) -> None:  # noqa: ANN001  the page's own
    response = await answer_request(app, msgspec.json.decode(request, type=Request))
    while app.faults:
        reply.fault("".join(traceback.format_exception(app.faults.pop())))
    headers = {"Content-Type": response.kind, "Cache-Control": "no-store", **response.headers}
    if "Location" in headers:
        headers["Location"] = app.address + headers["Location"]
    reply.head(int(response.status), msgspec.json.encode(headers).decode(), response.cookie)
    if response.messages is None:
        reply.body(response.body)
    else:
        async for message in response.messages:
            reply.body(message)
    reply.end()


def prepare(options: str) -> None:
    """Import the whole program and make a few pages, to keep all of that in the memory of a start."""
    for module in pkgutil.walk_packages(sys.modules["undercut"].__path__, "undercut."):
        import_module(module.name)
    import_compiled()
    app = OfflineApp(Storage(MemoryStorage(), {}), partial(_ask, None), **msgspec.json.decode(options))
    for path in ("/new", "/watch", *first_pages()):
        with suppress(StopIteration):  # its result; these pages wait for nothing
            answer_request(app, Request("GET", path)).send(None)
    gc.collect()
    gc.freeze()


def thought(request: str) -> str:
    reply = answer(msgspec.json.decode(request, type=BotRequest), Watch())
    return msgspec.json.encode(reply).decode()
