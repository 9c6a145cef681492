"""Positions and records from outside: every fault is named with its place."""

import copy

import pytest

import undercut
from tests.clauses.cuttle_table import table

BASE = table("sipie", hands=("Ah 2c 7d", "3d Kc"), points=("Td:Jc", "9s"), permanents=("Qh", "8s")).position()


def changed(**fields) -> dict:
    position = copy.deepcopy(BASE)
    position.update(fields)
    return position


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"hands": [["Ah", "Ah", "2c", "7d"], ["3d", "Kc"]]}, r"hands\[0\]: Ah is in hands\[0\] already"),
        ({"hands": [["Ah", "2c", "7d", "Td"], ["3d", "Kc"]]}, r"Td is in hands\[0\] already"),
        ({"hands": [["2c", "7d"], ["3d", "Kc"]]}, "stock: a card of the pack is missing: Ah"),
        ({"hands": [["Ah", "2c", "7d"]]}, "hands: there are 1 entries, not 2"),
        ({"hands": [["Ah", "2c", "7x"], ["3d", "Kc"]]}, r"hands\[0\]\[2\]: '7x' is not a card"),
        ({"hands": "Ah"}, "hands: 'Ah' is not a list"),
        ({"permanents": [["Qh", "5c"], ["8s"]]}, r"permanents\[0\]: 5c is not a permanent"),
        ({"points": [[{"card": "Td", "jacks": ["9s"]}], []]}, r"points\[0\]\[0\].jacks: 9s is not a jack"),
        ({"points": [[{"card": "Jc"}], []]}, r"Jc is not a point card"),
        ({"points": [[{"card": "Td", "on": []}], []]}, "unknown field 'on'"),
        ({"jacked_by": {"Js": 0}}, "jacked_by: 'Js' is not a jack on the table"),
        ({"jacked_by": {"Jc": 2}}, "jacked_by.Jc: '2' is not a seat"),
        ({"turn": 2}, "turn: 2 is not a whole number from 0 to 1"),
        ({"turn": True}, "turn: True is not a whole number"),
        ({"phase": "deal"}, "phase: 'deal' is not one of"),
        ({"phase": "counter"}, "waiting: in phase counter a card must wait"),
        ({"phase": "seven"}, "revealed: in phase seven a card must be turned"),
        ({"phase": "limit"}, "phase: that hand is not over the hand limit"),
        ({"phase": "over"}, "result: the phase is over, but there is no result"),
        ({"result": {"winners": [0], "reason": "points"}}, "phase: there is a result"),
        (
            {"result": {"winners": [0], "reason": "luck"}, "phase": "over", "to_move": None},
            "reason: 'luck' is not one of",
        ),
        ({"result": {"winners": [], "reason": "points"}, "phase": "over", "to_move": None}, "wins"),
        ({"result": [0], "phase": "over", "to_move": None}, "result: "),
        ({"to_move": 1}, "to_move: in phase play seat 0 is to move here, not 1"),
        ({"to_discard": 1}, "to_discard: 1; in phase play"),
        ({"passes": 1}, "passes: passes are possible only without a stock"),
        ({"frozen": ["Td"]}, "frozen: Td is in no hand"),
        ({"known": [["3d"], []]}, r"known\[0\]: 3d is not in that hand"),
        ({"known_top": 52}, "known_top: 52 cards are known of a stock"),
        ({"suspended": ["7d"]}, "suspended: 7d is in hands"),
        ({"counters": ["2c"]}, r"counters: 2c is in hands\[0\] already"),
        ({"colour": "red"}, "colour: unknown field"),
        ({"rules": "whist"}, "rules: 'whist' is not one of"),
        ({"game": None}, "game: "),
        ({"seats": 3}, "seats: 3"),
    ],
)
def test_an_impossible_position_is_refused(fields, fault):
    with pytest.raises(undercut.BadPosition, match=fault):
        undercut.from_position(changed(**fields))


def test_every_fault_is_named():
    with pytest.raises(undercut.BadPosition) as error:
        undercut.from_position(changed(turn=5, phase="x", frozen=["Zz"], colour=1))
    assert len(error.value.faults) == 4


def test_what_is_left_out_takes_its_default():
    default = ("passes", "known_top", "known", "frozen", "revealed", "counters", "waiting", "to_discard", "result")
    short = {key: value for key, value in BASE.items() if key not in default}
    assert undercut.from_position(short).position() == BASE


def record() -> dict:
    state = undercut.game("cuttle", rules="pagat").deal(seed=5)
    state.players = ("Ann", "Bob")
    for _ in range(6):
        state.play(state.legal_moves()[-1])
    return state.record()


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"moves": ["draw", "pass"]}, r"moves\[1\]: pass: CU-5"),
        ({"moves": ["foo"]}, r"moves\[0\]: 'foo' is not a move"),
        ({"start": {}}, "start.stock: 52 cards of the pack are missing"),
        ({"rules": "sipie"}, "start: game, rules or seats differ from those of the record"),
        ({"players": ["Ann"]}, "players: must be a list of 2 names"),
        ({"players": ["A" * 101, "B"]}, "players: must be a list of 2 names"),
        ({"shuffles": [["Zz"]]}, r"shuffles\[0\]\[0\]: 'Zz' is not a card"),
        ({"result": {"winners": [0]}}, "result: a result is an object"),
    ],
)
def test_a_record_that_cannot_be_replayed_is_refused(fields, fault):
    with pytest.raises(undercut.BadRecord, match=fault):
        undercut.replay(record() | fields)


def test_a_random_four_is_replayed_as_it_fell():
    rules = {"set": "sipie", "four": "random"}
    state = table(rules, hands=("4c", "2d 3d 5d 6d"))
    for move in ("4c!", "ok"):
        state.play(move)
    (struck,) = state.shuffles
    assert len(struck) == 2
    again = undercut.replay(state.record())
    assert set(struck) <= set(again.position()["scrap"])
    forced = state.record() | {"shuffles": [["6d", "2d"]]}
    assert undercut.replay(forced).position()["hands"][1] == ["3d", "5d"]
    for wrong in ([["6d", "6d"]], [["6d", "Kc"]], [["6d"]]):
        with pytest.raises(undercut.BadRecord, match=r"shuffles\[0\]"):
            undercut.replay(state.record() | {"shuffles": wrong})
