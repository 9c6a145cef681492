"""The examples run, in a shortened form; `make thorough` runs all notebooks, and at full length."""

import runpy
from pathlib import Path

import pytest
from notebooks import NOTEBOOKS, run

import undercut
from tests.amounts import THOROUGH, some
from undercut.engine.chance import shuffle, start
from undercut.engine.host import Host
from undercut.games.base.registry import load

EXAMPLES = Path(__file__).parents[2] / "examples"
SHORT = {"ROUNDS": "2", "RULES": "toy/pack:A25c/dealt:1 1/kings:3 3 3 3 3"}


def test_your_own_compiled_function_counts_what_the_plain_rules_count():
    """It needs a few seconds: Numba compiles the rules into the example's function."""
    game = undercut.game("cut_the_rope")
    rules, pool = load("cut_the_rope", Host.PLAIN), [0] * 200
    table, order, generator, found = game.fresh_table(), [*game.pack], [0], 0
    start(generator, 3)
    for _ in range(10):
        shuffle(generator, order, len(order), len(order))
        rules.functions.deal(table, order)
        rules.functions.rollout(table, generator, pool, 5000)
        found += bool(rules.functions.is_over(table)) and rules.functions.winners(table) == 1
    assert runpy.run_path(str(EXAMPLES / "engine" / "first_seat.py"))["share"](10, 3) == found / 10


@pytest.mark.parametrize("path", some(NOTEBOOKS, 1), ids=lambda path: path.stem)
def test_a_notebook_runs(monkeypatch, path):
    for name, value in () if THOROUGH else SHORT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    cells = [cell for cell in run(path).cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in cells)
    assert [cell.outputs for cell in cells][-1]
