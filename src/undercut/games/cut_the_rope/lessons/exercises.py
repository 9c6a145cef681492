"""Ten exercises for Cut the Rope."""

from __future__ import annotations

from undercut.games.base.parts.lessons import Lesson, Step
from undercut.games.cut_the_rope.lessons.positions import rope
from undercut.translation import N_

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
