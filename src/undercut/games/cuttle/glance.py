"""Cuttle on one screen: the goal, a turn, and what each kind of card does."""

from __future__ import annotations

from undercut.cards import FRENCH
from undercut.games.base.parts.lessons import CardRule, Glance
from undercut.games.base.words import RuleText
from undercut.games.cuttle.one_offs import ONE_OFFS
from undercut.translation import N_


def _rank(rank: str, title: str, clause: str, rule: RuleText | None = None) -> CardRule:
    """A rank with what it does on the table, and then as a one-off."""
    letter = {"10": "T"}.get(rank, rank)
    found = [it.glance for it in ONE_OFFS if FRENCH.ranks[it.rank] == letter]
    rule = RuleText(rule.text, rule.option, rule.other, (*rule.more, *found)) if rule else found[0]
    return CardRule(f"card-{rank}", (f"{letter}h",), title, rule, clause, letter)


GLANCE = Glance(
    goal=RuleText(
        N_("Have {kings[0]} points in front of you. The game ends at once."),
        "win",
        {"turn_end": N_("Have {kings[0]} points in front of you when your turn ends.")},
    ),
    turn=RuleText(
        N_(
            "Draw one card or play one. You can play aces to tens for their points, or to scuttle: your card and a "
            "lower point card of your opponent are both scrapped. Most of them can also be played as one-offs, once "
            "for their effect. Jacks, queens, kings and glasses stay on the table."
        ),
        more=(
            RuleText("", "scuttle", {"any": N_("You can also scuttle your own point cards.")}),
            RuleText(N_("At most {value} cards stay in your hand at the end of your turn."), "hand_limit", {"0": ""}),
        ),
    ),
    cards=(
        _rank("A", N_("Ace"), "CU-A"),
        _rank("2", N_("Two"), "CU-2a"),
        _rank("3", N_("Three"), "CU-3a"),
        _rank("4", N_("Four"), "CU-4a"),
        _rank("5", N_("Five"), "CU-5a"),
        _rank("6", N_("Six"), "CU-6a"),
        _rank("7", N_("Seven"), "CU-7a"),
        _rank("8", N_("Eight"), "CU-30", RuleText(N_("Played as glasses, it shows you the other hand."))),
        _rank("9", N_("Nine"), "CU-9a"),
        _rank("10", N_("Ten"), "CU-10", RuleText(N_("Ten points, and the best card to scuttle with."))),
        _rank(
            "J",
            N_("Jack"),
            "CU-13",
            RuleText(
                N_("Goes on a point card, which changes sides."),
                more=(RuleText("", "jack_side", {"any": N_("That can be one of your own.")}),),
            ),
        ),
        _rank(
            "Q",
            N_("Queen"),
            "CU-31",
            RuleText(
                N_("Protects your other cards from jacks, twos and nines."),
                "queen_stops",
                {"effects": N_("Your opponent cannot play jacks, and their twos and nines can choose only queens.")},
                more=(
                    RuleText("", "queen_guards_queens", {"true": N_("Two queens protect each other.")}),
                    RuleText(
                        "",
                        "queen_guards_oneoffs",
                        {
                            "all": N_("Your one-offs cannot be countered."),
                            "twos": N_("Your twos cannot be countered."),
                        },
                    ),
                ),
            ),
        ),
        _rank(
            "K",
            N_("King"),
            "CU-33",
            RuleText(N_("You need fewer points: {value} with one, two, three or four kings."), "kings"),
        ),
    ),
)
