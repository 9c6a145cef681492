"""The options of Cuttle as questions, and its rule sets in a sentence each, the recommended one first."""

from __future__ import annotations

from undercut.games.base.words import Question
from undercut.games.cuttle.one_offs import ONE_OFFS
from undercut.translation import N_

_YOURS_TOO = {"opponent": N_("Only your opponent's"), "any": N_("Your own too")}

QUESTIONS = {
    "win": Question(N_("When do you win?"), {"turn_end": N_("At the end of your turn"), "at_once": N_("At once")}),
    "kings": Question(N_("How many points do you need to win with 0, 1, 2, 3 and 4 kings?")),
    "scuttle": Question(N_("Whose point cards may you scuttle?"), _YOURS_TOO),
    "target_side": Question(N_("Whose cards may you choose with a two or a nine?"), _YOURS_TOO),
    "jack_side": Question(N_("On whose point cards may you put a jack?"), _YOURS_TOO),
    "buried_jacks": Question(N_("May you choose a jack below another jack with a two or a nine?")),
    "queen_stops": Question(
        N_("What does an opposing queen stop?"),
        {
            "targets": N_("Choosing the cards that she protects"),
            "effects": N_("All your jacks, and twos and nines except against queens"),
        },
    ),
    "queen_guards_queens": Question(N_("Do queens guard each other?")),
    "queen_guards_oneoffs": Question(
        N_("Which of your one-offs cannot be countered while you have a queen?"),
        {"all": N_("All of them"), "twos": N_("Only twos"), "none": N_("None")},
    ),
    "three_takes_threes": Question(N_("May a three take back another three?")),
    "four": Question(
        N_("Who chooses the two cards that a four takes?"),
        {"choose": N_("The player who loses them"), "random": N_("Chance")},
    ),
    "five": Question(
        N_("What does a five do?"),
        {"draw2": N_("You draw two cards"), "recycle": N_("You discard a card and draw three")},
    ),
    "seven": Question(
        N_("How many cards does a seven turn up?"), {"1": N_("One, to be played"), "2": N_("Two, to choose from")}
    ),
    "seven_leaves": Question(
        N_("When does a seven go to the scrap?"),
        {
            "after": N_("When the turned card is finished"),
            "before": N_("As soon as the cards are turned"),
            "played": N_("When you play the turned card"),
        },
    ),
    "nine_targets": Question(
        N_("What may a nine send back?"),
        {"permanents": N_("Queens, kings, glasses and jacks"), "all": N_("Point cards as well")},
    ),
    "nine_to": Question(
        N_("Where does a nine send a card?"),
        {
            "controller": N_("To the hand of the player whose side it is on"),
            "player": N_("To the hand of the player who played it"),
            "stock": N_("On top of the stock"),
        },
    ),
    "nine_freeze": Question(N_("Is a card that a nine sent back frozen for a turn?")),
    "hand_limit": Question(
        N_("How many cards may you keep in hand?"), {"0": N_("As many as you like"), "": N_("{value} cards")}
    ),
    "open_end": Question(N_("Are both hands open once the stock is empty?")),
    **{it.option: it.question for it in ONE_OFFS if it.question},
}

SUGGESTED = {
    "cuttle-cards-2": N_("What most people play online: sevens show two cards, four kings win outright."),
    "sipie": N_("The classic rules of 2000: you win when your turn ends, and queens guard one another."),
    "pagat": N_("The printed rules: you win at once, and a queen protects only your twos."),
    "cuttle-cards-1": N_("As played online in summer 2026: a nine freezes the card that it sends back."),
    "denexa": N_(
        "Strong queens: while your opponent has one, you cannot play jacks, and your twos and nines affect only queens."
    ),
    "akagiri": N_("Like the printed rules, but a nine sends a card to the player who played it."),
}

# A game has a dozen to two dozen moves, of about ten seconds each.
MINUTES = dict.fromkeys(SUGGESTED, 5)
