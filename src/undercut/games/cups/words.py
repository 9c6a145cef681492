"""The words of Cups: title, pitch, piles, ends, and a sentence for every move."""

from undercut.cards import LATIN
from undercut.games.base.parts.explanation import Brief, Icon, Tone
from undercut.games.base.sentences import Deed, Plural, Text
from undercut.games.base.words import Arrival, Button, End, GameWords, Pile, PositionField, Question, Shape, Sight
from undercut.translation import N_


class Ends(End):
    WENT_OUT = "went_out", "CP-18", "by going out"  # a player has no cards left in hand or graveyard
    NO_CUPS = "no_cups", "CP-22", "with no cup left in play"  # the fewest cards win
    SMALLEST_GRAVEYARD = "smallest_graveyard", "CP-33", "with the smallest graveyard"  # no player has a hand
    GUARD = "guard", "CP-27", "after too long without progress"  # the fewest cards win


WORDS = GameWords(
    title="Cups",
    aim="Be the first to get rid of your cards.",
    pitch="A higher card of the same suit is free, another suit makes you draw; "
    "on a cup, any card but a cup is free and reverses play.",
    prefix="CP",
    pack=LATIN,
    piles=(
        Pile("hands", "hand", owned=True, sight=Sight.OWNER, clause="CP-10"),
        Pile(
            "graveyards",
            "graveyard",
            owned=True,
            shape=Shape.LAYERS,
            comes_from=("hands",),
            clause="CP-17",
            meaning=N_("Cards a player laid down when no card in hand could be played."),
        ),
        Pile(
            "dump",
            "dump",
            clause="CP-4",
            meaning=N_("The pile everyone plays on; its top card decides what may follow."),
        ),
        Pile(
            "side",
            "side pile",
            clause="CP-30",
            meaning=N_("Cups may be played here instead of on the dump."),
            needs=("cup_goes", "side"),
        ),
        Pile(
            "stack",
            "stack",
            sight=Sight.NOBODY,
            arrival=Arrival.UNTOLD,
            comes_from=("dump",),
            clause="CP-2",
            meaning=N_("Cards are drawn from here, face down."),
        ),
        Pile(
            "away",
            "put away",
            target="the cards put away",
            sight=Sight.NOBODY,
            clause="CP-20",
            meaning=N_("Cards that are out of the game: the active card goes here each time the stack runs out."),
        ),
    ),
    ends=Ends,
    cover=("Nc", "Qw", "As"),
    guesses={
        N_("Cups"): ".c.?",
        N_("Coins"): ".d.?",
        N_("Swords"): ".s.?",
        N_("Wands"): ".w.?",
        N_("Bury"): "bury.?",
    },
    firsts={
        N_("On a cup, any card but a cup is free and reverses play."): ".c.?",
        N_("A free ace: each other player may give a card to whoever played it."): r"keep|\+.*",
        N_("On an ace, every other card of its suit is free."): "A[dsw].?",
        N_("On a page, the knight, queen and king of its suit are free."): "P[dsw].?",
        N_("On a knight, the queen and king of its suit are free."): "N[dsw].?",
        N_("On a queen, only the king and the ace of its suit are free."): "Q[dsw].?",
        N_("On a king, only the ace of its suit is free."): "K[dsw].?",
        N_("No card fitted: the hand became a graveyard, which returns once the next hand is gone."): "bury.?",
    },
    buttons={"bury": Button(N_("Bury"), N_("your hand and draw as many"))},
    phases={"gift": N_("a gift"), "redeal": N_("the choice after a redeal")},
    position_fields={
        "side_active": PositionField(N_("Whether the side pile is active")),
        "direction": PositionField(
            N_("Order of play"),
            choices={"1": N_("from Player 1 to Player 2"), "-1": N_("from Player 2 to Player 1")},
        ),
        "givers": PositionField(N_("Players still to be asked for a gift"), lists_seats=True),
        "emptied": PositionField(N_("Players who have just given away their last card"), lists_seats=True),
        "dealt": PositionField(N_("Ace that the redeal brought")),
        "given": PositionField(N_("Gifts still in hand")),
        "run": PositionField(N_("Whether the last card was an identical cup")),
        "out": PositionField(N_("Players who sit out"), lists_seats=True),
        "idle": PositionField(N_("Turns in a row without progress")),
        "moved": PositionField(N_("Whether a card moved in this turn")),
        "called": PositionField(N_("Whether the end was called in this turn")),
        "lead": PositionField(N_("Whether the lead is free")),
    },
    shape_note=N_("The layers of a graveyard are separated by |, the bottom one first."),
)

DEEDS = {
    "play": Deed("Play {card}.", "{name} plays {card}."),
    "lead": Deed("Lead {card}.", "{name} leads {card}."),
    "cover": Deed("Play {card} and reverse direction.", "{name} plays {card} and reverses direction."),
    "identical": Deed("Play {card} on an identical cup.", "{name} plays {card} on an identical cup."),
    "gifts": Deed(
        "Play {card}; every other player may give you a card.",
        "{name} plays {card}; every other player may give a card.",
    ),
    "gift of one": Deed(
        "Play {card}; the other player may give you a card.",
        "{name} plays {card}; the other player may give a card.",
        other="{name} plays {card}; you may give a card.",
    ),
    "draw": Deed("Play {card} and draw {drawn}.", "{name} plays {card} and draws {drawn}."),
    "draw nothing": Deed(
        "Play {card}; no cards are left to draw.",
        "{name} plays {card} and draws nothing.",
        "You play {card} and draw nothing.",
    ),
    "take": Deed(
        Plural("Play {card} and take {count} card from the dump.", "Play {card} and take {count} cards from the dump."),
        Plural(
            "{name} plays {card} and takes {count} card from the dump.",
            "{name} plays {card} and takes {count} cards from the dump.",
        ),
    ),
    "run": Deed("Play {card} on the side pile.", "{name} plays {card} on the side pile."),
    "gift": Deed("Give {card}.", "{name} gives {card}."),
    "keep": Deed("Give nothing.", "{name} gives nothing."),
    "bury": Deed("Bury your hand and draw {drawn}.", "{name} buries the whole hand and draws {drawn}."),
    "bury over": Deed(
        "Bury your hand, covering your graveyard, and draw {drawn}.",
        "{name} buries the whole hand, covering the graveyard, and draws {drawn}.",
    ),
    "bury open": Deed(
        "Bury your hand, leaving your graveyard open, and draw {drawn}.",
        "{name} buries the whole hand, leaving the graveyard open, and draws {drawn}.",
    ),
    "call": Deed("Say that no cup is left in play.", "{name} says that no cup is left in play."),
    "ace": Deed("Play {card} right away, with no effect.", "{name} plays {card} right away, with no effect."),
    "ok": Deed("Keep the ace you were dealt.", "{name} keeps the ace just dealt."),
}
"""The sentences for moves, by kind and variant."""

UNSEEN = Text("The cup is ignored.")
BURNT = Plural("{count} card from the stack burns.", "{count} cards from the stack burn.")
HIDDEN_CARD = Text("a card")

NEW_CARDS = Plural("{count} card", "{count} cards")
LAST_OF_STACK = Plural("the last card of the stack", "the last {count} cards of the stack")
STACK_AND_DUMP = Plural("{count} card from the stack and the dump", "{count} cards from the stack and the dump")
BOTTOM_OF_DUMP = Plural("{count} card from the bottom of the dump", "{count} cards from the bottom of the dump")
NO_CARDS = Text("nothing, because no cards are left")  # the cards that a play or a bury draws

# What follows from a move by itself (CP-20, CP-21, CP-25)
NEW_STACK, STACK_GONE = Text("New stack"), Text("Turned up: no stack left")
RENEWED = (
    "The stack is empty: {gone} is put away. The dump becomes the new stack, and {card} is turned up.",
    "The stack is empty: {gone} and all cups are put away. The dump becomes the new stack, and {card} is turned up.",
)
RENEWED_AGAIN = "New stack: {card} is turned up.", "New stack, without the cups of the dump: {card} is turned up."
"""The first time in a game and later, without and with cups in the dump."""
NO_STACK = "No cards are left for a new stack: {card} is turned up."
STAYS = "No cards are left for a new stack: {gone} is put away, and {card} stays active."
USED_UP = "The stack is empty, and so is the dump: {gone} is put away. Any card may be led."
DEALT_OUT = "No player has a hand: the stack is dealt out. The dump becomes the new stack, and {card} is turned up."
PICKED_UP = Text("No player has a hand: all pick up their graveyards. The dump is put away; any card may be led.")


PLAYS, PLAYS_CUP, IGNORES, LEADS = Text("Play"), Text("Play the cup"), Text("Ignore the cup"), Text("Lead")
FREE, ON_EQUAL, NOTHING_TO_DRAW = Text("free"), Text("free on an equal cup"), Text("free: nothing to draw")
TURNS_ROUND, MAY_BRING_GIFTS = Text("free, reverses direction"), Text("others may give you cards")
GIFTS, HAND_RETURNS, SITS_OUT = Text("gifts?"), Text("graveyard returns"), Text("you sit out")
SO_MANY_DRAWN, SO_MANY_ADDED, SO_MANY_TAKEN = "draw {count}", "+{count}", "take {count}"
TAKEN_OFF = "take {count} off the dump"
RUNS = Brief(Text("Play"), Tone.SAFE, Text("free on the side pile"), told=Text("Plays"), badge=FREE)
GIVES = Brief(Text("Give"), icon=Icon.JACK, told=Text("Gives"))
PLAYS_ACE = Brief(Text("Play now"), Tone.SAFE, Text("no effect"), told=Text("Plays right away"))
TOLD, TOLD_LEAD, TOLD_TURN, TOLD_GIFTS = map(Text, ("Plays", "Leads", "Reverses direction", "Asks for gifts"))
TOLD_DRAW, TOLD_TAKE = Plural("Draws a card", "Draws {count} cards"), "Takes {count} off the dump"
"""The verbs as others read them."""


QUESTIONS = {
    "decks": Question(N_("How many packs are shuffled together?")),
    "hand_size": Question(N_("How many cards does each player get?"), {"": N_("{value} cards")}),
    "cover": Question(
        N_("Does a new layer of your graveyard cover the one below?"),
        {"choose": N_("You choose each time"), "always": N_("Always"), "never": N_("Never")},
    ),
    "no_cups_end": Question(
        N_("How does the game end when no cup is left?"),
        {
            "automatic": N_("Automatically"),
            "on_call": N_("When a player notices and says so"),
            "off": N_("It goes on"),
        },
    ),
    "graveyard_weight": Question(
        N_("How much does a graveyard card count when the game ends without cups?"),
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
        N_("May you ignore a cup on the side pile?"),
        {"no": N_("No"), "may": N_("If you like"), "must": N_("You must")},
    ),
    "unseen_cup_allows_cup": Question(N_("May you play a cup while ignoring one?")),
    "side_run": Question(N_("May the next higher cup go on the side pile when you have no other move?")),
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
