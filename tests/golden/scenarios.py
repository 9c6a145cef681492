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


OF_THE_DUMP = {"set": "simple", "short_draw": "dump"}
BURNING = {"set": "simple", "cup_burns": True}

CUPS = {
    "first-card-a-cup": [
        (
            "a first card that is a cup is covered like any other",
            cups(hands=("9s 2c 3c", "4d 5w", "Ts 6c"), dump="7c", stack="8w 9w Tw Pw Nw 2w 3w"),
            "9s Ts 4d bury",
        )
    ],
    "short-draws": [
        (
            "a hand of three is buried, one card is left: dump",
            cups(OF_THE_DUMP, hands=("2s 3s 4s", "2d 4c 9d", "Tc 3d"), dump="Qc 3w Td 9w 8c 9s", stack="4w"),
            "bury 9d",
        ),
        (
            "a draw that takes the whole dump",
            cups(OF_THE_DUMP, hands=("5d Ps", "2c 4d", "8w Tc"), dump="3c 7w 9s", stack="6w"),
            "5d 4d",
        ),
    ],
    "last-cup-and-guard": [
        (
            "a bury that puts the last cup away",
            cups(hands=("2s", "2w 4d", "8w Td"), graveyards=("", "", "6w"), dump="3c 9s"),
            "bury",
        ),
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
    "burning": [
        (
            "the stack has just as many cards as the cup burns",
            cups(BURNING, hands=("5c 4d Ps", "2c 8d 9w", "Kc 3w Tw"), dump="9s 2w 7w 4s 5s", stack="8w 9d Ts Qd 6w"),
            "5c 8d",
            "2w 9s",
            "2w",
        ),
        (
            "a free lead burns too",
            cups(BURNING, hands=("3c 2s 4d", "Kc 5s", "9d 2w"), stack="8w 7d", lead=True),
            "3c 5s",
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
