"""The first lesson of Cuttle: points, scuttle, counter, queen, one-off, jack, king."""

from __future__ import annotations

from undercut.games.base.parts.lessons import Lesson, Step
from undercut.games.cuttle.lessons.positions import cuttle
from undercut.translation import N_

_START = cuttle(
    "Td 9s 2d Qs 4c Jc",
    "9h Ah 6h 5c 8s",
    top="3d 7c Ks 3h",
)

FIRST = Lesson(
    name="first",
    title=N_("Learn Cuttle in 3 minutes"),
    game="cuttle",
    steps=(
        Step(
            title=N_("Points"),
            text=N_(
                "You win with 21 points on the table. On your turn, draw one card or play one. Aces to tens can be "
                "played for points: an ace is worth 1, a ten 10. Play the ten of diamonds for points."
            ),
            start=_START,
            wanted=("Td",),
            answers={
                "draw": N_("You may draw, but a ten is worth more on the table than in your hand."),
                "points": N_("That gives points, but fewer. Play your ten."),
                "permanent": N_("The queen protects other cards, and you have none to protect yet. Play the ten."),
            },
            otherwise=N_("Keep that one for later. First put 10 points on the table."),
            replies=("9h",),
        ),
        Step(
            title=N_("Scuttle"),
            text=N_(
                "Rosa has 9 points. You can scuttle: put a higher card from your hand onto one of her point cards, and "
                "both go to the scrap pile. If the ranks are equal, the higher suit wins: clubs, diamonds, hearts, "
                "spades, from low to high. Your nine of spades beats her nine of hearts."
            ),
            wanted=("9sx9h",),
            answers={
                "points": N_(
                    "That makes 19 points, but Rosa keeps her nine. This time, attack: scuttle the nine of hearts."
                ),
                "jack": N_("The jack would steal the nine. Good idea! But save the jack: your nine is enough here."),
            },
            otherwise=N_(
                "Possible, but Rosa would keep her 9 points. Scuttle the nine of hearts with your nine of spades."
            ),
            replies=("Ah!",),
        ),
        Step(
            title=N_("Counter"),
            text=N_(
                "A card can also be played as a one-off: not for points, but once for its effect. Rosa's ace would "
                "scrap all point cards on the table, including your ten. With a two from your hand you can cancel a "
                "one-off. Counter it!"
            ),
            wanted=("2d!",),
            otherwise=N_("Then the ace works, and your ten is gone. You hold a two: cancel the ace with it."),
            replies=("ok",),
        ),
        Step(
            title=N_("Queen"),
            text=N_(
                "The ace and your two are scrapped; your ten stays. Rosa will try again, so protect it. A queen stays "
                "in front of you: Rosa's jacks, twos and nines cannot touch your other cards, and her twos cannot "
                "counter your one-offs. Play the queen."
            ),
            wanted=("Qs+",),
            answers={"draw": N_("You may draw, but your ten is not safe from Rosa's jacks. Play the queen.")},
            otherwise=N_("There will be a better moment for that. First protect your ten with the queen."),
            replies=("6h",),
        ),
        Step(
            title=N_("Jack"),
            text=N_(
                "Rosa has 6 points now. A jack brings a point card over to your side for as long as it lies on that "
                "card. Put your jack on the six of hearts."
            ),
            wanted=("Jc>6h",),
            answers={
                "one-off": N_("A good card, and we will use it next. First take the six with your jack."),
                "points": N_("Four points are welcome, but your jack brings you six, and takes them from Rosa."),
            },
            otherwise=N_("Then Rosa keeps her six. Steal it with your jack."),
            replies=("draw",),
        ),
        Step(
            title=N_("One-off"),
            text=N_(
                "You have 16 points, and Rosa must do something about it. Take her cards away first: as a one-off, a "
                "four makes her discard two cards. Thanks to your queen she cannot counter it."
            ),
            wanted=("4c!",),
            answers={
                "points": N_("That makes 20 points, one short. Play the four for its effect instead."),
            },
            otherwise=N_("Not yet: use your four as a one-off, so that Rosa has to discard two cards."),
            replies=("ok", "-8s", "-5c", "draw"),
        ),
        Step(
            title=N_("Draw"),
            text=N_("Your hand is empty. Draw a card from the stock."),
            wanted=("draw",),
            replies=("draw",),
        ),
        Step(
            title=N_("King"),
            text=N_(
                "A king! Each king in front of you lowers the points that you need: 14 with one king, 10 with two, 5 "
                "with three. You have 16 points. Play the king."
            ),
            wanted=("Ks+",),
            otherwise=N_("You have 16 points; with a king you need only 14. Play the king and win."),
        ),
    ),
    end=N_(
        "You have won! That is nearly the whole game. An eight can also be played as glasses, which show you the other "
        "hand, and threes, fives, sevens and nines have effects of their own. Tap a card at the table to read what it "
        "does."
    ),
)
