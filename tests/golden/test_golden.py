"""The golden games, compared whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.make import GAMES, playthrough

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_as_before(name):
    assert playthrough(*GAMES[name]) == (HERE / f"{name}.txt").read_text(encoding="utf-8"), "see: make golden, git diff"


def test_there_is_no_golden_game_that_nobody_plays():
    assert {path.stem for path in HERE.glob("*.txt")} == set(GAMES)
