"""Browser storage: the events of each game, and small values by name; all of it is this reader's own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec

from undercut.lessons.learner import Learned
from undercut.offline.routing import NotKept
from undercut.table.events import DamagedLog
from undercut.table.listing import LobbyTable
from undercut.table.replay import StoredEvent
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
        """Store texts, and events of a table from a number on: all of it or nothing."""
        texts, table, _first, events = msgspec.json.decode(change, type=tuple[dict[str, str], str, int, list[str]])
        self.texts |= texts
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


def _read(texts: dict[str, str], prefix: str, kind: type[_Kind]) -> dict[str, _Kind]:
    """Read all texts whose names begin alike; one that a broken browser has damaged is left out."""
    values: dict[str, _Kind] = {}
    for name, text in texts.items():
        if name.startswith(prefix):
            with suppress(msgspec.MsgspecError):
                values[name.removeprefix(prefix)] = msgspec.json.decode(text, type=kind)
    return values


class Storage:
    def __init__(self, backend: MemoryStorage, texts: dict[str, str]) -> None:
        self._backend = backend
        self.tables = _read(texts, "table/", Entry)
        self.reviews = _read(texts, "review/", msgspec.Raw)
        self._learned = _read(texts, "learned/", tuple[float, Learned])

    @classmethod
    async def open(cls, backend: MemoryStorage) -> Storage:
        return cls(backend, msgspec.json.decode(await backend.all(), type=dict[str, str]))

    async def events(self, table: str) -> list[StoredEvent]:
        try:
            stored = [msgspec.json.decode(text, type=_Logged) for text in await self.raw_events(table)]
        except msgspec.MsgspecError as error:
            raise DamagedLog(f"an event cannot be read: {error}") from None
        return [StoredEvent(seq, logged.at, bytes(logged.event)) for seq, logged in enumerate(stored, 1)]

    async def raw_events(self, table: str) -> list[str]:
        return msgspec.json.decode(await self._backend.events(table), type=list[str])

    async def append(self, table: str, first: int, at: float, events: Sequence[bytes], entry: Entry) -> None:
        """Store events of a table from a number on, which happened at one time, and its line in lists."""
        stored = [text_of(_Logged(at, msgspec.Raw(event))) for event in events]
        await self._write({f"table/{table}": text_of(entry)}, table, first, stored)
        self.tables[table] = entry

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

    async def _write(self, texts: dict[str, str], table: str = "", first: int = 0, events: Sequence[str] = ()) -> None:
        try:
            await self._backend.write(text_of([texts, table, first, events]))
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
