"""The import process: it checks records and finds their events, or their faults."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping
from typing import cast

import msgspec
from msgspec import Struct

from undercut.errors import BadRecord, UndercutError
from undercut.pages.lists.pages import few_faults
from undercut.play.arguments import found_in
from undercut.site.workers.worker import Worker, run_process
from undercut.table.events import Ended, Moved, write_event
from undercut.table.opening import Opening, import_record
from undercut.table.showing import LobbyTable, listing
from undercut.table.table import Table

_MOST_MEMORY = 1 << 30


class Checked(Struct, frozen=True, tag=True):
    """A valid record."""

    seconds: float  # processor time of the check
    events: list[bytes]
    shown: LobbyTable


class Faulty(Struct, frozen=True, tag=True):
    """A record that cannot be replayed."""

    seconds: float
    faults: list[str]


def check(text: bytes) -> Checked | Faulty:
    """Check the text of a record."""
    began = time.process_time()
    try:
        opening = import_record(_read(text))
        events = [write_event(event) for event in opening.events]
        shown = _shown(opening)
    except UndercutError as error:
        faults = error.faults if isinstance(error, BadRecord) else (str(error),)
    except RecursionError:
        faults = ("record: nested too deeply",)
    else:
        return Checked(time.process_time() - began, events, shown)
    return Faulty(time.process_time() - began, few_faults(faults))


def _read(text: bytes) -> Mapping[str, object]:
    found = list(itertools.islice(found_in(text), 2))
    if len(found) > 1:
        raise BadRecord(["record: there are several; import them one at a time"])
    if found and found[0].fault:
        raise BadRecord([f"record: {found[0].fault}"])
    record = found[0].record if found else None
    if not isinstance(record, dict):
        raise BadRecord(["record: not a JSON object"])
    return cast("Mapping[str, object]", record)


def _shown(opening: Opening) -> LobbyTable:
    """Summarise the table for lists; its moves, which take long to apply, count but are not applied."""
    table = Table("")
    for event in opening.events:
        if not isinstance(event, Moved | Ended):
            table.apply(event, 0.0)
    moves = sum(isinstance(event, Moved) for event in opening.events)
    return msgspec.structs.replace(listing(table), moves=moves)


if __name__ == "__main__":
    run_process(Worker(bytes, lambda text, _stop: check(text)).run, niceness=10, memory=_MOST_MEMORY)
