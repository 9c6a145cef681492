"""The words of Cut the Rope: title, pitch, piles, ends, and a sentence for every move."""

from undercut.cards import ROPE
from undercut.games.base.parts.explanation import Brief, Icon, Tone
from undercut.games.base.sentences import Deed, Plural, Text, the_card
from undercut.games.base.words import Arrival, Button, End, GameWords, Pile, PositionField, Question, Sight
from undercut.translation import N_


class Ends(End):
    EMPTIED = "emptied", "CR-16", "by emptying the personal deck"
    STALEMATE = "stalemate", "CR-19", "after a full round in which no card moved"


WORDS = GameWords(
    title="Cut the Rope",
    aim="Be the first to empty your personal deck.",
    pitch="All players add numbers to the same three rows, one by one, up or down.",
    prefix="CR",
    pack=ROPE,
    piles=(
        Pile("hands", "hand", owned=True, sight=Sight.OWNER, comes_from=("deck",), clause="CR-4"),
        Pile(
            "personal",
            "personal deck",
            owned=True,
            sight=Sight.TOP,
            arrival=Arrival.ON_TOP,
            clause="CR-2",
            meaning=N_("The first player to empty their personal deck wins. Its top card can be played."),
        ),
        Pile(
            "supply",
            "supply rows",
            owned=True,
            row="supply row {}",
            comes_from=("hands",),
            clause="CR-2",
            meaning=N_("Putting a card here ends your turn. You can play the top card of each row later."),
        ),
        Pile(
            "levels",
            "level rows",
            row="level row {}",
            comes_from=("hands", "personal", "supply"),
            clause="CR-11",
            meaning=N_("Rows that all players build: up from 1 to 10, or down from 10 to 1."),
        ),
        Pile(
            "deck",
            "deck",
            sight=Sight.NOBODY,
            arrival=Arrival.UNTOLD,
            comes_from=("discards",),
            clause="CR-2",
            meaning=N_("Hands are filled up to six from here when a turn ends."),
        ),
        Pile(
            "discards",
            "discards",
            arrival=Arrival.UNTOLD,
            comes_from=("levels",),
            clause="CR-13",
            meaning=N_("Complete rows of ten cards go here; they become the deck again when it runs out."),
        ),
    ),
    ends=Ends,
    cover=("3", "X", "7"),
    guesses={
        N_("Hand"): r"(\d+|X)>.*",
        N_("Personal"): "p.*",
        N_("From supply"): "s.*",
        N_("To supply"): ".*/.",
    },
    buttons={"end": Button(N_("End the turn"))},
    unfit=dict.fromkeys(("CR-11", "CR-12", "CR-20", "CR-21", "CR-24"), N_("Fits no level row.")),
    position_fields={
        "directions": PositionField(
            N_("Direction of each level row"),
            choices={"": N_("as its cards say"), "up": N_("up"), "down": N_("down")},
            row=N_("Direction of level row {}"),
        ),
        "values": PositionField(N_("Number that each card of a level row stands for")),
        "still": PositionField(N_("Turns in a row in which no card moved")),
        "moved": PositionField(N_("Whether a card moved in this turn")),
    },
)

DEEDS = {
    "end": Deed("End the turn.", "{name} ends the turn."),
    "put": Deed(
        "Put {card} on supply {row} and end the turn.", "{name} puts {card} on supply {row} and ends the turn."
    ),
    "hand": Deed("Play {card} on row {row}{meaning}.", "{name} plays {card} on row {row}{meaning}."),
    "supply": Deed(
        "Play {card} from supply {source} on row {row}{meaning}.",
        "{name} plays {card} from supply {source} on row {row}{meaning}.",
    ),
    "personal": Deed(
        "Play {card} from your personal deck on row {row}{meaning}.",
        "{name} plays {card} from the personal deck on row {row}{meaning}.",
    ),
}
"""The sentences for moves, by kind."""

GOES_UP = Text(", which goes up")
GOES_DOWN = Text(", which goes down")
SAME_NUMBER = Text(", the same number again")
NEXT_NUMBER = Text(" as the next number")
AS_NUMBER = " as {number}"
"""Value of a card on a level row, or the way that the row goes; it follows the row's number."""

_SCISSORS = Text("scissors")


def named(card: int) -> Text:
    """Name a card in a sentence: a number with its article, scissors without."""
    return _SCISSORS if card == ROPE.code("X") else the_card(ROPE, card)


LAST_CARD = Deed("", "{name}'s last card, {card}, went onto row {row}.", "Your last card, {card}, went onto row {row}.")
"""How a game was won, for the story of its end."""

ROW_FULL = Text("Row full")
FULL = Plural(
    "Row {row} is full: {count} card goes to the discards.", "Row {row} is full: {count} cards go to the discards."
)
NEW_DECK, RENEWED = Text("New deck"), Text("The deck is empty: the discards are shuffled and become the new deck.")
"""What follows from a move by itself, CR-13 and CR-18."""


KEPT = Text("for later; ends the turn")
SUPPLIES = Brief(Text("Supply"), Tone.GAIN, KEPT, icon=Icon.KEEP, told=Text("Adds to supply"))
HAND_TO_SUPPLY, HAND_TO_ROW = "hand to supply\N{NO-BREAK SPACE}{row}", "hand to row\N{NO-BREAK SPACE}{row}"
PERSONAL_TO_ROW = "personal deck to row\N{NO-BREAK SPACE}{row}"
SUPPLY_TO_ROW = "supply\N{NO-BREAK SPACE}{source} to row\N{NO-BREAK SPACE}{row}"
PLAYS, ON_ROW, TOLD = Text("Play"), "row\N{NO-BREAK SPACE}{row}", "Plays on row {row}"
UPWARDS, DOWNWARDS, AGAIN, AS_NEXT = Text("up"), Text("down"), Text("the same number"), Text("the next number")


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
