import asyncio
import json
import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.server.whole import sites
from undercut.play.state import State
from undercut.site.rooms.stored_tables import new_table
from undercut.site.store.store import Store
from undercut.table.events import Dealt, Event, Moved, Opened, Sat


@dataclass(frozen=True)
class Laid:
    path: str
    seats: list[str]


class Site:
    def __init__(self, folder: Path, **wishes: object) -> None:
        self.database = f"sqlite:///{folder / 'tables.db'}"
        self.port = 0
        self._process: sites.Site | None = None
        self._asked = (folder, self.database), wishes

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        given, wishes = self._asked
        self._process = sites.Site(*given, options=("--port", str(self.port)), **wishes)
        self.port = self._process.port

    def kill(self) -> None:
        self._process.remove()

    def stop(self) -> None:
        self._process.stop()
        self._process.remove()
        assert self._process.process.returncode == 0
        assert "Traceback" not in self._process.log

    def lay(self, state: State, players: Sequence[str], *more: Event, played: bool = False, **opened: object) -> Laid:
        keys = [secrets.token_urlsafe(16) for _ in players]
        events: list[Event] = [Opened(state.game.name, state.game.rules, len(players), **opened)]
        events += [
            Sat(seat, "bot", name, name) if name == "random" else Sat(seat, "person", name, key=keys[seat])
            for seat, name in enumerate(players)
        ]
        events += [*(_moves(state) if played else [_dealt(state)]), *more]
        creation = new_table(events, {}, time.time())

        async def write() -> None:
            async with await Store.open(self.database) as store:
                await store.create(creation)

        with ThreadPoolExecutor(1) as thread:  # Playwright has this thread's loop
            thread.submit(asyncio.run, write()).result()
        table = creation.table
        return Laid(f"/t/{table}", [f"/s/{table}.{seat}.{key}" for seat, key in enumerate(keys)])


def _dealt(state: State) -> Dealt:
    return Dealt(json.loads(json.dumps(state.position())))


def _moves(state: State) -> list[Event]:
    left, found = state.copy(), list[Event]()
    while left.moves:
        move, shuffles = str(left.moves[-1]), left.shuffles
        left.undo()
        found.append(Moved(left.to_move, move, shuffles[len(left.shuffles) :]))
    return [_dealt(left), *reversed(found)]
