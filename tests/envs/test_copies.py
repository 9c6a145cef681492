"""A copied or pickled environment goes on with the same game: observations, rewards, opponents' moves and chance."""

from __future__ import annotations

import copy
import pickle
import random

import gymnasium
import numpy as np
import pytest

import undercut
from undercut.envs.gymnasium import OneSeat
from undercut.envs.pettingzoo import env as aec
from undercut.envs.pettingzoo import raw_env
from undercut.envs.rows import SeatRows, seen
from undercut.envs.vector import SelfPlay

PLAIN = undercut.Host.PLAIN


def pickled(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301  our own, a moment ago


class Own:
    """A player with a memory and a random state of its own."""

    def __init__(self) -> None:
        self.random, self.asked = random.Random(4), 0

    def choose(self, view, moves):
        assert view["seat"] == view["to_move"]
        self.asked += 1
        return str(self.random.choice(moves)) if self.asked % 2 else self.random.choice(moves)


def future(game, steps=120):
    """What follows from the first legal moves of a game and of those after it."""
    found, now = [], seen(game.unwrapped.games, game.unwrapped.seat)
    for step in range(steps):
        legal = np.flatnonzero(now["action_mask"])
        now, reward, over, _, _ = game.step(int(legal[step % len(legal)]))
        if over:
            now, _ = game.reset()
        found.append((now["observation"].tolist(), reward, over))
    return found


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("opponents", ["random", "greedy", "easy", Own()])
@pytest.mark.parametrize("name", ["cuttle"])
def test_one_seat_goes_on_with_the_same_game_and_opponents(again, opponents, name):
    game = OneSeat(name, opponents=copy.deepcopy(opponents), seat=None, host=PLAIN)
    game.reset(seed=5)
    future(game, 7)
    twin = again(game)
    expected = future(twin, 30)
    assert twin.games.state(0) != game.games.state(0)
    assert future(game, 30) == expected


def test_an_environment_made_by_gymnasium_is_copied_with_its_wrappers():
    game = gymnasium.make("undercut.envs.gymnasium:undercut/Cups-v0", seats=3, opponents="greedy", host=PLAIN)
    game.reset(seed=2)
    for again in (copy.deepcopy, pickled):
        assert future(again(game), 40) == future(copy.deepcopy(game), 40)


@pytest.mark.parametrize("again", [copy.deepcopy, pickled])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_vector_goes_on_with_the_same_games(again, threads):
    games = SelfPlay("cuttle", 6, host=PLAIN, threads=threads)
    games.reset(seed=3)
    for _ in range(20):
        games.step(games.sample())
    twin = again(games)
    for _ in range(150):
        actions = games.sample()
        assert np.array_equal(twin.sample(), actions)
        one, two = games.step(actions), twin.step(actions)
        assert np.array_equal(one[0]["observation"], two[0]["observation"])
        assert np.array_equal(one[0]["action_mask"], two[0]["action_mask"])
        assert all(np.array_equal(*pair) for pair in zip(one[1:4], two[1:4], strict=True))


@pytest.mark.parametrize("again", [copy.deepcopy, pickled])
@pytest.mark.parametrize("make", [raw_env, aec])
def test_pettingzoo_goes_on_with_the_same_game(again, make):
    game = make("cups", seats=3, host=PLAIN)
    game.reset(seed=3)

    def play(env, steps):
        found = []
        for step in range(steps):
            seen, reward, over, _, _ = env.last()
            if over:
                env.reset()
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[step % len(legal)]))
            found.append((env.agent_selection, reward, seen["observation"].tolist(), env.state().tolist()))
        return found

    play(game, 9)
    twin = again(game)
    assert play(twin, 150) == play(game, 150)


@pytest.mark.parametrize("again", [copy.deepcopy, pickled])
def test_rows_go_on_with_the_same_games(again):
    rows = SeatRows(undercut.batch("cuttle", 3, seed=1, host=PLAIN), illegal_reward=-1.0)

    def shared(rows):
        made = np.zeros((6, rows.width), np.int16), np.zeros(6, np.float32), np.zeros(6, bool), np.zeros(6, bool)
        rows.share(*made)
        return made

    shared(rows)
    rows.reset(4)
    twin = again(rows)
    one, two = shared(rows), shared(twin)
    for step in range(80):
        actions = np.full(6, (step * 7) % rows.wait)
        rows.step(actions)
        twin.step(actions)
        assert all(np.array_equal(*pair) for pair in zip(one, two, strict=True))


def test_a_program_cannot_be_copied_and_the_error_says_so():
    game = OneSeat("cuttle", opponents="exec:/bin/sh examples/bots/any.sh", host=PLAIN)
    try:
        for again in (copy.deepcopy, pickled):
            with pytest.raises(undercut.UndercutError, match="a program cannot be copied"):
                again(game)
    finally:
        game.close()


@pytest.mark.parametrize("name", ["cuttle", "cups", "cut_the_rope"])
@pytest.mark.parametrize("bot", ["random", "greedy", "beginner", "easy", "search:5"])
def test_a_copied_bot_makes_the_same_choices(name, bot):
    player = undercut.bot(bot, name, seed=3)
    state = undercut.game(name).deal(seed=1)
    for _ in range(2):
        state.play(player.choose(state))
    for again in (copy.deepcopy, pickled):
        twin, other = again(player), copy.deepcopy(player)
        one, two = state.copy(), state.copy()
        for _ in range(2):
            one.play(twin.choose(one))
            two.play(other.choose(two))
        assert one == two


@pytest.mark.parametrize(("action", "told"), [(1, "pass: CU-5"), (5000, "action: 5000 is not one of the actions 0 to")])
def test_errors_speak_of_the_one_game_of_an_environment(action, told):
    game, players = OneSeat("cuttle", host=PLAIN), raw_env("cuttle", host=PLAIN)
    game.reset(seed=1)
    players.reset(seed=1)
    with pytest.raises(undercut.UndercutError) as refused:
        players.step(action)
    texts = [str(refused.value)]
    if action == 1:
        texts.append(game.step(action)[-1]["illegal"])
    else:
        with pytest.raises(undercut.UndercutError) as refused:
            game.step(action)
        texts.append(str(refused.value))
    for text in texts:
        assert text.startswith(told)
        assert "[0]" not in text


@pytest.mark.parametrize("actions", [[[3], 0], [1.5, 0], [0], [None, 0], 0])
def test_actions_of_another_shape_or_type_are_refused_by_every_environment_of_many_games(actions):
    rows = SeatRows(undercut.batch("cuttle", 2, seed=1, host=PLAIN))
    rows.share(np.zeros((4, rows.width), np.int16), np.zeros(4, np.float32), np.zeros(4, bool), np.zeros(4, bool))
    for games in (SelfPlay("cuttle", 2, host=PLAIN), undercut.batch("cuttle", 2, host=PLAIN), rows):
        with pytest.raises(undercut.UndercutError, match="actions: "):
            games.step(actions)


def test_an_opponent_that_gives_no_legal_move_is_named():
    class Mute:
        def choose(self, *_):
            return None

    game = OneSeat("cuttle", opponents=Mute(), host=PLAIN)
    game.reset(seed=1)
    with pytest.raises(undercut.PlayerError, match="opponent Mute in seat 1: choose returned None") as failed:
        game.step(0)
    assert failed.value.record["moves"] == ["draw"]
