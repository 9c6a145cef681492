"""Hints at one table."""

import asyncio
from dataclasses import dataclass
from typing import cast

from undercut.games.base.game_types import View
from undercut.site.workers.thinkers import Thinkers, Thought
from undercut.table.bot_requests import hint_from
from undercut.table.scene import SceneHint
from undercut.table.table import Table


@dataclass(slots=True, eq=False)
class _Asked:
    """A request for a hint."""

    position: int
    ticket: Thought
    waiting: int = 0  # number of those who wait for the answer


class Hints:
    """The hints at one table; players at one seat who ask at the same time share a search."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._found: dict[int, tuple[int, SceneHint]] = {}
        self._asked: dict[int, _Asked] = {}

    def shown(self, seat: int, position: int) -> SceneHint | None:
        """Return a seat's hint, if it has one for the position that began with a version."""
        since, hint = self._found.get(seat, (0, None))
        return hint if since == position else None

    def end(self, position: int = 0) -> None:
        """Drop the requests for other positions than this."""
        for seat, asked in tuple(self._asked.items()):
            if asked.position != position:
                del self._asked[seat]
                self._thinkers.drop(asked.ticket)

    async def find(self, table: Table, seat: int, guest: str) -> SceneHint | None:
        """Return a hint for the seat to move; None if the position changes meanwhile, or no player waits any more."""
        position = table.settled
        if hint := self.shown(seat, position):
            return hint
        asked = self._asked.get(seat) or self._ask(table, seat, guest)
        asked.waiting += 1
        try:
            # Not awaited itself: a request that ends must not cancel it for the others.
            await asyncio.wait({asked.ticket.answer})
        finally:
            asked.waiting -= 1
            if not asked.waiting:
                self._thinkers.drop(asked.ticket)
                if self._asked.get(seat) is asked:
                    del self._asked[seat]
        answer = None if asked.ticket.answer.cancelled() else asked.ticket.answer.result()
        if answer is None or table.settled != position or table.state is None:
            return None
        hint = hint_from(table.state, answer)
        self._found[seat] = (position, hint)
        return hint

    def _ask(self, table: Table, seat: int, guest: str) -> _Asked:
        ticket = self._thinkers.ask_hint(table.game.name, cast("View", table.view(seat)), guest=guest)
        asked = self._asked[seat] = _Asked(table.settled, ticket)
        return asked
