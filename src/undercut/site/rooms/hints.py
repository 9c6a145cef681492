"""The hints of one table: one request for each seat and position, however often a player asks."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from undercut.site.workers.thinkers import Thinkers, Thought
from undercut.table.scene import SceneHint
from undercut.table.table import Table

if TYPE_CHECKING:
    from undercut.bots.players.player import View


@dataclass(slots=True, eq=False)
class _Asked:
    """A hint that players wait for."""

    position: int
    ticket: Thought
    waiting: int = 0


class Hints:
    """The hints of one table."""

    def __init__(self, thinkers: Thinkers) -> None:
        """Start without hints."""
        self._thinkers = thinkers
        self._found: dict[int, tuple[int, SceneHint]] = {}
        self._asked: dict[int, _Asked] = {}

    def shown(self, seat: int, position: int) -> SceneHint | None:
        """Return a seat's hint, if it has one for the position that began with a version."""
        found, hint = self._found.get(seat, (0, None))
        return hint if found == position else None

    def end(self, position: int = 0) -> None:
        """Drop the requests for other positions than this."""
        for seat, asked in tuple(self._asked.items()):
            if asked.position != position:
                del self._asked[seat]
                self._thinkers.drop(asked.ticket)

    async def find(self, table: Table, seat: int, guest: str) -> SceneHint | None:
        """Return a hint for the seat to move; None if the position changes meanwhile.

        A request that nobody waits for any more is dropped.

        Raises:
            TooManyHints: The guest waits for as many hints as one may.
        """
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
        move = next(move for move in table.state.legal_moves() if move.notation == answer.move)
        hint = SceneHint(move.notation, move.text, move.card, answer.why or None)
        self._found[seat] = (position, hint)
        return hint

    def _ask(self, table: Table, seat: int, guest: str) -> _Asked:
        ticket = self._thinkers.ask_hint(table.game.name, cast("View", table.view(seat)), guest=guest)
        asked = self._asked[seat] = _Asked(table.settled, ticket)
        return asked
