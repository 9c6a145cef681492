"""The lessons of Cut the Rope: a first one, exercises, and the game on one screen."""

from __future__ import annotations

from undercut.cards import ROPE
from undercut.games.base.book import recommended
from undercut.games.base.parts.lessons import CardRule, Glance, Lesson, Position, Step
from undercut.games.base.registry import spec
from undercut.games.base.words import RuleText
from undercut.lessons.lesson import cards, rest
from undercut.translation import N_

_COPIES, _SCISSORS = 14, 20


def rope(
    hands: tuple[str, str],
    personal: tuple[str, str],
    levels: tuple[str, str, str] = ("", "", ""),
    *,
    supply: tuple[tuple[str, str, str], tuple[str, str, str]] = (("", "", ""), ("", "", "")),
    directions: tuple[str, str, str] = ("", "", ""),
    top: str = "",
) -> Position:
    """Return a position of Cut the Rope for two with you to move."""
    named = cards(" ".join([*hands, *personal, *levels, *supply[0], *supply[1], top]))
    pack = [card for card in ROPE.texts for _ in range(_SCISSORS if card == "X" else _COPIES)]
    return {
        "game": "cut_the_rope",
        "rules": recommended(spec("cut_the_rope")),
        "seats": 2,
        "hands": [[*cards(hand)] for hand in hands],
        "personal": [[*cards(deck)] for deck in personal],
        "supply": [[[*cards(row)] for row in rows] for rows in supply],
        "levels": [[*cards(row)] for row in levels],
        "directions": [direction or None for direction in directions],
        "deck": [*cards(top), *rest(pack, named)],
        "turn": 0,
        "to_move": 0,
        "phase": "play",
    }


_START = rope(
    ("4 10 2 9 9 5", "1 3 8 8 3 6"),
    ("5 9 7", "4 8 8 10"),
    ("1 2 3", "", ""),
    directions=("up", "", ""),
    top="4 X 3 1 10 10 6 1",
)

FIRST = Lesson(
    name="first",
    title=N_("Learn Cut the Rope in 3 minutes"),
    game="cut_the_rope",
    steps=(
        Step(
            title=N_("Rows"),
            text=N_(
                "All players build on the three rows in the middle, number by number. The first row goes up and has "
                "reached 3. On your turn, play as many cards as you like. Play the four from your hand on row 1."
            ),
            start=_START,
            wanted=("4>1",),
            otherwise=N_("That is legal, but the four helps you more now: play it on row 1."),
        ),
        Step(
            title=N_("Your personal deck"),
            text=N_(
                "The first player to empty the personal deck wins. Only its top card is face up, and you can play it "
                "at any time during your turn. It is a five, and row 1 needs a five!"
            ),
            wanted=("p>1",),
            answers={
                "5>1": N_("The five from your hand fits too, but only the personal deck counts. Play its five instead.")
            },
            otherwise=N_("Do not miss your chance: play the five of your personal deck on row 1."),
        ),
        Step(
            title=N_("A new row"),
            text=N_(
                "Now a nine is on top of your deck. A new row begins with a 1 and then goes up, or with a 10 and "
                "then goes down. You have a 10: begin row 2, and it will need a nine."
            ),
            wanted=("10>2",),
            answers={"10>3": N_("Row 3 would work just as well, but let us begin row 2.")},
            otherwise=N_("Your turn would be over. First make a place for the nine: play the 10 on row 2."),
        ),
        Step(
            title=N_("Going down"),
            text=N_("Row 2 goes down: after the 10 comes a nine. Play the nine of your personal deck there."),
            wanted=("p>2",),
            answers={"9>2": N_("The nine from your hand fits too, but only the personal deck counts.")},
            otherwise=N_("Not yet: first play the nine of your personal deck on row 2."),
        ),
        Step(
            title=N_("Supply"),
            text=N_(
                "One card is left, a seven, but no row needs a seven. So end your turn: put a card from your hand "
                "on one of your three supply rows. The top card of each can be played later. Then you draw until you "
                "hold six cards. Put the two on supply row 1."
            ),
            wanted=("2/1",),
            otherwise=N_("That ends your turn, too. But new rows soon need low cards: put the two on supply row 1."),
            replies=("1>3", "8/1"),
        ),
        Step(
            title=N_("From the supply"),
            text=N_(
                "Rosa has begun row 3 with a 1, so it needs a two. Play it from your supply row: that makes room for "
                "other cards."
            ),
            wanted=("s1>3",),
            otherwise=N_("Possible, but this time play the two from supply row 1 on row 3."),
        ),
        Step(
            title=N_("Scissors"),
            text=N_(
                "You have drawn scissors. They stand for any number that a row needs. Row 1 has reached 5; after a "
                "six, your seven would fit. Play the scissors on row 1."
            ),
            wanted=("X>1",),
            otherwise=N_("That is legal, but the scissors belong on row 1: there they stand for the missing six."),
        ),
        Step(
            title=N_("Win"),
            text=N_("The scissors stand for a six. Now play the last card of your personal deck."),
            wanted=("p>1",),
            otherwise=N_("You can win at once: play the seven of your personal deck on row 1."),
        ),
    ),
    end=N_(
        "Your personal deck is empty, and you win! One more thing: a row of ten cards is complete. It is cleared "
        "away, and a new row can begin in its place. In a real game, a personal deck has ten to twenty cards."
    ),
)


_LAST = N_("One card is left in your personal deck. Win this turn.")
_NOW = N_("Now play the last card of your personal deck.")
_TOO_SOON = N_("That ends your turn. You can win now.")
_THEIRS = "3 3 8 8 6 6"
_DECK = "4 9 9 2"

EXERCISES = (
    Lesson(
        "up",
        N_("One step up"),
        "cut_the_rope",
        (
            Step(
                _LAST,
                ("4>1",),
                {"put": _TOO_SOON},
                otherwise=N_("Which number is missing before your five?"),
                start=rope(("4 9 8 2 2", _THEIRS), ("5", _DECK), ("1 2 3", "10", ""), directions=("up", "down", "")),
            ),
            Step(_NOW, ("p>1",)),
        ),
        N_("Count back from your personal card to the rows: which numbers are missing?"),
    ),
    Lesson(
        "down",
        N_("One step down"),
        "cut_the_rope",
        (
            Step(
                _LAST,
                ("8>2",),
                {"put": _TOO_SOON},
                otherwise=N_("Row 2 goes down. Which number is missing before your seven?"),
                start=rope(("8 4 4 2 2", _THEIRS), ("7", _DECK), ("1 2 3", "10 9", ""), directions=("up", "down", "")),
            ),
            Step(_NOW, ("p>2",)),
        ),
        N_("Rows that began with a 10 go down."),
    ),
    Lesson(
        "scissors",
        N_("Any number"),
        "cut_the_rope",
        (
            Step(
                _LAST,
                ("X>2",),
                {"put": _TOO_SOON},
                otherwise=N_("Which row is closest to your six, and which number is missing there?"),
                start=rope(
                    ("X 9 9 2 2", _THEIRS), ("6", _DECK), ("1 2 3", "10 9 8", ""), directions=("up", "down", "")
                ),
            ),
            Step(_NOW, ("p>2",)),
        ),
        N_("The scissors stood for the seven."),
    ),
    Lesson(
        "new-row",
        N_("A row of your own"),
        "cut_the_rope",
        (
            Step(
                _LAST,
                ("1>3",),
                {"put": _TOO_SOON},
                otherwise=N_("No row needs a two. Begin one that does."),
                start=rope(
                    ("1 9 10 5 5", _THEIRS), ("2", _DECK), ("1 2 3", "10 9 8", ""), directions=("up", "down", "")
                ),
            ),
            Step(_NOW, ("p>3",)),
        ),
        N_("A new row begins with a 1 or a 10: choose the one that your personal card needs."),
    ),
    Lesson(
        "both-ways",
        N_("Up or down?"),
        "cut_the_rope",
        (
            Step(
                N_("Row 1 began with scissors, so it may still go up with a 2 or down with a 9. Win this turn."),
                ("9>1",),
                {"put": _TOO_SOON, "2>1": N_("Then the row goes up, and your eight is far away. Make it go down.")},
                start=rope(
                    ("2 9 3 5 5", _THEIRS), ("8", _DECK), ("X", "10 9 8 7", "1 2"), directions=("", "down", "up")
                ),
            ),
            Step(_NOW, ("p>1",)),
        ),
        N_("The first number after scissors decides the direction of the row."),
    ),
    Lesson(
        "supply",
        N_("From your supply"),
        "cut_the_rope",
        (
            Step(
                _LAST,
                ("s2>1",),
                {"put": _TOO_SOON},
                otherwise=N_("Your supply rows hold what is missing on row 1."),
                start=rope(
                    ("9 9 3 2 2", _THEIRS),
                    ("6", _DECK),
                    ("1 2 3", "10", ""),
                    supply=(("5", "4", ""), ("", "", "")),
                    directions=("up", "down", ""),
                ),
            ),
            Step(N_("The four is played. Go on."), ("s1>1",), {"put": _TOO_SOON}),
            Step(_NOW, ("p>1",)),
        ),
        N_("Two supply rows closed the gap together."),
    ),
    Lesson(
        "below",
        N_("Dig for it"),
        "cut_the_rope",
        (
            Step(
                N_("Your last card is a five. The four that you need lies below another card of your supply."),
                ("s1>1",),
                {"put": _TOO_SOON},
                otherwise=N_("First clear the way to the four in supply row 1."),
                start=rope(
                    ("9 9 3 6 6", _THEIRS),
                    ("5", _DECK),
                    ("1", "1 2 3", ""),
                    supply=(("4 2", "", ""), ("", "", "")),
                    directions=("up", "up", ""),
                ),
            ),
            Step(N_("The four is free."), ("s1>2",), {"put": _TOO_SOON}),
            Step(_NOW, ("p>2",)),
        ),
        N_("Only the top card of a supply row can be played, so clear away the cards above the one that you need."),
    ),
    Lesson(
        "two-left",
        N_("Two cards left"),
        "cut_the_rope",
        (
            Step(
                N_("Two cards are left in your personal deck, and the second is hidden. Play the first and see."),
                ("p>1",),
                {
                    "put": _TOO_SOON,
                    "4>1": N_("That fits, too, but only cards from the personal deck bring you closer to winning."),
                },
                start=rope(("4 8 3 2 2", _THEIRS), ("4 9", _DECK), ("1 2 3", "10", ""), directions=("up", "down", "")),
            ),
            Step(N_("A nine! Where does it go?"), ("p>2",), {"put": _TOO_SOON}),
        ),
        N_("The next card of the deck is turned up at once, and you may play it right away."),
    ),
    Lesson(
        "two-scissors",
        N_("Two gaps"),
        "cut_the_rope",
        (
            Step(
                _LAST,
                ("4>1",),
                {
                    "put": _TOO_SOON,
                    "X>1": N_("Save the scissors: you hold the four itself, but not the five."),
                },
                otherwise=N_("Two numbers are missing on row 1. You hold one of them."),
                start=rope(("4 X 9 8 2", _THEIRS), ("6", _DECK), ("1 2 3", "10", ""), directions=("up", "down", "")),
            ),
            Step(N_("The five is missing."), ("X>1",), {"put": _TOO_SOON}),
            Step(_NOW, ("p>1",)),
        ),
        N_("Use scissors only for the numbers that you do not hold."),
    ),
    Lesson(
        "do-not-help",
        N_("Do not help"),
        "cut_the_rope",
        (
            Step(
                N_("Rosa's last card is a six, and row 1 has reached 4. What do you play?"),
                ("9/1", "9/2", "9/3", "5/1", "5/2", "5/3"),
                otherwise=N_("Then row 1 needs a six, and Rosa plays her last card. Keep the five to yourself."),
                start=rope(
                    ("5 9 9", "3 3 8 8 2 2"), ("7 3 4", "6"), ("1 2 3 4", "10", "1"), directions=("up", "down", "up")
                ),
            ),
        ),
        N_("Watch the other players' personal decks: do not play the number just before their top card."),
    ),
)
"""Short positions with one right move each."""


# --- The game on one screen -------------------------------------------------------------------------------------------

GLANCE = Glance(
    goal=RuleText(N_("Be the first to play the last card of your personal deck.")),
    turn=RuleText(
        N_(
            "Play as many cards onto the three rows as you like: from your hand, the top of your supply rows, or the "
            "top of your personal deck. Then put a card from your hand on a supply row, and draw until you hold six."
        ),
        more=(RuleText("", "refill", {"when_empty": N_("An emptied hand is filled at once.")}),),
    ),
    cards=(
        CardRule(
            "card-first",
            ("1", "10"),
            N_("1 and 10"),
            RuleText(N_("Begin a row: after a 1 it goes up, after a 10 it goes down.")),
            "CR-11",
            "1 10",
        ),
        CardRule(
            "card-number",
            ("4", "5", "6"),
            N_("2 to 9"),
            RuleText(
                N_("Continue a row that needs that number next. Ten cards complete a row, which is then cleared."),
                "equal",
                {
                    "true": N_(
                        "Continue a row that needs that number next, or repeat the number on top. A row that reaches "
                        "its last number is complete and cleared."
                    )
                },
            ),
            "CR-13",
        ),
        CardRule(
            "card-scissors",
            ("X",),
            N_("Scissors"),
            RuleText(
                N_("Stand for any number that a row needs."),
                more=(
                    RuleText("", "open_scissors", {"true": N_("Their number stays open until the next card.")}),
                    RuleText(
                        "", "bookend", {"true": N_("On a 9 going up, or on a 2 going down, they complete the row.")}
                    ),
                    RuleText("", "supply_scissors", {"false": N_("They cannot be put on a supply row.")}),
                ),
            ),
            "CR-12",
            "X",
        ),
    ),
)
