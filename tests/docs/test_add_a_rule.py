"""The page on adding a rule shows the real files, and names files that exist."""

import re
from pathlib import Path

import pytest

from undercut.games.base import registry

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add_a_rule.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^<!-- (\S+) -->\n```\w+\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
COMMANDS = re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
FOLDERS = ("", "src/undercut", "src/undercut/games/cuttle")


@pytest.mark.parametrize(("file", "text"), SHOWN)
def test_a_block_is_part_of_its_file(file, text):
    assert text in (ROOT / file).read_text(encoding="utf-8")


def test_every_block_names_its_file_or_holds_commands():
    assert PAGE.count("\n```") == 2 * (len(SHOWN) + len(COMMANDS))


def test_every_file_that_the_page_names_exists():
    named = set(re.findall(r"`([\w/]+\.(?:py|md))`", PAGE))
    assert named
    assert [name for name in named if not any((ROOT / folder / name).exists() for folder in FOLDERS)] == []


def test_no_rule_set_has_these_rules():
    for options in registry.spec("cuttle").rule_sets.values():
        assert not options["eight_scraps_eight"]
        assert not options["ten_undoes_scuttle"]


def test_the_command_for_the_lab_varies_these_rules():
    lab = next(line for line in "".join(COMMANDS).splitlines() if "undercut lab" in line)
    options = {option.name for option in registry.spec("cuttle").options}
    assert {*lab.split("--vary ")[1].split()[0].split(",")} < options
