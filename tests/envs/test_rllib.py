"""RLlib's wrapper plays whole games of the PettingZoo environments."""

import json
import subprocess
import sys

import pytest

PLAY = """
import json
import numpy as np
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from undercut.envs import pettingzoo

env, chance = PettingZooEnv(pettingzoo.env("cups", seats=3)), np.random.default_rng(1)
seen, _ = env.reset(seed=1)
ended, rewards = {"__all__": False}, {}
while not ended["__all__"]:
    ((agent, one),) = seen.items()
    seen, rewards, ended, _, _ = env.step({agent: int(chance.choice(np.flatnonzero(one["action_mask"])))})
print(json.dumps(rewards))
"""


def test_rllibs_wrapper_plays_a_game_to_its_rewards():
    """In a process of its own: Ray changes the logging of the process that imports it."""
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, timeout=300, check=True)
    rewards = json.loads(done.stdout.splitlines()[-1])
    assert set(rewards) == {"player_0", "player_1", "player_2"}
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)
