"""Cuttle on one screen."""

from __future__ import annotations

from undercut.games.base.parts.lessons import CardRule, Fact, Glance
from undercut.translation import N_


def _rank(rank: str, title: str, fact: Fact, clause: str) -> CardRule:
    letter = {"10": "T"}.get(rank, rank)
    return CardRule(f"card-{rank}", (f"{letter}h",), title, fact, clause, letter)


_SIDE = Fact(
    N_("It can choose only your opponent's cards."), "target_side", {"any": N_("It can also choose your own cards.")}
)

GLANCE = Glance(
    goal=Fact(
        N_("Have {kings[0]} points in front of you. The game ends at once."),
        "win",
        {"turn_end": N_("Have {kings[0]} points in front of you when your turn ends.")},
    ),
    turn=Fact(
        N_(
            "Draw one card or play one. You can play aces to tens for their points, or to scuttle: your card and a "
            "lower point card of your opponent are both scrapped. Most of them can also be played as one-offs, once "
            "for their effect. Jacks, queens, kings and glasses stay on the table."
        ),
        more=(
            Fact("", "scuttle", {"any": N_("You can also scuttle your own point cards.")}),
            Fact(N_("At most {value} cards stay in your hand at the end of your turn."), "hand_limit", {"0": ""}),
        ),
    ),
    cards=(
        _rank("A", N_("Ace"), Fact(N_("Scraps all point cards on the table.")), "CU-A"),
        _rank(
            "2",
            N_("Two"),
            Fact(
                N_("Counters a one-off, even on your opponent's turn; or scraps a jack, queen, king or glasses."),
                more=(_SIDE,),
            ),
            "CU-2a",
        ),
        _rank(
            "3",
            N_("Three"),
            Fact(
                N_("Takes a card of your choice from the scrap pile, but not a three."),
                "three_takes_threes",
                {"true": N_("Takes a card of your choice from the scrap pile.")},
            ),
            "CU-3a",
        ),
        _rank(
            "4",
            N_("Four"),
            Fact(
                N_("Makes your opponent discard two cards."),
                "four",
                {"random": N_("Takes two cards from your opponent at random, and scraps them.")},
            ),
            "CU-4a",
        ),
        _rank(
            "5",
            N_("Five"),
            Fact(N_("Draws two cards."), "five", {"recycle": N_("Discards a card, and draws three.")}),
            "CU-5a",
        ),
        _rank("6", N_("Six"), Fact(N_("Scraps all jacks, queens, kings and glasses.")), "CU-6a"),
        _rank(
            "7",
            N_("Seven"),
            Fact(
                N_("Turns up the top card of the stock, which you play at once."),
                "seven",
                {"2": N_("Turns up the top two cards of the stock; you play one of them at once.")},
            ),
            "CU-7a",
        ),
        _rank(
            "8",
            N_("Eight"),
            Fact(
                N_("No effect, but it can be played as glasses: you see the other hand."),
                "eight_scraps_eight",
                {"true": N_("Scraps glasses; or it is played as glasses itself: you see the other hand.")},
            ),
            "CU-30",
        ),
        _rank(
            "9",
            N_("Nine"),
            Fact(
                N_("Returns a card from the table to the hand of the player who has it."),
                "nine_to",
                {
                    "stock": N_("Puts a card from the table back on top of the stock."),
                    "player": N_("Returns a card from the table to the hand of the player who played it."),
                },
                more=(
                    Fact("", "nine_targets", {"permanents": N_("It cannot return point cards.")}),
                    Fact(
                        "", "nine_freeze", {"true": N_("A card that goes back to your opponent is frozen for a turn.")}
                    ),
                    _SIDE,
                ),
            ),
            "CU-9a",
        ),
        _rank(
            "10",
            N_("Ten"),
            Fact(
                N_("No effect: ten points, and the best card to scuttle with."),
                "ten_undoes_scuttle",
                {"true": N_("Brings back the card that your opponent has just scuttled.")},
            ),
            "CU-10",
        ),
        _rank(
            "J",
            N_("Jack"),
            Fact(
                N_("Goes on a point card, which changes sides."),
                more=(Fact("", "jack_side", {"any": N_("That can be one of your own.")}),),
            ),
            "CU-13",
        ),
        _rank(
            "Q",
            N_("Queen"),
            Fact(
                N_("Protects your other cards from jacks, twos and nines."),
                "queen_stops",
                {"effects": N_("Your opponent cannot play jacks, and their twos and nines can choose only queens.")},
                more=(
                    Fact("", "queen_guards_queens", {"true": N_("Two queens protect each other.")}),
                    Fact(
                        "",
                        "queen_guards_oneoffs",
                        {
                            "all": N_("Your one-offs cannot be countered."),
                            "twos": N_("Your twos cannot be countered."),
                        },
                    ),
                ),
            ),
            "CU-31",
        ),
        _rank(
            "K",
            N_("King"),
            Fact(N_("You need fewer points: {value} with one, two, three or four kings."), "kings"),
            "CU-33",
        ),
    ),
)
