"""A Cuttle table in a few words: what the clause tests share.

A position holds all 52 cards once. :func:`table` takes the cards that matter and puts the others out of the way:
under the stock,
or, with ``rest="scrap"``, into the scrap, so that the stock is exactly what is given.
"""

from typing import Any

import undercut
from tests.clauses.shared import Outcome, RuleSets, as_list, as_set, as_sorted, ended, moves

PACK = tuple(rank + suit for rank in "A23456789TJQK" for suit in "cdhs")

# The table "Rule sets" of the rule book, typed in from the text.
RULE_SETS = RuleSets("""
                      sipie           denexa          pagat           akagiri         cuttle-cards-1  cuttle-cards-2
win                   turn_end        turn_end        at_once         at_once         at_once         at_once
kings                 [21,14,10,7,5]  [21,14,10,7,5]  [21,14,10,7,5]  [21,14,10,7,5]  [21,14,10,5,0]  [21,14,10,5,0]
scuttle               opponent        opponent        opponent        opponent        opponent        opponent
target_side           any             any             any             any             opponent        opponent
jack_side             any             any             any             any             opponent        opponent
buried_jacks          true            true            true            true            false           false
queen_stops           targets         effects         targets         targets         targets         targets
queen_guards_queens   true            false           false           false           true            true
queen_guards_oneoffs  all             all             twos            twos            all             all
three_takes_threes    true            true            true            true            false           false
four                  choose          choose          choose          choose          choose          choose
five                  draw2           draw2           draw2           draw2           recycle         recycle
seven                 1               1               1               1               2               2
seven_leaves          after           after           after           after           played          played
eight_scraps_eight    false           false           false           false           false           false
nine_targets          permanents      permanents      permanents      permanents      all             all
nine_to               controller      controller      controller      player          controller      stock
nine_freeze           false           false           false           false           true            false
ten_undoes_scuttle    false           false           false           false           false           false
hand_limit            0               0               0               0               8               8
open_end              false           false           false           false           true            true
""")

EVERY_SET = tuple(RULE_SETS)
clause, option, under = RULE_SETS.clause, RULE_SETS.option, RULE_SETS.under


def row(text: str) -> list[dict[str, Any]]:
    """Read a row of point cards: ``"Td:JcJs 5h"`` is a ten under two jacks (bottom first), and a five."""
    piles = []
    for pile in text.split():
        card, _, jacks = pile.partition(":")
        piles.append({"card": card, "jacks": [jacks[i : i + 2] for i in range(0, len(jacks), 2)]})
    return piles


def position(
    rules: str | dict[str, Any] = "sipie",
    hands: tuple[str, str] = ("", ""),
    points: tuple[str, str] = ("", ""),
    permanents: tuple[str, str] = ("", ""),
    scrap: str = "",
    stock: str = "",
    rest: str = "stock",
    turn: int = 0,
    phase: str = "play",
    **more: Any,
) -> dict[str, Any]:
    """Return a complete position; texts of cards stand for lists, pairs of texts for a list per seat."""
    for field in ("counters", "suspended", "revealed", "frozen"):
        if isinstance(more.get(field), str):
            more[field] = more[field].split()
    if "known" in more:
        more["known"] = [cards.split() for cards in more["known"]]
    result: dict[str, Any] = {
        "game": "cuttle",
        "rules": rules,
        "seats": 2,
        "hands": [cards.split() for cards in hands],
        "points": [row(text) for text in points],
        "permanents": [cards.split() for cards in permanents],
        "scrap": scrap.split(),
        "stock": stock.split(),
        "turn": turn,
        "phase": phase,
        **more,
    }
    piles = (*result["hands"], *result["permanents"], result["scrap"], result["stock"])
    placed = [card for pile in piles for card in pile]
    placed += [card for side in result["points"] for pile in side for card in (pile["card"], *pile["jacks"])]
    placed += [card for field in ("counters", "suspended", "revealed") for card in result.get(field, [])]
    placed += [result["waiting"]["card"]] if result.get("waiting") else []
    result[rest] += [card for card in PACK if card not in placed]
    return result


def table(rules: str | dict[str, Any] = "sipie", **fields: Any) -> undercut.State:
    return undercut.from_position(position(rules, **fields))


def piles(row_said: str | list[dict[str, Any]]) -> dict[str, list[str]]:
    return {pile["card"]: list(pile["jacks"]) for pile in (row(row_said) if isinstance(row_said, str) else row_said)}


def moves_of(state: undercut.State, card: str) -> set[str]:
    return {move for move in moves(state) if move.startswith(card)}


def won(state: undercut.State, seat: int) -> bool:
    return ended(state, "points", seat)


then = Outcome(
    each={"hands": as_sorted, "points": piles, "permanents": as_set, "known": as_set},
    whole={"scrap": as_set, "stock": as_list, "counters": as_list}
    | dict.fromkeys(("suspended", "revealed", "frozen"), as_set),
    more={
        "top": lambda state: state.position()["stock"],
        "waiting": lambda state: (state.position()["waiting"] or {}).get("card"),
    },
).then
