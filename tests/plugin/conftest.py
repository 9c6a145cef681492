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
def eights(folder):
    """Crazy Eights in a handful of files: draws and choices follow from its words and its table."""
    install(folder, {"eights": "undercut_eights"}, "undercut_eights")
    registry.forget()
    return "eights"


@pytest.fixture
def trumps(folder):
    install(folder)
    registry.forget()
    return "trumps"
