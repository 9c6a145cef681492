"""The words of Trumps: title, pitch, piles and ends."""

from undercut.cards import FRENCH
from undercut.games.base.words import Arrival, End, GameWords, Number, Pile, Sight


class Ends(End):
    """How a game of Trumps ends."""

    TRICKS = "tricks", "TR-4", "by tricks"
    """All cards are played: the most tricks win."""


WORDS = GameWords(
    title="Trumps",
    pitch="Five cards, five tricks: follow suit if you can, and trump if you cannot.",
    prefix="TR",
    pack=FRENCH,
    piles=(
        Pile("hands", "hand", owned=True, sight=Sight.OWNER),
        Pile("won", "tricks", owned=True),
        Pile("trick", "trick"),
        Pile("up", "trump card"),
        Pile("stock", "stock", sight=Sight.NOBODY, arrival=Arrival.UNTOLD),
    ),
    ends=Ends,
    cover=("As", "Kh", "Qd"),
    numbers={
        "lead": Number(range(4), "suit led", ("clubs", "diamonds", "hearts", "spades"), while_in="trick"),
        "best": Number(range(4), "wins the trick so far", is_seat=True, while_in="trick"),
    },
)
