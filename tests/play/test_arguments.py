"""Wrong arguments of public functions are refused with an `UndercutError` that says which one."""

import numpy as np
import pytest

import undercut
from undercut import Host, Outcome, UndercutError


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
    "told: seat 99": (lambda state: state.told(state.legal_moves()[0], [99])[0][0], "seat: 99"),
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
