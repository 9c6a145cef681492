"""Checking of imported records in a process, with a fair queue and a budget for each client."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct

from undercut.errors import BadRecord, UndercutError
from undercut.pages.errors import few_faults
from undercut.site.security.limits import Allowance, TooMuch
from undercut.site.workers.supervisor import Process, Supervisor, Ticket, Work, Worker, run_process
from undercut.table.opening.records import ImportedGame, import_games
from undercut.translation import N_, _

_MOST_MEMORY = 1 << 30
_MOST_RECORDS = 200  # in one file
_LONGEST = 20.0
_MOST_WAITING = 32
_MOST_OF_GROUP = 4


class Checked(Struct, frozen=True):
    seconds: float  # processor time of the check
    games: list[ImportedGame] = []
    faults: list[str] = []


def check(text: bytes) -> Checked:
    began = time.process_time()
    try:
        games = import_games(text, _MOST_RECORDS)
    except UndercutError as error:
        faults = error.faults if isinstance(error, BadRecord) else (str(error),)
    else:
        return Checked(time.process_time() - began, games)
    return Checked(time.process_time() - began, faults=few_faults(faults))


_MODULE = "undercut.site.workers.importer"
_WORK = Work("import", _MODULE, msgspec.json.Decoder(Checked | None), longest=_LONGEST, tries=1)


class Full(TooMuch):
    """Too many imports of all clients are waiting."""


class Importer:
    def __init__(self, seconds: float, start: Callable[[], Awaitable[Process[bytes, Checked]]] | None = None) -> None:
        self.budget = Allowance(
            seconds, text=N_("Your games have taken a long time to check. Wait a moment before you import more.")
        )
        self._workers = Supervisor[bytes, Checked](_WORK, 1, start=start)
        self.close = self._workers.close
        self._guests: set[str] = set()
        self._groups: Counter[str] = Counter()

    async def check(self, text: bytes, guest: str, group: str) -> Checked:
        self._check_share(guest, group)
        clients = (group, f"guest {guest}")
        self._guests.add(guest)
        self._groups[group] += 1
        try:
            await self.budget.check(clients)
            found = await self._ask(text, group, clients)
        finally:
            self._guests.discard(guest)
            self._groups[group] -= 1
            if not self._groups[group]:
                del self._groups[group]
        if found is None:
            raise BadRecord([_("record: it takes too long or too much memory to check")])
        if found.faults:
            raise BadRecord(found.faults)
        return found

    @property
    def alive(self) -> bool:
        return not self._workers.failing

    @property
    def waiting(self) -> int:
        return self._groups.total()

    def _check_share(self, guest: str, group: str) -> None:
        if guest in self._guests or self._groups[group] >= _MOST_OF_GROUP:
            raise TooMuch(_("You are already importing a game. Wait until it is done."), 1.0)
        if self._groups.total() >= _MOST_WAITING:
            raise Full(_("Too many games are being imported. Try again in a moment."), 5.0)

    async def _ask(self, text: bytes, group: str, clients: tuple[str, str]) -> Checked | None:
        self._workers.start()
        ticket: Ticket[bytes, Checked] = self._workers.add(Ticket(text, group))
        found = None
        try:
            # A cancelled wait must not settle the ticket: dropping it tells the process.
            found = await asyncio.shield(ticket.answer)
        finally:
            self._workers.drop(ticket)
            if ticket.starts:
                self.budget.use(clients, found.seconds if found else _LONGEST)
        return found


if __name__ == "__main__":
    run_process(Worker(bytes, lambda text, _stop: check(text)).run, niceness=10, memory=_MOST_MEMORY)
