import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import undercut
from undercut.envs.gymnasium import OneSeat
from undercut.envs.vector import OneSeatVector, SelfPlay

TABLES = [("Cuttle", 2), ("Cups", 4), ("CutTheRope", 3)]
STEPS = {"cuttle": 200, "cups": 400, "cut_the_rope": 200}
"""Enough for some of eight games to end."""


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_the_environments_pass_the_checker(title, seats, mode):
    check_env(gymnasium.make(f"undercut/{title}-v0", seats=seats, render_mode=mode).unwrapped)


def test_a_person_reads_each_position(capsys):
    env = OneSeat("cuttle", render_mode="human")
    seen, _ = env.reset(seed=1)
    assert capsys.readouterr().out.count("Your hand") == 1
    env.step(int(seen["action_mask"].argmax()))
    assert capsys.readouterr().out.count("Your hand") == 1


def finish(env, seed):
    chance = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    steps, ended, total = 0, False, 0.0
    while not ended:
        seen, reward, ended, _, _ = env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        steps, total = steps + 1, total + reward
    assert not seen["action_mask"].any()
    return steps, total


@pytest.mark.parametrize("game", ["cuttle", "cups", "cut_the_rope"])
def test_a_seed_repeats_games_against_opponents_of_any_kind(game):
    env = OneSeat(game, opponents="greedy", seat=None)
    assert finish(env, 5) == finish(env, np.int64(5))


def test_an_object_can_be_the_opponent_and_sees_only_its_view():
    seen = []

    class Watcher:
        name = "watcher"

        def choose(self, view, moves):
            seen.append(view)
            return moves[0]

    env = OneSeat("cuttle", opponents=Watcher(), seat=1)
    finish(env, 2)
    assert seen
    assert all(set(view["hands"][1]) <= {"?"} for view in seen if not view["permanents"][0])


def test_moving_first_or_second_is_drawn_for_each_game():
    env = OneSeat("cuttle", seat=None)
    seats = set()
    for seed in range(20):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1}


def test_an_illegal_move_changes_nothing_and_is_explained():
    env = OneSeat("cuttle")
    before, _ = env.reset(seed=1)
    seen, reward, ended, cut, info = env.step(1)
    assert (reward, ended, cut) == (0.0, False, False)
    assert info["illegal"].startswith("pass: CU-5")
    with pytest.raises(undercut.UndercutError, match=r"^action: 5000 is not one of the actions 0 to"):
        env.step(5000)
    assert all(np.array_equal(seen[name], before[name]) for name in seen)


class Failing:
    name = "failing"

    def choose(self, view, _moves):
        raise ValueError(view["seat"])


def test_a_game_whose_opponent_has_failed_cannot_go_on():
    env = OneSeat("cuttle", opponents=Failing(), seat=0)
    env.reset(seed=1)
    with pytest.raises(undercut.PlayerError, match="opponent failing in seat 1") as failed:
        env.step(int(env.action_masks().argmax()))
    assert undercut.replay(failed.value.record).to_move == failed.value.seat == 1
    with pytest.raises(undercut.UndercutError, match="reset it"):
        env.step(int(env.action_masks().argmax()))
    games = undercut.batch("cuttle", 2, seed=1, opponents=Failing(), seat=0)
    with pytest.raises(ValueError, match="1"):
        games.step(games.sample())
    with pytest.raises(undercut.UndercutError, match="reset them"):
        games.step(games.sample())


def test_a_vector_ends_the_programs_of_its_opponents():
    closed = []

    class Closing(Failing):
        def begin(self, game, seat): ...

        def close(self, result=None):
            closed.append(result)

    OneSeatVector("cuttle", 2, opponents=[Closing()]).close()
    assert closed == [None]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"opponents": ["random", "random"]}, "opponents: 2 given for the 1 other seats"),
        ({"opponents": "wizard"}, "wizard"),
        ({"opponents": None}, "opponents: None is neither a name nor an object with choose"),
        ({"seat": 2}, "seat"),
        ({"render_mode": "window"}, "render_mode"),
        ({"rules": "hoyle"}, "hoyle"),
    ],
)
def test_bad_arguments_are_refused_by_name(given, told):
    with pytest.raises(undercut.UndercutError, match=told):
        OneSeat("cuttle", **given)


def test_a_finished_game_cannot_be_stepped():
    env = OneSeat("cuttle")
    finish(env, 4)
    with pytest.raises(undercut.UndercutError, match="the game is over"):
        env.step(0)


@pytest.mark.parametrize("game", ["cuttle", "cups", "cut_the_rope"])
def test_a_vector_plays_for_every_seat_and_deals_anew_in_the_step_after_the_end(game):
    games = SelfPlay(game, 8)
    seen, info = games.reset(seed=3)
    before = np.zeros(8, dtype=bool)
    ends = 0
    for _ in range(STEPS[game]):
        assert games.observation_space.contains(seen)
        seen, rewards, ended, cut, info = games.step(games.sample())
        assert not cut.any()
        assert not (ended & before).any()
        assert (rewards[~ended] == 0).all()
        assert ((info["to_move"] < 0) == ended).all()
        assert np.allclose(info["rewards"].sum(axis=1), 0)
        ends, before = ends + int(ended.sum()), ended
    assert ends


def test_a_vector_shows_the_end_to_the_seat_that_moved():
    games = SelfPlay("cuttle", 4)
    seen, info = games.reset(seed=3)
    for _ in range(600):
        movers = info["to_move"]
        seen, _, ended, _, info = games.step(games.sample())
        for place in np.flatnonzero(ended):
            state = games.games.state(int(place))
            assert state.result
            assert np.array_equal(seen["observation"][place], state.observation(int(movers[place])))
        if ended.any():
            return
    pytest.fail("no game ended")


def test_gymnasiums_wrappers_work_on_a_vector():
    games = RecordEpisodeStatistics(gymnasium.make_vec("undercut/CuttleSelfPlay-v0", num_envs=4))
    games.reset(seed=1)
    found = 0
    for _ in range(400):
        *_, info = games.step(games.env.sample())
        found += int(info.get("_episode", np.zeros(1)).sum())
    assert found


def test_part_of_a_vector_can_be_dealt_anew():
    games = SelfPlay("cuttle", 3)
    games.reset(seed=1)
    games.step(games.sample())
    _, info = games.reset(options={"reset_mask": np.array([True, False, False])})
    assert info["to_move"].tolist() == [0, 1, 1]


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_a_vector_against_opponents_sees_and_moves_for_its_own_seat_alone(title, seats):
    games = gymnasium.make_vec(f"undercut/{title}-v0", num_envs=8, seats=seats, opponents="greedy", seat=None)
    assert isinstance(games, OneSeatVector)
    seen, info = games.reset(seed=3)
    ends = 0
    for _ in range(200):
        assert games.observation_space.contains(seen)
        own = games.games.seat
        assert np.array_equal(info["to_move"], np.where(games.games.to_move < 0, -1, own))
        assert np.array_equal(seen["observation"], games.games.observe(seat=own))
        seats_before = own.copy()
        seen, rewards, ended, _, info = games.step(games.sample())
        assert np.array_equal(rewards[ended], info["rewards"][ended, seats_before[ended]])
        assert (rewards[~ended] == 0).all()
        ends += int(ended.sum())
    assert ends
    assert len(np.unique(games.games.seat)) == seats
