import copy

import numpy as np
import pytest

import undercut
from tests.clauses.cuttle_table import table
from undercut import Host, Outcome, UndercutError

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
        ({"jacked_by": {"Jc": 2}}, "jacked_by.Jc: 2 is not a seat"),
        ({"turn": 2}, "turn: 2 is not a whole number from 0 to 1"),
        ({"turn": True}, "turn: True is not a whole number"),
        ({"phase": "deal"}, "phase: 'deal' is not one of"),
        ({"phase": "counter"}, "waiting: in phase counter a card must wait"),
        ({"phase": "seven"}, "revealed: in phase seven a card must be turned"),
        ({"phase": "limit"}, "phase: that hand is not over the hand limit"),
        ({"phase": "over"}, "result: the game is over, but there is no result"),
        ({"result": {"winners": [0], "reason": "points"}}, "phase: there is a result"),
        ({"result": {"winners": [0], "reason": "luck"}, "phase": "over", "to_move": None}, "reason: 'luck'"),
        ({"result": {"winners": [], "reason": "points"}, "phase": "over", "to_move": None}, "wins"),
        ({"result": [0], "phase": "over", "to_move": None}, "result: "),
        ({"to_move": 1}, "to_move: seat 0 is to move here"),
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


def test_unknown_fields_are_named_in_their_order():
    with pytest.raises(undercut.BadPosition) as error:
        undercut.from_position(changed(waiting={"later": 1, "aside": 2, 3: 4, "card": "Ac"}))
    faults = [fault for fault in error.value.faults if "unknown" in fault]
    assert faults == [f"waiting: unknown field {name}" for name in ("'later'", "'aside'", "3")]
    with pytest.raises(undercut.BadPosition, match="jacked_by: 3 is not a jack on the table"):
        undercut.from_position(changed(jacked_by={3: 0}))


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


@pytest.fixture
def state():
    return undercut.game("cuttle").deal(seed=7)


WRONG = {
    "finish: outcome None": (lambda state: state.finish(None), "outcome: None"),
    "finish: winners None": (lambda state: state.finish(Outcome(None, "resigned")), "winners: None"),
    "finish: winners text": (lambda state: state.finish(Outcome(("x",), "resigned")), "winners: x"),
    "finish: reason None": (lambda state: state.finish(Outcome((1,), None)), "reason: None"),
    "perft: state None": (lambda _: undercut.perft(None, 1), "state: None"),
    "perft: depth None": (lambda state: undercut.perft(state, None), "depth: None"),
    "perft: depth 101": (lambda state: undercut.perft(state, 101), "depth: 101"),
    "perft: depth True": (lambda state: undercut.perft(state, True), "depth: True"),  # noqa: FBT003  the fault
    "perft: host text": (lambda state: undercut.perft(state, 1, host="plain"), "host: 'plain'"),
    "hint: state None": (lambda _: undercut.hint(None), "state: None"),
    "hint: seat text": (lambda state: undercut.hint(state, "0"), "seat: '0'"),
    "hint: budget None": (lambda state: undercut.hint(state, budget=None), "budget: None"),
    "hint: budget 1.5": (lambda state: undercut.hint(state, budget=1.5), "budget: 1.5"),
    "hint: host text": (lambda state: undercut.hint(state, host="compiled"), "host: 'compiled'"),
    "hint: seed list": (lambda state: undercut.hint(state, seed=[]), "seed: \\[\\]"),
    "hint: seed negative": (lambda state: undercut.hint(state, seed=-3), "seed: -3"),
    "log: seat 99": (lambda state: state.log(99), "seat: 99"),
    "log: seat text": (lambda state: state.log("x"), "seat: 'x'"),
    "told: seat 99": (lambda state: state.described(state.legal_moves()[0], [99])[0][0], "seat: 99"),
    "told: seats 0": (lambda state: state.described("draw", 0), "seats: 0 is not a Sequence"),
    "view: seat True": (lambda state: state.view(True), "seat: True"),  # noqa: FBT003  the fault
    "game: name None": (lambda _: undercut.game(None), "game: "),
    "game: seats True": (lambda _: undercut.game("cuttle", seats=True), "seats: True"),
    "deal: seed negative": (lambda state: state.game.deal(-1), "seed: -1"),
    "deal: seed too large": (lambda state: state.game.deal(1 << 63), "seed: 9223372036854775808"),
    "deal: seed 1.0": (lambda state: state.game.deal(1.0), "seed: 1.0"),
    "view: seat -1": (lambda state: state.view(-1), "seat: -1"),
    "from_view: None": (lambda _: undercut.from_view(None), "view: None is not a Mapping"),
    "redeal: seat 2": (lambda state: state.redeal(2, 1), "seat: 2"),
    "redeal: seat None": (lambda state: state.redeal(None, 1), "seat: None"),
    "redeal: seed negative": (lambda state: state.redeal(0, -1), "seed: -1"),
    "bot: unknown": (lambda _: undercut.bot("strong", "cuttle"), "strong"),
    "bot: unknown game": (lambda _: undercut.bot("greedy", "chess"), "chess"),
    "bot: name None": (lambda _: undercut.bot(None, "cuttle"), "name"),
    "bot: game None": (lambda _: undercut.bot("greedy", None), "game"),
    "match: unknown player": (lambda _: undercut.match("cuttle", ["strong", "random"]), "strong"),
    "match: unknown game": (lambda _: undercut.match("chess", ["random", "random"]), "chess"),
    "match: players text": (lambda _: undercut.match("cuttle", "random"), "players: 'random'"),
    "match: player 3": (lambda _: undercut.match("cuttle", [3, "random"]), r"players\[0\]: 3 is neither"),
    "match: too many": (lambda _: undercut.match("cuttle", ["random"] * 3), "3 names for 2 seats"),
    "match: deals 0": (lambda _: undercut.match("cuttle", ["random"] * 2, deals=0), "deals: 0"),
    "match: seed negative": (lambda _: undercut.match("cuttle", ["random"] * 2, seed=-1), "seed: -1"),
    "match: seats 5": (lambda _: undercut.match("cuttle", ["random"] * 2, seats=5), "seats"),
    "match: seats of a Game": (lambda state: undercut.match(state.game, ["random"] * 2, seats=2), "with a Game"),
    "analyse: state None": (lambda _: undercut.analyse(None), "record: not a JSON object"),
    "analyse: budget": (lambda state: undercut.analyse(state, budget="long"), "long"),
    "analyse: seed": (lambda state: undercut.analyse(state, seed=-1), "seed"),
    "analyse: host": (lambda state: undercut.analyse(state, host="plain"), "host"),
    "analyse: seats": (lambda state: undercut.analyse(state, seats=[9]), "seat"),
    "analyse: seats 1": (lambda state: undercut.analyse(state, seats=1), "seats: 1 is not a Sequence"),
    "frame: of": (lambda state: undercut.frame([state], of="moves"), "of: 'moves' is not one of: games, decisions"),
    "frame: of list": (lambda state: undercut.frame([state], of=["games"]), r"of: \['games'\] is not a str"),
    "frame: records 5": (lambda _: undercut.frame(5), "records: 5 is not a Iterable"),
    "from_position: seed text": (lambda state: undercut.from_position(state.position(), seed="7"), "seed: '7'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_named(state, name):
    call, fault = WRONG[name]
    before = state.record()
    with pytest.raises(UndercutError, match=fault):
        call(state)
    assert state.record() == before


@pytest.mark.parametrize("integer", [np.int64, np.uint8, np.int32])
def test_integers_of_every_type_will_do(state, integer):
    game = undercut.game("cuttle", rules={"set": "sipie", "seven": integer(2)}, seats=integer(2))
    assert game == undercut.game("cuttle", rules={"set": "sipie", "seven": 2})
    assert type(game.seats) is type(game.options["seven"]) is int
    assert game.deal(integer(7)) == game.deal(7)
    assert state.view(integer(1)) == state.view(1)
    assert state.log(integer(1)) == state.log(1)
    assert undercut.perft(state, integer(1), host=Host.PLAIN) == undercut.perft(state, 1, host=Host.PLAIN)
    state.finish(Outcome((integer(1),), "resigned"))
    assert type(state.result.winners[0]) is int


def test_a_hint_takes_integers_of_every_type(state):
    def advice(seat, seed):
        return undercut.hint(state, seat, budget="50", seed=seed, host=Host.PLAIN)

    assert advice(np.int64(0), np.int64(7)) == advice(0, 7)
