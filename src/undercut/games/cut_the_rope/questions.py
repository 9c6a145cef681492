"""The options of Cut the Rope as questions, and its rule sets in a sentence each, the recommended one first."""

from __future__ import annotations

from undercut.games.questions import Question
from undercut.translation import N_

QUESTIONS = {
    "personal": Question(
        N_("How many cards has a personal deck?"),
        {"null": N_("10 to 20, by the number of players"), "half": N_("Half of that"), "": N_("{value} cards")},
    ),
    "refill": Question(
        N_("When is your hand filled up?"),
        {"turn_end": N_("When your turn ends"), "when_empty": N_("As soon as it is empty")},
    ),
    "supply_scissors": Question(N_("May scissors go onto a supply row?")),
    "reshuffle": Question(N_("Are the discards shuffled when the deck runs out?")),
    "stalemate": Question(
        N_("Who wins when nobody can move?"),
        {"fewest": N_("The player with the fewest cards left"), "draw": N_("Nobody")},
    ),
    "equal": Question(N_("May you play an equal number on a row?")),
    "open_scissors": Question(N_("Do scissors stay open until the next card comes?")),
    "bookend": Question(N_("Do scissors complete a row directly after the last but one number?")),
}

SUGGESTED = {
    "standard": N_("The game as its makers print it: be the first to empty your personal deck."),
    "quick": N_("The main game with half the cards to get rid of."),
    "short": N_("Freer rows: equal numbers, open scissors and bookends."),
    "cat-and-mouse": N_("The main game, but an empty hand is filled at once."),
}

FIXES = {
    "personal": N_("{seats} players: personal decks of {value} cards."),
    "equal": N_("Open scissors: equal numbers may be played too."),
}
