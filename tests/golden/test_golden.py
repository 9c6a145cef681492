"""The golden games and scenarios, compared whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.make import GAMES, SCENARIOS, text

HERE = Path(__file__).parent
NAMES = (*GAMES, *SCENARIOS)


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_is_played_as_before(name):
    assert text(name) == (HERE / f"{name}.txt").read_text(encoding="utf-8"), "see: make golden, git diff"


def test_there_is_no_golden_game_that_nobody_plays():
    assert {path.stem for path in HERE.glob("*.txt")} == set(NAMES)
