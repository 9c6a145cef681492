"""Positions of Cuttle for the perft table; each is counted under each of its rule sets."""

from __future__ import annotations

EVERY = ("sipie", "denexa", "akagiri", "pagat", "cuttle-cards-1", "cuttle-cards-2")


POSITIONS = [
    ("opening", EVERY, {"seed": 7}),
    ("second opening", ("sipie", "cuttle-cards-1"), {"seed": 2026}),
    (
        "chain of counters",
        EVERY,
        {
            "hands": ("Ah 2c 2h 5d", "2d 2s 9c"),
            "points": ("Tc 4d", "9s 8c"),
            "phase": "counter",
            "waiting": {"card": "6h"},
        },
    ),
    (
        "counters beside queens",
        EVERY,
        {"hands": ("4h 2h", "2d 2s 9c 3c"), "permanents": ("Qc", ""), "points": ("Tc", "9s"), "turn": 1},
    ),
    (
        "sevens turning sevens",
        EVERY,
        {"hands": ("7c 3h", "2d 6c"), "points": ("5h", "8s"), "stock": "7d 7h 7s Jc 5c 9d", "rest": "scrap"},
    ),
    (
        "stacked jacks",
        EVERY,
        {"hands": ("2h 9h Jh 6d", "2d 9d Js"), "points": ("Td:JcJd 5h", "8s"), "permanents": ("", "8d")},
    ),
    (
        "queens of both kinds",
        EVERY,
        {"hands": ("2h 9h Jh Qs", "2d 9d Js 6s"), "points": ("8d", "7s"), "permanents": ("Qc Kc", "Qd Qh 8c")},
    ),
    (
        "empty stock",
        EVERY,
        {"hands": ("Ah 5h 7c 2h", "3d 9c Kd"), "points": ("6c", "4d"), "stock": "", "rest": "scrap"},
    ),
    ("one card left", EVERY, {"hands": ("7c 5h 3c", "7d 4d"), "points": ("6c", ""), "stock": "5s", "rest": "scrap"}),
    (
        "hand limit",
        ("cuttle-cards-1", "cuttle-cards-2", {"set": "sipie", "hand_limit": 3}),
        {"hands": ("5c 5d 9c Kc Qd 6h 6d 8h", "2d 3s 4c")},
    ),
    (
        "a four to discard for",
        (*EVERY, {"set": "pagat", "four": "random"}),
        {"hands": ("4c 4d 2h", "2d 6s Kc 9h"), "points": ("6c", "Td")},
    ),
    (
        "nines on everything",
        (*EVERY, {"set": "akagiri", "nine_targets": "all", "nine_freeze": True}),
        {"hands": ("9c 9d 2h", "9h 2d Jd"), "points": ("Tc:Jc 5h", "8s"), "permanents": ("8d", "Kh")},
    ),
    (
        "eights on glasses, tens after scuttles",
        tuple({"set": name, "eight_scraps_eight": True, "ten_undoes_scuttle": True} for name in ("sipie", "denexa")),
        {"hands": ("Td 8c 2h 7h", "Th 9s 2d 8d"), "points": ("9d", "6c 8h:Jd"), "permanents": ("8s", "Qc")},
    ),
    (
        "threes in a rich scrap",
        EVERY,
        {"hands": ("3c 3d", "3h 2d"), "points": ("Tc", "9s"), "scrap": "2h 2s 5d Ks 3s Ad"},
    ),
    (
        "near the goal",
        EVERY,
        {"hands": ("Ac 5d 6h Kc", "Tc 9d 2d"), "points": ("Td 6s", "Ts 7c"), "permanents": ("", "Ks")},
    ),
]
"""Each position's name, its rule sets, and its fields, or the seed of an opening."""
