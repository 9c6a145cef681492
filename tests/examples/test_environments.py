"""The example with random agents runs for every game."""

import pytest

from examples.environments.random_agents import against_greedy, all_seats, many_games


@pytest.mark.parametrize(("game", "seats"), [("cuttle", None), ("cups", 3), ("cut_the_rope", 2)])
def test_random_agents_play_in_every_environment(game, seats):
    assert sum(all_seats(game, seats, seed=1).values()) == pytest.approx(0, abs=1e-6)
    assert -1 <= against_greedy(game, seats, seed=1) <= 1
    assert many_games(game, seats, seed=1, number=4, steps=400).sum() > 0
