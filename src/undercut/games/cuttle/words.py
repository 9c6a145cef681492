"""The words of Cuttle: title, pitch, piles, ends, and a sentence for every move."""

from __future__ import annotations

from undercut.cards import FRENCH
from undercut.games.base.sentences import Brief, Deed, Plural, Text, Tone
from undercut.games.base.words import Arrival, Button, End, GameWords, Pile, Sight
from undercut.translation import N_


class Ends(End):
    """How a game of Cuttle ends."""

    POINTS = "points", "CU-7", "by points"
    """A player's points reach the goal."""
    PASSES = "passes", "CU-5", "after three passes in a row"
    """Three passes in a row, possible only with an empty stock: a draw."""


WORDS = GameWords(
    title="Cuttle",
    pitch=(
        "A duel with an ordinary pack of cards. Be the first to have 21 points on the table; most cards can also "
        "destroy, steal or protect points."
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
    buttons={"draw": Button(N_("Draw"), N_("a card from the stock"))},
)

DEEDS = {
    "draw": Deed(
        "Draw a card from the stock.", "You draw a card from the stock.", "{name} draws a card from the stock."
    ),
    "pass": Deed("Pass.", "You pass.", "{name} passes."),
    "let be": Deed(
        "Do not counter: {card} takes effect.",
        "You do not counter: {card} takes effect.",
        "{name} does not counter: {card} takes effect.",
    ),
    "let counter be": Deed(
        "Do not counter {two}: {card} is countered.",
        "You do not counter {two}: {card} is countered.",
        "{name} does not counter {two}: {card} is countered.",
    ),
    "let second counter be": Deed(
        "Do not counter {two}: {card} takes effect.",
        "You do not counter {two}: {card} takes effect.",
        "{name} does not counter {two}: {card} takes effect.",
    ),
    "points": Deed(
        Plural("Play {card} for {count} point.", "Play {card} for {count} points."),
        Plural("You play {card} for {count} point.", "You play {card} for {count} points."),
        Plural("{name} plays {card} for {count} point.", "{name} plays {card} for {count} points."),
    ),
    "scuttle": Deed(
        "Scuttle {target} with {card}.", "You scuttle {target} with {card}.", "{name} scuttles {target} with {card}."
    ),
    "permanent": Deed("Play {card}.", "You play {card}.", "{name} plays {card}."),
    "glasses": Deed("Play {card} as glasses.", "You play {card} as glasses.", "{name} plays {card} as glasses."),
    "jack": Deed(
        "Put {card} on {target}, which changes sides.",
        "You put {card} on {target}, which changes sides.",
        "{name} puts {card} on {target}, which changes sides.",
    ),
    "one-off": Deed(
        "Play {card} as a one-off: {effect}.",
        "You play {card} as a one-off: {effect}.",
        "{name} plays {card} as a one-off: {effect}.",
    ),
    "four": Deed(
        "Play {card} as a one-off: the other player scraps two cards.",
        "You play {card} as a one-off: the other player scraps two cards.",
        "{name} plays {card} as a one-off: the other player scraps two cards.",
        "{name} plays {card} as a one-off: you scrap two cards.",
    ),
    "four for one": Deed(
        "Play {card} as a one-off: the other player scraps the only card in hand.",
        "You play {card} as a one-off: the other player scraps the only card in hand.",
        "{name} plays {card} as a one-off: the other player scraps the only card in hand.",
        "{name} plays {card} as a one-off: you scrap the only card in your hand.",
    ),
    "random four": Deed(
        "Play {card} as a one-off: the other player scraps two cards at random.",
        "You play {card} as a one-off: the other player scraps two cards at random.",
        "{name} plays {card} as a one-off: the other player scraps two cards at random.",
        "{name} plays {card} as a one-off: you scrap two cards at random.",
    ),
    "counter": Deed(
        "Counter {target} with {card}.",
        "You counter {target} with {card}.",
        "{name} counters {target} with {card}.",
    ),
    "take": Deed(
        "Take {card} from the scrap.", "You take {card} from the scrap.", "{name} takes {card} from the scrap."
    ),
    "discard": Deed(
        "Scrap {card}, which cannot be played.",
        "You scrap {card}, which cannot be played.",
        "{name} scraps {card}, which cannot be played.",
    ),
    "discard for four": Deed(
        "Scrap {card} for the four.", "You scrap {card} for the four.", "{name} scraps {card} for the four."
    ),
    "discard for five": Deed(
        "Scrap {card} for the five.", "You scrap {card} for the five.", "{name} scraps {card} for the five."
    ),
    "discard for limit": Deed(
        "Scrap {card} for the hand limit.",
        "You scrap {card} for the hand limit.",
        "{name} scraps {card} for the hand limit.",
    ),
}
"""The sentences for moves, by kind and variant."""

SCRAP_POINTS = Text("scrap all point cards")
SCRAP_TARGET = "scrap {target}"
UNDO_SCUTTLE = "bring back {target}, which was scuttled"
TAKE_FROM_SCRAP = Text("take a card from the scrap")
DRAW = Plural("draw the last card of the stock", "draw {count} cards")
DISCARD_AND_DRAW = Plural(
    "discard one card, then draw the last card of the stock", "discard one card, then draw {count} cards"
)
SCRAP_PERMANENTS = Text("scrap all permanents")
TURN_ONE = Text("turn the top card of the stock and play it")
TURN_TWO = Text("turn the top two cards of the stock and play one")
RETURN_TARGET = (
    "return {target} to its owner's hand",
    "return {target} to the hand of the player who played it",
    "return {target} to the top of the stock",
)
"""What a nine does, by the option `nine_to`."""
NOTHING = Text("nothing")

ANY_CARD = Text("a card")
ANY_PERMANENT = Text("a permanent")
ANY_GLASSES = Text("glasses")
ANY_POINT_CARD = Text("a point card")

# --- Short words, for buttons ----------------------------------------------------------------------------------------

COUNTERS = Brief(Text("Counter"), Tone.SAFE)
DISCARDS = Brief(Text("Scrap"))
QUEEN = Brief(Text("Queen"), Tone.SAFE, Text("protects your cards"))
GLASSES = Brief(Text("Glasses"), Tone.SPELL, Text("see the other hand"))
SCRAPS_POINTS = Brief(Text("Scrap all points"), Tone.SPELL, Text("yours too"))
SCRAPS_PERMANENTS = Brief(Text("Scrap permanents"), Tone.SPELL, Text("yours too"))
TAKES_BACK = Brief(Text("Take from the scrap"), Tone.SPELL)
FOUR = Brief(Text("They scrap two"), Tone.SPELL)
FOUR_FOR_ONE = Brief(Text("They scrap one"), Tone.SPELL, Text("their only card"))
RANDOM_FOUR = Brief(Text("They scrap two"), Tone.SPELL, Text("at random"))
TURNS_ONE = Brief(Text("Turn a card up"), Tone.SPELL, Text("and play it"))
TURNS_TWO = Brief(Text("Turn two cards up"), Tone.SPELL, Text("and play one"))

SCORES, SO_MANY_OF = Plural("{count} point", "{count} points"), "{total} of {goal}"
KING, NEW_GOAL = Text("King"), "goal {goal}"
SCUTTLES, STEALS, GIVES_AWAY, TAKES = Text("Scuttle"), Text("Steal"), Text("Give away"), Text("Take")
SCRAPS_ONE, SCRAPS_GLASSES, UNDOES = Text("Scrap a permanent"), Text("Scrap glasses"), Text("Undo the scuttle")
RETURNS = (Text("Return to hand"), Text("Return to hand"), Text("Return to stock"))
"""What a nine does, by the option `nine_to`."""
DRAWS_SOME, AFTER_DISCARD = Plural("Draw {count} card", "Draw {count} cards"), Text("scrap one first")
