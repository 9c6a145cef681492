"""The import process: it checks records and finds their events, or their faults."""

import time

from msgspec import Struct
from msgspec.structs import replace

from undercut.errors import BadRecord, UndercutError
from undercut.pages.errors import few_faults
from undercut.site.workers.worker import Worker, run_process
from undercut.table.events import write_event
from undercut.table.listing import LobbyTable
from undercut.table.opening.imports import import_record, read_records, seat_of_reader, summary

_MOST_MEMORY = 1 << 30
_MOST_RECORDS = 200  # in one file


class ImportedGame(Struct, frozen=True):
    events: list[bytes]
    shown: LobbyTable
    seat: int | None = None  # the reader's, if the record is one of a history


class Checked(Struct, frozen=True, tag=True):
    seconds: float  # processor time of the check
    games: list[ImportedGame]


class Faulty(Struct, frozen=True, tag=True):
    seconds: float
    faults: list[str]


def check(text: bytes) -> Checked | Faulty:
    began = time.process_time()
    try:
        openings = map(import_record, read_records(text, _MOST_RECORDS))
        games = [
            ImportedGame([write_event(event) for event in opening.events], summary(opening), seat_of_reader(opening))
            for opening in openings
        ]
    except UndercutError as error:
        faults = error.faults if isinstance(error, BadRecord) else (str(error),)
    except RecursionError:
        faults = ("record: nested too deeply",)
    else:
        return Checked(time.process_time() - began, games if len(games) > 1 else [replace(games[0], seat=None)])
    return Faulty(time.process_time() - began, few_faults(faults))


if __name__ == "__main__":
    run_process(Worker(bytes, lambda text, _stop: check(text)).run, niceness=10, memory=_MOST_MEMORY)
