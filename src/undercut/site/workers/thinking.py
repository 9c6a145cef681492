"""A thinking process, which sees views only: bots' moves, hints, and judgements of moves."""

# Until the compiled search is cached on disk, another process compiles it.

import os
import sys
import threading

from undercut.bots.thinking.budget import Watch
from undercut.engine.host import Host, default_host
from undercut.games.base import registry
from undercut.search.layers import is_ready, ready_host, search_engine
from undercut.site.workers.worker import Worker, run_process
from undercut.table.bot_requests import BotRequest, answer


class Preparation:
    """Loads compiled code beforehand, one game at a time."""

    def __init__(self) -> None:
        self._games = [*registry.names()]

    def go_on(self) -> bool:
        """Load the code of a game for which it is cached; return whether games are left."""
        for game in self._games:
            if ready_host(game) is not Host.PLAIN:
                search_engine(game)
                self._games.remove(game)
                break
        return bool(self._games)


def _end_with_site() -> None:
    sys.stdin.buffer.read()
    os._exit(0)  # the site has ended, even if it was killed


def compile_all() -> None:
    """Compile every game's rules and search that are not cached yet, if the default host is compiled."""
    threading.Thread(target=_end_with_site, daemon=True).start()
    if default_host() is Host.COMPILED:
        for game in registry.names():
            search_engine(game, Host.COMPILED)


def needs_compiler() -> bool:
    """Return whether the default host is compiled and a game's code is not cached yet."""
    return default_host() is Host.COMPILED and not all(is_ready(game, Host.COMPILED) for game in registry.names())


if __name__ == "__main__":
    if sys.argv[1:] == ["compile"]:
        run_process(compile_all, niceness=15)
    else:
        worker = Worker(BotRequest, lambda request, stop: answer(request, Watch(cancelled=stop)), Preparation().go_on)
        run_process(worker.run, niceness=5)
