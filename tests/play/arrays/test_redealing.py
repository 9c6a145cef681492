from itertools import islice

import numpy as np
import pytest

import undercut
from tests.touring import tours
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.game_types import Outcome

PLAIN, COMPILED = undercut.Host.PLAIN, undercut.Host.COMPILED


def made(game="cuttle", n=12, **options):
    games = undercut.batch(game, n, **{"seed": 3, "host": COMPILED} | options)
    for _ in range(9):
        games.step(games.sample())
    return games


@pytest.mark.parametrize(("game", "seats"), [("cuttle", 2), ("cups", 2), ("cups", 4), ("cut_the_rope", 4)])
def test_the_observer_cannot_tell_a_redealt_game(game, seats):
    games = made(game, seats=seats)
    movers, mask, own = games.to_move.copy(), games.mask.copy(), games.observe().copy()
    before = [games.state(place) for place in range(12)]
    views = [state.view(state.to_move) for state in before]
    games.redeal(seed=5)
    assert np.array_equal(games.to_move, movers)
    assert np.array_equal(games.mask, mask)
    assert np.array_equal(games.observe(), own)
    after = [games.state(place) for place in range(12)]
    assert [state.view(state.to_move) for state in after] == views
    moved = [one.position() != other.position() for one, other in zip(before, after, strict=True)]
    assert sum(moved) > 9
    assert (games.seeds == -1).all()
    games.redeal(seed=5)
    assert [games.state(place).position() for place in range(12)] != [state.position() for state in before]


@pytest.mark.parametrize("game", registry.names())
def test_hosts_and_threads_redeal_alike_and_play_on(game):
    batches = [made(game, host=PLAIN), made(game), made(game, threads=3)]
    for games in batches:
        games.history()
        games.redeal(seat=1, seed=8, where=np.arange(12) % 2 == 0)
        for _ in range(8):
            games.step(games.sample())
    for place in range(12):
        states = [games.state(place) for games in batches]
        assert states[0].position() == states[1].position() == states[2].position()
        events = states[0].history(0)
        assert np.array_equal(batches[1].history(seat=0)[place, : len(events)], events)


def test_redeals_are_of_seats_and_games_that_exist():
    games = made(n=3)
    for options in ({"seat": 2}, {"seed": -1}, {"where": [True]}, {"seat": [0, 1]}):
        with pytest.raises(UndercutError):
            games.redeal(**options)
    alone = made(n=1)
    mover = alone.to_move.copy()
    alone.redeal(where=[False])
    assert np.array_equal(alone.to_move, mover)
    over = undercut.batch("cuttle", 2, seed=1, host=PLAIN, auto_reset=False)
    while (over.to_move >= 0).any():
        over.step(over.sample())
    state = over.state(0)
    over.redeal(seat=0)
    assert over.state(0) == state


@pytest.mark.parametrize("options", [{}, {"opponents": "greedy", "seat": None}, {"host": PLAIN, "threads": 2}])
def test_a_snapshot_brings_back_games_and_what_is_to_come(options):
    games = made(**options)
    games.history()
    kept, mask, states = games.snapshot(), games.mask, [games.state(place) for place in range(12)]

    def go_on():
        found = []
        for _ in range(30):
            found.append(games.sample().copy())
            games.step(found[-1])
        return np.array(found), games.history().copy()

    first = go_on()
    games.restore(kept)
    assert games.mask is mask
    assert [games.state(place) for place in range(12)] == states
    assert all(np.array_equal(*each) for each in zip(first, go_on(), strict=True))
    with pytest.raises(UndercutError, match="snapshot"):
        games.restore(made(n=3))


def test_arrays_are_taken_over_without_a_copy():
    games = made(auto_reset=False)
    games.observe_all(), games.legal(), games.history()
    shown = [games.mask, games.rewards, games.done, games.to_move, games.winners, games.own_rewards]
    for array in (*shown, games.observe(), games.observe_all(), *games.legal(), games.history(), games.sample()):
        assert np.shares_memory(np.from_dlpack(array), array)


GAMES = ("cuttle", "cups", "cut_the_rope")


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_cannot_tell_a_redealt_game_from_its_own(name):
    for state in islice(tours(name, 5, games=1, moves=60), 0, 700, 23):
        before = state.position()
        for seat in range(state.game.seats):
            found = state.redeal(seat, seed=3)
            assert found.view(seat) == state.view(seat)
            assert np.array_equal(found.observation(seat), state.observation(seat))
            assert found == state.redeal(seat, seed=3)
            if seat == state.to_move:
                assert found.legal_moves() == state.legal_moves()
            if found.to_move is not None:
                found.play(found.legal_moves()[0])
        assert state.position() == before


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_hidden_is_dealt_again_and_the_rest_stays(name):
    state = undercut.game(name, seats=2 if name == "cuttle" else 4).deal(seed=7)
    for seat in range(state.game.seats):
        deals = [state.redeal(seat, seed).position() for seed in range(12)]
        view = state.view(seat)
        for pile in state.game.spec.piles:
            assert (len({str(deal[pile]) for deal in deals}) > 1) == ("?" in str(view[pile])), pile


def test_a_redealt_game_keeps_names_and_the_result_and_its_chance_is_new():
    state = undercut.game("cups", seats=3).deal(seed=1)
    state.players = ("Ann", "Bob", "Cat")
    assert state.redeal(1).players == state.players
    assert len({str(state.redeal(0, None).position()) for _ in range(9)}) > 1
    state.finish(Outcome((1,), "resigned"))
    assert state.redeal(2, 5).result == state.result


def test_from_view_is_fixed_and_may_be_dealt_again():
    state = undercut.game("cuttle").deal(seed=4)
    one, two = undercut.from_view(state.view(0)), undercut.from_view(state.view(0))
    assert one == two
    assert len({str(one.redeal(0, seed).position()) for seed in range(9)}) > 1
