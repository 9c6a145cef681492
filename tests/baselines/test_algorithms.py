import json

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import undercut
from undercut.baselines import deep_cfr, nfsp, ppo
from undercut.baselines.deep_cfr import regret_matching
from undercut.baselines.networks import Memory, forward, log_policy, new_weights
from undercut.baselines.ppo import Decisions, advantages, loss
from undercut.bots.policies import Policy, input_scales

TINY = {"set": "toy", "pack": "A25c", "dealt": [1, 1], "kings": [3, 3, 3, 3, 3]}
SMALL = ppo.Settings(games=8, steps=8, epochs=1, minibatch=32)

pytestmark = pytest.mark.usefixtures("plain")


def test_advantages_follow_the_definition():
    rewards = np.array([[0, 0], [0, 1], [0, 0], [-1, 0]], np.float32)
    done = np.array([[0, 0], [0, 1], [0, 0], [1, 0]], np.bool_)
    values = np.array([[0.1, 0.2], [0.3, 0.4], [0.0, 0.5], [-0.2, 0.6], [9.0, 0.7]], np.float32)
    found = advantages(rewards, done, values, trace=0.5)
    assert found[3] == pytest.approx([-1 + 0.2, 0.7 - 0.6])
    assert found[1, 1] == pytest.approx(1 - 0.4)  # nothing after the end of a game
    assert found[0, 0] == pytest.approx(0.2 + 0.5 * (-0.3 + 0.5 * (-0.2 + 0.5 * -0.8)))


def test_the_objective_is_clipped():
    """Beyond the clip, a more likely good move gains nothing."""
    weights = [(jnp.zeros((1, 3)), jnp.array([2.0, 0.0, 0.0]))]

    def gain(old):
        chosen = map(np.array, ([0], [old], [1.0], [0.0]))
        data = Decisions(np.ones((1, 1)), np.ones((1, 2), bool), *chosen)
        return jax.grad(loss)(weights, jnp.ones(1), data, ppo.Settings(entropy=0))[0][1][0]

    likely = float(log_policy(jnp.array([[2.0, 0.0]]), jnp.ones((1, 2), bool))[0, 0])
    assert float(gain(likely)) < 0
    assert float(gain(likely - 1)) == 0


def test_illegal_moves_have_no_share():
    logs = log_policy(jnp.array([[5.0, 1.0, 1.0]]), jnp.array([[False, True, True]]))
    assert np.exp(logs)[0] == pytest.approx([0, 0.5, 0.5])


def test_a_fair_memory_keeps_every_row_equally_likely():
    chance, counts = np.random.default_rng(1), np.zeros(40)
    for _ in range(400):
        memory = Memory(10, {"row": ((), np.int64)}, fair=True)
        for start in range(0, 40, 8):
            memory.add(chance, row=np.arange(start, start + 8))
        assert len(memory) == 10
        counts[np.unique(memory.draw(chance, 200)["row"])] += 1
    assert counts.mean() == pytest.approx(100)
    assert counts.min() > 65
    assert counts.max() < 135
    newest = Memory(10, {"row": ((), np.int64)}, fair=False)
    newest.add(chance, row=np.arange(25))
    assert set(newest.draw(chance, 500)["row"]) == set(range(15, 25))


def test_regret_matching_is_in_proportion_to_positive_advantages():
    assert regret_matching(np.array([1, -2, 3], np.float32)) == pytest.approx([0.25, 0, 0.75])
    assert regret_matching(np.array([-1, -0.5], np.float32)) == pytest.approx([0, 1])


def test_codes_are_no_input():
    layout = undercut.game("cups").observations
    scales = input_scales(layout)
    assert (scales[layout.span("order")] == 0).all()
    assert scales[layout.span("hand")].max() == pytest.approx(1 / 5)
    capped = input_scales(layout, 20)
    assert capped[layout.span("hand size")].max() == pytest.approx(1 / 20)
    assert (capped[layout.span("order")] == 0).all()


@pytest.mark.parametrize("algorithm", ["ppo", "nfsp", "deep-cfr"])
def test_a_training_repeats_by_its_seed_and_plays_legal_moves(algorithm):
    game = undercut.game("cuttle", rules=TINY)

    def train(seed):
        if algorithm == "ppo":
            return [*ppo.train(game, 2, seed=seed, settings=SMALL)][-1]
        if algorithm == "nfsp":
            settings = nfsp.Settings(games=8, steps=16, updates=4, minibatch=16, newest=500, fair=500)
            return [*nfsp.train(game, 3, seed=seed, settings=settings)][-1]
        settings = deep_cfr.Settings(walks=4, updates=5, last_updates=5, minibatch=16, capacity=500)
        return [*deep_cfr.train(game, 2, seed=seed, settings=settings)][-1]

    policies = [train(3), train(3), train(4)]
    arrays = [np.concatenate([np.asarray(part).ravel() for layer in one.weights for part in layer]) for one in policies]
    assert np.array_equal(arrays[0], arrays[1])
    assert not np.array_equal(arrays[0], arrays[2])
    assert undercut.match(game, [policies[0], "random"], deals=2, seed=1).games == 4


def test_the_values_of_q_learning_come_from_the_same_seat():
    """A game's last transition has its reward, an earlier one the value of the seat's next decision."""
    game = undercut.game("cuttle", rules=TINY)
    learner = nfsp.Learner(game, nfsp.Settings(games=4, steps=64, newest=4000, fair=100), 1, 1)
    for _ in range(64):
        learner._move(1.0)  # noqa: SLF001  what it keeps is the point
    data = learner._best.memory.draw(np.random.default_rng(1), 2000)  # noqa: SLF001  as above
    assert set(np.unique(data["reward"][~data["over"]])) == {0}
    assert set(np.unique(data["reward"][data["over"]])) <= {-1, 0, 1}
    assert not data["next_mask"][data["over"]].any()
    assert data["next_mask"][~data["over"]].any(1).all()


def test_deep_cfr_refuses_more_than_two_seats():
    with pytest.raises(undercut.UndercutError, match="needs a game of two seats, not 3"):
        next(deep_cfr.train(undercut.game("cups", seats=3), 1, seed=1))


def test_a_policy_is_kept_in_a_file(tmp_path):
    game = undercut.game("cut_the_rope", seats=3)
    columns = len(input_scales(game.observations))
    weights = new_weights(jax.random.key(1), (columns, 8, len(game.actions)))
    weights[-1] = (jax.random.normal(jax.random.key(2), weights[-1][0].shape), weights[-1][1])
    policy = Policy(game, weights, "ppo", draws=True, scales=input_scales(game.observations, 9))
    rows = np.asarray(game.deal(seed=1).observation(0))[None]
    wanted = np.asarray(forward(policy.weights, rows * input_scales(game.observations, 9)))
    for small, error in ((False, 1e-6), (True, 0.02)):
        policy.save(tmp_path / "kept.npz", small=small)
        again = Policy.load(tmp_path / "kept.npz")
        assert (again.game, again.algorithm, again.draws) == (game, "ppo", True)
        assert again.logits(rows) == pytest.approx(wanted, abs=error * float(np.abs(wanted).max()))
    with np.load(tmp_path / "kept.npz") as kept:  # as version 1.0 wrote it
        earlier = {name: kept[name] for name in kept if name != "scales"}
    facts = json.loads(str(earlier.pop("facts")))
    del facts["draws"]
    np.savez(tmp_path / "earlier.npz", facts=np.array(json.dumps(facts)), **earlier)
    assert Policy.load(tmp_path / "earlier.npz").outputs(rows).shape == wanted.shape


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": 9}, "a file of format 9; this version reads 1"),
        ({"observations": 99}, "made for version 99 of the observations"),
        ({"bias0": np.zeros(3, np.float32)}, "its layers do not fit"),
        ({"matrix1": np.zeros((8, 3), np.float32), "bias1": np.zeros(3, np.float32)}, "its layers do not fit"),
    ],
)
def test_a_policy_that_does_not_fit_is_refused(tmp_path, changes, said):
    game = undercut.game("cuttle")
    weights = new_weights(jax.random.key(1), (game.observations.length, 8, len(game.actions)))
    Policy(game, weights, "ppo").save(tmp_path / "kept.npz")
    with np.load(tmp_path / "kept.npz") as kept:
        arrays = dict(kept)
    facts = json.loads(str(arrays["facts"]))
    facts |= {name: value for name, value in changes.items() if name in facts}
    arrays |= {name: value for name, value in changes.items() if name in arrays}
    np.savez(tmp_path / "wrong.npz", **arrays | {"facts": np.array(json.dumps(facts))})
    with pytest.raises(undercut.UndercutError, match=said):
        Policy.load(tmp_path / "wrong.npz")


@pytest.mark.parametrize("content", [b"", b"nothing", b"PK\x03\x04 half"])
def test_a_file_that_is_no_policy_is_refused(tmp_path, content):
    (tmp_path / "wrong.npz").write_bytes(content)
    with pytest.raises(undercut.UndercutError, match=r"wrong\.npz"):
        Policy.load(tmp_path / "wrong.npz")
