"""Players of the lab, move by move, for slow counts."""

from undercut.engine import chance
from undercut.engine.chance import start_numbered
from undercut.games.base.parts.figures import SEED
from undercut.lab.cells import lab_engine, play_deals
from undercut.lab.kernels import whole_games
from undercut.search.contract import BUFFER, STATES


def players(seed, deal, seats):
    generators = [[0] for _ in range(seats)]
    for seat, generator in enumerate(generators):
        start_numbered(generator, seed ^ chance.MOVE_STREAM, deal * whole_games.MOST_SEATS + seat)
    return generators


def choose(state, policy, generator):
    functions, table = lab_engine(state.game.name).functions, state.table_copy()
    codes = [state.game.spec.notation.parse(table, str(move)) for move in state.legal_moves()]
    if policy == "random":
        return state.legal_moves()[chance.advance(generator) * len(codes) >> 32]
    states = [state.table_copy() for _ in range(STATES + 1)]
    found = functions.greedy_move(states, STATES, codes, len(codes), [0] * 1024, generator, [0] * BUFFER)
    return state.legal_moves()[codes.index(found)]


def replayed(state, seed, deal):
    """Play a deal by random players: the states before each move, the moves, and the state itself."""
    generators = players(seed, deal, state.game.seats)
    while not state.result:
        before = state.copy()
        yield before, state.play(choose(state, "random", generators[state.to_move])), state


def replays(cell, seed, deals):
    for deal, row in enumerate(play_deals(cell, seed, 0, deals)[0]):
        yield replayed(cell.game.deal(int(row[SEED])), seed, deal)
