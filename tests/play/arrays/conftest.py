import pytest

from undercut.play.arrays.games import Loops


@pytest.fixture(autouse=True)
def always_in_threads(monkeypatch):
    each = Loops._each  # noqa: SLF001  it alone knows how many games are few
    monkeypatch.setattr(Loops, "_each", lambda loops, run, _above: each(loops, run, 0))
