"""`State.redeal`: another game that one seat may be in; `from_view`: one fixed guess."""

from itertools import islice

import numpy as np
import pytest

import undercut
from tests.touring import tours
from undercut.games.base.game_types import Outcome

GAMES = ("cuttle", "cups", "cut_the_rope")


def positions(name):
    """Some positions under rules that cover every option."""
    return islice(tours(name, 5, games=1, moves=60), 0, 700, 23)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_cannot_tell_a_redealt_game_from_its_own(name):
    for state in positions(name):
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
