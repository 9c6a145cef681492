"""Scenarios: what golden games of random moves do not reach, sentences, phases and ends, as golden texts.

Each text has parts: a title, the position it begins with, the moves, and the shuffles in turn.
"""

from tests.clauses import cups_table, rope_table
from tests.clauses.rope_table import offsets, scissors


def cups(rules="simple", **fields) -> dict:
    return cups_table.position(rules, **{"rest": "away"} | fields)


def beaten(rules, dump: str) -> dict:
    """Seat 1 has the last hand and must bury it; the stack is empty."""
    return cups(rules, hands=("", "2s 3c", ""), graveyards=("2w", "", "4d / 5d"), dump=f"{dump} 9s", turn=1)


def rope(rules, **fields) -> dict:
    return rope_table.position(rules, deck="6 6 7 7 8 8", rest="discards", **fields)


LAST_CUP = cups(hands=("2s", "2w 4d", "8w Td"), graveyards=("", "", "6w"), dump="3c 9s")
CUPS = {
    "last-cup-and-guard": [
        ("a bury that puts the last cup away", LAST_CUP, "bury"),
        (
            "the last of sixty idle turns for each player: the fewest cards win",
            cups_table.position(hands=("Ts 2w 3w", "5w"), dump="9s", idle=119),
            "Ts",
        ),
    ],
    "nobody-holds-a-hand": [
        (
            "the stack is dealt, what is left over is put away",
            beaten("simple", "4w 5w 6w 7w 8w 9w Tw Pw"),
            "bury bury",
            "Pw 4w 5w 6w 7w 8w 9w Tw",
            "Pw",
        ),
        (
            "an ace is dealt: kept, then another played, the rest stays",
            beaten({"set": "simple", "redeal_ace": "return"}, "4w Aw 6w As 8w 9w Pw"),
            "bury ok As^",
            "Pw Aw 4w 6w 8w As 9w",
        ),
    ],
}
ROPE = {
    "leading-scissors": [
        (
            "after 5 declared scissors 6 goes up, 5 goes down, or each the other way",
            rope({"set": "standard", "equal": True}, hands=("X X 6 5",), levels=(offsets(0, 1, 2, 3),) * 2),
            "X>1 X>2 6>1u 5>2d",
        ),
        (
            "in the short game scissors without a number may go either way",
            rope("short", hands=("10 1",), personal=("7", "9 7"), levels=(scissors(11),)),
            "10>1u",
        ),
    ]
}
SCENARIOS = {"cups": CUPS, "cut_the_rope": ROPE}
