import json
import subprocess
import sys

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel

import undercut
from tests.amounts import some
from undercut.envs import pettingzoo

# PettingZoo exempts its own games with masks from this advice, by their names.
ADVICE = ("Observation space for each agent probably should be", "Observation is not a NumPy array")
# A game that is over has no legal move.
OVER = "Action mask numpy array is all zeros"
TABLES = [("cuttle", 2), ("cups", 4), ("cut_the_rope", 3)]
ENDED = 100


def make(game, seats, **options):
    return pettingzoo.env(game, seats=seats, **options)


@pytest.mark.filterwarnings(*(f"ignore:{said}:UserWarning" for said in (*ADVICE, OVER)))
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_environments_pass_the_api_test(game, seats):
    api_test(make(game, seats), num_cycles=ENDED)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_same_seed_gives_the_same_games(game, seats):
    seed_test(lambda: make(game, seats), num_cycles=ENDED)


@pytest.mark.parametrize(("game", "seats"), some(TABLES, 1))
def test_every_render_mode_gives_what_pettingzoo_expects(game, seats, capsys):
    render_test(lambda render_mode: make(game, seats, render_mode=render_mode))
    assert "Your hand" in capsys.readouterr().out
    env = make(game, seats, render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out.count("Your hand") == 1
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert capsys.readouterr().out.count("Your hand") == 1


def play(env, seed):
    env.reset(seed=seed)
    rewards = {}
    chance = np.random.default_rng(seed)
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        rewards[agent] = reward
        assert ended == (not seen["action_mask"].any())
        env.step(None if ended else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return rewards


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_whole_games_end_with_rewards_that_add_up_to_nothing(game, seats):
    rewards = play(make(game, seats), 3)
    assert len(rewards) == seats
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)


def test_an_agent_sees_its_own_observation_and_moves_when_it_is_not_its_turn():
    env = make("cuttle", 2).unwrapped
    env.reset(seed=1)
    state = env.games.state(0)
    waiting = env.observe("player_1")
    assert np.array_equal(waiting["observation"], state.observation(1))
    assert not waiting["action_mask"].any()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_state_has_the_observation_of_each_seat(game, seats):
    env = pettingzoo.raw_env(game, seats=seats, host=undercut.Host.PLAIN)
    env.reset(seed=1)
    whole = env.state()
    assert np.array_equal(whole, np.concatenate([env.observe(agent)["observation"] for agent in env.agents]))
    assert env.state_space.contains(whole)


def test_an_illegal_move_raises_and_changes_nothing():
    env = make("cuttle", 2)
    env.reset(seed=1)
    before = env.unwrapped.games.state(0)
    with pytest.raises(undercut.IllegalMove, match=r"^pass: CU-5"):
        env.step(1)
    for wrong in (5000, -2, None, "draw", 1.5):
        with pytest.raises(undercut.UndercutError, match=r"^action: "):
            env.step(wrong)
    assert env.unwrapped.games.state(0) == before
    assert env.agent_selection == "player_0"


def test_an_illegal_move_may_lose_the_game_as_in_pettingzoos_own():
    env = make("cuttle", 2, illegal_reward=-1)
    env.reset(seed=1)
    env.step(1)
    assert env.rewards == {"player_0": -1.0, "player_1": 0}
    assert all(env.terminations.values())


def test_bad_arguments_are_refused_by_name():
    with pytest.raises(undercut.UndercutError, match="seats"):
        make("cuttle", 3)
    with pytest.raises(undercut.UndercutError, match="render_mode"):
        make("cuttle", 2, render_mode="window")
    env = make("cuttle", 2)
    with pytest.raises(undercut.UndercutError, match="seed"):
        env.reset(seed=-1)


def test_pettingzoo_knows_that_seats_do_not_act_at_once():
    with pytest.raises(AssertionError, match="parallel"):
        aec_to_parallel(make("cuttle", 2))


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
