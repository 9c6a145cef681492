import pickle
import runpy
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

import undercut
from undercut.envs.openspiel import load_string  # registers the games
from undercut.envs.tabular import best_response, exploitability, grow, solve, values
from undercut.games.base import registry

GAMES = [
    "undercut_cuttle(rules=toy)",
    "undercut_cuttle(rules=pagat/four:random,longest=20)",
    "undercut_cuttle(rules=cuttle-cards-1,longest=12)",
    "undercut_cups(players=3,longest=10)",
    "undercut_cut_the_rope(players=2,longest=6)",
]


def played(game, seed: int, moves: int = 1_000):
    state, choice = game.new_initial_state(), Random(seed)
    while not state.is_terminal() and (state.is_chance_node() or moves):
        moves -= not state.is_chance_node()
        if state.is_chance_node():
            cards, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choice.choices(cards, chances)[0])
        else:
            state.apply_action(choice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("text", GAMES)
def test_openspiels_random_simulation(text):
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


def test_a_playthrough_is_generated_and_repeated():
    text = GAMES[0]
    lines = generate_playthrough.playthrough_lines(text, seed=5)
    assert f'GameType.short_name = "{text.partition("(")[0]}"' in "\n".join(lines)
    actions = [int(line.removeprefix("action: ")) for line in lines if line.startswith("action: ")]
    assert generate_playthrough.playthrough_lines(text, action_sequence=actions, seed=5) == lines


def test_every_game_with_numbers_of_moves_is_registered():
    registered = {kind.short_name for kind in pyspiel.registered_games()}
    assert {f"undercut_{name}" for name in registry.names() if registry.spec(name).actions} <= registered


@pytest.mark.parametrize("text", GAMES[:4])
def test_moves_and_ends_are_those_of_undercut(text):
    state = played(pyspiel.load_game(text), 1)
    inner = state.dealing.state
    numbers = [entry for entry in state.full_history() if entry.player >= 0]
    assert [inner.game.actions[entry.action] for entry in numbers] == list(inner.moves)
    assert sum(state.returns()) == pytest.approx(0)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)  # noqa: S301  our own
    if inner.result:
        assert undercut.replay(inner.record()).result == inner.result
        assert [seat for seat, share in enumerate(state.returns()) if share > 0] == list(inner.result.winners)


@pytest.mark.parametrize(
    "chosen",
    [undercut.game("cups", seats=4), undercut.game("cuttle", rules={"set": "toy", "pack": "A25c", "dealt": [1, 1]})],
)
def test_a_game_is_loaded_by_its_text(chosen):
    assert pyspiel.load_game(load_string(chosen)).inner == chosen


def test_a_long_game_is_a_draw():
    state = played(pyspiel.load_game("undercut_cuttle(longest=3)"), 1)
    assert len(state.dealing.state.moves) == 3
    assert state.returns() == [0, 0]


def test_hands_are_dealt_as_sets_each_as_likely_as_any_other():
    game = pyspiel.load_game("undercut_cuttle(rules=toy/dealt:2 2)")
    found: dict[str, float] = {}

    def deal(state, chance):
        if not state.is_chance_node():
            found[str(state)] = found.get(str(state), 0) + chance
            return
        for card, share in state.chance_outcomes():
            deal(state.child(card), chance * share)

    deal(game.new_initial_state(), 1.0)
    assert len(found) == 30
    assert [*found.values()] == pytest.approx([1 / 30] * 30)


@pytest.mark.parametrize("text", ["undercut_cuttle(rules=pagat)", "undercut_cups(players=3)", GAMES[0]])
@pytest.mark.parametrize("seed", range(3))
def test_a_resampled_state_looks_the_same_to_its_player(text, seed):
    game, chance = pyspiel.load_game(text), Random(seed)
    state = played(game, seed, 3 + 4 * seed)
    if state.is_terminal():
        state = played(game, seed, 2)
    for seat in range(game.num_players()):
        twins = [state.resample_from_infostate(seat, chance.random) for _ in range(3)]
        for twin in twins:
            assert twin.information_state_string(seat) == state.information_state_string(seat)
            assert twin.observation_string(seat) == state.observation_string(seat)
            assert twin.current_player() == state.current_player()
            again = game.deserialize_state(twin.serialize())
            assert str(again) == str(twin)
    assert text == GAMES[0] or len({str(twin) for twin in twins}) > 1


def test_resampled_deals_are_equally_likely():
    game, chance = pyspiel.load_game("undercut_cuttle(rules=toy/pack:A245c)"), Random(1)
    state = played(game, 1, 0)
    counts: dict[str, int] = {}
    for _ in range(240):
        twin = str(state.resample_from_infostate(0, chance.random))
        counts[twin] = counts.get(twin, 0) + 1
    assert len(counts) == 3
    assert min(counts.values()) > 50


def test_cards_that_look_alike_cannot_be_resampled():
    state = played(pyspiel.load_game("undercut_cut_the_rope"), 1, 0)
    with pytest.raises(undercut.UndercutError, match="look alike"):
        state.resample_from_infostate(0, Random(1).random)


@pytest.mark.parametrize("text", GAMES)
def test_tensors_are_observations_and_histories(text):
    game = pyspiel.load_game(text)
    state = played(game, 2, 2)
    inner, room = state.dealing.state, make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for seat in range(game.num_players()):
        assert state.observation_tensor(seat) == inner.observation(seat).tolist()
        room.set_from(state, seat)
        events = inner.history(seat)
        assert room.dict["history"][: len(events)].tolist() == events.tolist()
        assert not room.dict["history"][len(events) :].any()


def test_observers_show_what_undercuts_views_show():
    game = pyspiel.load_game("undercut_cuttle(rules=toy)")
    state = played(game, 2, 2)
    inner = state.dealing.state
    nothing, own = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    public = pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=nothing)
    private = pyspiel.IIGObservationType(public_info=False, perfect_recall=False, private_info=own)
    hand = inner.position()["hands"][0][0]
    told = make_observation(game, private).string_from(state, 0)
    assert hand in state.observation_string(0)
    assert hand in told
    assert "scrap" not in told
    assert hand not in make_observation(game, public).string_from(state, 0)


WRONG = ("cuttle(rules=none)", "cuttle(players=3)", "cuttle(longest=0)", "cups(rules=simple/x:1)")


@pytest.mark.parametrize("text", WRONG)
def test_wrong_parameters_are_refused(text):
    with pytest.raises(undercut.BadRules):
        pyspiel.load_game(f"undercut_{text}")


EXAMPLE = Path(__file__).parents[2] / "examples" / "toy_cuttle_cfr.py"


def test_toy_cuttle_is_solved(monkeypatch, capsys):
    rules = "toy/pack:A25c/dealt:1 1/kings:3 3 3 3 3"
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), "--rules", rules, "--iterations", "100"])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    told = capsys.readouterr().out.splitlines()
    found = [float(line.split()[-1]) for line in told if line.startswith("iteration")]
    assert len(found) == 3
    assert found[-1] < 0.01 < found[0]
    shares = [float(line.split()[-1]) for line in told if line.startswith("  ")]
    assert abs(sum(shares) - 1) < 0.01


TINY = "undercut_cuttle(rules=toy/pack:A25c/dealt:1 1/kings:3 3 3 3 3)"


@pytest.fixture(scope="module")
def tiny():
    return grow(pyspiel.load_game(TINY))


@pytest.mark.parametrize("plus", [False, True])
@pytest.mark.parametrize(("text", "iterations"), [("kuhn_poker", 50), ("leduc_poker", 20)])
def test_strategies_are_those_of_openspiels_solvers(text, iterations, plus):
    game = pyspiel.load_game(text)
    tree, theirs = grow(game), (pyspiel.CFRPlusSolver if plus else pyspiel.CFRSolver)(game)
    for _ in range(iterations):
        theirs.evaluate_and_update_policy()
    table = theirs.tabular_average_policy().policy_table()
    strategy = next(islice(solve(tree, plus=plus), iterations - 1, None))
    assert set(table) == set(tree.keys)
    for key, actions in tree.policy(strategy).items():
        assert dict(actions) == pytest.approx(dict(table[key]), abs=1e-10)
    found = pyspiel.TabularPolicy(tree.policy(strategy))
    assert exploitability(tree, strategy) == pytest.approx(pyspiel.exploitability(game, found), abs=1e-12)


def test_openspiel_finds_the_same_in_a_game_of_undercut(tiny):
    game = pyspiel.load_game(TINY)
    strategy = next(islice(solve(tiny), 5, None))
    theirs = pyspiel.exploitability(game, pyspiel.TabularPolicy(tiny.policy(strategy)))
    assert exploitability(tiny, strategy) == pytest.approx(theirs, abs=1e-12)


def test_a_best_response_gets_what_it_promises(tiny):
    for player, sign in ((0, 1), (1, -1)):
        value, response = best_response(tiny, tiny.uniform(), player)
        assert sign * values(tiny, response)[0] == pytest.approx(value)
        assert value > sign * values(tiny, tiny.uniform())[0]


@pytest.mark.parametrize("text", ["kuhn_poker(players=3)", "matrix_rps"])
def test_other_games_are_refused(text):
    with pytest.raises(undercut.UndercutError, match="two players"):
        grow(pyspiel.load_game(text))
