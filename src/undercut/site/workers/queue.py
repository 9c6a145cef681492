"""The queue of jobs for worker processes: the urgent before the others, and in each rank the clients take turns."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")


@dataclass(slots=True, eq=False)
class Ticket(Generic[Job, Done]):
    """A job that is queued or running."""

    job: Job
    client: str = ""  # jobs of one rank take turns by client
    rank: int = 0  # 0 is the most urgent, and never stops for another
    slot: float = 0.0  # the job occupies a process for a multiple of these seconds
    # None if the work failed, or if every process that tried has died.
    answer: asyncio.Future[Done | None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    stop: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    starts: int = 0
    lost: int = 0

    def start(self) -> None:
        """Note that a process starts it."""
        self.starts += 1
        self.stop = asyncio.get_running_loop().create_future()

    def settle(self, found: Done | None) -> None:
        """Set the answer, unless nobody waits for it any more."""
        if not self.answer.done():
            self.answer.set_result(found)

    def end(self) -> None:
        """Tell the process that does it to stop."""
        if not self.stop.done():
            self.stop.set_result(None)


_Line = OrderedDict[str, deque[Ticket[Job, Done]]]
"""The tickets of each client, the client whose turn it is first."""


class Queue(Generic[Job, Done]):
    """Jobs that wait for a process."""

    def __init__(self, ranks: int) -> None:
        self._lines = [_Line[Job, Done]() for _ in range(ranks)]

    def __len__(self) -> int:
        return sum(self.number(rank) for rank in range(len(self._lines)))

    def number(self, rank: int) -> int:
        """Return the number of jobs of one rank."""
        return sum(map(len, self._lines[rank].values()))

    def add(self, ticket: Ticket[Job, Done]) -> None:
        """Add a job behind the client's others."""
        self._lines[ticket.rank].setdefault(ticket.client, deque()).append(ticket)

    def put_back(self, ticket: Ticket[Job, Done]) -> None:
        """Add a job that was started already before all others of its rank."""
        line = self._lines[ticket.rank]
        line.setdefault(ticket.client, deque()).appendleft(ticket)
        line.move_to_end(ticket.client, last=False)

    def take(self) -> Ticket[Job, Done]:
        """Take the next job."""
        return _take(next(line for line in self._lines if line))

    def remove(self, ticket: Ticket[Job, Done]) -> None:
        """Remove a job, if it is queued."""
        line = self._lines[ticket.rank]
        mine = line.get(ticket.client, ())
        if ticket in mine:
            line[ticket.client].remove(ticket)
            if not line[ticket.client]:
                del line[ticket.client]

    def order(self) -> list[Ticket[Job, Done]]:
        """List the jobs in the order in which they will be taken."""
        found: list[Ticket[Job, Done]] = []
        for line in self._lines:
            copy = _Line[Job, Done]((client, deque(mine)) for client, mine in line.items())
            while copy:
                found.append(_take(copy))
        return found


def _take(line: _Line[Job, Done]) -> Ticket[Job, Done]:
    """Take a ticket of the first client, who then goes to the end of the line."""
    client, mine = next(iter(line.items()))
    ticket = mine.popleft()
    if mine:
        line.move_to_end(client)
    else:
        del line[client]
    return ticket
