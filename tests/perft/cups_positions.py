"""Positions of Cups for the perft table; each is counted under each of its rule sets."""

from __future__ import annotations

EVERY = ("simple", "children", "democratic-league", "magellan", "mathematicians")
COVERS = tuple({"set": "simple", "cover": cover} for cover in ("choose", "always", "never"))
SHORT_DRAWS = tuple({"set": "simple", "short_draw": draw} for draw in ("rest", "dump", "league", "magellan"))
DEALT_ACES = tuple({"set": "simple", "redeal_ace": ace} for ace in ("none", "return", "remove"))
TWO_PACKS = {"set": "simple", "decks": 2}


def family(**options) -> dict:
    return {"set": "children", **options}


UNSEEN = tuple(
    family(unseen_cup=unseen, unseen_cup_allows_cup=cup) for unseen in ("no", "may", "must") for cup in (False, True)
)


POSITIONS = [
    ("opening of two", EVERY, {"seats": 2, "seed": 7}),
    ("opening of three", EVERY, {"seats": 3, "seed": 8}),
    ("opening of four", EVERY, {"seats": 4, "seed": 9}),
    ("opening of eight", (TWO_PACKS, "mathematicians"), {"seats": 8, "seed": 10}),
    (
        "active cup",
        EVERY,
        {"hands": ("5c Kc 3d As Qw", "7c 4d 9s 2w", "Tc Ad 6s Pw"), "dump": "4w 9d 7s 9c", "direction": -1},
    ),
    (
        "three givers",
        (*EVERY, family(sit_out_gives=True)),
        {
            "hands": ("2s", "3s 4c", "9d", "Tw Ts 6c"),
            "graveyards": ("", "", "8w / 2d 6d", ""),
            "dump": "9w 8s As",
            "phase": "gift",
            "givers": [1, 2, 3],
        },
    ),
    (
        "givers out of eight",
        (TWO_PACKS, "mathematicians"),
        {
            "hands": ("5s", "2c", "3c 3c", "4d 4d", "5w", "6w 6w", "7d", "8s 8s 8d"),
            "dump": "9s As",
            "turn": 3,
            "phase": "gift",
            "givers": [6, 7, 0, 1, 2],
        },
    ),
    (
        "last card an ace",
        EVERY,
        {"hands": ("As", "4s 9w Tc", "6d"), "graveyards": ("3w 7w", "", "2c / 8d"), "dump": "5w 9s"},
    ),
    (
        "sitting out and giving",
        tuple(family(sit_out_gives=gives) for gives in (False, True)),
        {
            "hands": ("As Kw", "", "4s Td", ""),
            "graveyards": ("", "7d 2w / 5w", "", "9w"),
            "dump": "5d 9s",
            "out": [1, 3],
        },
    ),
    (
        "to bury",
        (*EVERY, *COVERS),
        {"hands": ("2s 5c", "Ts 3d 2d Kw", "9c Ac 8d"), "graveyards": ("6w 2w / 3s", "", "4w"), "dump": "5w 9s"},
    ),
    (
        "to bury with few cards left",
        (*EVERY, *COVERS, *SHORT_DRAWS),
        {
            "hands": ("2s 3s 5c", "4s 6d Ps 3d", "7s Tc Ks"),
            "graveyards": ("6w", "", "4w / 9d"),
            "dump": "5w Qc 2d Td 9w 9s",
            "stack": "8d 7w",
            "rest": "away",
        },
    ),
    (
        "drawing more than there is",
        (*EVERY, *SHORT_DRAWS),
        {
            "hands": ("5d Pw 9c", "Qd 2c 6s", "7s Tc 8d"),
            "dump": "5w Qc 2d Td 9w 3c 9s",
            "stack": "4w 3s",
            "rest": "away",
        },
    ),
    (
        "a short draw beside an active side pile",
        tuple(family(unseen_cup="may", short_draw=draw) for draw in ("rest", "dump", "league", "magellan")),
        {
            "hands": ("5d Pw Tc", "Qd 2c 6s", "7s 3w"),
            "dump": "5w 2d Td 9s",
            "side": "4c 9c",
            "side_active": True,
            "stack": "8w",
            "rest": "away",
        },
    ),
    (
        "nothing left to shuffle",
        EVERY,
        {"hands": ("2s 3d Kc", "4s 6d Pd", "7s Tc"), "graveyards": ("", "6w", ""), "dump": "9w", "rest": "away"},
    ),
    ("a free lead", EVERY, {"hands": ("2s 3d 5c", "4s 6d Kd", "7s Tc"), "stack": "8w 9d 4c Td 3w", "lead": True}),
    (
        "the last cups",
        (*EVERY, {"set": "simple", "no_cups_end": "off"}),
        {"hands": ("4d 5s", "Ts 8d 2w"), "dump": "9w 7d 3c 9s", "stack": "6w 7w", "rest": "away"},
    ),
    (
        "to call or not",
        ("democratic-league", family(no_cups_end="on_call", graveyard_weight=2)),
        {
            "hands": ("4d 5s 2w", "Ts 8d"),
            "graveyards": ("", "3w"),
            "dump": "7d 9w",
            "stack": "6w 7w 8w",
            "rest": "away",
        },
    ),
    (
        "nobody holds a hand",
        (*DEALT_ACES, "magellan", "mathematicians", {"set": "simple", "redeal": False}),
        {
            "hands": ("", "2s 3c", ""),
            "graveyards": ("2w", "", "4d / 5d"),
            "dump": "4w Aw 6d As 8w 3d Pw Td 7s 9w 9d Tw Kd 9s",
            "rest": "away",
            "turn": 1,
        },
    ),
    (
        "nobody holds a hand",
        ("children",),
        {
            "hands": ("", "2s 3c", ""),
            "graveyards": ("2w", "", "4d / 5d"),
            "dump": "4w Aw 6d As 8w 3d Pw Td 7s 9w 9d Tw Kd 9s",
            "rest": "away",
            "turn": 1,
            "out": [0, 2],
        },
    ),
    (
        "dealt an ace",
        (*DEALT_ACES[1:], {"set": "mathematicians", "redeal_ace": "return"}),
        {
            "hands": ("Ac", "", "4w"),
            "graveyards": ("2w Kd", "5c 6d", "7d"),
            "dump": "3w",
            "stack": "8w As 9w Td Qd 2s 5d Tw",
            "rest": "away",
            "turn": 2,
            "to_move": 0,
            "phase": "redeal",
            "dealt": "Ac",
            "moved": True,
        },
    ),
    (
        "a cup to see or not",
        UNSEEN,
        {"hands": ("Ts 9c 3d Pw", "7s Kc 5d", "Tc 2s"), "dump": "3w 7d 8w 9s", "side": "2c 5c", "side_active": True},
    ),
    (
        "a run on the side pile",
        tuple(family(side_run=True, unseen_cup=unseen) for unseen in ("no", "may", "must")),
        {"hands": ("6c 2s", "8c 3s 7c", "9c Ts 5d"), "dump": "3w 7d 9s", "side": "2c 5c", "direction": -1},
    ),
    (
        "a run on the active side pile",
        tuple(family(side_run=True, unseen_cup=unseen, identical_cups=True, decks=2) for unseen in ("no", "must")),
        {"hands": ("6c 8c", "7c 5c 3s", "6c Ts 7d"), "dump": "3w 7d 9s", "side": "2c 5c", "side_active": True},
    ),
    (
        "identical cups",
        ("mathematicians", {**TWO_PACKS, "identical_cups": True}, TWO_PACKS),
        {"hands": ("9c Kw 3s", "5c 9d", "4d Td Qw", "5c 6s"), "dump": "3d 8w 9s 9c"},
    ),
    (
        "a run of cups goes on",
        ("mathematicians", {"set": "simple", "decks": 4, "identical_cups": True}),
        {"hands": ("9c Kw", "9c 5c", "4d 9d Td"), "dump": "3d 8w 9c 9c", "run": True, "direction": -1},
    ),
    (
        "equal spots and an identical ace",
        ("mathematicians", {"set": "simple", "decks": 3}),
        {"hands": ("As 5s Ad", "As 9s Pw", "4s 5w Ac"), "dump": "3d 9s As"},
    ),
    (
        "burning the stack",
        ("mathematicians", {"set": "simple", "cup_burns": True}, family(cup_burns=True)),
        {"hands": ("5c 4d Ps", "2c 8d 9w 3s", "Kc 3w Qd"), "dump": "2w 7w 4s 5s", "stack": "8w 9d Ts", "rest": "away"},
    ),
    (
        "leading a cup that burns",
        ("mathematicians", {"set": "simple", "cup_burns": True}),
        {"hands": ("3c 2s 4d", "Kc 5s", "9d 2w"), "stack": "8w 7d", "rest": "away", "lead": True, "turn": 1},
    ),
    ("close to the guard", EVERY, {"hands": ("2s 3s 4s", "5s 6s 7s"), "dump": "9w As", "idle": 118}),
]
"""Each position's name, its rule sets, and its fields, or the seed of an opening."""
