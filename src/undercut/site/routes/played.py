"""A guest's finished games, and the strength that they show."""

from __future__ import annotations

from collections.abc import Callable

from undercut.bots.players.adaptive import strength_of
from undercut.pages.lists.history import PlayedGame, played_game
from undercut.site.rooms.rooms import read_lines
from undercut.site.routes.services import Site
from undercut.site.store import Status
from undercut.site.store.statements import read_seats
from undercut.table.listing import own
from undercut.table.opening import result_of

_MOST = 2_000
"""Most finished games that a history shows."""

_COUNTED = 50
"""Most games that count for the strength."""


async def history_of(site: Site, guest: str) -> Callable[[], list[PlayedGame]]:
    """Read a guest's finished games; return what lists them, the latest first, which takes a while if they are many."""
    held = await site.rooms.store.held(guest, statuses=(Status.OVER,), limit=_MOST)
    seats = await site.rooms.store.ask(lambda connection: read_seats(connection, guest))
    mine = [(table, seats[table.table]) for table in read_lines(held) if table.table in seats]
    return lambda: [played_game(own(table, seat), seat) for table, seat in mine]


async def strength_in(site: Site, guest: str, game: str) -> float:
    """Estimate a guest's place among the levels of a game by the latest finished games against bots."""
    history = await history_of(site, guest)

    def estimate() -> float:
        mine = [played for played in history() if played.table.game == game and not played.table.practice]
        # A game that a bot finished in the guest's place shows nothing of the guest.
        tables = [played.table for played in mine if not any(played.table.levels[played.seat : played.seat + 1])]
        results = (result_of(table.levels, table.winners) for table in reversed(tables[:_COUNTED]))
        return strength_of(result for result in results if result)

    return await site.rooms.apart(estimate)
