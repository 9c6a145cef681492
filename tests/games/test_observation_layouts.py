"""The columns of observations keep their numbers and their meaning."""

import pytest

from tests.golden.observations import FILE, lines
from undercut.games.base import registry


@pytest.mark.parametrize("name", registry.names())
def test_columns_keep_their_places_and_values(name):
    golden = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line.startswith(f"{name} ")]
    assert golden
    assert lines(name) == golden, "add lines by python -m tests.golden.observations; change and remove none"
