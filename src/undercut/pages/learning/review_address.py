"""The address of a review at one move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple
from urllib.parse import urlencode

Cards = Literal["open", "seen"]  # whether a review shows all cards, or what the player to move could see


class ReviewAddress(NamedTuple):
    """The address of a review at one move."""

    table: str
    move: int  # one more than all moves: the end
    cards: Cards = "open"
    line: int = 0  # number of moves of the better line that are played

    def __str__(self) -> str:
        """Write it for a link."""
        query: Mapping[str, object] = {
            "move": self.move,
            **({} if self.cards == "open" else {"cards": self.cards}),
            **({"line": self.line} if self.line else {}),
        }
        return f"/t/{self.table}/review?{urlencode(query)}"

    def at(self, move: int) -> str:
        """Write the address of another move."""
        return str(self._replace(move=move, line=0))

    def along(self, step: int) -> str:
        """Write the address with some moves of the better line played; 0: with none."""
        return str(self._replace(line=step))

    @property
    def other_cards(self) -> str:
        """The address with the hidden cards shown, or no longer shown."""
        return str(self._replace(cards="open" if self.cards == "seen" else "seen"))
