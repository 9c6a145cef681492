import gc
import os
import signal
import sys

import platformdirs
import pytest
from hypothesis import HealthCheck, settings

from undercut.translation import SPOKEN, speak

os.environ.setdefault("UNDERCUT_CACHE", platformdirs.user_cache_dir("undercut"))
# How long an example takes says nothing but how busy the machine is.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

# Jobs in the background of a shell ignore Ctrl-C, and so does all that they start; some tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collectstart() -> None:
    """Collect no garbage while tests are collected: there is none, and looking for it takes more than half the time."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a folder together, in whatever order: they load the same compiled functions and programs."""
    folders = list(dict.fromkeys(item.path.parent for item in items))
    items.sort(key=lambda item: folders.index(item.path.parent))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from looking again and again at what stays for the whole run: a third of its time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    gc.enable()


SPEAKING = ("undercut.pages", "undercut.games.base.book", "undercut.games.base.sentences", "undercut.draw")
"""Modules that keep what was said."""


def forget_pages() -> None:
    """Empty the caches of the pages: they keep what was said in another language."""
    for name, module in tuple(sys.modules.items()):
        if name.startswith(SPEAKING) or name.endswith(".drawing"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def plain(monkeypatch) -> None:
    monkeypatch.setenv("UNDERCUT_HOST", "plain")


@pytest.fixture
def pseudo():
    from tests.server.untranslated import Pseudo  # noqa: PLC0415  copies of these tests may lack it

    before = SPOKEN.catalogue
    speak(Pseudo())
    forget_pages()
    yield
    speak(before)
    forget_pages()
