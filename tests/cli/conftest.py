import json
import os

import pytest

import undercut
from tests import preloaded
from tests.clauses.cuttle_table import table
from undercut.bots.players import play_out
from undercut.bots.registry import make


@pytest.fixture
def run(tmp_path):

    def call(*words, typed="", code=0, cwd=None, **environment):
        known = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "COLUMNS": "100"}
        return preloaded.done(words, typed=typed, code=code, cwd=cwd, env=known | environment)

    return call


@pytest.fixture
def position(tmp_path):
    path = tmp_path / "position.json"
    state = table("denexa", hands=("Jc 3h Td", "2d"), points=("5c", "9h"), permanents=("", "Qs"))
    path.write_text(json.dumps(state.position()))
    return path


@pytest.fixture
def record(tmp_path):
    state = undercut.game("cuttle").deal(seed=7)
    for _ in range(5):
        state.play(state.legal_moves()[-1])
    path = tmp_path / "record.json"
    path.write_text(json.dumps(state.record()))
    return path


def written(path, data):
    path.write_text(json.dumps(data))
    return path


def winning():
    return table(hands=("Td 2c", "9c 9d"), points=("9h 5h", "3c"))


def a_game(name="cuttle", seats=2, limit=8, seed=2):
    state = undercut.game(name, seats=seats).deal(seed=seed)
    return play_out(state, [make("greedy", name, seat) for seat in range(seats)], limit)
