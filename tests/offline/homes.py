"""An edition without a server as tests use it: its database in memory, its bots in this process."""

import asyncio
import re
from html import unescape

from undercut.bots.thinking.budget import Watch
from undercut.offline.exchange import Asked
from undercut.offline.home import Home
from undercut.offline.kept import Kept
from undercut.offline.routes import answered
from undercut.table.thinking import answer

FULL = "QuotaExceededError: no space"
_FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')


class Shelf:
    """A database in memory; one that is full refuses everything."""

    def __init__(self):
        self.texts, self.logs, self.is_full = {}, {}, False

    async def all(self):
        return dict(self.texts)

    async def events(self, table):
        await asyncio.sleep(0)
        return list(self.logs.get(table, ()))

    async def write(self, texts, table, first, events):
        if self.is_full:
            raise RuntimeError(FULL)
        log = self.logs.setdefault(table, []) if events else []
        assert not events or first == len(log) + 1
        log += events
        for name, text in texts.items():
            self.texts.pop(name, None)
            if text is not None:
                self.texts[name] = text

    async def clear(self):
        self.texts.clear()
        self.logs.clear()


class Reader:
    """A reader who sends requests to an edition."""

    def __init__(self, home):
        self.home = home

    async def get(self, path, accept="text/html", **more):
        path, _, query = path.partition("#")[0].partition("?")
        pairs = [pair.partition("=")[::2] for pair in unescape(query).split("&") if pair]
        return await answered(self.home, Asked("GET", path, tuple(pairs), accept=accept, **more))

    async def post(self, path, accept="application/json", **fields):
        form = tuple((name.replace("__", "."), str(value)) for name, value in fields.items())
        return await answered(self.home, Asked("POST", path, form=form, accept=accept))


async def edition(shelf=None, think=None, **wishes):
    """Open an edition; `seen` gets what bots are asked."""
    shelf = shelf or Shelf()

    async def ask(request):
        return answer(request, Watch())

    return Home(await Kept.open(shelf), think or ask, address="http://edition.test", **wishes)
