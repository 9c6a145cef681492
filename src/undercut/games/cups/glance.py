"""Cups on one screen: the goal, a turn, and what each kind of card does."""

from __future__ import annotations

from undercut.games.base.parts.lessons import CardRule, Glance
from undercut.games.base.words import RuleText
from undercut.translation import N_

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
