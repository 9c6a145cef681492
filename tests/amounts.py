"""How much a test plays: a share of it in `make test`, the whole of it in `make thorough`."""

from __future__ import annotations

import os

from undercut.engine.host import BY_SOURCE, Host

THOROUGH = bool(os.environ.get("UNDERCUT_THOROUGH"))
SEARCH_HOSTS = tuple(Host) if THOROUGH else (Host.PLAIN, Host.COMPILED, Host.WASM)
"""Where a search is tried: with every index checked it takes minutes to compile."""
LOOP_HOSTS = BY_SOURCE if THOROUGH else (Host.PLAIN, Host.COMPILED)
"""Where functions are tried that no module has."""


def amount(usual: int, thorough: int) -> int:
    return thorough if THOROUGH else usual
