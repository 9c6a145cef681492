"""Which folders of compiled code a change of the source gives up: those of the code that it is compiled into."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import undercut
from undercut.games.base import registry

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
        change(games / game / "card_options.py", '"the game is over"', '"nothing more can be played"')
    assert used() == before, "a sentence is not compiled"
    # Numba would not find its files, and a folder that counts as complete would compile at the first search.
    os.utime(games / "cups" / "rules.py", (1, 1))
    change(games / "cuttle" / "table.py", r"^MAX_MOVES = (\d+)$", r"MAX_MOVES = 1\1")
    after = used()
    given_up = {(game, layer) for game in ("cups", "cuttle") for layer in ("rules", "search")}
    assert {name for name in before if before[name] != after[name]} == given_up
