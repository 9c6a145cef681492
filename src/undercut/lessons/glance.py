"""Each game on one screen: the goal, a turn, and what each card does under the chosen rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from undercut.engine.contract import Value
from undercut.translation import N_, _


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence that may depend on options.

    Args:
        option: The option; empty: the sentence always holds.
        more: Sentences that follow; an empty one is left out.
    """

    text: str
    option: str = ""
    other: Mapping[str, str] = field(default_factory=dict[str, str])
    more: Sequence[Fact] = ()

    def say(self, options: Mapping[str, Value]) -> str:
        """Return the sentences under given options."""
        value = options[self.option] if self.option else ""
        listed = ", ".join(map(str, value[1:])) if isinstance(value, tuple) else str(value)
        text = self.other.get(listed.lower(), self.text)
        said = [
            _(text).format_map({**options, "value": listed}) if text else "",
            *(fact.say(options) for fact in self.more),
        ]
        return " ".join(filter(None, said))


@dataclass(frozen=True, slots=True)
class CardRule:
    """What a kind of card does.

    Args:
        ranks: The ranks or cards that lead here from the table; empty: all others.
    """

    id: str
    cards: tuple[str, ...]
    title: str
    fact: Fact
    clause: str
    ranks: str = ""


@dataclass(frozen=True, slots=True)
class Glance:
    """A game on one screen."""

    goal: Fact
    turn: Fact
    cards: Sequence[CardRule]

    def anchor(self, card: str) -> str:
        """Return the anchor of a card's rule.

        Example:
            >>> GLANCES["cuttle"].anchor("Th"), GLANCES["cups"].anchor("3c"), GLANCES["cut_the_rope"].anchor("10")
            ('card-10', 'card-cup', 'card-first')
        """
        found = (rule.id for rule in self.cards if card in rule.ranks.split() or card[:1] in rule.ranks.split())
        suits = (rule.id for rule in self.cards if f"*{card[-1:]}" in rule.ranks.split())
        return next(suits, "") or next(found, "") or next(rule.id for rule in self.cards if not rule.ranks)


def _rank(rank: str, title: str, fact: Fact, clause: str) -> CardRule:
    letter = {"10": "T"}.get(rank, rank)
    return CardRule(f"card-{rank}", (f"{letter}h",), title, fact, clause, letter)


_SIDE = Fact(
    N_("It can choose only your opponent's cards."), "target_side", {"any": N_("It can also choose your own cards.")}
)

_CUTTLE = Glance(
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

_CUPS = Glance(
    goal=Fact(N_("Get rid of all your cards, including those in your graveyard.")),
    turn=Fact(
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
            Fact(
                N_("Free of charge."),
                more=(Fact("", "spot_equal", {"true": N_("A number may also be played on an identical one.")}),),
            ),
            "CP-12",
        ),
        CardRule(
            "card-ace",
            ("9s", "As"),
            N_("The ace of the suit"),
            Fact(N_("Free of charge; then each of the other players may give you a card.")),
            "CP-13",
            "A",
        ),
        CardRule(
            "card-number",
            ("9s", "3d"),
            N_("A number of another suit"),
            Fact(N_("You draw as many cards as the number says.")),
            "CP-14",
            "2 3 4 5 6 7 8 9 T",
        ),
        CardRule(
            "card-court",
            ("9s", "Qd"),
            N_("A court card of another suit"),
            Fact(N_("You draw as many cards as there are players.")),
            "CP-15",
            "P N Q K",
        ),
        CardRule(
            "card-cup",
            ("9s", "9c"),
            N_("The cup of the same value"),
            Fact(
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
                    Fact("", "identical_cups", {"true": N_("An identical cup may go on it, without taking cards.")}),
                    Fact("", "cup_burns", {"true": N_("As many cards of the stack as its number are put away.")}),
                ),
            ),
            "CP-16",
            "*c",
        ),
        CardRule(
            "card-bury",
            ("2s", "Ks"),
            N_("No card fits"),
            Fact(
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

_ROPE = Glance(
    goal=Fact(N_("Be the first to play the last card of your personal deck.")),
    turn=Fact(
        N_(
            "Play as many cards onto the three rows as you like: from your hand, the top of your supply rows, or the "
            "top of your personal deck. Then put a card from your hand on a supply row, and draw until you hold six."
        ),
        more=(Fact("", "refill", {"when_empty": N_("An emptied hand is filled at once.")}),),
    ),
    cards=(
        CardRule(
            "card-first",
            ("1", "10"),
            N_("1 and 10"),
            Fact(N_("Begin a row: after a 1 it goes up, after a 10 it goes down.")),
            "CR-11",
            "1 10",
        ),
        CardRule(
            "card-number",
            ("4", "5", "6"),
            N_("2 to 9"),
            Fact(
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
            Fact(
                N_("Stand for any number that a row needs."),
                more=(
                    Fact("", "open_scissors", {"true": N_("Their number stays open until the next card.")}),
                    Fact("", "bookend", {"true": N_("On a 9 going up, or on a 2 going down, they complete the row.")}),
                    Fact("", "supply_scissors", {"false": N_("They cannot be put on a supply row.")}),
                ),
            ),
            "CR-12",
            "X",
        ),
    ),
)

GLANCES = {"cuttle": _CUTTLE, "cups": _CUPS, "cut_the_rope": _ROPE}
"""The games that fit on one screen."""


def card_anchor(game: str, card: str) -> str:
    """Return the anchor of a card's rule on the page of the rule book; empty if the page has none.

    Example:
        >>> card_anchor("cuttle", "7h"), card_anchor("trumps", "7h")
        ('card-7', '')
    """
    return GLANCES[game].anchor(card) if game in GLANCES else ""
