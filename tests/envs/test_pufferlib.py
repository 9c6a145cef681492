"""The native environment of PufferLib, alone and under its vectorization. PufferLib needs torch: it is optional."""

import numpy as np
import pytest


@pytest.fixture
def pufferlib(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # PufferLib puts a link into the current folder when it is imported.
    pytest.importorskip("pufferlib.vector")
    return pytest.importorskip("pufferlib")


@pytest.fixture
def games(pufferlib):
    from undercut.envs.pufferlib import PufferGames  # noqa: PLC0415  only where PufferLib is installed

    assert issubclass(PufferGames, pufferlib.PufferEnv)
    return PufferGames


def sample(env, observations, chance):
    masks = observations[:, env.mask_start :]
    return (masks * chance.random(masks.shape)).argmax(axis=1).astype(np.int32)


def test_an_environment_fills_its_buffers_in_place(games):
    env, chance = games("cups", 5, seats=3), np.random.default_rng(1)
    observations, infos = env.reset(seed=3)
    assert observations is env.observations
    assert infos == []
    ends = 0
    for _ in range(300):
        given = env.step(sample(env, observations, chance))
        assert all(one is two for one, two in zip(given, (observations, env.rewards, env.terminals), strict=False))
        assert env.masks.sum() == 5
        ends += len(given[-1])
    assert env.observation_space.contains(observations)
    assert ends


def test_serial_vectors_step_slices_of_one_buffer(pufferlib, games):
    made = pufferlib.vector.make(games, env_args=["cuttle", 4], num_envs=2, backend=pufferlib.vector.Serial, seed=1)
    chance = np.random.default_rng(1)
    observations, _ = made.reset(seed=1)
    alone = games("cuttle", 4)
    for _ in range(50):
        observations, *_ = made.step(sample(made.driver_env, observations, chance))
    assert observations.shape == (16, alone.single_observation_space.shape[0])
    assert made.driver_env.rows.games.steps.min() > 0
    made.close()
