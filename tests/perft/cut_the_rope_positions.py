"""Positions of Cut the Rope for the perft table; each is counted under each of its rule sets."""

from __future__ import annotations

EVERY = ("standard", "short", "quick", "cat-and-mouse")
PLAIN = ("standard", "cat-and-mouse")
DECLARED = tuple({"set": "standard", "equal": True, "bookend": bookend} for bookend in (False, True))
OPEN = ("short", {"set": "short", "bookend": False})
EQUAL = (*OPEN, *DECLARED)
EITHER = (*PLAIN, *EQUAL)
STALEMATES = tuple({"set": "standard", "stalemate": stalemate} for stalemate in ("fewest", "draw"))
UP = "up 1 2 3 4 5 6 7 8 9"
DOWN = "down 10 9 8 7 6 5 4 3 2"


def leading(number: int) -> dict:
    """Set up a row of so many scissors, and the cards with which it gets its direction."""
    up, down = str(number + 1), str(10 - number)
    row = " ".join(f"X={offset}" for offset in range(number))
    return {
        "hands": (f"{up} {down} X", "X 1"),
        "personal": (f"{up} 9", f"{down} 8"),
        "levels": (row,),
        "rest": "supply",
    }


POSITIONS = [
    ("opening of two", EVERY, {"seats": 2, "seed": 8}),
    ("opening of three", ("standard", "short", "quick"), {"seats": 3, "seed": 3}),
    ("opening of four", ("standard", "short"), {"seats": 4, "seed": 4}),
    ("opening of eight", ("standard", "short"), {"seats": 8, "seed": 5}),
    (
        "empty rows",
        ("standard", "short", DECLARED[0]),
        {"hands": ("1 10 X 5", "2 9"), "personal": ("2 9 7", "10 8"), "deck": "", "rest": "supply"},
    ),
    *((f"leading scissors: {number}", ("standard", "short", DECLARED[0]), leading(number)) for number in range(1, 10)),
    (
        "nearly complete",
        EITHER,
        {
            "hands": ("10 1 X", "9 2"),
            "personal": ("10 1 7", "2 9"),
            "levels": (UP, DOWN),
            "deck": "X 9 2",
            "rest": "supply",
        },
    ),
    (
        "complete at last with scissors",
        EITHER,
        {"hands": ("X X 9", "1 2"), "personal": ("X 9 7", "8 7"), "levels": (UP, DOWN, "up 1 X=2 X=3 4 5 6 7 8")},
    ),
    (
        "open scissors both ways",
        OPEN,
        {
            "hands": ("5 6 X", "6 7 9"),
            "personal": ("5 6 7", "8 9"),
            "levels": ("X X X X X", "up X X 3 X X", "down X X 8 X"),
            "rest": "supply",
        },
    ),
    (
        "more scissors than numbers",
        OPEN,
        {
            "hands": ("1 10 X", "5 9"),
            "personal": ("10 X 7", "8 9"),
            "levels": ("X X X X X X X X X X", "up 1 2 3 4 5 6 7 8 X X X"),
        },
    ),
    (
        "declared scissors",
        DECLARED[:1],
        {
            "hands": ("4 X 8", "X 5 7"),
            "personal": ("X 3 7", "8 9"),
            "levels": ("up 1 2 X=3 X=3", "down 10 9 X=9 X=8", "up X=1 2 X=2"),
        },
    ),
    (
        "offsets",
        DECLARED[:1],
        {
            "hands": ("X 5 6", "1 10 X"),
            "personal": ("6 X 7", "8 9"),
            "levels": ("X=0 X=1 X=2 X=3 X=4", "X=0 X=0", "X=0 X=1 X=1"),
            "rest": "supply",
        },
    ),
    (
        "the ninth offset",
        DECLARED,
        {
            "hands": ("X X 9", "1 10 2"),
            "personal": ("X 9 7", "8 9"),
            "levels": ("X=0 X=1 X=2 X=3 X=4 X=5 X=6 X=7 X=8", "X=0 X=1 X=2 X=3 X=4 X=5 X=6 X=7"),
            "deck": "2 3 4",
            "rest": "supply",
        },
    ),
    (
        "bookends",
        EQUAL,
        {
            "hands": ("X 9 2", "X 10 1"),
            "personal": ("X 10 7", "X 1"),
            "levels": ("up 1 2 3 4 5 6 7 8 9 9", "down 10 9 8 7 6 5 4 3 2", "up 1 2 3 4 5 6 7 8"),
        },
    ),
    (
        "full supply rows",
        ("standard", "short"),
        {
            "hands": ("2 X", "4 9", "1 5"),
            "personal": ("3 9", "8 10", "5 1 6"),
            "supply": ("7 3 2 | 9 X | 5 1", "8 9 10 | X | 4", "6 | 7 | X X"),
            "levels": ("up 1", "", "down 10 X"),
            "deck": "2 3 4 5 6 7",
            "seats": 3,
        },
    ),
    (
        "no scissors in supply rows",
        tuple({"set": rules, "supply_scissors": False} for rules in ("standard", "short", "cat-and-mouse")),
        {"hands": ("X X", "X 4"), "personal": ("3 9", "8 10"), "levels": ("up 1", UP), "deck": "X 6"},
    ),
    (
        "hands that are soon empty",
        (*EVERY, {"set": "short", "refill": "when_empty"}),
        {"hands": ("1 2", "10"), "personal": ("3 9", "9 8"), "deck": "3 3 3 4 4 10 10 9 9 9", "rest": "discards"},
    ),
    (
        "deck about to run out",
        (*EVERY, {"set": "standard", "reshuffle": False}, {"set": "cat-and-mouse", "reshuffle": False}),
        {
            "hands": ("2 2", "4 4"),
            "personal": ("3 9", "8 10"),
            "levels": (UP,),
            "deck": "5 6",
            "discards": "1 7 X",
            "rest": "supply",
        },
    ),
    (
        "neither deck nor discards",
        ("standard", "short"),
        {"hands": ("2 10", "4 X"), "personal": ("3 9", "8 1"), "levels": (UP, "down 10"), "rest": "supply"},
    ),
    (
        "close to a stalemate",
        (*STALEMATES, "short", "cat-and-mouse"),
        {
            "hands": ("", "", "2", ""),
            "personal": ("5 6", "1 7", "8", "7 7 9"),
            "supply": ("7 | 4", "7 5", "", ""),
            "levels": ("up 1", "up 1 2", "down 10"),
            "seats": 4,
            "turn": 2,
            "still": 2,
            "rest": "supply",
        },
    ),
    (
        "one personal card left",
        EITHER,
        {
            "hands": ("1 2 9", "9 8"),
            "personal": ("3", "7"),
            "levels": ("up 1", "X=0 X=1", "down 10"),
            "deck": "5 6 7 8 8",
        },
    ),
    (
        "the last personal card completes a row",
        EITHER,
        {"hands": ("9 X", "2 1"), "personal": ("10", "1"), "levels": (UP, DOWN), "deck": "5 6 7 8 8"},
    ),
    (
        "eight at the table",
        (*PLAIN, "short"),
        {
            "hands": ("1", "2", "3", "4", "5", "6", "7", "X"),
            "personal": ("2 7", "3 7", "4 7", "5 7", "6 7", "7 7", "8 7", "9 7"),
            "levels": ("X", "", "down 10"),
            "seats": 8,
        },
    ),
]
"""Each position's name, its rule sets, and its fields, or the seed of an opening."""
