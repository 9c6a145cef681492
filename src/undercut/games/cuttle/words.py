"""The words of Cuttle: title, pitch, piles, ends, and a sentence for every move."""

from undercut.cards import FRENCH
from undercut.games.base.parts.explanation import Brief, Icon, Tone
from undercut.games.base.sentences import Deed, Plural, Text
from undercut.games.base.words import Arrival, Button, End, GameWords, Pile, PositionField, Question, Shape, Sight
from undercut.games.cuttle.one_offs import ONE_OFFS
from undercut.translation import N_


class Ends(End):
    POINTS = "points", "CU-7", "by points"  # a player's points reach the goal
    PASSES = "passes", "CU-5", "by passing"  # as many passes in a row as `pass_limit` says: a draw


WORDS = GameWords(
    title="Cuttle",
    aim="Be the first to get 21 points on the table.",
    pitch="It is a duel with an ordinary pack of cards: most can also destroy, steal or protect points.",
    prefix="CU",
    pack=FRENCH,
    piles=(
        Pile("hands", "hand", owned=True, sight=Sight.OWNER, clause="CU-4"),
        Pile(
            "points",
            "points",
            owned=True,
            target="point cards",
            shape=Shape.STACKED,
            clause="CU-6",
            meaning=N_("21 points here win the game. Each of your kings lowers that goal."),
        ),
        Pile(
            "permanents",
            "permanents",
            owned=True,
            clause="CU-12",
            meaning=N_("Queens, kings and eights that lie here for their lasting effect."),
        ),
        Pile("scrap", "scrap", clause="CU-14", meaning=N_("Used and scrapped cards. A three brings one of them back.")),
        Pile(
            "stock",
            "stock",
            target="the top of the stock",
            sight=Sight.NOBODY,
            clause="CU-4",
            meaning=N_("Draw a card from here instead of playing one."),
        ),
        Pile("waiting", "waiting", arrival=Arrival.UNTOLD, shape=Shape.AIMED),
        Pile("counters", "counters", arrival=Arrival.UNTOLD),
        Pile("suspended", "suspended sevens", arrival=Arrival.UNTOLD),
        Pile("revealed", "revealed", arrival=Arrival.TURNED_UP),
    ),
    ends=Ends,
    cover=("8d", "Kh", "Js"),
    guesses={
        N_("Points"): ".[cdhs]",
        N_("Scuttle"): "..x..",
        N_("One-off"): "..!.*",
        N_("Permanent"): r"..(\+|>..)",
        N_("Draw"): "draw|pass",
    },
    buttons={"draw": Button(N_("Draw a card"), N_("from the stock"))},
    phases={
        "counter": N_("a counter, or none"),
        "take": N_("the choice of a three"),
        "discard": N_("the discards of a four"),
        "seven": N_("the card of a seven"),
        "recycle": N_("the discard of a five"),
        "limit": N_("discards down to the limit of the hand"),
    },
    position_fields={
        "to_discard": PositionField(N_("Number of cards still to scrap")),
        "passes": PositionField(N_("Passes in a row")),
        "scuttled": PositionField(N_("Card that was scuttled in the turn before")),
        "frozen": PositionField(N_("Frozen cards")),
        "known": PositionField(
            N_("Cards of each hand that the other player has seen"),
            row=N_("Cards of hand {} that the other player has seen"),
        ),
        "known_top": PositionField(N_("Number of top cards of the stock that both players know")),
        "jacked_by": PositionField(N_("Player of each jack")),
    },
    shape_note=N_("A jack lies on a card with +, as in Td+Jc. A waiting one-off names its target with >, as in 2c>Kh."),
)

DEEDS = {
    "draw": Deed("Draw a card from the stock.", "{name} draws a card from the stock."),
    "pass": Deed("Pass.", "{name} passes."),
    "let be": Deed(
        "Do not counter: {card} takes effect.",
        "{name} does not counter: {card} takes effect.",
        "No counter: {card} takes effect.",
    ),
    "let counter be": Deed(
        "Do not counter {two}: {card} is countered.", "{name} does not counter back: {card} is countered."
    ),
    "let second counter be": Deed(
        "Do not counter {two}: {card} takes effect.", "{name} does not counter {two}: {card} takes effect."
    ),
    "points": Deed(
        Plural("Play {card} for {count} point.", "Play {card} for {count} points."),
        Plural("{name} plays {card} for {count} point.", "{name} plays {card} for {count} points."),
    ),
    "scuttle": Deed("Scuttle {target} with {card}.", "{name} scuttles {target} with {card}."),
    "permanent": Deed("Play {card}.", "{name} plays {card}."),
    "glasses": Deed("Play {card} as glasses.", "{name} plays {card} as glasses."),
    "jack": Deed(
        "Put {card} on {target}, which changes sides.", "{name} puts {card} on {target}, which changes sides."
    ),
    "one-off": Deed(
        "Play {card} as a one-off: {effect}.",
        "{name} plays {card} as a one-off: {effect}.",
        other="{name} plays {card} as a one-off: {to_other}.",
    ),
    "counter": Deed("Counter {target} with {card}.", "{name} counters {target} with {card}."),
    "take": Deed("Take {card} from the scrap.", "{name} takes {card} from the scrap."),
    "discard": Deed("Scrap {card}, which cannot be played.", "{name} scraps {card}, which cannot be played."),
    "discard for one-off": Deed("Scrap {card} for {cause}.", "{name} scraps {card} for {cause}."),
    "discard for limit": Deed("Scrap {card} for the hand limit.", "{name} scraps {card} for the hand limit."),
}
"""The sentences for moves, by kind and variant."""

ENOUGH = Deed("", "{card} brought {name} to {count} points.", "{card} brought you to {count} points.")
ENOUGH_WITH_KINGS = Deed(
    "",
    "{card} brought {name} to {count} points; {name} needed only {goal}.",
    "{card} brought you to {count} points; you needed only {goal}.",
)
STOLEN_ENOUGH = Deed("", "{name}'s jack took {card}: {count} points.", "Your jack took {card}: {count} points.")
KINGS = (
    Deed("", "{name}'s king made {count} enough.", "Your king made {count} enough."),
    Deed("", "{name}'s second king made {count} enough.", "Your second king made {count} enough."),
    Deed("", "{name}'s third king made {count} enough.", "Your third king made {count} enough."),
    Deed("", "{name}'s fourth king made {count} enough.", "Your fourth king made {count} enough."),
)
"""How a game was won, for the story of its end."""

NOTHING = Text("nothing")
ANY_POINT_CARD = Text("a point card")


COUNTERS = Brief(Text("Counter"), Tone.SAFE)
DISCARDS = Brief(Text("Scrap"), icon=Icon.LOSE, told=Text("Scraps a card"))
QUEEN = Brief(Text("Queen"), Tone.SAFE, Text("protects your cards"))
GLASSES = Brief(Text("Glasses"), Tone.SPELL, Text("see the other hand"), icon=Icon.SEE)
SCORES = Plural("{count} point", "{count} points")
SO_MANY_OF, MAKES_ENOUGH = "{total} of {goal}", "{total}: enough to win"
KING, NEW_GOAL = Text("King"), "goal {goal}"
SCUTTLES, STEALS, GIVES_AWAY, TAKES = Text("Scuttle"), Text("Steal"), Text("Give away"), Text("Take")
# The verbs as others read them:
SCUTTLED, STOLEN, GIVEN_AWAY, TAKEN = "Scuttles {card}", "Steals {card}", "Gives {card} away", "Takes {card}"
COUNTERED = "Counters {card}"

_YOURS_TOO = {"opponent": N_("Only your opponent's"), "any": N_("Your own too")}


QUESTIONS = {
    "win": Question(N_("When do you win?"), {"turn_end": N_("At the end of your turn"), "at_once": N_("At once")}),
    "kings": Question(N_("How many points do you need to win with 0, 1, 2, 3 and 4 kings?")),
    "scuttle": Question(N_("Whose point cards may you scuttle?"), _YOURS_TOO),
    "target_side": Question(N_("Whose cards may you choose with a two or a nine?"), _YOURS_TOO),
    "jack_side": Question(N_("Whose point cards may you put a jack on?"), _YOURS_TOO),
    "buried_jacks": Question(N_("May a two or a nine choose a jack under another jack?")),
    "queen_stops": Question(
        N_("What does an opposing queen stop?"),
        {
            "targets": N_("Choosing the cards she protects"),
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
        {"draw2": N_("You draw two cards"), "recycle": N_("You scrap a card and draw three")},
    ),
    "seven": Question(
        N_("How many cards does a seven turn up?"), {"1": N_("One, to be played"), "2": N_("Two, to choose from")}
    ),
    "seven_leaves": Question(
        N_("When does a seven go to the scrap?"),
        {
            "after": N_("Once the turned card is finished"),
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
