"""The hosts: one source, never answered by old code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numba
import pytest

import undercut
from undercut.engine import bits, chance, compiled, contract
from undercut.engine.host import Host, cache_folder, default_host, load

PACKAGE = Path(undercut.__file__).parent
HELPER = "def bonus(s):\n    return 1\n"
RULES = '''
from __future__ import annotations
from typing import Annotated
from undercut.engine.contract import Cells, Fields, field_table
from undercut.games.tiny.helper import bonus

PACK_SIZE = 2
MAX_MOVES = 2

@field_table
class Table(Fields):
    """A counter that random moves drive up."""
    total: int
    row: Annotated[Cells, 2]

def deal(s: Table, order: Cells) -> None:
    s.total = 0

def legal_moves(s: Table, moves: Cells) -> int:
    moves[0] = 0
    return 1

def count_moves(s: Table) -> int:
    return 1

def random_move(s: Table, k: int) -> int:
    return 0

def play(s: Table, move: int) -> None:
    s.total += bonus(s)

def is_over(s: Table) -> bool:
    return s.total >= 10

def chance_need(s: Table) -> int:
    return 0

def chance_pool(s: Table, cards: Cells) -> int:
    return 0

def apply_chance(s: Table, cards: Cells) -> None:
    s.total += cards[0]

def mover(s: Table) -> int:
    return 0

def winners(s: Table) -> int:
    return 1

def seen_move(s: Table, move: int, seat: int) -> int:
    return move

def determinize(s: Table, seat: int, generator: Cells, pool: Cells) -> None:
    s.total += 0

def rollout_move(s: Table, k: int) -> int:
    return 0

def hash_state(s: Table) -> int:
    return s.total

def is_sure(s: Table, move: int, goal: int, relaxed: int) -> bool:
    return True
'''
SCRIPT = """
from undercut.engine.host import Host, load
engine = load("tiny", Host.COMPILED)
states = engine.states(1)
order, pool, generator = engine.cells(2), engine.cells(2), engine.cells(1)
print(engine.functions.random_games(states[0], order, pool, generator, 1, 99), int(states[0]["total"]))
"""


@pytest.fixture
def tiny(tmp_path):
    """A copy of the package with a tiny game in it; gives a function that runs it in a fresh process."""
    package = tmp_path / "undercut"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    game = package / "games" / "tiny"
    game.mkdir()
    (game / "__init__.py").touch()
    (game / "rules.py").write_text(RULES)
    (game / "helper.py").write_text(HELPER)

    def run(**environment: str) -> tuple[str, str]:
        known = os.environ | {"PYTHONPATH": str(tmp_path), "UNDERCUT_CACHE": str(tmp_path / "cache")} | environment
        done = subprocess.run([sys.executable, "-c", SCRIPT], env=known, capture_output=True, text=True, check=True)
        return done.stdout.strip(), done.stderr

    return run, game


def test_an_edited_helper_in_another_file_gives_the_new_rule(tiny):
    run, game = tiny
    first, progress = run()
    assert first == "10 10"
    assert "compiled tiny" in progress
    assert run() == ("10 10", ""), "the second time nothing is compiled"
    (game / "helper.py").write_text("def bonus(s):\n    return 3\n")
    second, progress = run()
    assert second == "4 12"
    assert "compiled tiny" in progress


def test_without_a_folder_for_compiled_code_it_still_runs(tiny, tmp_path):
    run, _ = tiny
    (tmp_path / "file").touch()
    result, progress = run(UNDERCUT_CACHE=str(tmp_path / "file"))
    assert result == "10 10"
    assert "cannot keep compiled code" in progress


def test_the_folder_differs_by_game_and_host(monkeypatch, tmp_path):
    monkeypatch.setenv("UNDERCUT_CACHE", str(tmp_path))
    folders = {cache_folder("cuttle", host) for host in (Host.COMPILED, Host.CHECKED)}
    assert len(folders) == 2
    assert all(folder.parent == tmp_path for folder in folders)


def test_the_default_host_is_what_the_environment_says(monkeypatch):
    monkeypatch.delenv("UNDERCUT_HOST", raising=False)
    assert default_host() is Host.COMPILED
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    assert default_host() is Host.PLAIN
    monkeypatch.setenv("UNDERCUT_HOST", "fast")
    with pytest.raises(ValueError, match="it may be plain, compiled, checked"):
        default_host()


def test_the_plain_host_needs_no_compiler():
    code = textwrap.dedent("""
        import sys, undercut
        state = undercut.game("cuttle").deal(seed=7)
        state.play("draw")
        assert undercut.perft(state, 2) > 0
        assert "numba" not in sys.modules and "numpy" not in sys.modules
    """)
    subprocess.run([sys.executable, "-c", code], env=os.environ | {"UNDERCUT_HOST": "plain"}, check=True)


def test_the_checked_host_sees_an_index_out_of_bounds():
    engine = load("cuttle", Host.CHECKED)
    states = engine.states(1)
    with pytest.raises(IndexError):
        engine.functions.deal(states[0], engine.cells(3))


@pytest.mark.parametrize("cards", [1, 0b1010, 1 << 51, (1 << 62) - 1, 0b1 << 61])
def test_sets_count_alike_on_all_hosts(cards):
    lowest, count = compiled.REPLACED[bits.lowest], compiled.REPLACED[bits.count]
    both = numba.njit(lambda cards: (lowest(cards), count(cards)))
    assert both(cards) == (bits.lowest(cards), bits.count(cards))


def test_random_numbers_are_alike_on_all_hosts():
    engine = load("cuttle", Host.COMPILED)
    ours, theirs = [123], engine.cells(1)
    theirs[0] = 123
    for _ in range(1000):
        assert chance.advance(ours) == engine.functions.advance(theirs)


def test_a_compiled_state_is_small():
    assert load("cuttle", Host.COMPILED).dtype.itemsize <= 512


def test_a_state_goes_into_a_batch_and_out_again():
    state = undercut.game("cuttle", rules="cuttle-cards-1").deal(seed=3)
    for host in Host:
        engine = load("cuttle", host)
        states = engine.states(3)
        engine.load(state.table_copy(), states, 1)
        back = engine.unload(states, 1)
        assert [getattr(back, name) for name in back.lengths] == [
            getattr(state.table_copy(), name) for name in back.lengths
        ]


def test_a_field_of_another_kind_is_refused():
    with pytest.raises(TypeError, match="field name is neither"):

        @contract.field_table
        class Wrong(contract.Fields):
            name: str
