"""The page on adding a game shows the real files of its example."""

import re

import pytest

from tests.plugin.installing import HERE, PACKAGE

PAGE = (HERE.parent.parent / "docs" / "add_a_game.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^<!-- (\S+) -->\n```\w+\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
COMMANDS = re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("file", "text"), SHOWN, ids=[file for file, _ in SHOWN])
def test_a_block_is_part_of_its_file(file, text):
    folder = HERE if file == "pyproject.toml" else HERE / PACKAGE
    assert text in (folder / file).read_text(encoding="utf-8")


def test_every_block_names_its_file_or_holds_commands():
    assert PAGE.count("\n```") == 2 * (len(SHOWN) + len(COMMANDS))


def test_every_file_of_the_game_is_mentioned():
    files = [path.name for path in (HERE / PACKAGE).iterdir() if path.is_file()]
    assert [file for file in files if f"`{file}`" not in PAGE] == []
