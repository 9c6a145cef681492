"""What Cut the Rope calls itself, its piles and its ends."""

from __future__ import annotations

from undercut.cards import ROPE
from undercut.games.words import Arrival, End, GameWords, Pile, Sight


class Ends(End):
    """How a game of Cut the Rope ends."""

    EMPTIED = "emptied", "CR-16", "by emptying the personal deck"
    """A player has played the last card of the personal deck."""
    STALEMATE = "stalemate", "CR-19", "no card moved for a full round"
    """In a full round no card was played, put on a supply row or drawn."""


WORDS = GameWords(
    title="Cut the Rope",
    pitch=(
        "Build rows that everybody shares, from one to ten or ten to one. Scissors stand for any number; "
        "first through their own deck wins."
    ),
    prefix="CR",
    pack=ROPE,
    piles=(
        Pile("hands", "hand", owned=True, sight=Sight.OWNER),
        Pile("personal", "personal deck", owned=True, sight=Sight.TOP, arrival=Arrival.ON_TOP),
        Pile("supply", "supply rows", owned=True, row="supply row {}"),
        Pile("levels", "level rows", row="level row {}"),
        Pile("deck", "deck", sight=Sight.NOBODY, arrival=Arrival.UNTOLD),
        Pile("discards", "discards"),
    ),
    ends=Ends,
    cover=("3", "X", "7"),
)
