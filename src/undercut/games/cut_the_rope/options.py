"""The options of Cut the Rope, one for each house rule, and the named rule sets."""

from collections.abc import Mapping
from typing import cast

from undercut.engine.contract import Option, OptionKind, Value, first_values

BY_PLAYERS, HALF = -1, -2
TURN_END, WHEN_EMPTY = 0, 1
FEWEST, DRAW = 0, 1

_YES_NO: tuple[Value, ...] = (False, True)

OPTIONS: tuple[Option, ...] = (
    # Personal decks of 74 and hands of six for two players take the whole pack.
    Option("personal", "CR-1", (1, 74), OptionKind.NUMBER, named=(None, "half")),
    Option("refill", "CR-15", ("turn_end", "when_empty"), learned="changed"),
    Option("supply_scissors", "CR-17", _YES_NO, learned="changed"),
    Option("reshuffle", "CR-18", _YES_NO, learned="changed"),
    Option("stalemate", "CR-19", ("fewest", "draw"), learned="changed"),
    Option("equal", "CR-20", _YES_NO, learned="changed"),
    Option("open_scissors", "CR-21", _YES_NO, learned="changed"),
    Option("bookend", "CR-22", _YES_NO, learned="changed"),
)
"""Every option, in the order of the rule book's clauses."""

_STANDARD: dict[str, Value] = first_values(OPTIONS) | {
    "personal": None,
    "supply_scissors": True,
    "reshuffle": True,
}

RULE_SETS: dict[str, dict[str, Value]] = {
    "standard": _STANDARD,
    "short": _STANDARD | {"equal": True, "open_scissors": True, "bookend": True},
    "quick": _STANDARD | {"personal": "half"},
    "cat-and-mouse": _STANDARD | {"refill": "when_empty"},
}
"""The named rule sets, each with a value for every option; the first is the default."""

SEATS = range(2, 9)  # how many seats a table may have

_HAND = 6
_PACK = 160


def full_pack(options: Mapping[str, Value]) -> list[int]:
    """List every card that is dealt (CR-1)."""
    del options
    return [card for card in range(10) for _ in range(14)] + [10] * 20


def personal_size(personal: int, seats: int) -> int:
    """CR-1: how many cards a personal deck has; the compiled hosts use this function too."""
    if personal >= 0:
        return personal
    size = 20
    if seats > 7:  # noqa: PLR2004  the table of CR-1
        size = 10
    elif seats > 5:  # noqa: PLR2004  as above
        size = 12
    elif seats > 3:  # noqa: PLR2004  as above
        size = 16
    return size // 2 if personal == HALF else size


def faults(options: dict[str, Value], seats: int) -> dict[str, str]:
    """List conflicts between options that are each valid.

    Examples:
        >>> faults(RULE_SETS["standard"] | {"open_scissors": True}, 2)
        {'open_scissors': 'it needs equal (CR-24)'}
    """
    found: dict[str, str] = {}
    size = personal_size(cast("int", OPTIONS[0].code(options["personal"])), seats)
    if seats * (size + _HAND) > _PACK:
        found["personal"] = (
            f"{seats} players with {size} cards and a hand of {_HAND} each "
            f"need {seats * (size + _HAND)} cards; the pack has {_PACK} (CR-1)"
        )
    if options["open_scissors"] and not options["equal"]:
        found["open_scissors"] = "it needs equal (CR-24)"
    return found


def fit(options: dict[str, Value], seats: int) -> dict[str, Value]:
    """Return changes that make options valid together: smaller personal decks (CR-1), equal numbers (CR-24)."""
    changes: dict[str, Value] = {}
    most = _PACK // seats - _HAND
    if personal_size(cast("int", OPTIONS[0].code(options["personal"])), seats) > most:
        changes["personal"] = most
    if options["open_scissors"] and not options["equal"]:
        changes["equal"] = True
    return changes
