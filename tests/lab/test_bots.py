"""Bots in the lab: their games, from views, fill the same rows as games in compiled code."""

import random

import numpy as np
import pytest

import undercut
import undercut.lab
from tests.lab.slowly import choose, players
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts import figures as columns
from undercut.lab import cells
from undercut.lab.cells import Cell, play_deals, play_with_leads
from undercut.play.checks import random_game


@pytest.mark.parametrize("name", registry.own_names())
def test_a_repeated_game_fills_the_row_of_the_game_itself(name, monkeypatch):
    """The random players' own games, given as scripts."""
    game = random_game(name, random.Random(3))
    cell = Cell(game, ("random",) * game.seats)
    rows, leads = play_with_leads(cell, 7, 2, 5, host=Host.PLAIN, limit=3000)
    moves = {}
    for number in range(2, 5):
        state = game.deal(cells.deal_seed(7, number))
        moves[number] = list(replayed(state, number))
        assert state.result
    monkeypatch.setattr(cells, "moves_of", lambda *given: moves[given[3]])
    again, same = play_with_leads(Cell(game, ("easy",) * game.seats), 7, 2, 5, host=Host.PLAIN)
    apart = [columns.POLICIES]
    assert np.array_equal(np.delete(again, apart, axis=1), np.delete(rows, apart, axis=1))
    assert np.array_equal(leads, same)


def replayed(state, number):
    """The codes of the moves that the lab's random players choose, which are played."""
    generators = players(7, number, state.game.seats)
    while not state.result:
        table = state.table_copy()
        move = choose(state, "random", generators[state.to_move])
        yield state.game.spec.parse(table, str(move))
        state.play(move)


class Broken:
    name = "broken"

    def choose(self, _view, _moves):
        message = "no idea"
        raise RuntimeError(message)


class First:
    name = "first"

    def choose(self, _view, moves):
        return moves[0]


def broken(_game, _seed):
    return Broken()


def first(_game, _seed):
    return First()


BROKEN, FIRST = f"python:{__name__}:broken", f"python:{__name__}:first"


def test_bots_play_the_same_games_again_in_every_seating():
    cell = Cell(undercut.game("cuttle"), ("search:5", "random"))
    rows = play_deals(cell, 5, 0, 2, host=Host.PLAIN)
    assert np.array_equal(rows[2:], play_deals(cell, 5, 1, 2, host=Host.PLAIN))
    assert rows[:, columns.ROTATION].tolist() == [0, 1, 0, 1]
    assert rows[:, columns.REASON].all()
    compiled = play_deals(Cell(cell.game, ("random", "greedy")), 5, 0, 2, host=Host.PLAIN)
    assert rows[:, columns.SEED].tolist() == compiled[:, columns.SEED].tolist()


def test_a_bot_that_fails_is_named():
    cell = Cell(undercut.game("cuttle"), (BROKEN, "random"))
    with pytest.raises(undercut.UndercutError, match=r"deal 4, rotation 0 of python:.*, random: RuntimeError: no"):
        play_deals(cell, 5, 4, 5, host=Host.PLAIN)


def test_bots_are_compared_in_a_study(monkeypatch):
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    monkeypatch.setattr("undercut.lab.statistics.intervals.is_rare", lambda _: False)
    study = undercut.lab.study("cuttle", vary="four", players=[f"random+{FIRST}"], games=8)
    assert [cell.label for cell in study.cells] == [f"sipie, random+{FIRST}", f"four=random, random+{FIRST}"]
    assert [cell.deals for cell in study.cells] == [4, 4]
    wins = [found.value for found in study.estimates if found.measure == f"wins_{FIRST}" and found.base is None]
    assert len(wins) == 2


def test_worths_are_for_compiled_players_only():
    with pytest.raises(undercut.UndercutError, match="worth: only possible with compiled players"):
        undercut.lab.study("cuttle", vary="four", players=["easy"], worth=True)
