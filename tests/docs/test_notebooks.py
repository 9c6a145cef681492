"""The notebooks run from the first cell to the last; `make thorough` runs them all, and at full length."""

import pytest
from notebooks import NOTEBOOKS, run

from tests.amounts import THOROUGH

SHORT = {"ROUNDS": "2", "RULES": "toy/pack:A25c/dealt:1 1/kings:3 3 3 3 3"}


@pytest.mark.parametrize("path", NOTEBOOKS if THOROUGH else NOTEBOOKS[:1], ids=lambda path: path.stem)
def test_a_notebook_runs(monkeypatch, path):
    if not THOROUGH:
        for name, value in SHORT.items():
            monkeypatch.setenv(name, value)
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    cells = [cell for cell in run(path).cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in cells)
    assert [cell.outputs for cell in cells][-1]
