import copy
import json
import pickle
import subprocess
import sys
from collections import Counter

import pytest

import undercut
from undercut import Outcome
from undercut.games.base import registry


@pytest.fixture(params=registry.names())
def state(request):
    return undercut.game(request.param).deal(seed=7)


def play_some(state: undercut.State, number: int) -> None:
    for _ in range(number):
        if state.result:
            return
        state.play(state.legal_moves()[-1])


def pickled(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301  our own, a moment ago


def test_deals_without_a_seed_differ():
    deals = {json.dumps(undercut.game("cuttle").deal().position()) for _ in range(5)}
    assert len(deals) == 5


def test_seeded_shuffles_have_no_favourites():
    tops = Counter(undercut.game("cuttle").deal(seed=seed).position()["stock"][0] for seed in range(2600))
    assert len(tops) == 52
    assert 20 < min(tops.values()) <= max(tops.values()) < 90


def test_an_illegal_move_says_why_and_changes_nothing(state):
    illegal = {"cuttle": "pass", "cups": "bury", "cut_the_rope": "end"}[state.game.name]
    before = state.position()
    with pytest.raises(undercut.IllegalMove) as error:
        state.play(illegal)
    assert error.value.reason == state.why_not(illegal)
    assert error.value.reason.clause in str(error.value)
    assert state.position() == before
    assert state.moves == ()
    for act in (state.play, state.why_not):
        with pytest.raises(undercut.BadNotation):
            act("nonsense")


def test_undo_goes_back_to_the_deal(state):
    play_some(state, 12)
    while state.moves:
        state.undo()
    assert state.position() == state.record()["start"]
    assert state.shuffles == []
    with pytest.raises(undercut.UndercutError, match="no move to take back"):
        state.undo()


def test_a_copy_plays_on_where_both_have_gone_back(state):
    play_some(state, 3)
    twin = state.copy()
    state.undo()
    twin.undo()
    before = twin.record(), twin.position()
    state.play(state.legal_moves()[0])
    assert (twin.record(), twin.position()) == before


@pytest.mark.parametrize("make", [undercut.State.copy, copy.copy, copy.deepcopy, pickled])
def test_python_copies_a_state_as_we_do(state, make):
    play_some(state, 3)
    twin = make(state)
    assert twin == state
    assert twin.players == state.players
    play_some(state, 3)
    assert twin != state
    assert len(twin.moves) == 3
    play_some(twin, 3)
    assert twin == state


def test_states_are_equal_by_rules_log_and_position(state):
    start = state.copy()
    assert state == start
    play_some(state, 2)
    assert state != start
    again = undercut.replay(state.record())
    again.players = ("someone", *again.players[1:])
    assert state == again
    # The same cards lie there, yet the log that led to them is lost.
    assert state != undercut.from_position(state.position())
    again.finish(Outcome((0,), "resigned"))
    assert state != again
    assert state != state.position()
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


@pytest.mark.parametrize("name", registry.names())
def test_a_game_is_a_value(name):
    game, again = undercut.game(name), undercut.game(name)
    other = undercut.game("cuttle", rules={"seven": 2})
    assert len({game, again, other}) == 2
    with pytest.raises(TypeError):
        game.options[next(iter(game.options))] = None
    for twin in (copy.copy(game), copy.deepcopy(game), pickled(game)):
        assert (twin, hash(twin), twin.rules) == (game, hash(game), game.rules)
    assert other.rules == {"set": "sipie", "seven": 2}


def test_only_those_who_look_load_the_drawing_or_the_search():
    code = "import sys, undercut; undercut.game('cuttle').deal(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"undercut.draw", "undercut.bots", "undercut.search"} & {*done.stdout.split()}


@pytest.mark.parametrize("outcome", [Outcome((1,), "resigned"), Outcome((), "agreed"), Outcome((0,), "time")])
def test_a_table_can_end_a_game(state, outcome):
    play_some(state, 2)
    before, before_moves = state.position(), state.legal_moves()
    state.finish(outcome)
    assert state.result == outcome
    assert state.to_move is None
    assert state.legal_moves() == []
    assert state.position()["result"] == {"winners": list(outcome.winners), "reason": outcome.reason}
    assert state.position()["phase"] == "over"
    assert undercut.replay(state.record()).record() == state.record()
    assert undercut.from_position(state.position()).result == outcome
    assert "over" in state.why_not(before_moves[0]).text
    with pytest.raises(undercut.UndercutError, match="already over"):
        state.finish(Outcome((1,), "time"))
    with pytest.raises(undercut.UndercutError, match="take back"):  # a loaded end
        undercut.from_position(state.position()).undo()
    assert state.undo() is None
    assert state.position() == before


@pytest.mark.parametrize(
    "outcome", [Outcome((9,), "resigned"), Outcome((0, 0), "time"), Outcome((0,), "agreed"), Outcome((0,), "points")]
)
def test_an_outcome_that_no_table_decides_is_refused(state, outcome):
    with pytest.raises(undercut.UndercutError):
        state.finish(outcome)
    assert state.result is None


def test_a_view_is_no_position(state):
    with pytest.raises(undercut.BadPosition, match="this is a view"):
        undercut.from_position(state.view(0))


def test_json_data_is_not_shared(state):
    state.position()["hands"][0].clear()
    state.record()["start"]["hands"][0].clear()
    state.shuffles.append(["x"])
    assert isinstance(state.legal_codes(), tuple)
    again = undercut.replay(state.record())
    assert again.position() == state.position()
    assert state.shuffles == []


def test_a_state_shows_its_table(state):
    assert repr(state).startswith(registry.spec(state.game.name).title)
    assert state._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"name": "bridge"}, "game: 'bridge' is not one of"),
        ({"name": "cuttle", "rules": "old"}, "rules: 'old' is not one of"),
        ({"name": "cuttle", "rules": 5}, "rules: '5' is not a name"),
        ({"name": "cuttle", "rules": {"eight": 1}}, "rules.eight: no such option; Cuttle has"),
        ({"name": "cuttle", "rules": {"seven": 3}}, "rules.seven: 3 is not one of: 1, 2"),
        ({"name": "cuttle", "rules": {"seven": True}}, "rules.seven: True is not one of"),
        ({"name": "cuttle", "rules": {"kings": [21, 14]}}, "rules.kings: .* list of 5 numbers"),
        ({"name": "cuttle", "rules": {"kings": [21, 14, 10, 7, -1]}}, "rules.kings: -1 is not"),
        ({"name": "cuttle", "rules": {"hand_limit": "8"}}, "rules.hand_limit: '8' is not"),
        ({"name": "cuttle", "seats": 3}, "seats: 3; Cuttle is for 2 players"),
    ],
)
def test_bad_rules_say_what_and_where(arguments, fault):
    with pytest.raises(undercut.BadRules, match=fault):
        undercut.game(**arguments)


def test_all_faults_of_rules_come_at_once():
    with pytest.raises(undercut.BadRules) as error:
        undercut.game("cuttle", rules={"set": "x", "seven": 9, "y": 1}, seats=4)
    assert len(error.value.faults) == 4
