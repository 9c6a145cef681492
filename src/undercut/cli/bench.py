"""The ``undercut bench`` command: measure random games."""

from __future__ import annotations

from undercut.cli.exits import DONE
from undercut.cli.screen import Screen, print_json
from undercut.engine.host import Host, default_host
from undercut.errors import UndercutError
from undercut.play.game import game as make_game

_MOST_RUNS = 1000


def bench(screen: Screen, game: str, seats: int | None, runs: int, *, as_json: bool) -> int:
    """Measure random games on the plain host, and on the host in ``UNDERCUT_HOST`` (default: compiled)."""
    from undercut.cli.speed import Speed, measure  # noqa: PLC0415  it compiles: no other command waits for that

    if not 1 <= runs <= _MOST_RUNS:
        message = f"--runs: {runs} is not a whole number from 1 to {_MOST_RUNS}"
        raise UndercutError(message)
    hosts = dict.fromkeys((Host.PLAIN, default_host()))
    chosen = make_game(game, seats=seats)
    found: list[Speed] = []
    for host in hosts:
        speeds = [measure(chosen, host, place) for place in range(runs)]
        found.append(sorted(speeds, key=lambda speed: speed.decisions_per_second)[len(speeds) // 2])
    if as_json:
        print_json([speed.as_json() for speed in found])
    else:
        for speed in found:
            screen.line(speed.sentence())
    return DONE
