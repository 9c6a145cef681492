import numpy as np
import pytest

import undercut
from undercut.envs.vector import SeatRows

TABLES = [("cuttle", 2), ("cups", 4), ("cut_the_rope", 3)]


class Shared:
    """Rows with arrays of their own, filled with rubbish at first as another environment may have left them."""

    def __init__(self, game: str, seats: int, n: int, **options: float) -> None:
        self.games = undercut.batch(game, n, seats=seats)
        size, width = n * seats, len(self.games.game.observations.columns) + len(self.games.game.actions) + 1
        self.observations = np.full((size, width), 77, dtype=np.int16)
        self.rewards = np.full(size, 9, dtype=np.float32)
        self.ended, self.acting = np.ones(size, dtype=np.bool_), np.ones(size, dtype=np.bool_)
        self.rows = SeatRows(self.games, self.observations, self.rewards, self.ended, self.acting, **options)

    def sample(self) -> np.ndarray:
        """Choose a random move for each seat to move; the others' numbers are nonsense."""
        actions = np.full(self.acting.shape, -5)
        actions[self.acting] = self.games.sample()
        return actions


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_rows_are_the_observations_and_moves_of_their_seats(game, seats):
    shared = Shared(game, seats, 3)
    shared.rows.reset(4)
    columns, wait = len(shared.games.game.observations.columns), shared.rows.wait
    for _ in range(6):
        for _ in range(7):
            shared.rows.step(shared.sample())
        for place in range(3):
            state = shared.games.state(place)
            legal = sorted(move.action for move in state.legal_moves())
            for seat, row in enumerate(shared.observations[place * seats : (place + 1) * seats]):
                assert np.array_equal(row[:columns], state.observation(seat))
                to_move = seat == state.to_move
                assert np.flatnonzero(row[columns:]).tolist() == (legal if to_move else [wait])
                assert shared.acting[place * seats + seat] == to_move


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_games_are_those_of_a_batch_and_ends_are_told(game, seats):
    shared, twin = Shared(game, seats, 8), undercut.batch(game, 8, seats=seats, seed=6)
    shared.rows.reset(6)
    ends = 0
    for _ in range(400):
        told = shared.rows.step(shared.sample())
        rewards, done = twin.step(twin.sample())
        assert np.array_equal(shared.rewards.reshape(8, seats), rewards)
        assert np.array_equal(shared.ended.reshape(8, seats), np.repeat(done[:, None], seats, axis=1))
        assert bool(told) == done.any()
        if told:
            assert told["episode_length"] == twin.lengths[done].mean()
            assert sum(told[f"reward_{seat}"] for seat in range(seats)) == pytest.approx(0, abs=1e-6)
            assert told["illegal"] == 0
        ends += int(done.sum())
    assert ends


def test_an_illegal_move_is_refused_and_changes_nothing():
    shared = Shared("cuttle", 2, 3)
    shared.rows.reset(1)
    before = shared.observations.copy()
    wrong = shared.sample()
    wrong[2] = 1
    with pytest.raises(undercut.IllegalMove, match=r"actions\[2\]: pass"):
        shared.rows.step(wrong)
    assert np.array_equal(shared.observations, before)
    assert not shared.games.steps.any()


@pytest.mark.parametrize("wrong", [1, 1415, -1, 10**6])
def test_an_illegal_move_may_end_its_game_and_no_other(wrong):
    shared = Shared("cuttle", 2, 3, illegal_reward=-1.0)
    shared.rows.reset(1)
    shared.rows.step(shared.sample())
    seeds = shared.games.seeds.copy()
    actions = shared.sample()
    mover = int(shared.games.to_move[1])
    actions[2 + mover] = wrong
    told = shared.rows.step(actions)
    assert shared.ended.reshape(3, 2).tolist() == [[False, False], [True, True], [False, False]]
    assert shared.rewards.reshape(3, 2)[1].tolist() == ([-1, 0] if mover == 0 else [0, -1])
    assert shared.games.steps.tolist() == [2, 0, 2]
    assert (shared.games.seeds == seeds).tolist() == [True, False, True]
    assert told["episode_length"] == 2
    assert told["illegal"] == 1
    seen = shared.games.state(1).observation(0)
    assert np.array_equal(shared.observations[2][: len(seen)], seen)


def test_arrays_that_cannot_be_shared_are_refused():
    shared = Shared("cuttle", 2, 3)
    fitting = shared.observations, shared.rewards, shared.ended, shared.acting
    for place, name in enumerate(["observations", "rewards", "ended", "acting"]):
        for bad in (fitting[place][:-1], np.concatenate([fitting[place]] * 2)[::2]):
            with pytest.raises(undercut.UndercutError, match=name):
                shared.rows.share(*fitting[:place], bad, *fitting[place + 1 :])


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
