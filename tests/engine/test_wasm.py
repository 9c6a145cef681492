import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import undercut
from tests.amounts import THOROUGH, amount
from tests.conformance.suite import traces
from undercut.engine.host import Host
from undercut.engine.wasm import path_of
from undercut.games.base import registry
from undercut.search import layers
from undercut.search.layers import has_module, layers_of, search_engine, usual_host

GAMES = registry.own_names()

REBUILD = """
import sys
from undercut.engine.wasm.build import built
from undercut.search.layers import layers_of
sys.stdout.buffer.write(built(sys.argv[1], layers_of(sys.argv[1])))
"""


@pytest.mark.parametrize("name", GAMES)
def test_the_modules_are_as_their_sources(name):
    assert has_module(name), f"the sources of {name} have changed: make modules"


@pytest.mark.skipif(not THOROUGH, reason="building takes a minute")
@pytest.mark.parametrize("name", GAMES)
def test_a_module_built_again_has_the_same_bytes(name, tmp_path):
    environment = os.environ | {"NUMBA_OPT": "0", "UNDERCUT_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", REBUILD, name], env=environment, capture_output=True, check=True)
    assert done.stdout == path_of(layers_of(name)[0]).read_bytes()


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_the_same_under_every_rule_set(name):
    for rules in registry.spec(name).rule_sets:
        for seed in range(amount(3, 100)):
            compiled, wasm = traces(undercut.game(name, rules=rules), seed, (Host.COMPILED, Host.WASM))
            assert compiled == wasm


@pytest.mark.parametrize("name", GAMES)
def test_counts_of_move_sequences_are_the_same(name):
    state = undercut.game(name).deal(seed=4)
    assert undercut.perft(state, 3, host=Host.WASM) == undercut.perft(state, 3, host=Host.COMPILED)


def test_it_runs_without_a_home_folder():
    code = "from undercut.search.layers import *; print(search_engine('cuttle', Host.WASM).instance().cells(2))"
    environment = os.environ | {"HOME": "/proc/none", "XDG_CACHE_HOME": "/proc/none"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("[0 0]\n", "")


def test_rooms_share_nothing():
    engine = search_engine("cuttle", Host.WASM)
    one, other = engine.instance(), engine.instance()
    cells = one.cells(4)
    cells[0] = 7
    assert not other.cells(4).any()
    with pytest.raises(undercut.UndercutError, match="does not lie in the memory of this instance"):
        other.functions.perft(one.states(1), other.rows(1, 9), other.cells(1), other.cells(60), 1)


def test_arrays_stay_where_they_are_while_the_memory_grows():
    room = search_engine("cuttle", Host.WASM).instance()
    cells = room.cells(3)
    cells[:] = 1, 2, 3
    room.cells(1 << 22)
    assert cells.tolist() == [1, 2, 3]
    assert isinstance(cells, np.ndarray)


def test_the_usual_host_is_one_that_needs_no_compiling(monkeypatch):
    monkeypatch.delenv("UNDERCUT_HOST", raising=False)
    monkeypatch.setattr(layers, "is_ready", lambda _game, _host: False)
    assert usual_host("cuttle") is Host.WASM
    monkeypatch.setattr(layers, "has_module", lambda _game: False)
    assert usual_host("cuttle") is Host.COMPILED
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    assert usual_host("cuttle") is Host.PLAIN


def test_what_has_no_module_says_so(monkeypatch):
    with pytest.raises(undercut.UndercutError, match="for the host wasm has no arrays"):
        undercut.batch("cuttle", 4, seed=1, host=Host.WASM)
    monkeypatch.setattr("undercut.engine.wasm.path_of", lambda rules: path_of(rules).with_name("none.wasm"))
    with pytest.raises(undercut.UndercutError, match="cuttle has no module for the host wasm"):
        search_engine("cuttle", Host.WASM).instance()


# Assembling an engine makes its folders; nothing is compiled before a function is asked for.
ASSEMBLE = """
import undercut
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.registry import engine
from undercut.search.layers import search_layer
for game in registry.own_names():
    engine(game, Host.COMPILED).extend(search_layer(game))
print(undercut.__file__)
"""


@pytest.fixture
def folders(tmp_path):
    """A copy of the package's source, and a function that lists its folders of compiled code: by game and layer."""
    package = tmp_path / "undercut"
    shutil.copytree(Path(undercut.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"

    def used() -> dict[tuple[str, str], str]:
        shutil.rmtree(cache, ignore_errors=True)
        environment = os.environ | {"PYTHONPATH": str(tmp_path), "UNDERCUT_CACHE": str(cache)}
        command = [sys.executable, "-B", "-c", ASSEMBLE]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == str(package / "__init__.py"), "the copy is used"
        assert "compil" not in done.stderr
        found = [re.fullmatch(r"(\w+)-(\w+)-compiled-\w+", folder.name) for folder in cache.glob("*-*")]
        return {(name[1], name[2]): name[0] for name in found}

    return used, package / "games"


def change(path: Path, pattern: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    changed, number = re.subn(pattern, new, text, count=1, flags=re.MULTILINE)
    assert number == 1
    assert changed != text
    path.write_text(changed, encoding="utf-8")


def test_a_folder_is_given_up_when_what_is_compiled_into_it_changes(folders):
    used, games = folders
    before = used()
    assert set(before) == {(game, layer) for game in registry.own_names() for layer in ("rules", "search")}
    for game in registry.own_names():
        change(games / game / "card_options.py", '"{card} is not in your hand"', '"you do not hold {card}"')
    assert used() == before, "a sentence is not compiled"
    # Numba would not find its files, and a folder that counts as complete would compile at the first search.
    os.utime(games / "cups" / "rules.py", (1, 1))
    change(games / "cuttle" / "table.py", r"^MAX_MOVES = (\d+)$", r"MAX_MOVES = 1\1")
    after = used()
    given_up = {(game, layer) for game in ("cups", "cuttle") for layer in ("rules", "search")}
    assert {name for name in before if before[name] != after[name]} == given_up
