from collections import Counter
from typing import Any

import pytest

import undercut
from tests.clauses.rope_table import PACK, every_card, position


def table(*, rules: Any = "standard", **fields: Any) -> dict[str, Any]:
    """A position for two; cards that are not said lie in the deck, the personal decks are one card each."""
    at = position(hands=("", ""), personal=("7", "7"), rest="") | {"rules": rules} | fields
    return at if "deck" in fields else at | {"deck": list((PACK - Counter(every_card(at))).elements())}


EQUAL = {"equal": True}
SHORT = "short"
NO_VALUES = "values[0]: these cards cannot have the values"
WON = {"winners": [0], "reason": "emptied"}

FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("hands[0]: 7 cards", {"hands": [["1"] * 7, []]}),
    ("hands[1][0]: the card is unknown", {"hands": [[], ["?"]]}),
    ("hands: there are 3", {"hands": [[], [], []]}),
    ("personal[0]: it is empty", {"personal": [[], ["7"]]}),
    ("personal[1]: 21 cards", {"personal": [["7"], ["7", "8"] * 10 + ["1"]]}),
    ("deck: one 1 too many", {"deck": [*(PACK - Counter({"7": 2})).elements(), "1"]}),
    ("deck: a card of the pack is missing: 7", {"deck": [*(PACK - Counter({"7": 3})).elements()]}),
    ("supply[0]: there are 2 entries", {"supply": [[[], []], [[], [], []]]}),
    ("supply[0][1]: under these", {"rules": {"supply_scissors": False}, "supply": [[[], ["X"], []], []]}),
    ("levels[0][0]: 2 cannot lie here", {"levels": [["2"], [], []], "directions": ["up", None, None]}),
    ("levels[1][1]: 3 cannot lie here", {"levels": [[], ["1", "3"], []], "directions": [None, "up", None]}),
    ("levels[0][1]: 1 cannot lie here", {"levels": [["1", "1"], [], []], "directions": ["up", None, None]}),
    ("levels[0][9]: this card completes", {"levels": [["X"] * 10, [], []]}),
    ("levels[0][9]: this card completes", {"rules": SHORT, "levels": [["10", *"XXXXXXX", "2", "X"], [], []]}),
    ("directions[0]: down does not fit", {"levels": [["1"], [], []], "directions": ["down", None, None]}),
    ("directions[2]: up does not fit", {"levels": [[], [], ["X"]], "directions": [None, None, "up"]}),
    ("directions[0]: these cards fit both ways", {"rules": SHORT, "levels": [["X"] * 5 + ["5"], [], []]}),
    ("directions[1]: 'left'", {"directions": [None, "left", None]}),
    ("values: only for rules with equal", {"values": [[1], [], []], "levels": [["1"], [], []]}),
    ("values: only for rules with equal", {"rules": SHORT, "values": [[0], [], []], "levels": [["X"], [], []]}),
    ("values[0]: 0 values for 1 cards", {"rules": EQUAL, "levels": [["X"], [], []]}),
    ("values[0]: 3 values for 1 cards", {"rules": EQUAL, "levels": [["X"], [], []], "values": [[0, 0, 0], [], []]}),
    (f"{NO_VALUES} [1]", {"rules": EQUAL, "levels": [["X"], [], []], "values": [[1], [], []]}),
    (f"{NO_VALUES} [0, 2]", {"rules": EQUAL, "levels": [["X", "X"], [], []], "values": [[0, 2], [], []]}),
    (f"{NO_VALUES} [0.0]", {"rules": EQUAL, "levels": [["X"], [], []], "values": [[0.0], [], []]}),
    ("turn: 2", {"turn": 2}),
    ("to_move: seat 0 is to move", {"to_move": 1}),
    ("phase: 'shuffle'", {"phase": "shuffle"}),
    ("still: 2", {"still": 2}),
    ("moved: 1", {"moved": 1}),
    ("result: the game is over", {"phase": "over"}),
    ("phase: there is a result", {"phase": "play", "result": WON}),
    ("personal[0]: it is not empty", {"result": WON}),
    ("result.winners: a player who empties", {"personal": [[], ["7"]], "turn": 1, "result": WON}),
    ("result.winners: in a stalemate", {"result": {"winners": [0], "reason": "stalemate"}}),
    ("result.winners[0]: 5 is not a seat", {"result": {"winners": [5], "reason": "stalemate"}}),
    ("result: reason: 'points'", {"result": {"winners": [0], "reason": "points"}}),
    ("to_move: no seat is to move", {"to_move": 0, "result": {"winners": [0], "reason": "resigned"}}),
    ("stock: unknown field", {"stock": []}),
]


def faults_of(position: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(undercut.BadPosition) as error:
        undercut.from_position(position)
    return error.value.faults


@pytest.mark.parametrize(("fault", "fields"), FAULTS)
def test_impossible(fault: str, fields: dict[str, Any]) -> None:
    faults = faults_of(table(**fields))
    assert any(known.startswith(fault) for known in faults), faults


def test_all_faults_at_once() -> None:
    fields = {"still": -1, "moved": "no", "turn": "x", "levels": [["2"], ["3"], []], "hands": [["Z"], 5]}
    faults = faults_of(table(deck=[], **fields))
    places = {fault.split(":")[0] for fault in faults}
    assert places == {"still", "moved", "turn", "levels[0][0]", "levels[1][0]", "hands[0][0]", "hands[1]", "deck"}


def test_possible() -> None:
    """Rows that only some rules know, and what may be left out."""
    values = [[1, 1, 2, 2, 3], [0, 1, 1], [10, 9, 9]]
    rows = [["1", "X", "X", "2", "X"], ["X", "X", "X"], ["10", "9", "X"]]
    fields: dict[str, Any] = {"levels": rows, "directions": ["up", None, "down"]}
    assert undercut.from_position(table(rules=EQUAL, values=values, **fields)).position()["values"] == values
    assert "values" not in undercut.from_position(table(rules=SHORT, **fields)).position()
    numbers = {"levels": [["1", "1", "2"], [], []], "directions": ["up", None, None]}
    assert undercut.from_position(table(rules=EQUAL, **numbers)).position()["values"][0] == [1, 1, 2]
    silent = undercut.from_position(table(levels=[["10"], ["X", "2"], []])).position()
    assert silent["directions"] == ["down", "up", None]
    both = {"levels": [[*"XXXXX", "5"], [*"XXXXX", "5"], []], "directions": ["up", "down", None]}
    assert undercut.from_position(table(rules=SHORT, **both)).position()["directions"] == ["up", "down", None]


FIVE_SCISSORS = {"levels": [[*"XXXXX"], [], []], "values": [[0, 1, 2, 3, 4], [], []]}
REFUSALS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("end", "CR-14", "a turn ends with a card", {"hands": [["5"], []]}),
    ("5/1", "CR-14", "the five is not in your hand", {}),
    ("X/1", "CR-17", "scissors may not", {"rules": {"supply_scissors": False}, "hands": [["X", "2"], []]}),
    ("s1/2", "CR-17", "never move from one supply row", {}),
    ("p/1", "CR-17", "personal deck", {}),
    ("5>1", "CR-10", "the five is not in your hand", {}),
    ("s3>1", "CR-10", "supply 3 is empty", {}),
    ("2>1", "CR-11", "an empty level row takes 1, 10 or scissors, not 2", {"hands": [["2"], []]}),
    ("p>2", "CR-11", "row 2 takes 2 or scissors", {"levels": [[], ["1"], []], "directions": [None, "up", None]}),
    ("5>1", "CR-12", "takes 3, 8 or scissors", {"hands": [["5"], []], "levels": [["X", "X"], [], []]}),
    ("p>1", "CR-24", "takes 1, 2, 9, 10", {"rules": EQUAL, "levels": [["X"], [], []], "values": [[0], [], []]}),
    ("p>1", "CR-20", "takes 1, 2 or", {"rules": EQUAL, "levels": [["1"], [], []], "directions": ["up", None, None]}),
    ("p>1", "CR-21", "takes 1, 2, 9, 10", {"rules": SHORT, "levels": [["X"], [], []]}),
    ("5>1", "CR-21", "write 5>1u or 5>1d", {"rules": SHORT, "hands": [["5"], []], "levels": [[*"XXXXX"], [], []]}),
    ("6>1", "CR-24", "write 6>1u or 6>1d", {"rules": EQUAL, "hands": [["6"], []], **FIVE_SCISSORS}),
    ("1>1u", "CR-11", "no choice of direction", {"hands": [["1"], []]}),
    ("1>1=", "CR-20", "only scissors", {"hands": [["1"], []]}),
    ("X>1u", "CR-12", "no direction", {"hands": [["X"], []]}),
    ("X>1=", "CR-12", "that is due", {"hands": [["X"], []]}),
    ("X>1=", "CR-24", "no number to repeat yet", {"rules": EQUAL, "hands": [["X"], []]}),
    ("X>1=", "CR-21", "open", {"rules": SHORT, "hands": [["X"], []]}),
    ("end", "CR-19", "over", {"result": {"winners": [0, 1], "reason": "stalemate"}}),
    ("end", "CR-16", "over", {"personal": [[], ["7"]], "result": WON}),
    ("end", "CR-16", "over", {"result": {"winners": [0], "reason": "resigned"}}),
]


@pytest.mark.parametrize(("move", "clause", "text", "fields"), REFUSALS)
def test_refused_moves(move: str, clause: str, text: str, fields: dict[str, Any]) -> None:
    state = undercut.from_position(table(**fields))
    reason = state.why_not(move)
    assert reason
    assert reason.clause == clause
    assert text in reason.text


@pytest.mark.parametrize(
    "text", ["", "5>4", "0>1", "11>1", "x>1", "5/4", "s4>1", "p>1 ", "5>1ud", "5/1u", "END", "s>1", "\u0665>1"]
)
def test_no_move_at_all(text: str) -> None:
    with pytest.raises(undercut.BadNotation):
        undercut.from_position(table()).why_not(text)
