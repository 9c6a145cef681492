import copy
import pickle
import random
from functools import partial

import gymnasium
import numpy as np
import pytest

import undercut
from tests.amounts import some
from tests.bots.rogues import rogue
from undercut.bots.external import client
from undercut.envs.gymnasium import OneSeat
from undercut.envs.pettingzoo import env as aec
from undercut.envs.pettingzoo import raw_env
from undercut.envs.vector import SeatRows, SelfPlay

PLAIN = undercut.Host.PLAIN


def pickled(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301  our own, a moment ago


class Own:
    def __init__(self) -> None:
        self.random, self.asked = random.Random(4), 0

    def choose(self, view, moves):
        assert view["seat"] == view["to_move"]
        self.asked += 1
        return str(self.random.choice(moves)) if self.asked % 2 else self.random.choice(moves)


def of_one_seat(game, steps):
    found, now = [], game.unwrapped.games.look(game.unwrapped.seat)
    for step in range(steps):
        legal = np.flatnonzero(now["action_mask"])
        now, reward, over, _, _ = game.step(int(legal[step % len(legal)]))
        if over:
            now, _ = game.reset()
        found.append((now["observation"].tolist(), reward, over))
    return found


def of_all_seats(games, steps):
    found = []
    for _ in range(steps):
        observations, *others, _ = games.step(games.sample())
        found.append([array.tolist() for array in (*observations.values(), *others)])
    return found


def of_agents(game, steps):
    found = []
    for step in range(steps):
        seen, reward, over, _, _ = game.last()
        if over:
            game.reset()
            continue
        legal = np.flatnonzero(seen["action_mask"])
        game.step(int(legal[step % len(legal)]))
        found.append((game.agent_selection, reward, seen["observation"].tolist(), game.state().tolist()))
    return found


class Rows(SeatRows):
    def __init__(self, games, **options):
        rows = games.to_move.size * games.game.seats
        observations = np.zeros((rows, len(games.game.observations.columns) + len(games.game.actions) + 1), np.int16)
        self.shared = observations, np.zeros(rows, np.float32), np.zeros(rows, bool), np.zeros(rows, bool)
        super().__init__(games, *self.shared, **options)


def of_rows(rows, steps):
    made = [array.copy() for array in rows.shared]
    rows.share(*made)
    found = []
    for step in range(steps):
        rows.step(np.full(6, (step * 7) % rows.wait))
        found.append([array.tolist() for array in made])
    return found


CUPS = "undercut.envs.gymnasium:undercut/Cups-v0"
MADE = {
    "a program's library": (partial(gymnasium.make, CUPS, seats=3, opponents="greedy", host=PLAIN), of_one_seat),
    "a vector": (partial(SelfPlay, "cuttle", 6, host=PLAIN), of_all_seats),
    "a vector with threads": (partial(SelfPlay, "cuttle", 6, host=PLAIN, threads=2), of_all_seats),
    "PettingZoo": (partial(aec, "cups", seats=3, host=PLAIN), of_agents),
    "PettingZoo without checks": (partial(raw_env, "cups", seats=3, host=PLAIN), of_agents),
    "rows": (lambda: Rows(undercut.batch("cuttle", 3, seed=1, host=PLAIN), illegal_reward=-1.0), of_rows),
    **{
        f"one seat against {opponent if isinstance(opponent, str) else type(opponent).__name__}": (
            lambda opponent=opponent: OneSeat("cuttle", opponents=copy.deepcopy(opponent), seat=None, host=PLAIN),
            of_one_seat,
        )
        for opponent in ("random", "greedy", "easy", Own())
    },
}


@pytest.mark.parametrize("again", [copy.deepcopy, pickled])
@pytest.mark.parametrize("name", MADE)
def test_a_copy_goes_on_with_the_same_games(again, name):
    make, play = MADE[name]
    game = make()
    game.reset(seed=3)
    play(game, 9)
    twin = again(game)
    expected = play(twin, 60)
    assert play(game, 60) == expected


def test_a_shallow_copy_has_a_game_of_its_own():
    game = OneSeat("cuttle", opponents="greedy", seat=None, host=PLAIN)
    game.reset(seed=5)
    twin = copy.copy(game)
    expected = of_one_seat(twin, 30)
    assert twin.games.state(0) != game.games.state(0)
    assert of_one_seat(game, 30) == expected


@pytest.fixture
def started(monkeypatch):
    found, start = [], client.Process.__init__
    monkeypatch.setattr(client.Process, "__init__", lambda self, *given: (found.append(self), start(self, *given))[1])
    return found


def test_a_program_is_ended_before_the_next_game_starts_another(started):
    game = OneSeat("cuttle", opponents="exec:/bin/sh examples/bots/any.sh", host=PLAIN)
    for seed in range(2):
        game.reset(seed=seed)
        assert [program.closed for program in started] == [True] * (seed + 1) + [False]
    game.close()
    assert started[-1].closed


def test_a_program_that_plays_several_games_is_started_once_and_belongs_to_one_environment(started):
    game = OneSeat("cuttle", opponents=rogue("remembers"), host=PLAIN)
    game.reset(seed=1)
    first = len(started)
    of_one_seat(game, 150)
    assert game.games.lengths[0] < 150, "a second game was dealt"
    assert len(started) == first
    assert not pickled(client.Programs()).take("any")
    game.close()
    assert started[-1].closed


def test_programs_are_ended_when_a_later_opponent_cannot_start(started):
    opponents = ["exec:/bin/sh examples/bots/any.sh", "nobody"]
    with pytest.raises(undercut.UndercutError, match="nobody"):
        OneSeat("cups", opponents=opponents, seats=3, host=PLAIN)
    assert [program.closed for program in started] == [True]


def test_a_program_cannot_be_copied_and_the_error_says_so():
    game = OneSeat("cuttle", opponents="exec:/bin/sh examples/bots/any.sh", host=PLAIN)
    try:
        for again in (copy.deepcopy, pickled):
            with pytest.raises(undercut.UndercutError, match="a program cannot be copied"):
                again(game)
    finally:
        game.close()
    twin = pickled(game)
    twin.reset(seed=1)
    twin.close()


@pytest.mark.parametrize("name", ["cuttle", "cups", "cut_the_rope"])
@pytest.mark.parametrize("bot", some(["greedy", "search:5", "beginner", "easy", "random"], 3))
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


@pytest.mark.parametrize("actions", [[[3], 0], [1.5, 0], [0], [None, 0], 0, "draw"])
def test_actions_of_another_shape_or_type_are_refused_by_every_environment_of_many_games(actions):
    rows = Rows(undercut.batch("cuttle", 2, seed=1, host=PLAIN))
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
