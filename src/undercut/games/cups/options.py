"""The options of Cups, one for each house rule, and the named rule sets."""

from collections.abc import Mapping
from typing import cast

from undercut.engine.contract import Option, OptionKind, Value, first_values

CHOOSE, ALWAYS, NEVER = 0, 1, 2
AUTOMATIC, ON_CALL, OFF = 0, 1, 2
REST, WHOLE_DUMP, LEAGUE, MAGELLAN = 0, 1, 2, 3
NO_ACE, RETURN, REMOVE = 0, 1, 2
TO_DUMP, TO_SIDE = 0, 1
SEEN, MAY, MUST = 0, 1, 2
PICK_UP, SIT_OUT = 0, 1

_YES_NO: tuple[Value, ...] = (False, True)
_PACK = 56
_MOST_PACKS = 5

OPTIONS: tuple[Option, ...] = (
    Option("decks", "CP-1", (1, _MOST_PACKS), OptionKind.NUMBER, learned="changed"),
    # The most that five packs allow two players, with a card left to turn.
    Option("hand_size", "CP-2", (1, 139), OptionKind.NUMBER, learned="changed"),
    Option("cover", "CP-17", ("choose", "always", "never"), learned="changed"),
    Option("no_cups_end", "CP-22", ("automatic", "on_call", "off"), learned="changed"),
    Option("graveyard_weight", "CP-22", (1, 2, 0), learned="changed"),
    Option("short_draw", "CP-23", ("rest", "dump", "league", "magellan"), learned="value"),
    Option("redeal", "CP-25", _YES_NO, learned="changed"),
    Option("redeal_ace", "CP-26", ("none", "return", "remove"), learned="changed"),
    Option("cup_goes", "CP-30", ("dump", "side"), learned="changed"),
    Option("unseen_cup", "CP-31", ("no", "may", "must"), learned="changed"),
    Option("unseen_cup_allows_cup", "CP-31", _YES_NO, learned="changed"),
    Option("side_run", "CP-32", _YES_NO, learned="changed"),
    Option("empty_hand", "CP-33", ("pick_up", "sit_out"), learned="changed"),
    Option("sit_out_gives", "CP-33", _YES_NO, learned="changed"),
    Option("spot_equal", "CP-34", _YES_NO, learned="changed"),
    Option("identical_cups", "CP-35", _YES_NO, learned="changed"),
    Option("cup_burns", "CP-36", _YES_NO, learned="changed"),
    Option("cups_apart", "CP-38", _YES_NO, learned="changed"),
)
"""Every option, in the order of the rule book's clauses."""

_SIMPLE: dict[str, Value] = first_values(OPTIONS) | {"hand_size": 7, "redeal": True}

RULE_SETS: dict[str, dict[str, Value]] = {
    "simple": _SIMPLE,
    "children": _SIMPLE | {"cup_goes": "side", "empty_hand": "sit_out", "redeal": False},
    "democratic-league": _SIMPLE | {"no_cups_end": "on_call", "short_draw": "league"},
    "magellan": _SIMPLE | {"short_draw": "magellan"},
    "mathematicians": _SIMPLE | {"decks": _MOST_PACKS, "spot_equal": True, "identical_cups": True, "cup_burns": True},
}
"""The named rule sets, each with a value for every option; the first is the default."""

REFUSED: dict[str, str] = {
    "gamblers": "'gamblers' cannot be played: the source has the heading Gamblers' Rules and no text under it",
}
"""Rule sets that the source names but that cannot be played, with the reason."""

SEATS = range(2, 9)  # how many seats a table may have


def full_pack(options: Mapping[str, Value]) -> list[int]:
    """List every card that is dealt (CP-1)."""
    return list(range(_PACK)) * cast("int", options["decks"])


def faults(options: dict[str, Value], seats: int) -> dict[str, str]:
    """List conflicts between options that are each valid (CP-2).

    Examples:
        >>> faults(RULE_SETS["simple"], 7)
        {}
        >>> faults(RULE_SETS["simple"], 8)
        {'hand_size': '8 players with 7 cards each and one to turn need 57 cards; there are 56 (CP-2)'}
    """
    hand_size, decks = cast("int", options["hand_size"]), cast("int", options["decks"])
    needed = hand_size * seats + 1
    if needed <= _PACK * decks:
        return {}
    deal = f"{hand_size} card{'s' if hand_size > 1 else ''} each and one to turn"
    return {"hand_size": f"{seats} players with {deal} need {needed} cards; there are {_PACK * decks} (CP-2)"}


def fit(options: dict[str, Value], seats: int) -> dict[str, Value]:
    """Return changes that make options valid together: a hand size for which there are enough cards (CP-2)."""
    most = (_PACK * cast("int", options["decks"]) - 1) // seats
    return {"hand_size": most} if cast("int", options["hand_size"]) > most else {}
