"""Trees of small games: CFR and best responses agree with OpenSpiel's, and toy Cuttle is solved."""

from itertools import islice

import pyspiel
import pytest

import undercut
import undercut.envs.openspiel  # registers the games
from undercut.envs.tabular import best_response, exploitability, grow, solve, values

TINY = "undercut_cuttle(rules=toy/pack:A25c/dealt:1 1/kings:3 3 3 3 3)"


@pytest.fixture(scope="module")
def tiny():
    return grow(pyspiel.load_game(TINY))


@pytest.mark.parametrize("plus", [False, True])
@pytest.mark.parametrize(("text", "iterations"), [("kuhn_poker", 50), ("leduc_poker", 20)])
def test_strategies_are_those_of_openspiels_solvers(text, iterations, plus):
    game = pyspiel.load_game(text)
    tree, theirs = grow(game), (pyspiel.CFRPlusSolver if plus else pyspiel.CFRSolver)(game)
    for _ in range(iterations):
        theirs.evaluate_and_update_policy()
    table = theirs.tabular_average_policy().policy_table()
    strategy = next(islice(solve(tree, plus=plus), iterations - 1, None))
    assert set(table) == set(tree.keys)
    for key, actions in tree.policy(strategy).items():
        assert dict(actions) == pytest.approx(dict(table[key]), abs=1e-10)
    found = pyspiel.TabularPolicy(tree.policy(strategy))
    assert exploitability(tree, strategy) == pytest.approx(pyspiel.exploitability(game, found), abs=1e-12)


def test_openspiel_finds_the_same_in_a_game_of_undercut(tiny):
    game = pyspiel.load_game(TINY)
    strategy = next(islice(solve(tiny), 5, None))
    theirs = pyspiel.exploitability(game, pyspiel.TabularPolicy(tiny.policy(strategy)))
    assert exploitability(tiny, strategy) == pytest.approx(theirs, abs=1e-12)


def test_a_best_response_gets_what_it_promises(tiny):
    for player, sign in ((0, 1), (1, -1)):
        value, response = best_response(tiny, tiny.uniform(), player)
        assert sign * values(tiny, response)[0] == pytest.approx(value)
        assert value > sign * values(tiny, tiny.uniform())[0]


@pytest.mark.parametrize("text", ["kuhn_poker(players=3)", "matrix_rps"])
def test_other_games_are_refused(text):
    with pytest.raises(undercut.UndercutError, match="two players"):
        grow(pyspiel.load_game(text))
