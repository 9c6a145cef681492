import runpy
from pathlib import Path

import numpy as np
import pytest
from notebooks import NOTEBOOKS, run

import undercut
from examples.environments.random_agents import against_greedy, all_seats, many_games
from examples.self_play.__main__ import Learned, main
from examples.self_play.learning import slopes, train
from examples.self_play.network import Inputs, backward, forward, new_weights, parts_of
from examples.self_play.playing import Course, Decisions, Settings, advantages, policy_of
from tests.amounts import THOROUGH, some
from undercut.engine.chance import shuffle, start
from undercut.engine.host import Host
from undercut.games.base.registry import load

TINY = Settings(threads=2, games=4, steps=12, hidden=(8, 8), batch=32, every=1)
PARTS = np.array([[0, 2], [0, 3], [1, 2], [1, 3]])
MASK = np.array([[1, 1, 0, 1], [0, 1, 1, 0], [1, 1, 1, 1], [0, 0, 1, 0], [1, 0, 0, 1]], dtype=bool)


def decisions(chance, logs):
    size = len(MASK)
    moves = np.array([3, 1, 2, 2, 0])
    gain, returns = chance.normal(size=(2, size)).astype(np.float32)
    return Decisions(np.zeros((size, 3), np.int16), MASK, moves, logs, gain, returns)


def loss(weights, inputs, data, settings):
    layers = forward(weights, inputs)
    policy = policy_of(layers.scores, PARTS, data.masks)
    likely = np.exp(policy.logs)
    ratio = np.exp(policy.logs[policy.moves == data.moves[policy.owners]] - data.logs)
    gain = data.advantages
    clipped = np.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    entropy = -(likely * policy.logs).sum() / len(ratio)
    wrong = ((layers.values - data.returns) ** 2).mean() / 2
    return wrong - np.minimum(ratio * gain, clipped * gain).mean() - settings.entropy * entropy


def test_the_gradient_is_the_slope_of_the_loss():
    chance = np.random.default_rng(1)
    weights = {name: array.astype(np.float64) for name, array in new_weights((3, 6, 5, 4), chance).items()}
    inputs = chance.normal(size=(len(MASK), 3))
    data = decisions(chance, np.full(len(MASK), -1.0))
    layers = forward(weights, inputs)
    policy = policy_of(layers.scores, PARTS, MASK)
    logits, values = slopes(policy, layers.values, data, TINY)
    scores = np.zeros_like(layers.scores)
    np.add.at(scores, (policy.owners[:, None], PARTS[policy.moves]), logits[:, None])
    for name, found in backward(weights, layers, scores, values).items():
        for place in np.ndindex(found.shape):
            kept = weights[name][place]
            around = []
            for change in (1e-5, -1e-5):
                weights[name][place] = kept + change
                around.append(loss(weights, inputs, data, TINY))
            weights[name][place] = kept
            assert found[place] == pytest.approx((around[0] - around[1]) / 2e-5, abs=1e-5), (name, place)


def test_the_policy_chooses_legal_moves_by_their_probabilities():
    scores = np.tile(np.log(np.array([[1.0, 2.0, 3.0, 1.0]])), (len(MASK), 1))
    policy = policy_of(scores, PARTS, MASK)
    assert np.add.reduceat(np.exp(policy.logs), policy.starts) == pytest.approx(1)
    assert np.exp(policy.logs[:3]) == pytest.approx(np.array([3, 1, 2]) / 6)
    chance = np.random.default_rng(1)
    picked = np.array([policy.sample(chance) for _ in range(2000)])
    assert MASK[np.arange(len(MASK)), policy.moves[picked]].all()
    assert (policy.moves[picked[:, 0]] == 0).mean() == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("seats", [2, 3])
def test_advantages_follow_each_seat_by_itself(seats):
    chance, steps, games, trace = np.random.default_rng(seats), 30, 4, 0.9
    movers = chance.integers(seats, size=(steps, games))
    values = chance.normal(size=(steps, games)).astype(np.float32)
    done = chance.random((steps, games)) < 0.2
    rewards = chance.normal(size=(steps, games, seats)).astype(np.float32)
    after = chance.normal(size=(games, seats)).astype(np.float32)
    found = advantages(Course(movers, values, done, rewards, after), trace)

    def expected(step, game):
        seat, value = movers[step, game], values[step, game]
        for later in range(step, steps):
            if later > step and movers[later, game] == seat:
                return values[later, game] - value + trace * expected(later, game)
            if done[later, game]:
                return rewards[later, game, seat] - value
        return after[game, seat] - value

    assert found == pytest.approx(np.array([[expected(step, game) for game in range(games)] for step in range(steps)]))


def test_similar_moves_share_parts():
    notations = undercut.game("cuttle").actions
    parts = parts_of(notations)
    high, low, other = (set(parts[notations.index(move)]) for move in ("7hx6d", "7hx5d", "8cx5d"))
    assert (len(high & low), len(high & other)) == (3, 1)
    assert len({tuple(row) for row in parts}) == len(notations)


def test_inputs_tell_all_totals_apart():
    game = undercut.game("cuttle")
    inputs, total = Inputs(game), game.observations.span("total").start
    rows = np.zeros((22, game.observations.length), np.int16)
    rows[:, total] = range(22)
    found = inputs.of(rows)
    assert found.shape == (22, inputs.length)
    assert len(np.unique(found, axis=0)) == 22


def test_a_short_training_repeats_by_its_seed_and_is_measured(tmp_path, capsys):
    arguments = ["--rounds", "2", "--points", "2", "--deals", "1", "--seed", "5"]
    files = ["--picture", str(tmp_path / "curve.svg"), "--weights", str(tmp_path / "weights.npz")]
    point = main([*arguments, *files], TINY)
    assert 0 <= point.interval[0] <= point.share <= point.interval[1] <= 1
    assert capsys.readouterr().out.count("of the wins") == 2
    assert "</svg>" in (tmp_path / "curve.svg").read_text()
    *_, weights = train("cuttle", 2, 5, TINY)
    with np.load(tmp_path / "weights.npz") as saved:
        assert all(np.array_equal(saved[name], array) for name, array in weights.items())


def test_the_player_chooses_the_likeliest_legal_move():
    game = undercut.game("cuttle")
    state, parts = game.deal(seed=3), parts_of(game.actions)
    weights = new_weights((Inputs(game).length, 4, 4, parts.max() + 1), np.random.default_rng(1))
    moves = state.legal_moves()
    for wanted in moves:
        weights["policy bias"][:] = 0
        weights["policy bias"][parts[wanted.action]] = 100
        assert Learned(game, weights).choose(state.view(0), moves) == wanted


@pytest.mark.parametrize(("game", "seats"), [("cuttle", None), ("cups", 3), ("cut_the_rope", 2)])
def test_random_agents_play_in_every_environment(game, seats):
    assert sum(all_seats(game, seats, seed=1).values()) == pytest.approx(0, abs=1e-6)
    assert -1 <= against_greedy(game, seats, seed=1) <= 1
    assert many_games(game, seats, seed=1, number=4, steps=400).sum() > 0


EXAMPLES = Path(__file__).parents[2] / "examples"
SHORT = {"ROUNDS": "2", "RULES": "toy/pack:A25c/dealt:1 1/kings:3 3 3 3 3"}


def test_your_own_compiled_function_counts_what_the_plain_rules_count():
    """It needs a few seconds: Numba compiles the rules into the example's function."""
    game = undercut.game("cut_the_rope")
    rules, pool = load("cut_the_rope", Host.PLAIN), [0] * 200
    table, order, generator, found = game.fresh_table(), [*game.pack], [0], 0
    start(generator, 3)
    for _ in range(10):
        shuffle(generator, order, len(order), len(order))
        rules.functions.deal(table, order)
        rules.functions.rollout(table, generator, pool, 5000)
        found += bool(rules.functions.is_over(table)) and rules.functions.winners(table) == 1
    assert runpy.run_path(str(EXAMPLES / "engine" / "first_seat.py"))["share"](10, 3) == found / 10


@pytest.mark.parametrize("path", some(NOTEBOOKS, 1), ids=lambda path: path.stem)
def test_a_notebook_runs(monkeypatch, path):
    for name, value in () if THOROUGH else SHORT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    cells = [cell for cell in run(path).cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in cells)
    assert [cell.outputs for cell in cells][-1]
