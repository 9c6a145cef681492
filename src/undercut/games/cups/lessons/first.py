"""The first lesson of Cups: follow, change suit and draw, take with a cup, reverse, bury, pick up, go out."""

from __future__ import annotations

from undercut.games.base.parts.lessons import Lesson, Step
from undercut.games.cups.lessons.positions import cups
from undercut.translation import N_

_EARLY = cups(
    ["7s 2w 8w 9c", "Ns 6w Qs 3d", "5d 9w Ad 4d"],
    "4s",
    top="2d 3s 4w 6s 8s 6d 5w",
)

_LATE = cups(
    ["3s 5s", "4w 7w 2s 4c Kd", "5w 8w 2c 4s Qd"],
    "6s Ks",
    top="6w 9w 2d 3d 4d 5d 6d 7d",
)

FIRST = Lesson(
    name="first",
    title=N_("Learn Cups in 3 minutes"),
    game="cups",
    steps=(
        Step(
            title=N_("Follow"),
            text=N_(
                "Get rid of all your cards. The last card played is the active card, here the four of swords. A higher "
                "card of the same suit is free: play your seven of swords."
            ),
            start=_EARLY,
            wanted=("7s",),
            otherwise=N_("Another suit is allowed, but it costs you cards. The seven of swords costs nothing."),
            replies=("Ns", "5d"),
        ),
        Step(
            title=N_("Change the suit"),
            text=N_(
                "Tom has played the five of coins, and you hold no coins. With a number of another suit you change the "
                "suit, and draw as many cards as the number says. Change as cheaply as you can."
            ),
            wanted=("2w",),
            answers={"8w": N_("That would cost you eight cards. The two of wands costs only two.")},
            replies=("6w", "9w"),
        ),
        Step(
            title=N_("Cups"),
            text=N_(
                "Cups are special: you may play one only if it has the same value as the active card. Then you take "
                "the three cards below it into your hand. You hold the nine of cups: play it, and see what happens."
            ),
            wanted=("9c",),
            otherwise=N_(
                "That is a way to go on, but you would draw cards and learn nothing about cups. Play the nine of cups."
            ),
            replies=("Qs",),
        ),
        Step(
            title=N_("Reverse"),
            text=N_(
                "Any card but a cup may be played on a cup, and then play reverses direction. Rosa has just covered "
                "your cup with her queen, so it is your turn again, not Tom's. The usual rules hold for the queen. You "
                "have no higher sword, so draw as few cards as you can."
            ),
            wanted=("2w",),
            otherwise=N_("That costs more cards than necessary. The two of wands costs two."),
            replies=(),
        ),
        Step(
            title=N_("Bury"),
            text=N_(
                "This is late in another game: you hold only low swords, and the king of swords is active. When you "
                "can play nothing, you bury: you lay your hand face up in front of you as your graveyard, and draw as "
                "many new cards."
            ),
            start=_LATE,
            wanted=("bury",),
            replies=("4w", "5w"),
        ),
        Step(
            title=N_("Follow again"),
            text=N_(
                "Two new cards, and both are wands. Play the lower one first, so that the higher one can still follow."
            ),
            wanted=("6w",),
            answers={"9w": N_("That is legal, but the six could not follow the nine. Play the six first.")},
            replies=("7w", "8w"),
        ),
        Step(
            title=N_("Pick up"),
            text=N_(
                "Play your last card. When your hand is empty and you have a graveyard, you pick it up: it becomes "
                "your hand again."
            ),
            wanted=("9w",),
            replies=("2s", "2c"),
        ),
        Step(
            title=N_("Use the cup"),
            text=N_(
                "Your old cards are back, and Tom has played a cup. On a cup you may play anything that is not a cup, "
                "free of charge. Which card do you keep for later? A higher card is easier to play."
            ),
            wanted=("3s",),
            answers={
                "5s": N_("That is legal, but then your last card is the three, which follows only an ace or a two.")
            },
            replies=("4s", "4c"),
        ),
        Step(
            title=N_("Go out"),
            text=N_("Another cup. A player with neither a hand nor a graveyard wins: play your last card."),
            wanted=("5s",),
        ),
    ),
    end=N_(
        "You are out of cards, and you win! Three more things: an ace of the active suit lets the others give you a "
        "card, a court card of another suit costs one card for each player, and when the stack runs out, the dump is "
        "shuffled into a new one, without its cups."
    ),
)
