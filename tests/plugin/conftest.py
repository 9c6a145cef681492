import pytest

from tests.plugin.installing import install, on_path
from undercut.games.base import registry


@pytest.fixture
def folder(tmp_path_factory, monkeypatch):
    """A folder on the path of this process and its children."""
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    made = tmp_path_factory.mktemp("installed")
    with on_path(made):
        yield made


@pytest.fixture
def trumps(folder):
    install(folder)
    registry.forget()
    return "trumps"
