"""What Cuttle calls itself, its piles and its ends."""

from __future__ import annotations

from undercut.cards import FRENCH
from undercut.games.words import Arrival, End, GameWords, Pile, Sight


class Ends(End):
    """How a game of Cuttle ends."""

    POINTS = "points", "CU-7", "by points"
    """A player's points reach the goal."""
    PASSES = "passes", "CU-5", "three passes in a row"
    """With an empty stock three passes follow one another: a draw."""


WORDS = GameWords(
    title="Cuttle",
    pitch=(
        "A duel with an ordinary pack. Gather 21 points while the other scuttles, steals and scraps them: "
        "most cards can be points or an attack."
    ),
    prefix="CU",
    pack=FRENCH,
    piles=(
        Pile("hands", "hand", owned=True, sight=Sight.OWNER),
        Pile("points", "points", owned=True, target="point cards"),
        Pile("permanents", "permanents", owned=True),
        Pile("scrap", "scrap"),
        Pile("stock", "stock", target="the top of the stock", sight=Sight.NOBODY),
        Pile("waiting", "waiting", arrival=Arrival.UNTOLD),
        Pile("counters", "counters", arrival=Arrival.UNTOLD),
        Pile("suspended", "suspended sevens", arrival=Arrival.UNTOLD),
        Pile("revealed", "revealed", arrival=Arrival.TURNED_UP),
    ),
    ends=Ends,
    cover=("8d", "Kh", "Js"),
)
