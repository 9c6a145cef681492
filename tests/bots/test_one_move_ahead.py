"""Every level takes a win that lies on the table, and serves none as long as it can see it and another move is left."""

import itertools
import random
from functools import cache

import pytest

from tests.amounts import amount
from tests.bots.endings import ENDINGS, children, worlds
from tests.clauses.cuttle_table import table
from undercut.bots.players import SearchPlayer
from undercut.bots.registry import make
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.parts.levels import LEVEL_NAMES, Budget

WORLDS, POSITIONS = 20, amount(2, 3)


def player(level, name, seed=1):
    """The level, with few iterations and without a compiler: how long it thinks must not matter here."""
    made = make(level, name, seed)
    if isinstance(made, SearchPlayer):
        made.budget = Budget(iterations=min(made.budget.iterations, 12))
    made.host = Host.PLAIN
    return made


def chosen(level, state, seed=1):
    return str(player(level, state.game.name, seed).choose(state.view(state.to_move), state.legal_moves()))


def won(functions, table, seat):
    """The win of a seat, if it has won."""
    return {(seat, -1)} if functions.is_over(table) and functions.winners(table) == 1 << seat else set()


def served(functions, table, seat):
    """The moves with which another seat, if it is to move, wins at once."""
    if functions.is_over(table) or functions.chance_need(table) or functions.mover(table) == seat:
        return set()
    other = functions.mover(table)
    return {(other, code) for code, child in children(functions, table) if won(functions, child, other)}


def sure(state, wins):
    """The moves after which there is the same win in each of many tables that the seat to move thinks possible."""
    functions, write, found = state.game.engine.functions, state.game.spec.write_move, None
    for possible in itertools.chain([state.table_copy()], worlds(state, state.to_move, WORLDS)):
        here = {
            (write(code), win)
            for code, after in children(functions, possible)
            for win in wins(functions, after, state.to_move)
        }
        found = here if found is None else found & here
        if not found:
            break
    return {move for move, _ in found}


@cache
def positions(name, wins):
    """Endings in which after some moves there is such a win, and after others there is not."""
    found = []
    for seed in range(10_000):
        state = ENDINGS[name](random.Random(seed))
        moves = sure(state, wins)
        if 0 < len(moves) < len(state.legal_moves()) and (wins is won or not sure(state, won)):
            found.append((state, moves))
            if len(found) == POSITIONS:
                return found
    raise AssertionError(name)


@pytest.mark.parametrize("level", LEVEL_NAMES)
@pytest.mark.parametrize("name", registry.names())
def test_a_win_is_taken(name, level):
    for seed, (state, winning) in enumerate(positions(name, won)):
        assert chosen(level, state, seed) in winning


@pytest.mark.parametrize("level", LEVEL_NAMES)
@pytest.mark.parametrize("name", ["cuttle", "cut_the_rope"])
def test_a_win_is_not_served(name, level):
    for seed, (state, losing) in enumerate(positions(name, served)):
        assert chosen(level, state, seed) not in losing


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_where_every_move_serves_a_win_one_is_played(level):
    state = table("sipie", hands=("3c 4c", "Td Tc"), points=("", "Ts 5h"), known=("", "Td Tc"))
    assert chosen(level, state) in set(map(str, state.legal_moves()))
