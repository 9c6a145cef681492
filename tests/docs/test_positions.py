"""docs/positions.md explains every field of every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from undercut.games.base import registry

PAGE = (Path(__file__).parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")


def fields(heading: str) -> set[str]:
    """The names in the first column of a section's table."""
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert section, heading
    rows = re.findall(r"^\| (`.*?) \|", section[1], re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


@pytest.mark.parametrize("game", registry.own_names())
def test_every_field_of_a_position_is_explained_once(game):
    shared, own = fields("Fields of every game"), fields(registry.spec(game).title)
    assert own | shared >= registry.spec(game).fields
    assert own - registry.spec(game).fields == set()
    assert own & shared <= {"phase"}
