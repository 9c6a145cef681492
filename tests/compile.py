"""Compile every game on every host, so that tests which run side by side need not: ``python -m tests.compile``."""

from __future__ import annotations

from undercut.games.host import Host, load
from undercut.games.registry import NAMES

if __name__ == "__main__":
    for name in NAMES:
        for host in (Host.COMPILED, Host.CHECKED):
            load(name, host)
