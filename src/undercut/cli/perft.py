"""The ``undercut perft`` command: count move sequences."""

from __future__ import annotations

import time

from undercut.cli.exits import DONE
from undercut.cli.positions import load_position
from undercut.cli.screen import Screen, print_json
from undercut.engine.host import Host
from undercut.play.counting import perft as count_sequences


def perft(screen: Screen, path: str, depth: int, host: Host | None, *, as_json: bool) -> int:
    """Count move sequences."""
    state = load_position(path)
    began = time.perf_counter()
    count = count_sequences(state, depth, host=host)
    seconds = time.perf_counter() - began
    if as_json:
        print_json({"depth": depth, "count": count, "seconds": round(seconds, 6)})
    else:
        screen.line(f"{count}")
    return DONE
