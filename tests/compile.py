"""Compile every game on every host, so that tests which run side by side need not: ``python -m tests.compile``."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from itertools import product

from undercut.engine.host import Host, load
from undercut.games import registry


def compiled(name: str, host: Host) -> None:
    """Compile one game, or find it compiled."""
    load(name, host)


if __name__ == "__main__":
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(compiled, *zip(*product(registry.names(), (Host.COMPILED, Host.CHECKED)), strict=True)))
