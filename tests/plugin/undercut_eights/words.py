"""The words of Crazy Eights: title, piles and ends."""

from undercut.cards import FRENCH
from undercut.games.base.sentences import Deed
from undercut.games.base.words import Arrival, Button, End, GameWords, Number, Pile, Sight

SUITS = ("clubs", "diamonds", "hearts", "spades")


class Ends(End):
    """How a game of Crazy Eights ends."""

    OUT = "out", "CE-5", "with an empty hand"
    """A player has no cards left."""
    STUCK = "stuck", "CE-6", "because nobody could play"
    """Every player passed in a row: the fewest cards win."""


WORDS = GameWords(
    title="Crazy Eights",
    pitch="Match the suit or the rank, or play an eight and choose the suit.",
    prefix="CE",
    pack=FRENCH,
    piles=(
        Pile("hands", "hand", owned=True, sight=Sight.OWNER),
        Pile("top", "top card"),
        Pile("discards", "discards"),
        Pile("stock", "stock", sight=Sight.NOBODY, arrival=Arrival.UNTOLD),
    ),
    ends=Ends,
    cover=("8s", "8h", "Kh"),
    buttons={
        "draw": Button("Draw", "a card", Deed("Draw a card.", "{name} draws a card.")),
        "pass": Button("Pass", told=Deed("Pass.", "{name} passes.")),
    },
    choices=dict(zip("cdhs", SUITS, strict=True)),
    numbers={
        "suit": Number(range(4), "suit to follow", SUITS),
        "drawn": Number(range(2), shown=False),
        "passes": Number(range(5), shown=False),
    },
)
