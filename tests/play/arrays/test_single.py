"""One game for environments: it plays and shows what a batch of one does."""

import numpy as np
import pytest

import undercut
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.play.arrays.batch import Single


@pytest.mark.parametrize("name", registry.names())
def test_it_is_a_batch_of_one(name):
    batch = undercut.batch(name, 1, seed=3, host=Host.PLAIN, auto_reset=False)
    single = Single(undercut.game(name), Host.PLAIN)
    single.reset(seed=3)
    single.copy()  # which must give out its own arrays
    for _ in range(200):
        for seat in range(batch.game.seats):
            row, mask = single.look(seat)
            assert np.array_equal(row, batch.observe(seat=seat)[0])
            assert np.array_equal(mask, batch.mask[0] if batch.to_move[0] == seat else np.zeros_like(mask))
        number = batch.sample()
        _, done = batch.step(number)
        assert single.play(int(number[0])) == done[0]
        assert np.array_equal(single.rewards, batch.rewards)
        assert np.array_equal(single.own_rewards, batch.own_rewards)
        if done[0]:
            batch.reset()
            single.reset()
    assert single.state(0) == batch.state(0)


def test_it_plays_on_with_histories():
    single = Single(undercut.game("cuttle"), Host.PLAIN)
    single.reset(seed=1)
    single.history()
    twin = single.copy()
    number = int(single.sample()[0])
    single.play(number)
    assert twin.steps[0] == 0
    twin.play(number)
    assert np.array_equal(single.history(), twin.history())
