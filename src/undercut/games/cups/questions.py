"""The options of Cups as questions, and its rule sets in a sentence each, the recommended one first."""

from __future__ import annotations

from undercut.games.base.words import Question
from undercut.translation import N_

QUESTIONS = {
    "decks": Question(N_("How many packs are shuffled together?"), {"": N_("{value}")}),
    "hand_size": Question(N_("How many cards does each player get?"), {"": N_("{value} cards")}),
    "cover": Question(
        N_("Does a new layer of your graveyard cover the one below?"),
        {"choose": N_("You choose each time"), "always": N_("Always"), "never": N_("Never")},
    ),
    "no_cups_end": Question(
        N_("How does the game end when no cup is left?"),
        {
            "automatic": N_("By itself"),
            "on_call": N_("When a player notices and says so"),
            "off": N_("It goes on"),
        },
    ),
    "graveyard_weight": Question(
        N_("How much does a card in a graveyard count at the end without cups?"),
        {"1": N_("As much as one in hand"), "2": N_("Twice as much"), "0": N_("Nothing")},
    ),
    "short_draw": Question(
        N_("What happens when there are too few cards to draw?"),
        {
            "rest": N_("You take the rest"),
            "dump": N_("You take the whole dump as well"),
            "league": N_("You draw from the bottom of the dump"),
            "magellan": N_("The missing cards go onto the new dump"),
        },
    ),
    "redeal": Question(N_("Are the last cards of the stack dealt out?")),
    "redeal_ace": Question(
        N_("What happens if that deal brings you an ace?"),
        {
            "none": N_("It is a card like any other"),
            "return": N_("You may play it; the other cards stay in the stack"),
            "remove": N_("You may play it; the other cards are put away"),
        },
    ),
    "cup_goes": Question(N_("Where are cups played?"), {"dump": N_("On the dump"), "side": N_("On a side pile")}),
    "unseen_cup": Question(
        N_("May you overlook a cup on the side pile?"),
        {"no": N_("No"), "may": N_("If you like"), "must": N_("You must")},
    ),
    "unseen_cup_allows_cup": Question(N_("May you play a cup while you overlook one?")),
    "side_run": Question(N_("May the next higher cup go onto the side pile when nothing else is possible?")),
    "empty_hand": Question(
        N_("What happens when your hand is empty?"),
        {"pick_up": N_("You pick up your graveyard"), "sit_out": N_("You sit out")},
    ),
    "sit_out_gives": Question(N_("May a player who sits out give a card to an ace?")),
    "spot_equal": Question(N_("May you play a number card on an identical one?")),
    "identical_cups": Question(N_("May you play a cup on an identical cup?")),
    "cup_burns": Question(N_("Are cards of the stack put away when you play a cup?")),
    "cups_apart": Question(N_("Can everyone see how many cups were put away?")),
}

SUGGESTED = {
    "simple": N_("The basic game with one pack and seven cards each."),
    "children": N_("Shorter and friendlier: cups go to a pile of their own, and you sit out when your hand is empty."),
    "mathematicians": N_(
        "The big game: five packs, cups on identical cups, and cups that put cards of the stack away."
    ),
    "magellan": N_("The basic game, but cards that you could not draw go onto the new dump."),
    "democratic-league": N_("The basic game, but the players have to notice when no cup is left."),
}

# Medium bots need about 100 moves at a table of two, of about six seconds each; the big game has five packs.
MINUTES = dict.fromkeys(SUGGESTED, 10) | {"mathematicians": 30}

FIXES = {"hand_size": N_("{seats} players: {value} cards each.")}
