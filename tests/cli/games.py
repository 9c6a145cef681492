"""Positions and games that the tests of hints and analyses read."""

import json

import undercut
from tests.clauses.cuttle_table import table
from undercut.bots.players import play_out
from undercut.bots.registry import make


def written(path, data):
    path.write_text(json.dumps(data))
    return path


def winning():
    return table(hands=("Td 2c", "9c 9d"), points=("9h 5h", "3c"))


def a_game(name="cuttle", seats=2, limit=8, seed=2):
    state = undercut.game(name, seats=seats).deal(seed=seed)
    return play_out(state, [make("greedy", name, seat) for seat in range(seats)], limit)
