"""The first lesson of Cut the Rope: rows, the personal deck, supply rows, scissors."""

from __future__ import annotations

from undercut.games.base.parts.lessons import Lesson, Step
from undercut.games.cut_the_rope.lessons.positions import rope
from undercut.translation import N_

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
