"""Players that functions of other modules make."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import undercut
from undercut.arena.plan import Job, Plan
from undercut.arena.playing import Games
from undercut.errors import UndercutError

UNDERCUT = Path(sys.executable).with_name("undercut")
MODULE = '''
import random

class First:
    """Plays the first legal move."""
    def __init__(self, game, seed):
        self.game, self.seed = game, seed
    def choose(self, view, moves):
        assert view["game"] == self.game
        return moves[0]

class Slots:
    __slots__ = ()
    def choose(self, view, moves):
        return moves[-1]

def last(game, seed):
    return Slots()

def fails(game, seed):
    raise RuntimeError("no weights")

def nothing(game, seed):
    return None

class Breaks(First):
    def choose(self, view, moves):
        return 1 / 0
'''


@pytest.fixture
def bots(tmp_path, monkeypatch):
    (tmp_path / "some_bots.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield "python:some_bots"
    sys.modules.pop("some_bots", None)


def test_a_match_has_players_from_a_module(bots):
    found = undercut.match("cuttle", [f"{bots}:First", f"{bots}:last"], deals=2, seed=1)
    assert found.players == (f"{bots}:First", f"{bots}:last")
    assert (found.games, found.faults) == (4, ())
    assert found.records[0]["players"] == [*found.players]
    chosen = undercut.bot(f"{bots}:First", "cuttle", seed=1)
    assert chosen.choose(undercut.game("cuttle").deal(seed=7)).notation == "draw"


def test_the_arena_has_players_from_the_current_folder_in_its_processes(bots, tmp_path):
    arena = [UNDERCUT, "arena", "cuttle", f"{bots}:First", "random", "--games", "4", "--processes", "2", "--json"]
    ran = subprocess.run(arena, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout)["games"] == 4


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("python:", "write python:MODULE:FUNCTION"),
        ("python:some_bots", "write python:MODULE:FUNCTION"),
        ("python:nowhere:make", "ModuleNotFoundError: No module named 'nowhere'"),
        ("python:some_bots:Missing", "AttributeError: module 'some_bots' has no attribute 'Missing'"),
        ("python:some_bots:fails", "RuntimeError: no weights"),
        ("python:some_bots:nothing", "it returned None, which has no choose"),
    ],
)
@pytest.mark.usefixtures("bots")
def test_what_makes_no_player_is_refused(name, fault):
    with pytest.raises(UndercutError, match=fault):
        undercut.match("cuttle", [name, "random"], deals=1)


def test_a_player_that_fails_loses(bots):
    for name, reason in (("Breaks", "ZeroDivisionError"), ("fails", "no weights")):
        plan = Plan("cuttle", "sipie", 2, (("random", f"{bots}:{name}"),))
        result = Games(plan).play(Job(0, 0, 0))
        assert (result.winners, result.fault.seat) == ((0,), 1)
        assert reason in result.fault.text
