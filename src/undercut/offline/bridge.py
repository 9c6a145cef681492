"""The two workers of a page: one answers its requests, the other plays the bots."""

# The page's own objects have no types: the type checker looks away here.
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import asyncio
import pkgutil
import sys
import traceback
from importlib import import_module
from typing import TYPE_CHECKING

import msgspec

from undercut.bots.thinking.budget import Watch
from undercut.table.bot_requests import BotReply, BotRequest, answer

if TYPE_CHECKING:
    from undercut.offline.app import OfflineApp
    from undercut.offline.routing import Response


class RequestServer:
    """Answers the requests of pages."""

    def __init__(self, app: OfflineApp) -> None:
        self._app = app
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def serve(self, number: int, request: str, reply) -> None:  # noqa: ANN001  the page's own
        """Begin to answer a request."""
        task = asyncio.get_running_loop().create_task(self._answer(request, reply))
        self._tasks[number] = task
        task.add_done_callback(lambda _: self._tasks.pop(number, None))

    def stop(self, number: int) -> None:
        """Stop an answer whose reader has left."""
        if task := self._tasks.get(number):
            task.cancel()

    async def _answer(self, request: str, reply) -> None:  # noqa: ANN001  as above
        from undercut.offline.routes import answer_request  # noqa: PLC0415  the bots' worker needs none of it
        from undercut.offline.routing import Request  # noqa: PLC0415  as above

        found = await answer_request(self._app, msgspec.json.decode(request, type=Request))
        while self._app.faults:
            reply.fault("".join(traceback.format_exception(self._app.faults.pop())))
        self._send_head(found, reply)
        if found.messages is None:
            reply.body(found.body)
        else:
            async for message in found.messages:
                reply.body(message)
        reply.end()

    def _send_head(self, found: Response, reply) -> None:  # noqa: ANN001  as above
        headers = {"Content-Type": found.kind, "Cache-Control": "no-store", **found.headers}
        if "Location" in headers:
            headers["Location"] = self._app.address + headers["Location"]
        reply.head(int(found.status), msgspec.json.encode(headers).decode(), found.cookie)


async def start(database, think, options: str) -> RequestServer:  # noqa: ANN001  the page's own
    """Open what is kept, if the browser has a database, and answer requests from now on."""
    from undercut.offline.app import OfflineApp  # noqa: PLC0415  the bots' worker needs none of it
    from undercut.offline.storage import MemoryStorage, Storage  # noqa: PLC0415  as above

    async def ask(request: BotRequest) -> BotReply:
        return msgspec.json.decode(await think(msgspec.json.encode(request).decode()), type=BotReply)

    storage = await Storage.open(database or MemoryStorage())
    return RequestServer(OfflineApp(storage, ask, **msgspec.json.decode(options)))


def prepare() -> None:
    """Import the whole program, to keep it in the memory of a start."""
    from undercut.pages.templates import import_compiled  # noqa: PLC0415  a worker needs only parts of it at first

    for module in pkgutil.walk_packages(sys.modules["undercut"].__path__, "undercut."):
        import_module(module.name)
    import_compiled()


def thought(request: str) -> str:
    """Answer a request to the bots."""
    found = answer(msgspec.json.decode(request, type=BotRequest), Watch())
    return msgspec.json.encode(found).decode()
