import ast
import math
import os
import random
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import ModuleType

import numba
import pytest

import undercut
from tests.amounts import thorough
from undercut.engine import bits, compiled, contract
from undercut.engine.elementary import MOST_DOUBLINGS, exponential, log_of_count, logarithm
from undercut.engine.engine import Engine
from undercut.engine.host import Host, default_host, rules_layer
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.derived import writing
from undercut.games.base.registry import load, rules
from undercut.lab.cells import lab_engine
from undercut.play.arrays.games import array_engine
from undercut.search import layers
from undercut.search.layers import search_engine, search_layer
from undercut.train.playing import train_engine

PACKAGE = Path(undercut.__file__).parent
RULES = '''
from typing import Annotated
from undercut.engine.contract import Cells, Fields, field_table
from tiny.helper import bonus

PACK_SIZE = 2
MAX_MOVES = 3

@field_table
class Table(Fields):
    """A counter that random moves drive up."""
    total: int
    row: Annotated[Cells, 2]

def deal(s: Table, order: Cells) -> None:
    s.total = 0

def legal_moves(s: Table, moves: Cells) -> int:
    moves[0] = 0
    moves[1] = 1
    moves[2] = 2
    return 3

def play(s: Table, move: int) -> None:
    s.total += bonus(s)

def is_over(s: Table) -> bool:
    return s.total >= 10

def mover(s: Table) -> int:
    return 0

def winners(s: Table) -> int:
    return 1
'''
DEFINITION = """
from tiny import helper, rules
from undercut.cards import FRENCH
from undercut.games.base.definition import GameSpec
from undercut.games.base.parts.playing import Positions
from undercut.games.base.words import End, GameWords

class Ends(End):
    FULL = "full", "TI-1", "with a full row"

WORDS = GameWords(title="Tiny", pitch="", prefix="TI", pack=FRENCH, piles=(), ends=Ends)
GAME = GameSpec(name="tiny", words=WORDS, rules=(helper, rules), positions=Positions(write=lambda s: {}))
"""
PLAY = """
from undercut.engine.host import Host
from undercut.games.base.registry import load
engine = load("tiny", Host.COMPILED)
states = engine.states(2)
order, pool, generator = engine.cells(2), engine.cells(2), engine.cells(1)
print(engine.functions.random_games(states, order, pool, generator, 1, 99), int(states[0]["total"]))
"""
SEARCH = """
from undercut.engine.host import Host
from undercut.search.layers import has_proofs, is_ready, search_engine
from undercut.search.workspace import EDGES_LEFT, EXPLORATION, LIMIT, MASK, PROGRESS, ROWS, SEATS, SETTINGS
from undercut.search.workspace import VISITS, WIDTH, WIDTH_FACTOR
found = []
for host in Host.PLAIN, Host.COMPILED:
    engine = search_engine("tiny", host)
    assert is_ready("tiny", host)
    states, tree, rows = engine.states(2), engine.cells(256 * WIDTH), engine.rows(ROWS, 2048)
    engine.functions.deal(states[0], engine.cells(2))
    for place, value in {SEATS: 2, LIMIT: 6, MASK: 255, EXPLORATION: 700, WIDTH_FACTOR: 100_000}.items():
        rows[SETTINGS][place] = value
    rows[PROGRESS][EDGES_LEFT] = 100
    engine.functions.search(states, tree, rows, engine.weights([0]), 50)
    found.append([int(cell) for cell in tree])
print(found[0] == found[1], sum(found[0][VISITS::WIDTH]) > 50, has_proofs("tiny"))
"""


@pytest.fixture
def tiny(tmp_path):
    """A tiny game in a distribution of its own; gives a function that runs it in a fresh process, and its folder."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "__init__.py").write_text(DEFINITION)
    (folder / "book.md").write_text("# Tiny\n")
    (folder / "rules.py").write_text(RULES)
    (folder / "helper.py").write_text("def bonus(s):\n    return 1\n")
    about = tmp_path / "tiny-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[undercut.games]\ntiny = tiny\n")

    def run(script: str = PLAY, **environment: str) -> tuple[str, str]:
        own = {"PYTHONPATH": f"{tmp_path}:{PACKAGE.parent}", "UNDERCUT_CACHE": str(tmp_path / "cache")}
        known, command = os.environ | own | environment, [sys.executable, "-c", script]
        done = subprocess.run(command, env=known, capture_output=True, text=True, check=True)
        return done.stdout.strip(), done.stderr

    return run, folder


def test_an_edited_helper_in_another_file_gives_the_new_rule(tiny):
    run, folder = tiny
    first, progress = run()
    assert first == "10 10"
    assert "compiled tiny" in progress
    (folder / "refusals.py").write_text("TEXT = 'A file that is not compiled in'")
    assert run() == ("10 10", ""), "the second time nothing is compiled"
    (folder / "helper.py").write_text("def bonus(s):\n    return 3\n")
    second, progress = run()
    assert second == "4 12"
    assert "compiled tiny" in progress


@thorough
def test_rules_alone_can_be_searched(tiny):
    run, _ = tiny
    result, progress = run(SEARCH)
    assert result == "True True False"
    assert "compiled tiny, search" in progress
    assert "rules" not in progress, "the loops of the rules are not compiled for a search"


def test_rules_with_something_missing_are_refused():
    rules = ModuleType("rules")
    with pytest.raises(UndercutError, match="the rules of tiny are not complete: Table, PACK_SIZE, MAX_MOVES missing"):
        Engine("tiny", Host.PLAIN, rules_layer((rules,)))
    rules.Table, rules.PACK_SIZE, rules.MAX_MOVES = contract.Fields, 1, 1
    with pytest.raises(UndercutError, match="deal, legal_moves, play, winners missing"):
        Engine("tiny", Host.PLAIN, rules_layer((rules,)))


@pytest.mark.parametrize("game", registry.own_names())
def test_the_key_covers_what_is_compiled_in_and_nothing_else(game):
    layers = rules(game), search_layer(game)
    hosted = {path: layer.name for layer in layers for path in layer.sources}
    assert not {"refusals.py", "position.py", "view.py", "notation.py"} & {path.name for path in hosted}
    for path, layer in hosted.items():
        # What it writes is hosted itself.
        for module in imported(path) - {"undercut.games.base.derived.writing"}:
            source = Path(sys.modules[module].__file__)
            assert source in hosted, f"{path} uses {module}"
            assert (layer, hosted[source]) != ("rules", "search")


def imported(path: Path) -> set[str]:
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    names = [(node.module, f"{node.module}.{alias.name}") for node in nodes for alias in node.names]
    return {name if name in sys.modules else module for module, name in names if module.startswith("undercut")}


def test_without_a_folder_for_compiled_code_it_still_runs(tiny, tmp_path):
    run, _ = tiny
    (tmp_path / "file").touch()
    result, progress = run(UNDERCUT_CACHE=str(tmp_path / "file"))
    assert result == "10 10"
    assert "cannot keep compiled code" in progress


def test_the_default_host_is_what_the_environment_says(monkeypatch):
    monkeypatch.delenv("UNDERCUT_HOST", raising=False)
    assert default_host() is Host.COMPILED
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    assert default_host() is Host.PLAIN
    monkeypatch.setenv("UNDERCUT_HOST", "fast")
    with pytest.raises(ValueError, match="it may be plain, compiled, checked"):
        default_host()


def test_compiled_code_of_two_games_never_has_the_same_name():
    """Numba counts functions in each process: code that two processes compiled may differ in its names alone."""
    for game in ("cuttle", "cups"):
        functions = load(game, Host.COMPILED).functions
        names = {each.py_func.__qualname__ for each in vars(functions).values() if hasattr(each, "py_func")}
        assert names
        assert all(name.startswith(f"{game}.") for name in names)


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
    rehosted = load("cuttle", Host.CHECKED)
    states = rehosted.states(1)
    rehosted.load(undercut.game("cuttle").fresh_table(), states, 0)
    with pytest.raises(IndexError):
        rehosted.functions.deal(states[0], rehosted.cells(3))


@pytest.mark.parametrize("cards", [1, 0b1010, 1 << 51, (1 << 62) - 1, 0b1 << 61])
def test_sets_count_alike_on_all_hosts(cards):
    lowest, count = compiled.REPLACED[bits.lowest], compiled.REPLACED[bits.count]
    both = numba.njit(lambda cards: (lowest(cards), count(cards)))
    assert both(cards) == (bits.lowest(cards), bits.count(cards))


def test_a_compiled_state_is_small():
    assert load("cuttle", Host.COMPILED).dtype.itemsize <= 544


def test_a_field_of_another_kind_is_refused():
    with pytest.raises(TypeError, match="field name is neither"):

        @contract.field_table
        class Wrong(contract.Fields):
            name: str


CHANCE = random.Random(3)
POWERS = [0.0, -0.0, *(CHANCE.uniform(-42, 42) for _ in range(300))]
NUMBERS = [1.0, 2.0, 0.5, *(10 ** CHANCE.uniform(-12, 7) for _ in range(300))]
COUNTS = [*range(1, 1100), 4096, 10**6, 10**9]


def test_they_are_as_near_as_those_of_the_machine():
    for power in POWERS:
        assert exponential(power) == pytest.approx(math.exp(power), rel=1e-15)
    for number in NUMBERS:
        assert logarithm(number) == pytest.approx(math.log(number), rel=1e-14, abs=1e-15)
    for count in COUNTS:
        assert log_of_count(count) == pytest.approx(math.log(count), rel=1e-14)


def test_what_is_too_small_or_large_has_a_limit():
    assert exponential(-1e9) == exponential(-44) == 0 < exponential(-42)
    assert exponential(1e3) > 2**MOST_DOUBLINGS


def test_hosts_agree_to_the_bit():
    functions = search_engine(undercut.game("cuttle").name, Host.COMPILED).functions
    for function, numbers in ((exponential, POWERS), (logarithm, NUMBERS), (log_of_count, COUNTS)):
        compiled = getattr(functions, function.__name__)
        assert [compiled(number).hex() for number in numbers] == [function(number).hex() for number in numbers]


def test_a_known_value_has_known_bits():
    """A machine that finds others would play another daily deal."""
    assert exponential(-1.5).hex() == "0x1.c8f87724b5c1dp-3"
    assert logarithm(10.0).hex() == "0x1.26bb1bbb55515p+1"


def test_a_damaged_file_of_a_derived_module_is_written_again(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERCUT_CACHE", str(tmp_path))
    Path(writing.load("tiny", "facts", "VALUE = 1\n").__file__).write_text("VALUE = 2\n")
    assert writing.load("tiny", "facts", "VALUE = 1\n").VALUE == 1


@pytest.mark.usefixtures("plain")
def test_threads_that_first_ask_together_get_one_engine(monkeypatch):
    make = Engine.__init__

    def slowly(self, *arguments):
        time.sleep(0.05)
        make(self, *arguments)

    monkeypatch.setattr(Engine, "__init__", slowly)
    monkeypatch.setattr(registry, "_engines", {})  # as in a new process
    named = [partial(ask, host=Host.PLAIN) for ask in (registry.engine, layers.greedy_engine)]
    for ask in *named, array_engine, lab_engine, train_engine:
        with ThreadPoolExecutor(4) as pool:
            assert len(set(pool.map(ask, ["cuttle"] * 4))) == 1


def test_threads_that_first_search_together_extend_the_engine_once(monkeypatch):
    engine, made = Engine("cuttle", Host.PLAIN, rules("cuttle")), []
    assemble = Engine._assemble  # noqa: SLF001  what a second call would do again

    def slowly(self, layer, decorate):
        made.append(layer.name)
        time.sleep(0.05)
        return assemble(self, layer, decorate)

    monkeypatch.setattr(Engine, "_assemble", slowly)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(engine.extend, [search_layer("cuttle")] * 4))
    assert made == ["search"]
