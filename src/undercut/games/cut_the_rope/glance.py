"""Cut the Rope on one screen: the goal, a turn, and what each kind of card does."""

from __future__ import annotations

from undercut.games.base.parts.lessons import CardRule, Glance
from undercut.games.base.words import RuleText
from undercut.translation import N_

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
