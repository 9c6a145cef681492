"""Browser storage: the events of each game, and small values by name; all of it is this reader's own."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from undercut.games.base.parts.bots import level_of_person
from undercut.lessons.learner import Learned
from undercut.offline.routing import NotKept
from undercut.table.events import DamagedLog
from undercut.table.listing import LobbyTable, listing
from undercut.table.replay import StoredEvent, rebuild
from undercut.table.table import Table
from undercut.translation import _

_Kind = TypeVar("_Kind")

_NO_SPACE = "QuotaExceededError"  # a name of the browser's


def text_of(value: object) -> str:
    return msgspec.json.encode(value).decode()


class MemoryStorage:
    """Texts by name, and events of tables by number, in JSON: in memory, for browsers that allow no ``database.js``."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.logs: dict[str, list[str]] = {}

    async def all(self) -> str:
        return text_of(self.texts)

    async def events(self, table: str) -> str:
        return text_of(self.logs.get(table, []))

    async def write(self, change: str) -> None:
        """Store texts, and events of tables from a number on: all of it or nothing."""
        texts, first, logs = msgspec.json.decode(change, type=tuple[dict[str, str], int, dict[str, list[str]]])
        del first
        self.texts |= texts
        for table, events in logs.items():
            self.logs.setdefault(table, []).extend(events)

    async def clear(self) -> None:
        self.texts.clear()
        self.logs.clear()


class Entry(msgspec.Struct, frozen=True):
    line: LobbyTable
    seat: int | None = None
    tried: bool = False


class _Logged(msgspec.Struct, frozen=True, array_like=True):
    at: float
    event: msgspec.Raw


def _entry_of(table: Table) -> Entry:
    """Return the entry of a table whose stored one is lost; the only person is the reader."""
    persons = [
        place for place, seat in enumerate(table.seats) if seat.kind == "person" and not level_of_person(seat.name)
    ]
    counts = bool(table.opened.daily) and not table.opened.hints
    return Entry(listing(table), persons[0] if len(persons) == 1 else None, counts)


class Storage:
    def __init__(self, backend: MemoryStorage, texts: dict[str, str]) -> None:
        self._backend = backend
        self.faults: list[Exception] = []  # of what a broken browser has damaged
        self.tables = self._read(texts, "table/", Entry)
        self.reviews = self._read(texts, "review/", msgspec.Raw)
        self._learned = self._read(texts, "learned/", tuple[float, Learned])

    @classmethod
    async def open(cls, backend: MemoryStorage) -> Storage:
        texts = msgspec.json.decode(await backend.all(), type=dict[str, str])
        storage = cls(backend, texts)
        for table in [name.removeprefix("table/") for name in texts if name.startswith("table/")]:
            if table not in storage.tables:
                try:
                    storage.tables[table] = _entry_of(rebuild(table, await storage.events(table)))
                except DamagedLog as error:
                    storage.faults.append(error)
        return storage

    def _read(self, texts: dict[str, str], prefix: str, kind: type[_Kind]) -> dict[str, _Kind]:
        """Read all texts whose names begin alike; a damaged one is left out."""
        values: dict[str, _Kind] = {}
        for name, text in texts.items():
            if name.startswith(prefix):
                try:
                    values[name.removeprefix(prefix)] = msgspec.json.decode(text, type=kind)
                except msgspec.MsgspecError as error:
                    error.add_note(name)
                    self.faults.append(error)
        return values

    async def events(self, table: str) -> list[StoredEvent]:
        try:
            stored = [msgspec.json.decode(text, type=_Logged) for text in await self.raw_events(table)]
        except msgspec.MsgspecError as error:
            raise DamagedLog(f"an event cannot be read: {error}") from None
        return [StoredEvent(seq, logged.at, bytes(logged.event)) for seq, logged in enumerate(stored, 1)]

    async def raw_events(self, table: str) -> list[str]:
        return msgspec.json.decode(await self._backend.events(table), type=list[str])

    async def append(self, at: float, changed: Mapping[str, tuple[Entry, Sequence[bytes]]], first: int = 1) -> None:
        """Store events of tables from a number on, which happened at one time, and their lines in lists."""
        logs = {
            table: [text_of(_Logged(at, msgspec.Raw(event))) for event in events]
            for table, (_entry, events) in changed.items()
        }
        entries = {table: entry for table, (entry, _events) in changed.items()}
        await self._write({f"table/{table}": text_of(entry) for table, entry in entries.items()}, first, logs)
        self.tables |= entries

    async def put_review(self, table: str, review: bytes) -> None:
        await self._write({f"review/{table}": review.decode()})
        self.reviews[table] = msgspec.Raw(review)

    async def note_try(self, tried: Learned) -> None:
        """Store a try of a lesson or puzzle; after the solution nothing changes any more on that day."""
        key = "/".join(tried[:3])
        before = self._learned.get(key)
        if before and before[1].done:
            return
        first = before[0] if before else time.time()
        noted = (first, tried._replace(right=tried.right and (before is None or before[1].right)))
        await self._write({f"learned/{key}": text_of(noted)})
        self._learned[key] = noted

    async def clear(self) -> None:
        await self._backend.clear()
        self.tables, self.reviews, self._learned = {}, {}, {}

    async def _write(self, texts: dict[str, str], first: int = 1, logs: dict[str, list[str]] | None = None) -> None:
        try:
            await self._backend.write(text_of([texts, first, logs or {}]))
        except Exception as error:
            text = str(error)
            reason = _("this browser has no space left") if _NO_SPACE in text else text[:200]
            message = _("Nothing was changed: {reason}. Free some space, then try again.").format(reason=reason)
            raise NotKept(message) from error

    def played(self) -> list[tuple[LobbyTable, int]]:
        mine = [
            (entry.line, entry.seat)
            for entry in self.tables.values()
            if entry.seat is not None and entry.line.status == "over"
        ]
        return sorted(mine, key=lambda line_and_seat: -line_and_seat[0].updated)

    @property
    def known(self) -> list[Learned]:
        return [learned for _at, learned in sorted(self._learned.values())]

    def tries(self) -> list[LobbyTable]:
        return [entry.line for entry in self.tables.values() if entry.tried]
