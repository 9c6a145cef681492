"""The queue of requests: moves before hints before judgements, and in each of the three the guests take turns."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from enum import IntEnum

from undercut.site.workers.thinking.messages import Answer, Request


class Rank(IntEnum):
    """The kinds of requests, the most urgent first.

    Example:
        >>> min(Rank)
        <Rank.MOVE: 0>
    """

    MOVE = 0
    HINT = 1
    JUDGEMENT = 2


@dataclass(slots=True, eq=False)
class Ticket:
    """A request that is queued or running.

    Args:
        slot: The request occupies a process for a multiple of this time, in seconds.
        answer: The answer; None if thinking failed, or if every process that tried has died.
    """

    request: Request
    guest: str = ""
    slot: float = 0.0
    answer: asyncio.Future[Answer | None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    stop: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    starts: int = 0
    lost: int = 0

    @property
    def rank(self) -> Rank:
        """How urgent the request is."""
        if self.request.played:
            return Rank.JUDGEMENT
        return Rank.HINT if self.request.level is None else Rank.MOVE

    def start(self) -> None:
        """Note that a process starts it."""
        self.starts += 1
        self.stop = asyncio.get_running_loop().create_future()

    def settle(self, found: Answer | None) -> None:
        """Set the answer, unless nobody waits for it any more."""
        if not self.answer.done():
            self.answer.set_result(found)

    def end(self) -> None:
        """Tell the process that runs it to stop."""
        if not self.stop.done():
            self.stop.set_result(None)


Line = OrderedDict[str, deque[Ticket]]
"""The tickets of each guest, the guest whose turn it is first."""


class Queue:
    """Requests that wait for a process."""

    def __init__(self) -> None:
        """Start with an empty queue."""
        self._lines = {rank: Line() for rank in Rank}

    def __len__(self) -> int:
        """Return the number of requests."""
        return sum(self.number(rank) for rank in Rank)

    def number(self, rank: Rank) -> int:
        """Return the number of requests of one kind."""
        return sum(map(len, self._lines[rank].values()))

    def add(self, ticket: Ticket) -> None:
        """Add a request behind the guest's others."""
        self._line(ticket).setdefault(ticket.guest, deque()).append(ticket)

    def put_back(self, ticket: Ticket) -> None:
        """Add a request that was started already before all others of its kind."""
        line = self._line(ticket)
        line.setdefault(ticket.guest, deque()).appendleft(ticket)
        line.move_to_end(ticket.guest, last=False)

    def take(self) -> Ticket:
        """Take the next request."""
        return _take(next(line for line in self._lines.values() if line))

    def remove(self, ticket: Ticket) -> None:
        """Remove a request, if it is queued."""
        line = self._line(ticket)
        mine = line.get(ticket.guest, ())
        if ticket in mine:
            line[ticket.guest].remove(ticket)
            if not line[ticket.guest]:
                del line[ticket.guest]

    def order(self) -> list[Ticket]:
        """List the requests in the order in which they will be taken."""
        found: list[Ticket] = []
        for line in self._lines.values():
            copy = Line((guest, deque(mine)) for guest, mine in line.items())
            while copy:
                found.append(_take(copy))
        return found

    def _line(self, ticket: Ticket) -> Line:
        return self._lines[ticket.rank]


def _take(line: Line) -> Ticket:
    """Take a ticket of the first guest, who then goes to the end of the line."""
    guest, mine = next(iter(line.items()))
    ticket = mine.popleft()
    if mine:
        line.move_to_end(guest)
    else:
        del line[guest]
    return ticket
