"""Build the games' modules for the host ``wasm``: ``make modules``."""

from __future__ import annotations

import sys

from undercut.engine.wasm import build
from undercut.games.base import registry
from undercut.search.layers import layers_of

if __name__ == "__main__":
    for name in sys.argv[1:] or registry.own_names():
        written = build.write(name, layers_of(name))
        print(f"{written}: {written.stat().st_size} bytes")  # noqa: T201  a command
