"""The options of Cut the Rope as questions, and its rule sets in a sentence each, the recommended one first."""

from __future__ import annotations

from undercut.games.base.words import Question
from undercut.translation import N_

QUESTIONS = {
    "personal": Question(
        N_("How many cards are in a personal deck?"),
        {"null": N_("10 to 20, by the number of players"), "half": N_("Half of that"), "": N_("{value} cards")},
    ),
    "refill": Question(
        N_("When do you refill your hand?"),
        {"turn_end": N_("When your turn ends"), "when_empty": N_("As soon as it is empty")},
    ),
    "supply_scissors": Question(N_("May scissors go onto a supply row?")),
    "reshuffle": Question(N_("Are the discards shuffled when the deck runs out?")),
    "stalemate": Question(
        N_("Who wins when nobody can move?"),
        {"fewest": N_("The player with the fewest cards left"), "draw": N_("Nobody")},
    ),
    "equal": Question(N_("May you play an equal number on a row?")),
    "open_scissors": Question(N_("Do scissors stay open until the next card is played on them?")),
    "bookend": Question(N_("Do scissors on a 9 going up, or on a 2 going down, complete the row?")),
}

SUGGESTED = {
    "standard": N_("The rules as printed with the game: be the first to empty your personal deck."),
    "quick": N_("The standard game with half as many cards to get rid of."),
    "short": N_("Freer rows: equal numbers, open scissors and bookends."),
    "cat-and-mouse": N_("The standard game, but you refill your hand as soon as it is empty."),
}

# Between bots, a game has about 115 moves, the quick one 50, of about five seconds each.
MINUTES = dict.fromkeys(SUGGESTED, 10) | {"quick": 5}

FIXES = {
    "personal": N_("{seats} players: personal decks of {value} cards."),
    "equal": N_("Open scissors: equal numbers may be played too."),
}
