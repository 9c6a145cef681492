import os
from collections.abc import Iterable
from typing import TypeVar

import pytest

from undercut.engine.host import BY_SOURCE, Host

THOROUGH = bool(os.environ.get("UNDERCUT_THOROUGH"))
SEARCH_HOSTS = tuple(Host) if THOROUGH else (Host.PLAIN, Host.COMPILED, Host.WASM)
"""Where a search is tried: with every index checked it takes minutes to compile."""
LOOP_HOSTS = BY_SOURCE if THOROUGH else (Host.PLAIN, Host.COMPILED)
"""Where functions are tried that no module has."""

thorough = pytest.mark.skipif(not THOROUGH, reason="part of make thorough")
T = TypeVar("T")


def amount(usual: int, thorough: int) -> int:
    return thorough if THOROUGH else usual


def some(cases: Iterable[T], usual: int) -> list[T]:
    """Give all cases in `make thorough`; in `make test` as many as said, evenly spread from the first on."""
    found = [*cases]
    number = len(found) if THOROUGH else min(usual, len(found))
    return [found[place * len(found) // number] for place in range(number)]


def some_of_each_game(cases: Iterable[tuple], usual: int) -> list[tuple]:
    games: dict[str, list[tuple]] = {}
    for case in cases:
        games.setdefault(case[0], []).append(case)
    return [case for found in games.values() for case in some(found, usual)]
