"""What Cups calls itself, its piles and its ends."""

from __future__ import annotations

from undercut.cards import LATIN
from undercut.games.words import Arrival, End, GameWords, Pile, Sight


class Ends(End):
    """How a game of Cups ends."""

    WENT_OUT = "went_out", "CP-18", "by going out"
    """A player's hand is empty, and there is no graveyard to pick up."""
    NO_CUPS = "no_cups", "CP-22", "no cup is left in play"
    """No cup is in play any more: the fewest cards win."""
    SMALLEST_GRAVEYARD = "smallest_graveyard", "CP-33", "with the smallest graveyard"
    """No player has a hand any more: the smallest graveyard wins."""
    GUARD = "guard", "CP-27", "no progress for too long"
    """In 60 turns for each player no card was drawn, taken, given or put away: the fewest cards win."""


WORDS = GameWords(
    title="Cups",
    pitch=(
        "A tarot-pack race to an empty hand. Stuck? Bury your hand as a graveyard, draw as many, and dig it up "
        "again before you can win."
    ),
    prefix="CP",
    pack=LATIN,
    piles=(
        Pile("hands", "hand", owned=True, sight=Sight.OWNER),
        Pile("graveyards", "graveyard", owned=True),
        Pile("dump", "dump"),
        Pile("side", "side pile"),
        Pile("stack", "stack", sight=Sight.NOBODY, arrival=Arrival.UNTOLD),
        Pile("away", "put away", target="the cards put away", sight=Sight.NOBODY),
    ),
    ends=Ends,
    cover=("Nc", "Qw", "As"),
)
