"""Ten exercises for Cuttle."""

from __future__ import annotations

from undercut.games.base.parts.lessons import Lesson, Step
from undercut.games.base.reader import JSON
from undercut.games.cuttle.lessons.positions import cuttle
from undercut.translation import N_


def _announced(card: str) -> dict[str, JSON]:
    """Return the fields of a position in which the other player has announced a one-off."""
    return {"phase": "counter", "turn": 1, "waiting": {"card": card}}


_WIN = N_("Win this turn.")

EXERCISES = (
    Lesson(
        "king",
        N_("Win with 14 points"),
        "cuttle",
        (
            Step(
                _WIN,
                ("Kh+",),
                {"points": N_("That is not 21 yet. Which card lowers the points that you need?")},
                start=cuttle("Kh 3c 5s Jd", "5h 8c 7d", points=("Td 4c", "6h")),
            ),
        ),
        N_("With a king in front of you, 14 points are enough."),
    ),
    Lesson(
        "jack",
        N_("The missing points"),
        "cuttle",
        (
            Step(
                _WIN,
                ("Jc>6h",),
                {
                    "Jc>2s": N_("The jack is right, but two points are not enough. Take a better card."),
                    "points": N_("That makes 19. You need six more points: where are they?"),
                },
                start=cuttle("Jc 4d Qd 5s", "Kc 8c 7d", points=("Td 5c", "6h 2s")),
            ),
        ),
        N_("A jack adds the points of the card that it takes: 15 and 6 make 21."),
    ),
    Lesson(
        "counter",
        N_("Save your points"),
        "cuttle",
        (
            Step(
                N_("Rosa plays an ace, which scraps all point cards. Counter, or let it be?"),
                ("2c!",),
                otherwise=N_("Then your 17 points are gone, and Rosa loses nothing."),
                replies=("ok",),
                start=cuttle("2c 5d 9s", "Ts 8c 7d", points=("Td 7c", ""), more=_announced("Ah")),
            ),
        ),
        N_("Right: if an ace costs you more than your opponent, spend a two on it."),
    ),
    Lesson(
        "let-it-be",
        N_("Which card to counter"),
        "cuttle",
        (
            Step(
                N_("Rosa plays an ace again. Look at the table before you use your only two."),
                ("ok",),
                otherwise=N_(
                    "That would save Rosa's points: she has 15 on the table, and you have one. Keep your two."
                ),
                start=cuttle("2c 5d 9s", "Ts 8c 7d", points=("As", "Th 5h"), more=_announced("Ah")),
            ),
        ),
        N_("Right: the ace costs Rosa 15 points and you only one. Keep your two for something better."),
    ),
    Lesson(
        "scuttle",
        N_("Stop the opponent"),
        "cuttle",
        (
            Step(
                N_("Rosa has 19 points and needs only two more. Destroy as many of her points as you can."),
                ("TsxTh",),
                {
                    "Tsx9d": N_("That leaves Rosa 10 points. The other target leaves her only nine."),
                    "points": N_("Rosa would win with any two points. First destroy some of hers."),
                },
                start=cuttle("Ts 3c 4c Qh", "5h 8c 7d", points=("6c", "Th 9d")),
            ),
        ),
        N_(
            "The ten of spades beats the ten of hearts: if the ranks are equal, the higher suit wins. Spades are "
            "the highest."
        ),
    ),
    Lesson(
        "queen",
        N_("Guard against jacks"),
        "cuttle",
        (
            Step(
                N_(
                    "You have 15 points and cannot win this turn. Your glasses show that Rosa has a jack. Guard your "
                    "points."
                ),
                ("Qs+",),
                {"points": N_("That is not enough to win, and Rosa's jack takes your ten in reply.")},
                otherwise=N_("Then Rosa takes your ten with her jack. Make that impossible."),
                replies=("draw",),
                start=cuttle("Qs Ac 4c", "Jh 3c", points=("Td 5c", "6h"), permanents=("8s", ""), top="7c"),
            ),
        ),
        N_("A queen in front of you protects your other cards from jacks, twos and nines."),
    ),
    Lesson(
        "six",
        N_("Take it back"),
        "cuttle",
        (
            Step(
                N_("Rosa's jack lies on your ten. Get it back, and you win."),
                ("6d!",),
                {"points": N_("That makes 17 points. With the stolen ten you would have 21.")},
                otherwise=N_("That does not bring your ten back. Which card removes jacks?"),
                replies=("ok",),
                start=cuttle("6d 3c Qh", "5h 8c 7d", points=("8h 3s", "Th/Jc")),
            ),
        ),
        N_("The six scraps every jack, and the ten comes back to you: 8, 3 and 10 make 21."),
    ),
    Lesson(
        "nine",
        N_("Against a king"),
        "cuttle",
        (
            Step(
                N_("Rosa has 11 points and a king: three more points, and she wins. Take away what helps her most."),
                ("9c!Kh",),
                {
                    "scuttle": N_("That takes some of her points, but with her king she still needs only 14."),
                    "points": N_("That does not stop Rosa."),
                },
                otherwise=N_("That does not stop Rosa. Which card can remove her king?"),
                replies=("ok",),
                start=cuttle("9c 5d 4h", "Ts 8c 7d", points=("6c", "7h 4s"), permanents=("", "Kh")),
            ),
        ),
        N_("Without her king, Rosa needs 21 points again, and you know which card she can draw next."),
    ),
    Lesson(
        "ace",
        N_("A clean table"),
        "cuttle",
        (
            Step(
                N_("Rosa has 20 points, and you have four. She wins next turn if you let her."),
                ("Ac!",),
                {"scuttle": N_("That removes one card, and Rosa still wins soon. One of your cards removes them all.")},
                otherwise=N_("Then Rosa plays any point card and wins. One of your cards removes all her points."),
                replies=("ok",),
                start=cuttle("Ac 7d Js 3d", "5h 8c Kd", points=("4c", "Th 6h 4s")),
            ),
        ),
        N_("An ace scraps all point cards. Play it when you have less to lose."),
    ),
    Lesson(
        "three",
        N_("From the scrap pile"),
        "cuttle",
        (
            Step(
                N_("You have 14 points. A card in the scrap pile would win the game for you next turn. Get it."),
                ("3c!",),
                otherwise=N_("Look at the scrap pile, and at what your three can do."),
                replies=("ok",),
                start=cuttle("3c Ah 2d", "5h 8c 7d", points=("Td 4c", "9h"), scrap="Kd 6s Jd 2h"),
            ),
            Step(
                N_("Now choose the card that wins with 14 points."),
                ("+Kd",),
                otherwise=N_("That card may help, but another one wins as soon as you play it."),
            ),
        ),
        N_("The three fetches the king, and with a king 14 points are enough."),
    ),
)
"""Short positions with one right move each."""
