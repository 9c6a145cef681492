"""A Cups table in a few words: what the clause tests share.

A position holds every card once per pack. :func:`table` takes the cards that matter and puts the others out of the way:
under the stack, or, with ``rest="away"``, among the cards put away, so that the stack is exactly what is given.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import undercut
from tests.clauses.shared import Outcome, RuleSets, as_list, as_set, moves, replayed

PACK = tuple(rank + suit for rank in "A23456789TPNQK" for suit in "cdsw")

# "Rule sets" of the rule book, typed in from the text: `simple` has the first value named in each clause.
RULE_SETS = RuleSets("""
                       simple     children   democratic-league  magellan   mathematicians
decks                  1          1          1                  1          5
hand_size              7          7          7                  7          7
cover                  choose     choose     choose             choose     choose
no_cups_end            automatic  automatic  on_call            automatic  automatic
graveyard_weight       1          1          1                  1          1
short_draw             rest       rest       league             magellan   rest
redeal                 true       false      true               true       true
redeal_ace             none       none       none               none       none
cup_goes               dump       side       dump               dump       dump
unseen_cup             no         no         no                 no         no
unseen_cup_allows_cup  false      false      false              false      false
side_run               false      false      false              false      false
empty_hand             pick_up    sit_out    pick_up            pick_up    pick_up
sit_out_gives          false      false      false              false      false
spot_equal             false      false      false              false      true
identical_cups         false      false      false              false      true
cup_burns              false      false      false              false      true
cups_apart             false      false      false              false      false
""")

EVERY_SET = tuple(RULE_SETS)
clause, option, under = RULE_SETS.clause, RULE_SETS.option, RULE_SETS.under

# What a position that leaves a field out means (positions.md).
DEFAULTS: dict[str, Any] = {
    "side": [],
    "away": [],
    "side_active": False,
    "givers": [],
    "emptied": [],
    "run": False,
    "out": [],
    "idle": 0,
    "moved": False,
    "called": False,
    "lead": False,
}


def layers(graveyard: str | list[list[str]]) -> list[list[str]]:
    """Read a graveyard: ``"3s / 4d 5d"`` is a four and a five on top of a covered three."""
    rows = graveyard.split("/") if isinstance(graveyard, str) else graveyard
    return [as_list(row) for row in rows if as_list(row)]


def bag(cards: str | Iterable[str]) -> Counter[str]:
    return Counter(as_list(cards) if isinstance(cards, str) else cards)


def everything(at: dict[str, Any]) -> Counter[str]:
    piles = [*at["hands"], at["dump"], at.get("side", []), at["stack"], at.get("away", [])]
    piles += [layer for graveyard in at.get("graveyards", []) for layer in graveyard]
    return Counter(card for pile in piles for card in pile)


def position(
    rules: str | dict[str, Any] = "simple",
    hands: Iterable[str] = ("", ""),
    graveyards: Iterable[str] | None = None,
    dump: str = "",
    side: str = "",
    stack: str = "",
    away: str = "",
    rest: str = "stack",
    turn: int = 0,
    phase: str = "play",
    **more: Any,
) -> dict[str, Any]:
    """Return a complete position; texts of cards stand for lists, one text per seat for hands and graveyards."""
    hands = tuple(hands)
    graveyards = ("",) * len(hands) if graveyards is None else tuple(graveyards)
    result: dict[str, Any] = {
        "game": "cups",
        "rules": rules,
        "seats": len(hands),
        "hands": [cards.split() for cards in hands],
        "graveyards": [layers(text) for text in graveyards],
        "dump": dump.split(),
        "side": side.split(),
        "stack": stack.split(),
        "away": away.split(),
        "turn": turn,
        "phase": phase,
        **more,
    }
    left = Counter(PACK * option(rules, "decks")) - everything(result)
    result[rest] += [card for card in PACK for _ in range(left[card])]
    return result


def table(rules: str | dict[str, Any] = "simple", **fields: Any) -> undercut.State:
    return undercut.from_position(position(rules, **fields))


def forced(at: dict[str, Any], moves: str, *shuffles: str) -> undercut.State:
    """Return the state after these moves from a position, where the shuffles come out as given (top first)."""
    return replayed(at, shuffles, *moves.split())


def plays(state: undercut.State) -> set[str]:
    """Return the legal moves other than a call, which `democratic-league` always allows once a turn."""
    return moves(state) - {"call"}


def pile(state: undercut.State, name: str) -> list[str]:
    """Return the dump or the side pile (bottom first), or the stack (top first)."""
    return list(state.position()[name])


def away(state: undercut.State) -> Counter[str]:
    return Counter(state.position()["away"])


def at(state: undercut.State, *fields: str) -> Any:
    whole = DEFAULTS | state.position()
    return whole[fields[0]] if len(fields) == 1 else tuple(whole[field] for field in fields)


def gone(state: undercut.State) -> Counter[str]:
    """Return what was put away since the position with which the game began."""
    return away(state) - bag(state.record()["start"]["away"])


then = Outcome(
    each={"hands": bag, "graveyards": layers},
    whole={"dump": as_list, "side": as_list, "stack": as_list, "away": bag, "gone": bag, "plays": as_set},
    more={"top": lambda state: pile(state, "stack"), "gone": gone, "plays": plays}
    | {field: lambda state, field=field: at(state, field) for field in DEFAULTS},
).then
