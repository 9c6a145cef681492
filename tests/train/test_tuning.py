import pickle
from dataclasses import replace

import numpy as np
import pytest

import undercut
from tests.amounts import LOOP_HOSTS, THOROUGH
from undercut.engine.contract import WHOLE_SHARE
from undercut.games.base.parts.bots import GradientPlan
from undercut.search.network_file import read_network
from undercut.train import gradients as loops
from undercut.train import policy_gradient, run
from undercut.train.networks import inputs_of, recipe_of
from undercut.train.policy_gradient import PolicyGradient, linear, linear_weights
from undercut.workers import InProcess

SHORT = {"set": "quick", "personal": 1}
HOSTS = LOOP_HOSTS if THOROUGH else LOOP_HOSTS[:1]
TINY = GradientPlan(imitation_steps=2, steps=2, tables=1, games=2)


@pytest.fixture(autouse=True)
def _short_games(monkeypatch):
    monkeypatch.setattr(policy_gradient, "random_rules_of", lambda *_: undercut.game("cut_the_rope", rules=SHORT))
    if not THOROUGH:  # compiling takes longer than these games
        monkeypatch.setenv("UNDERCUT_HOST", "plain")


def test_the_same_seed_gives_the_same_weights_on_every_host():
    found = [PolicyGradient("cut_the_rope", TINY, seed=3, host=host).train(None).tolist() for host in HOSTS]
    assert all(weights == found[0] for weights in found)
    assert any(found[0])
    assert PolicyGradient("cut_the_rope", TINY, seed=4).train(None).tolist() != found[0]


def test_a_generation_goes_on_where_the_one_before_ended():
    before = PolicyGradient("cut_the_rope", TINY, seed=3).train(None)
    still = replace(TINY, steps=0)
    assert PolicyGradient("cut_the_rope", still, seed=4).train(before).tolist() == before.tolist()


def test_a_network_gives_back_its_linear_policy():
    weights = np.linspace(-3, 3, inputs_of("cut_the_rope").move_features)
    assert linear_weights(linear(inputs_of("cut_the_rope"), weights).tolist()) == pytest.approx(weights, abs=1e-5)


def test_lessons_teach_the_rollout_moves():
    """The policy then thinks them likelier than chance does."""
    tuner = PolicyGradient("cut_the_rope", GradientPlan(imitation_steps=60, steps=0, tables=1, games=10), seed=1)

    def surprise(weights):
        tuner.gradient_at(weights, imitates=1)
        rows = [row for row in tuner.kept.rows if row[loops.NUMBER]]
        chosen = []
        for row in rows[:10]:
            cell = int(row[loops.LOGGED])
            for _ in range(int(row[loops.NUMBER])):
                chosen.append(min(int(tuner.kept.log[cell + 1]), 0))
                cell += 2 + int(tuner.kept.log[cell])
        return -sum(chosen) / len(rows[:10]) / (1 << 16)

    nothing = np.zeros(tuner.inputs.move_features)
    assert surprise(tuner.train(None)) < 0.8 * surprise(nothing)


def test_what_a_seat_gains_later_counts_less():
    seats, number = 2, 2
    decisions = [[0] * loops.DECISION for _ in range(3)]
    shares = [(420, 420), (500, 340), (840, 0)]
    for place, expected in enumerate(shares):
        loops.note_shares(decisions[place], expected, seats)
    for place, decider in enumerate((0, 1)):
        # One move with one part, number 5 + place, which was chosen against a prior of a half.
        decisions[place][loops.DECIDER] = decider
        decisions[place][loops.LOGGED], decisions[place][loops.NUMBER] = 3 * place, 1
    log = [1, -(1 << 15), 5, 1, -(1 << 15), 6]
    sums = [0] * 8
    loops.credit(loops.Kept(decisions, log), number, seats, [0, 500, 0], sums)
    assert sums == [0, 0, 0, 0, 0, (80 + 340 // 2) << 15, -340 << 15, 0]
    loops.credit(loops.Kept(decisions, log), number, seats, [0, 500, 1], sums := [0] * 8)
    assert sums[5] == sums[6] == WHOLE_SHARE << 15


def test_the_command_trains_and_continues(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "recipe_of", lambda game: replace(recipe_of(game), tuning=TINY))
    assert recipe_of("cut_the_rope").tuning

    def train(folder, generations):
        for _ in range(generations):
            seconds = sum(row["seconds"] for row in run.read_rows(folder / run.CURVE))
            run.train("cut_the_rope", folder, hours=(seconds + 0.01) / 3600, processes=1, seed=3, deals=0,
                      say=lambda _: None)  # fmt: skip
        return [[*read_network(path).weights] for path in sorted(folder.glob("generation-*.network"))[:2]]

    whole = train(tmp_path / "a", 2)
    assert whole[0] != whole[1]
    assert train(tmp_path / "b", 1)[0] == whole[0]
    facts = read_network(tmp_path / "a" / "generation-001.network").recipe
    assert {"seed", "games", "generation", "recipe", "undercut", "license"} <= facts.keys()


def test_a_generation_is_measured_in_as_many_processes_as_asked_for(tmp_path, monkeypatch):
    class OtherProcesses:
        def run(self, work, jobs):
            return InProcess().run(pickle.loads(pickle.dumps(work)), jobs)  # noqa: S301  its own

    recipe = replace(recipe_of("cut_the_rope"), tuning=TINY, iterations=1, reference="random")
    monkeypatch.setattr(run, "recipe_of", lambda _: recipe)
    asked = []
    monkeypatch.setattr(run, "runner_for", lambda processes: asked.append(processes) or OtherProcesses())
    (row,) = run.train("cut_the_rope", tmp_path, hours=1e-6, processes=3, seed=3, deals=1, say=lambda _: None)
    assert asked == [3]
    share, low, high = row["against random"]
    assert 0 <= low <= share <= high <= 100
