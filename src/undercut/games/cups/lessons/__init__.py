"""The lessons of Cups: a first one, exercises, and the game on one screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from undercut.cards import LATIN
from undercut.games.base.book import recommended
from undercut.games.base.parts.lessons import CardRule, Glance, Lesson, Position, Step
from undercut.games.base.reader import JSON
from undercut.games.base.registry import spec
from undercut.games.base.words import RuleText
from undercut.lessons.lesson import cards, rest
from undercut.translation import N_


def cups(
    hands: Sequence[str],
    dump: str,
    *,
    top: str = "",
    graveyards: Sequence[str] = (),
    more: Mapping[str, JSON] | None = None,
) -> Position:
    """Return a position of Cups with you to move."""
    graves = [*graveyards, *[""] * (len(hands) - len(graveyards))]
    named = cards(" ".join([*hands, dump, top, *graves]))
    return {
        "game": "cups",
        "rules": recommended(spec("cups")),
        "seats": len(hands),
        "hands": [[*cards(hand)] for hand in hands],
        "graveyards": [[[*cards(grave)]] if grave else [] for grave in graves],
        "dump": [*cards(dump)],
        "stack": [*cards(top), *rest(LATIN.texts, named)],
        "direction": 1,
        "turn": 0,
        "to_move": 0,
        "phase": "play",
        **(more or {}),
    }


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


_CHEAP = N_("You have to change the suit. Which card costs you the fewest cards?")

EXERCISES = (
    Lesson(
        "low-first",
        N_("High or low?"),
        "cups",
        (
            Step(
                N_("Two of your cards can follow the four of swords free of charge. Which one do you play?"),
                ("6s",),
                {
                    "Ks": N_(
                        "That is free, too, but your king can still follow when the active card is higher. Save it."
                    )
                },
                otherwise=N_("That costs cards. Two others are free."),
                start=cups(["6s Ks 2d", "3d 5d 9w"], "8w 4s"),
            ),
        ),
        N_("Play the lowest card that follows: the king still follows later."),
    ),
    Lesson(
        "court",
        N_("Two players: cheap court cards"),
        "cups",
        (
            Step(
                _CHEAP,
                ("Qd",),
                otherwise=N_("A number costs as many cards as it says. What does a court card cost with two players?"),
                start=cups(["3d 7s Qd", "3w 5d 8w"], "8d 9w", top="2s 4s 6s"),
            ),
        ),
        N_("A court card costs one card for each player: with two players, only two."),
    ),
    Lesson(
        "five-players",
        N_("Five players: expensive court cards"),
        "cups",
        (
            Step(
                _CHEAP,
                ("4d",),
                {"Qd": N_("With five players, a court card costs five cards. The four costs four.")},
                otherwise=N_("That costs more. Compare the numbers on your cards with the number of players."),
                start=cups(["4d 7s Qd", "3w 5d", "8w 2d", "Pd 6s", "9d Kd"], "8d 9w", top="2s 4s 5s 3s"),
            ),
        ),
        N_("With five players a court card costs five cards, so low numbers are cheaper."),
    ),
    Lesson(
        "ace",
        N_("What an ace costs"),
        "cups",
        (
            Step(
                N_("One of your cards brings you at most one new card. Which one?"),
                ("As",),
                {"2d": N_("That costs two cards. The ace of the active suit is cheaper.")},
                otherwise=N_("That costs more. What does the ace of the active suit cost?"),
                replies=("keep",),
                start=cups(["As 2d 4w", "3w 5d 8w"], "8d 9s", top="2s 4s 6s 3s"),
            ),
        ),
        N_("With the ace of the suit you draw nothing, but each of the other players may give you a card."),
    ),
    Lesson(
        "cup",
        N_("A cup can be a bargain"),
        "cups",
        (
            Step(
                N_("Nothing in your hand follows the nine of wands. What costs you the fewest cards?"),
                ("9c",),
                otherwise=N_("That costs eight cards. The cup takes only three from the dump."),
                start=cups(["9c 8d", "3w 5d 8w"], "2s 8s 4d Td 9w", top="2w 4s 6s 3s 5s 6d 7d 3d"),
            ),
        ),
        N_("A cup of the same value takes three cards, however high it is. When it is covered, play reverses."),
    ),
    Lesson(
        "small-dump",
        N_("Count the dump"),
        "cups",
        (
            Step(
                N_("The dump is small. Which card costs you less?"),
                ("2c",),
                otherwise=N_("That draws three cards. How many could the cup take?"),
                start=cups(["2c 3s", "3w 5d 8w"], "5w 2w", top="Kw 4s 6s 3d"),
            ),
        ),
        N_("Only two cards lay below the cup, so it took two, not three."),
    ),
    Lesson(
        "long-suit",
        N_("Change to your own suit"),
        "cups",
        (
            Step(
                N_("Both threes cost three cards. Which one is better for your next turn?"),
                ("3d",),
                {"3w": N_("Then you have no wands left to follow with. Change to the suit of your other cards.")},
                otherwise=N_("That costs more cards than a three."),
                start=cups(["3d 3w 9d Kd", "4w 5d 8w"], "8s Ts", top="2s 4s 6s 5s"),
            ),
        ),
        N_("Now coins are active, and two of your cards can follow."),
    ),
    Lesson(
        "gift",
        N_("A gift"),
        "cups",
        (
            Step(
                N_(
                    "Rosa has played the ace of swords, so you may give her a card. Which one will be the hardest to "
                    "play?"
                ),
                ("+2d",),
                {
                    "keep": N_("One card fewer is always good. Give one away."),
                    "gift": N_("Swords follow the ace free of charge. Give away the card that does not."),
                },
                replies=(),
                start=cups(["2d Ks Qs", "3w 5d 8w"], "8d 9s As", more={"phase": "gift", "turn": 1, "givers": [0]}),
            ),
        ),
        N_("Your swords follow the ace, and the two of coins is Rosa's problem now."),
    ),
    Lesson(
        "two-cards",
        N_("Two cards left"),
        "cups",
        (
            Step(
                N_("You have two cards left. Play the one that costs nothing."),
                ("3s",),
                otherwise=N_("That draws eight cards. The other card follows free of charge."),
                replies=("5d",),
                start=cups(["3s 8d", "5d 8w 7w"], "8s 2s", top="2w 4s 6s Ts 9s 5s 6d 7d"),
            ),
            Step(N_("Rosa has changed to coins. Win."), ("8d",)),
        ),
        N_("You have no cards and no graveyard: you win."),
    ),
    Lesson(
        "ace-first",
        N_("Do not end with an ace"),
        "cups",
        (
            Step(
                N_("You hold an ace and a king, and both follow the queen. Which one do you keep for the end?"),
                ("As",),
                {"Ks": N_("Then the ace is your last card, and Rosa would give you another one. Play the ace first.")},
                replies=("keep", "5s"),
                start=cups(["As Ks", "5s 8w 7w"], "8s Qs"),
            ),
            Step(N_("Now the king is your last card."), ("Ks",)),
        ),
        N_("If the ace were your last card, a gift would keep you in the game."),
    ),
)
"""Short positions with one right move each."""


# --- The game on one screen -------------------------------------------------------------------------------------------

GLANCE = Glance(
    goal=RuleText(N_("Get rid of all your cards, including those in your graveyard.")),
    turn=RuleText(
        N_(
            "Play one card. The last card played, the active card, decides which cards fit. If none of yours fits, "
            "bury your hand."
        )
    ),
    cards=(
        CardRule(
            "card-follow",
            ("4s", "9s"),
            N_("Same suit, higher"),
            RuleText(
                N_("Free of charge."),
                more=(RuleText("", "spot_equal", {"true": N_("A number may also be played on an identical one.")}),),
            ),
            "CP-12",
        ),
        CardRule(
            "card-ace",
            ("9s", "As"),
            N_("The ace of the suit"),
            RuleText(N_("Free of charge; then each of the other players may give you a card.")),
            "CP-13",
            "A",
        ),
        CardRule(
            "card-number",
            ("9s", "3d"),
            N_("A number of another suit"),
            RuleText(N_("You draw as many cards as the number says.")),
            "CP-14",
            "2 3 4 5 6 7 8 9 T",
        ),
        CardRule(
            "card-court",
            ("9s", "Qd"),
            N_("A court card of another suit"),
            RuleText(N_("You draw as many cards as there are players.")),
            "CP-15",
            "P N Q K",
        ),
        CardRule(
            "card-cup",
            ("9s", "9c"),
            N_("The cup of the same value"),
            RuleText(
                N_(
                    "You take the three cards below it. The next player may play anything but a cup, and then play "
                    "reverses direction."
                ),
                "cup_goes",
                {
                    "side": N_(
                        "It goes to a side pile, and you take three cards of the dump. The next player may play "
                        "anything but a cup, and then play reverses direction."
                    )
                },
                more=(
                    RuleText(
                        "", "identical_cups", {"true": N_("An identical cup may go on it, without taking cards.")}
                    ),
                    RuleText("", "cup_burns", {"true": N_("As many cards of the stack as its number are put away.")}),
                ),
            ),
            "CP-16",
            "*c",
        ),
        CardRule(
            "card-bury",
            ("2s", "Ks"),
            N_("No card fits"),
            RuleText(
                N_(
                    "Bury your hand: it becomes your graveyard, and you draw as many new cards. When your hand is "
                    "empty, you pick the graveyard up."
                ),
                "empty_hand",
                {
                    "sit_out": N_(
                        "Bury your hand: it becomes your graveyard, and you draw as many new cards. When your hand is "
                        "empty, you sit out."
                    )
                },
            ),
            "CP-17",
        ),
    ),
)
