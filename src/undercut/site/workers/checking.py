"""The import process: it checks records and finds their events, or their faults."""

from __future__ import annotations

import time

from msgspec import Struct

from undercut.errors import BadRecord, UndercutError
from undercut.pages.errors import few_faults
from undercut.site.workers.worker import Worker, run_process
from undercut.table.events import write_event
from undercut.table.listing import LobbyTable
from undercut.table.opening.new_table import import_record, read_text, summary

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
        opening = import_record(read_text(text))
        events = [write_event(event) for event in opening.events]
        shown = summary(opening)
    except UndercutError as error:
        faults = error.faults if isinstance(error, BadRecord) else (str(error),)
    except RecursionError:
        faults = ("record: nested too deeply",)
    else:
        return Checked(time.process_time() - began, events, shown)
    return Faulty(time.process_time() - began, few_faults(faults))


if __name__ == "__main__":
    run_process(Worker(bytes, lambda text, _stop: check(text)).run, niceness=10, memory=_MOST_MEMORY)
