"""A site as `undercut serve` starts it: in a process of its own, which can be stopped and started again."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from undercut.play.state import State
from undercut.site.rooms.entries import new_table
from undercut.site.store.store import Store
from undercut.table.events import Dealt, Event, Moved, Opened, Sat

PATIENCE = 60.0


@dataclass(frozen=True)
class Laid:
    """A table at which cards have been laid out beforehand."""

    path: str
    seats: list[str]


class Site:
    """A site on a database of its own."""

    def __init__(self, folder: Path, **wishes: object) -> None:
        self.folder = folder
        self.log = folder / "log.txt"
        self.port = 0
        quick = {
            "data": folder,
            "pace": 0,
            "rate": 0,
            "opened": 0,
            "seat_changes": 0,
            "rebuilds": 0,
            "streams": 0,
            "thinkers": 1,
        } | wishes
        self.own = {f"UNDERCUT_{name.upper()}": str(value) for name, value in quick.items()}
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        others = {name for name in os.environ if name.startswith("UNDERCUT_")} - {"UNDERCUT_CACHE"}
        kept = {name: value for name, value in os.environ.items() if name not in others}
        command = [sys.executable, "-m", "undercut.cli.app", "serve", "--port", str(self.port)]
        with self.log.open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=kept | self.own)
        said = self.process.stdout.readline()
        found = re.search(r":(\d+)/", said)
        assert found, said + self.log.read_text(encoding="utf-8")
        self.port = int(found[1])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()

    def stop(self) -> None:
        """Stop it as services are stopped, and look whether it had anything to complain of."""
        self.process.terminate()
        assert self.process.wait(timeout=PATIENCE) == 0
        self.process.stdout.close()
        assert "Traceback" not in self.log.read_text(encoding="utf-8")

    def lay(self, state: State, persons: Sequence[str], *more: Event, played: bool = False, **opened: object) -> Laid:
        """Lay out cards at a table for persons, so that it is known what they get."""
        keys = [secrets.token_urlsafe(16) for _ in persons]
        events: list[Event] = [Opened(state.game.name, state.game.rules, len(persons), **opened)]
        events += [Sat(seat, "person", name, key=keys[seat]) for seat, name in enumerate(persons)]
        events += [*(_moves(state) if played else [_dealt(state)]), *more]
        creation = new_table(events, {}, time.time())

        async def write() -> None:
            async with await Store.open(f"sqlite:///{self.folder / 'tables.db'}") as store:
                await store.create(creation)

        with ThreadPoolExecutor(1) as thread:  # Playwright has this thread's loop
            thread.submit(asyncio.run, write()).result()
        table = creation.table.id
        return Laid(f"/t/{table}", [f"/s/{table}.{seat}.{key}" for seat, key in enumerate(keys)])


def _dealt(state: State) -> Dealt:
    return Dealt(json.loads(json.dumps(state.position())))


def _moves(state: State) -> list[Event]:
    """The deal of a game and its moves, each with its shuffles."""
    left, found = state.copy(), list[Event]()
    while left.moves:
        move, shuffles = str(left.moves[-1]), left.shuffles
        left.undo()
        found.append(Moved(left.to_move, move, shuffles[len(left.shuffles) :]))
    return [_dealt(left), *reversed(found)]
