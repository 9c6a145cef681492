"""An edition without a server as tests use it: its database in memory, its bots in this process."""

import asyncio
import json
import math
from html import unescape

from undercut.bots.thinking.budget import Watch
from undercut.offline.app import OfflineApp
from undercut.offline.bridge import answer_request
from undercut.offline.routing import Request
from undercut.offline.storage import MemoryStorage, Storage
from undercut.table.bot_requests import answer

FULL = "QuotaExceededError: no space"


class Memory(MemoryStorage):
    def __init__(self):
        super().__init__()
        self.is_full = False
        self.writes_left = math.inf

    async def events(self, table):
        await asyncio.sleep(0)
        return await super().events(table)

    async def write(self, change):
        if self.is_full or not self.writes_left:
            raise RuntimeError(FULL)
        self.writes_left -= 1
        _texts, first, logs = json.loads(change)
        assert all(first == len(self.logs.get(table, ())) + 1 for table in logs)
        await super().write(change)


class Reader:
    def __init__(self, home):
        self.home = home

    async def get(self, path, accept="text/html", **more):
        path, _, query = path.partition("#")[0].partition("?")
        pairs = [pair.partition("=")[::2] for pair in unescape(query).split("&") if pair]
        return await answer_request(self.home, Request("GET", path, tuple(pairs), accept=accept, **more))

    async def post(self, path, accept="application/json", **fields):
        form = tuple((name.replace("__", "."), str(value)) for name, value in fields.items())
        return await answer_request(self.home, Request("POST", path, form=form, accept=accept))


async def edition(memory=None, think=None, **wishes):
    """Open an edition; `seen` gets what bots are asked."""
    memory = memory or Memory()

    async def ask(request):
        return answer(request, Watch())

    return OfflineApp(await Storage.open(memory), think or ask, address="http://edition.test", **wishes)
