"""The words of Cups: title, pitch, piles, ends, and a sentence for every move."""

from __future__ import annotations

from undercut.cards import LATIN
from undercut.games.base.sentences import Brief, Deed, Icon, Plural, Text, Tone
from undercut.games.base.words import Arrival, Button, End, GameWords, Pile, Sight
from undercut.translation import N_


class Ends(End):
    """How a game of Cups ends."""

    WENT_OUT = "went_out", "CP-18", "by going out"
    """A player's hand is empty, and there is no graveyard to pick up."""
    NO_CUPS = "no_cups", "CP-22", "with no cup left in play"
    """No cup is in play any more: the fewest cards win."""
    SMALLEST_GRAVEYARD = "smallest_graveyard", "CP-33", "with the smallest graveyard"
    """No player has a hand any more: the smallest graveyard wins."""
    GUARD = "guard", "CP-27", "after too long without progress"
    """In 60 turns for each player no card was drawn, taken, given or put away: the fewest cards win."""


WORDS = GameWords(
    title="Cups",
    pitch=(
        "Be the first to get rid of your cards. A higher card of the same suit is free, another suit makes you draw, "
        "and a cup reverses the order of play."
    ),
    prefix="CP",
    pack=LATIN,
    piles=(
        Pile("hands", "hand", owned=True, sight=Sight.OWNER),
        Pile("graveyards", "graveyard", owned=True, comes_from=("hands",), clause="CP-17"),
        Pile("dump", "dump", clause="CP-4"),
        Pile("side", "side pile", clause="CP-30"),
        Pile("stack", "stack", sight=Sight.NOBODY, arrival=Arrival.UNTOLD, comes_from=("dump",), clause="CP-2"),
        Pile("away", "put away", target="the cards put away", sight=Sight.NOBODY, clause="CP-20"),
    ),
    ends=Ends,
    cover=("Nc", "Qw", "As"),
    buttons={"bury": Button(N_("Bury"), N_("your hand and draw as many cards"))},
)

DEEDS = {
    "play": Deed("Play {card}.", "You play {card}.", "{name} plays {card}."),
    "lead": Deed("Lead {card}.", "You lead {card}.", "{name} leads {card}."),
    "cover": Deed(
        "Play {card}; the direction of play reverses.",
        "You play {card}; the direction of play reverses.",
        "{name} plays {card}; the direction of play reverses.",
    ),
    "identical": Deed(
        "Play {card} on an identical cup.",
        "You play {card} on an identical cup.",
        "{name} plays {card} on an identical cup.",
    ),
    "gifts": Deed(
        "Play {card}; each of the others may give you a card.",
        "You play {card}; each of the others may give you a card.",
        "{name} plays {card}; each of the others may give a card.",
    ),
    "gift of one": Deed(
        "Play {card}; the other player may give you a card.",
        "You play {card}; the other player may give you a card.",
        "{name} plays {card}; the other player may give a card.",
        "{name} plays {card}; you may give a card.",
    ),
    "draw": Deed(
        "Play {card} and draw {drawn}.", "You play {card} and draw {drawn}.", "{name} plays {card} and draws {drawn}."
    ),
    "draw nothing": Deed(
        "Play {card}; no cards are left to draw.",
        "You play {card}; no cards are left to draw.",
        "{name} plays {card}; no cards are left to draw.",
    ),
    "take": Deed(
        Plural("Play {card} and take {count} card from the dump.", "Play {card} and take {count} cards from the dump."),
        Plural(
            "You play {card} and take {count} card from the dump.",
            "You play {card} and take {count} cards from the dump.",
        ),
        Plural(
            "{name} plays {card} and takes {count} card from the dump.",
            "{name} plays {card} and takes {count} cards from the dump.",
        ),
    ),
    "run": Deed(
        "Play {card} on the side pile.", "You play {card} on the side pile.", "{name} plays {card} on the side pile."
    ),
    "gift": Deed("Give {card}.", "You give {card}.", "{name} gives {card}."),
    "keep": Deed("Give nothing.", "You give nothing.", "{name} gives nothing."),
    "bury": Deed(
        "Bury your hand and draw {drawn}.",
        "You bury your hand and draw {drawn}.",
        "{name} buries the whole hand and draws {drawn}.",
    ),
    "bury over": Deed(
        "Bury your hand, covering your graveyard, and draw {drawn}.",
        "You bury your hand, covering your graveyard, and draw {drawn}.",
        "{name} buries the whole hand, covering the graveyard, and draws {drawn}.",
    ),
    "bury open": Deed(
        "Bury your hand, leaving your graveyard open, and draw {drawn}.",
        "You bury your hand, leaving your graveyard open, and draw {drawn}.",
        "{name} buries the whole hand, leaving the graveyard open, and draws {drawn}.",
    ),
    "call": Deed(
        "Say that no cup is left in play.",
        "You say that no cup is left in play.",
        "{name} says that no cup is left in play.",
    ),
    "ace": Deed(
        "Play {card} at once, without effect.",
        "You play {card} at once, without effect.",
        "{name} plays {card} at once, without effect.",
    ),
    "ok": Deed(
        "Keep the ace that you were dealt.",
        "You keep the ace that you were dealt.",
        "{name} keeps the ace just dealt.",
    ),
}
"""The sentences for moves, by kind and variant."""

UNSEEN = Text("The cup is ignored.")
BURNT = Plural("{count} card of the stack burns.", "{count} cards of the stack burn.")
HIDDEN_CARD = Text("a card")

NEW_CARDS = Plural("{count} card", "{count} cards")
LAST_OF_STACK = Plural("the last card of the stack", "the last {count} cards of the stack")
STACK_AND_DUMP = Plural("{count} card from the stack and the dump", "{count} cards from the stack and the dump")
BOTTOM_OF_DUMP = Plural("{count} card from the bottom of the dump", "{count} cards from the bottom of the dump")
NO_CARDS = Text("nothing, because no cards are left")
"""Which cards a play or a bury draws."""

# --- Short words, for buttons ----------------------------------------------------------------------------------------

PLAYS, PLAYS_CUP, IGNORES, LEADS = Text("Play"), Text("Play the cup"), Text("Ignore the cup"), Text("Lead")
FREE, ON_EQUAL, TURNS_ROUND = Text("free"), Text("on an equal cup"), Text("the direction reverses")
MAY_BRING_GIFTS, NOTHING_TO_DRAW = Text("others may give"), Text("nothing to draw")
SO_MANY_DRAWN, SO_MANY_TAKEN = "draw {count}", "take {count}"
RUNS = Brief(Text("Play"), Tone.SAFE, Text("on the side pile"), told=Text("Plays"))
GIVES = Brief(Text("Give"), icon=Icon.LOSE, told=Text("Gives"))
PLAYS_ACE = Brief(Text("Play at once"), Tone.SAFE, Text("without effect"), told=Text("Plays at once"))
TOLD, TOLD_LEAD, TOLD_TURN = Text("Plays"), Text("Leads"), Text("Turns play round")
TOLD_DRAW, TOLD_TAKE = Plural("Draws a card", "Draws {count} cards"), Plural("Takes a card", "Takes {count} cards")
"""The verbs as others read them."""
