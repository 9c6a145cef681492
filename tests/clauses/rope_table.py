"""A Cut the Rope table in a few words: what the clause tests share.

A position holds all 160 cards. :func:`table` takes the cards that matter and puts the others out of the way: at the
bottom of the deck, or, with ``rest="discards"``, into the discards, or, with ``rest="supply"``, under the last seat's
third supply row, so that the deck (and the discards) are exactly what is given.
"""

from collections import Counter
from typing import Any

import undercut
from tests.clauses.shared import Outcome, RuleSets, as_list, as_sorted, moves

NUMBERS = tuple(str(number) for number in range(1, 11))
PACK = Counter(dict.fromkeys(NUMBERS, 14) | {"X": 20})
SEATS = tuple(range(2, 9))

# "Rule sets" of the rule book, typed in from the text.
RULE_SETS = RuleSets("""
                 standard  short     quick     cat-and-mouse
personal         null      null      half      null
supply_scissors  true      true      true      true
reshuffle        true      true      true      true
equal            false     true      false     false
open_scissors    false     true      false     false
bookend          false     true      false     false
refill           turn_end  turn_end  turn_end  when_empty
stalemate        fewest    fewest    fewest    fewest
""")

EVERY_SET = tuple(RULE_SETS)
clause, option, under = RULE_SETS.clause, RULE_SETS.option, RULE_SETS.under


def plain(**more: Any) -> list[Any]:
    """Return every rule set without the short game's equal cards."""
    return under(equal=False, open_scissors=False, **more)


def declared(**more: Any) -> list[Any]:
    """Return every rule set with equal cards, where scissors are laid with a value (CR-20, CR-24)."""
    return under(equal=True, open_scissors=False, **more)


def waiting(**more: Any) -> list[Any]:
    """Return every rule set with equal cards, where scissors keep their value open (CR-21)."""
    return under(equal=True, open_scissors=True, **more)


def rising(top: int) -> str:
    return " ".join(["up", *NUMBERS[:top]])


def falling(top: int) -> str:
    return " ".join(["down", *reversed(NUMBERS[top - 1 :])])


def scissors(number: int) -> str:
    return " ".join(["X"] * number)


def offsets(*values: int) -> str:
    """Return a row of scissors with these offsets (CR-24)."""
    return " ".join(f"X={value}" for value in values)


def position(
    rules: str | dict[str, Any] = "standard",
    hands: tuple[str, ...] = (),
    personal: tuple[str, ...] = (),
    supply: tuple[str, ...] = (),
    levels: tuple[str, ...] = (),
    deck: str = "",
    discards: str = "",
    rest: str = "deck",
    seats: int = 2,
    turn: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """Return a complete position; texts of cards stand for lists, tuples of texts for a list per seat or per row.

    A hand that is left out holds one six, a personal deck a seven on an eight. A seat's supply rows have ``|`` between
    them; level rows come after ``up`` or ``down`` where they have a direction, and ``X=3`` in them stands for 3.
    """
    hand_list = [text.split() for text in hands] + [["6"] for _ in range(seats - len(hands))]
    personal_list = [text.split() for text in personal] + [["7", "8"] for _ in range(seats - len(personal))]
    supply_list = []
    for text in (*supply, *[""] * (seats - len(supply))):
        rows = [row.split() for row in text.split("|")]
        supply_list.append(rows + [[] for _ in range(3 - len(rows))])
    directions: list[str | None] = []
    level_list, values = [], []
    for text in (*levels, *[""] * (3 - len(levels))):
        row = text.split()
        directions.append(row.pop(0) if row and row[0] in {"up", "down"} else None)
        level_list.append([card.partition("=")[0] for card in row])
        values.append([card.partition("=")[2] or card for card in row])
    result: dict[str, Any] = {
        "game": "cut_the_rope",
        "rules": rules,
        "seats": seats,
        "hands": hand_list,
        "personal": personal_list,
        "supply": supply_list,
        "levels": level_list,
        "directions": directions,
        "deck": deck.split(),
        "discards": discards.split(),
        "turn": turn,
        **more,
    }
    if option(rules, "equal") and not option(rules, "open_scissors"):
        result["values"] = [[int(value) for value in row] for row in values]
    left = PACK - Counter(every_card(result))
    {"deck": result["deck"], "discards": result["discards"]}.get(rest, []).extend(left.elements())
    if rest == "supply":
        supply_list[-1][2][:0] = left.elements()
    return result


def every_card(at: dict[str, Any]) -> list[str]:
    piles = [*at["hands"], *at["personal"], *at["levels"], at["deck"], at["discards"]]
    piles += [row for rows in at["supply"] for row in rows]
    return [card for pile in piles for card in pile]


def table(rules: str | dict[str, Any] = "standard", **fields: Any) -> undercut.State:
    return undercut.from_position(position(rules, **fields))


def takes(rules: str | dict[str, Any], row: str) -> set[str]:
    """Return which of the eleven cards a level row takes, with their suffixes: ``{"4", "5u", "X="}``."""
    taken = set()
    for cards_held in ("1 2 3 4 5 X", "6 7 8 9 10"):
        state = table(rules, hands=(cards_held,), levels=("", row))
        taken |= {move.replace(">2", "") for move in moves(state) if ">2" in move and move[0] not in "sp"}
    return taken


def level(state: undercut.State, number: int = 1) -> str:
    """Return a level row as :func:`position` takes it, without values: ``"up 1 X 3"``."""
    at = state.position()
    direction = at["directions"][number - 1]
    return " ".join([*([direction] if direction else []), *at["levels"][number - 1]])


def values(state: undercut.State, number: int = 1) -> list[int]:
    """Return what the cards of a level row stand for (only under declared scissors)."""
    return list(state.position()["values"][number - 1])


def supply_rows(rows: str | list[list[str]]) -> list[list[str]]:
    return [as_list(row) for row in (rows.split("|") if isinstance(rows, str) else rows)]


then = Outcome(
    each={"hands": as_sorted, "personal": as_list, "supply": supply_rows, "levels": as_list, "values": list},
    whole={"deck": as_list, "discards": as_sorted},
    more={
        "top": lambda state: state.position()["deck"],
        # Level rows are numbered from 1 on.
        "levels": lambda state: {number: level(state, number) for number in (1, 2, 3)},
        "values": lambda state: {number: values(state, number) for number in (1, 2, 3)},
        "shuffles": lambda state: [list(order) for order in state.shuffles],
    },
).then
