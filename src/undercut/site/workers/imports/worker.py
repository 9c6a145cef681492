"""The process that checks imported records: it reads their texts and writes what they contain, or their faults.

Each message is its length in four bytes, and then its bytes.
"""

from __future__ import annotations

import itertools
import os
import resource
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import BinaryIO, cast

import msgspec
from msgspec import Struct

from undercut.errors import BadRecord, UndercutError
from undercut.pages.fault_lists import few_faults
from undercut.play.json_text import found_in
from undercut.site.operations.logs import summarise_errors
from undercut.table.events import Ended, Moved, write_event
from undercut.table.listing import LobbyTable, listing
from undercut.table.opening import Opening, import_record
from undercut.table.table import Table

LENGTH_BYTES = 4

_NICER = 10
_MOST_MEMORY = 1 << 30  # bytes; the process ends where it would take more


class Checked(Struct, frozen=True, tag=True):
    """A valid record.

    Args:
        seconds: Processor time that the check took.
    """

    seconds: float
    events: list[bytes]
    shown: LobbyTable


class Faulty(Struct, frozen=True, tag=True):
    """A record that cannot be replayed.

    Args:
        seconds: Processor time that the check took.
    """

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


def run(incoming: BinaryIO, outgoing: BinaryIO) -> None:
    """Check records until the site closes the pipe."""
    while length := incoming.read(LENGTH_BYTES):
        answer = msgspec.json.encode(check(incoming.read(int.from_bytes(length))))
        outgoing.write(len(answer).to_bytes(LENGTH_BYTES) + answer)
        outgoing.flush()


if __name__ == "__main__":
    summarise_errors()
    os.nice(_NICER)
    with suppress(OSError, ValueError):  # not every system can limit it
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    with suppress(KeyboardInterrupt, BrokenPipeError):
        run(sys.stdin.buffer, sys.stdout.buffer)
