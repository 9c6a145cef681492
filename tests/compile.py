"""Compile every game on every host, so that tests which run side by side need not: ``python -m tests.compile``."""

from concurrent.futures import ProcessPoolExecutor
from itertools import product

from tests.amounts import SEARCH_HOSTS
from undercut.engine import loops
from undercut.engine.host import Host
from undercut.games.base import registry
from undercut.games.base.registry import load
from undercut.play.arrays.games import OBSERVING, array_engine
from undercut.play.arrays.recording import replay_games, replay_records
from undercut.search.layers import search_engine


def compiled(name: str, host: Host) -> None:
    for loop in (loops.perft, loops.trace):
        load(name, host).prepare_function(loop)
    if host in SEARCH_HOSTS:
        search_engine(name, host)
    if host is Host.COMPILED:
        engine = array_engine(name, host)
        engine.prepare(OBSERVING)
        for replay in (replay_games, replay_records):
            engine.prepare_function(replay, OBSERVING)


if __name__ == "__main__":
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(compiled, *zip(*product(registry.names(), (Host.COMPILED, Host.CHECKED)), strict=True)))
