import numpy as np
import pytest

import undercut
from undercut.errors import UndercutError
from undercut.games.base import registry

PLAIN, COMPILED = undercut.Host.PLAIN, undercut.Host.COMPILED
MANY = 40_000


def made(game="cuttle", n=6, **options):
    games = undercut.batch(game, n, **{"seed": 3, "host": PLAIN} | options)
    for _ in range(4):
        games.step(games.sample())
    return games


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("host", [PLAIN, COMPILED])
def test_legal_moves_are_those_of_the_states(game, host):
    games = made(game, host=host, threads=2)
    numbers, offsets = games.legal()
    for place in range(6):
        own = numbers[offsets[place] : offsets[place + 1]]
        assert own.tolist() == [move.action for move in games.state(place).legal_moves()]
    assert offsets[-1] == games.mask.sum()


def test_games_that_are_over_have_no_legal_move():
    games = undercut.batch("cuttle", 3, seed=1, host=PLAIN, auto_reset=False)
    while (games.to_move >= 0).any():
        games.step(games.sample())
    assert games.legal()[1].tolist() == [0, 0, 0, 0]
    assert games.sample(logits=np.zeros(games.mask.shape)).tolist() == [-1, -1, -1]


@pytest.mark.parametrize("game", registry.names())
def test_hosts_and_threads_sample_the_same_legal_moves(game):
    batches = [made(game, host=PLAIN), made(game, host=COMPILED), made(game, host=COMPILED, threads=3)]
    logits = np.random.default_rng(1).normal(size=batches[0].mask.shape, scale=3).astype(np.float32)
    for _ in range(20):
        chosen = [games.sample(logits=logits).copy() for games in batches]
        assert all(np.array_equal(chosen[0], other) for other in chosen)
        assert batches[0].mask[np.arange(6), chosen[0]].all()
        for games in batches:
            games.step(chosen[0])


def spread(logits=None):
    """Sample often in one and the same position; return how often each legal move came, and these moves."""
    one = undercut.batch("cuttle", 1, seed=1, host=COMPILED)
    legal = one.legal()[0].copy()
    given = None if logits is None else logits(one.mask.shape, legal)
    found = [int(one.sample(logits=given)[0]) for _ in range(MANY // 10)]
    return np.array([found.count(number) for number in legal]) / len(found), legal


def test_samples_are_uniform():
    shares, legal = spread()
    assert abs(shares - 1 / len(legal)).max() < 4 * np.sqrt(1 / len(legal) / 4000)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_samples_follow_logits(dtype):
    def logits(shape, legal):
        found = np.full(shape, 50, dtype=dtype)  # those of other moves do not matter
        found[0, legal] = np.log(np.arange(1, len(legal) + 1))
        found[0, legal[0]] = -np.inf
        return found

    shares, legal = spread(logits=logits)
    wanted = np.arange(1, len(legal) + 1, dtype=float)
    wanted[0] = 0
    wanted /= wanted.sum()
    assert shares[0] == 0
    assert abs(shares - wanted).max() < 4 * np.sqrt(wanted.max() / 4000)


def test_a_seed_repeats_samples():
    games = made(n=50)
    first = games.sample(seed=9).copy()
    assert not np.array_equal(first, games.sample())
    assert np.array_equal(first, games.sample(seed=9))


@pytest.mark.parametrize("value", [np.nan, -np.inf, np.inf])
@pytest.mark.parametrize("host", [PLAIN, COMPILED])
def test_logits_without_sense_are_refused(value, host):
    games = made(host=host)
    logits = np.zeros(games.mask.shape, dtype=np.float32)
    logits[4] = value
    with pytest.raises(UndercutError, match=r"logits\[4\]"):
        games.sample(logits=logits)
    for wrong in (logits[:2], np.zeros(logits.shape, dtype=int), "logits"):
        with pytest.raises(UndercutError, match="logits: "):
            games.sample(logits=wrong)


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("host", [PLAIN, COMPILED])
def test_observations_go_to_the_callers_array(game, host):
    games = made(game, host=host)
    for _ in range(40):
        games.step(games.sample())
    wanted = games.observe().copy()
    for dtype in ("float32", "int64", "uint8"):
        out = np.full(wanted.shape, 7, dtype=dtype)
        if dtype == "uint8" and game == "cups":
            with pytest.raises(UndercutError, match="uint8 cannot hold idle, up to 480"):
                games.observe(out=out)
            continue
        assert games.observe(out=out) is out
        assert np.array_equal(out, wanted)
    for wrong in (np.zeros((2, 2)), np.zeros(wanted.shape, dtype=bool), np.zeros(wanted.shape[::-1]).T, [1]):
        with pytest.raises(UndercutError, match="out: "):
            games.observe(out=wrong)


@pytest.mark.parametrize("game", registry.names())
def test_all_seats_are_observed_at_once(game):
    games = made(game, host=COMPILED, threads=2)
    whole = games.observe_all().copy()
    for seat in range(games.game.seats):
        assert np.array_equal(whole[:, seat], games.observe(seat=seat))
    out = np.zeros(whole.shape, dtype=np.float32)
    assert games.observe_all(out=out) is not None
    assert np.array_equal(out, whole)
