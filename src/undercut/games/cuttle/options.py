"""The options of Cuttle, one for each house rule, and the named rule sets."""

from collections.abc import Mapping
from typing import cast

from undercut.engine.contract import Option, OptionKind, Value, first_values

TURN_END, AT_ONCE = 0, 1
OPPONENT, ANY = 0, 1
TARGETS, EFFECTS = 0, 1
GUARD_ALL, GUARD_TWOS, GUARD_NONE = 0, 1, 2
CHOOSE, RANDOM = 0, 1
DRAW_TWO, RECYCLE = 0, 1
AFTER, BEFORE, PLAYED = 0, 1, 2
ONLY_PERMANENTS, ALL_CARDS = 0, 1
TO_CONTROLLER, TO_PLAYER, TO_STOCK = 0, 1, 2

_YES_NO: tuple[Value, ...] = (False, True)

OPTIONS: tuple[Option, ...] = (
    Option("win", "CU-7", ("turn_end", "at_once"), learned="changed"),
    Option("kings", "CU-33", (0, 220), OptionKind.NUMBERS, length=5, learned="fourth"),
    Option("scuttle", "CU-11", ("opponent", "any"), learned="changed"),
    Option("target_side", "CU-34", ("opponent", "any"), learned="changed"),
    Option("jack_side", "CU-13", ("opponent", "any"), learned="changed"),
    Option("buried_jacks", "CU-32", _YES_NO, learned="changed"),
    Option("queen_stops", "CU-31", ("targets", "effects"), learned="changed"),
    Option("queen_guards_queens", "CU-31", _YES_NO, learned="changed"),
    Option("queen_guards_oneoffs", "CU-22", ("all", "twos", "none"), learned="value"),
    Option("three_takes_threes", "CU-3a", _YES_NO, learned="changed"),
    Option("four", "CU-4a", ("choose", "random"), learned="changed"),
    Option("five", "CU-5a", ("draw2", "recycle"), learned="changed"),
    Option("seven", "CU-7a", (1, 2), learned="changed"),
    Option("seven_leaves", "CU-23", ("after", "before", "played"), learned="value"),
    Option("eight_scraps_eight", "CU-8a", _YES_NO, learned="changed"),
    Option("nine_targets", "CU-9a", ("permanents", "all"), learned="changed"),
    Option("nine_to", "CU-9a", ("controller", "player", "stock"), learned="value"),
    Option("nine_freeze", "CU-9a", _YES_NO, learned="changed"),
    Option("ten_undoes_scuttle", "CU-Ta", _YES_NO, learned="changed"),
    Option("hand_limit", "CU-35", (0, 52), OptionKind.NUMBER, learned="changed"),
    Option("open_end", "CU-36", _YES_NO, learned="changed"),
)
"""Every option, in the order of the rule book's table."""

_RANKS, _SUITS = "A23456789TJQK", "cdhs"

DEAL_OPTIONS: tuple[Option, ...] = (
    Option("pack", "CU-1", tuple(_RANKS + _SUITS), OptionKind.LETTERS),
    Option("dealt", "CU-3", (0, 52), OptionKind.NUMBERS, length=2),
    Option("pass_limit", "CU-5", (1, 3), OptionKind.NUMBER),
)
"""Options of the deal, for research; any rule set takes them."""

DEAL: dict[str, Value] = {"pack": _RANKS + _SUITS, "dealt": (5, 6), "pass_limit": 3}
"""The deal of all rule sets that do not give another."""

_SIPIE: dict[str, Value] = first_values(OPTIONS) | {
    "kings": (21, 14, 10, 7, 5),
    "target_side": "any",
    "jack_side": "any",
    "buried_jacks": True,
    "queen_guards_queens": True,
    "three_takes_threes": True,
}
_PAGAT: dict[str, Value] = _SIPIE | {
    "win": "at_once",
    "queen_guards_queens": False,
    "queen_guards_oneoffs": "twos",
}
_CUTTLE_CARDS_1: dict[str, Value] = _SIPIE | {
    "win": "at_once",
    "kings": (21, 14, 10, 5, 0),
    "target_side": "opponent",
    "jack_side": "opponent",
    "buried_jacks": False,
    "three_takes_threes": False,
    "five": "recycle",
    "seven": 2,
    "seven_leaves": "played",
    "nine_targets": "all",
    "nine_freeze": True,
    "hand_limit": 8,
    "open_end": True,
}

RULE_SETS: dict[str, dict[str, Value]] = {
    "sipie": _SIPIE,
    "denexa": _SIPIE | {"queen_stops": "effects", "queen_guards_queens": False},
    "akagiri": _PAGAT | {"nine_to": "player"},
    "pagat": _PAGAT,
    "cuttle-cards-1": _CUTTLE_CARDS_1,
    "cuttle-cards-2": _CUTTLE_CARDS_1 | {"nine_to": "stock", "nine_freeze": False},
}
"""The named rule sets, each with a value for every option; the first is the default."""

RESEARCH_SETS: dict[str, dict[str, Value]] = {
    "toy": _PAGAT | {"kings": (5, 5, 5, 5, 5), "pack": "A245Jc", "dealt": (1, 2), "pass_limit": 1},
}
"""Rule sets for research, which players are not offered."""

EARLIER: dict[str, dict[str, Value]] = {
    name: {"seven_leaves": "before"} for name in ("cuttle-cards-1", "cuttle-cards-2")
}
"""The former options of rule sets that were corrected; older records and positions are read with them."""

SEATS = range(2, 3)  # how many seats a table may have


def full_pack(options: Mapping[str, Value]) -> list[int]:
    pack = str(options.get("pack", DEAL["pack"]))
    suits = [place for place, letter in enumerate(_SUITS) if letter in pack]
    return [4 * rank + suit for rank, letter in enumerate(_RANKS) if letter in pack for suit in suits]


def faults(options: dict[str, Value], seats: int) -> dict[str, str]:
    """List conflicts between options that are each valid: only a deal can have any.

    Examples:
        >>> faults({"pack": "A2c", "dealt": (2, 1)}, 2)
        {'dealt': '3 cards, but the pack has 2'}
    """
    del seats
    dealt, size = sum(cast("tuple[int, ...]", {**DEAL, **options}["dealt"])), len(full_pack(options))
    return {"dealt": f"{dealt} cards, but the pack has {size}"} if dealt > size else {}
