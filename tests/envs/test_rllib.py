"""RLlib's wrapper plays whole games of the PettingZoo environments."""

from __future__ import annotations

import numpy as np
import pytest
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

from undercut.envs import pettingzoo


def test_rllibs_wrapper_plays_a_game_to_its_rewards():
    env, chance = PettingZooEnv(pettingzoo.env("cups", seats=3)), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    ended, rewards = {"__all__": False}, {}
    while not ended["__all__"]:
        ((agent, one),) = seen.items()
        seen, rewards, ended, _, _ = env.step({agent: int(chance.choice(np.flatnonzero(one["action_mask"])))})
    assert set(rewards) == {"player_0", "player_1", "player_2"}
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)
