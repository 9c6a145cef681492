"""A finished game as its player sees it: the result, the opponents, the share of the win."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from undercut.games.base.book import rules_title
from undercut.games.base.words import TableEnd
from undercut.table.listing import LobbyTable
from undercut.translation import N_

Outcome = Literal["won", "shared", "drawn", "lost", "open"]
"""How a game ended for the guest; ``"open"``: without a result, or stored by a version that kept none in the list."""

OUTCOME_TEXTS: dict[Outcome, str] = {
    "won": N_("won"),
    "shared": N_("shared the win"),
    "drawn": N_("drawn"),
    "lost": N_("lost"),
}
SIGNS: dict[Outcome, str] = {"won": "★", "drawn": "=", "shared": "=", "lost": "○", "open": "○"}

_SHARES = {"won": 1.0, "lost": 0.0}
_NUMBERED = re.compile(r" \d+$")  # bots of one level at a table have a number after their name


class PlayedGame(Struct, frozen=True):
    """A finished game of a guest."""

    table: LobbyTable
    seat: int
    outcome: Outcome

    @property
    def rules(self) -> str:
        """The title of its rules."""
        return rules_title(self.table.game, self.table.rules_stamp)

    @property
    def opponents(self) -> list[str]:
        """The names of the others, each once; equal bots count as one."""
        names = [name for seat, name in enumerate(self.table.players) if seat != self.seat and name]
        return list(dict.fromkeys(_NUMBERED.sub("", name) for name in names))

    @property
    def share(self) -> float | None:
        """The share of the game that the guest got; None without a result."""
        if self.outcome == "open" or self.table.practice:
            return None
        parts = len(self.table.winners or ()) or self.table.seats
        return _SHARES.get(self.outcome, 1 / parts)


def played_game(table: LobbyTable, seat: int) -> PlayedGame:
    """Return a finished game as its player sees it."""
    winners = table.winners
    if winners is None:
        return PlayedGame(table, seat, "open")
    if not winners and table.reason != TableEnd.ABANDONED.value:
        return PlayedGame(table, seat, "drawn")
    replaced = any(table.levels[seat : seat + 1])  # a bot played for the guest at the end
    if seat not in winners or replaced:
        return PlayedGame(table, seat, "lost")
    return PlayedGame(table, seat, "shared" if len(winners) > 1 else "won")
