"""A process in which bots think: it reads requests line by line and writes answers.

It sees views only. Until the compiled search is cached on disk it uses plain Python, so that no move waits for the
compiler; another process compiles meanwhile.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue

import msgspec

from undercut.bots.players.levels import level_player
from undercut.bots.players.player import Player, wants_history
from undercut.bots.players.registry import PLAYERS, make
from undercut.bots.thinking.budget import Watch
from undercut.engine.host import Host, default_host
from undercut.games.base import registry
from undercut.games.base.parts.levels import Budget
from undercut.play.determinize import determinize
from undercut.play.remembering import HISTORY
from undercut.search.engines import is_ready, search_engine
from undercut.site.operations.logs import summarise_errors
from undercut.site.workers.thinking.messages import Answer, Played, Request, read_request
from undercut.table.judged import judged_move

_IDLE = 0.5
_NICER = 5


def ready_host(game: str) -> Host:
    """Return the default host if its code for this game is ready, otherwise plain Python."""
    wanted = default_host()
    return wanted if is_ready(game, wanted) else Host.PLAIN


def answer(request: Request, watch: Watch) -> Answer:
    """Answer a request with a move, a hint or a judgement."""
    chance = random.Random(request.seed)  # noqa: S311  repeatable from its seed, not for secrets
    host = ready_host(request.game)
    if request.played:
        return _judgement(request, request.played, host, watch)
    if request.level is None:
        return _hint(request, chance, host, watch)
    end, given = time.perf_counter() + request.seconds, watch.cancelled
    watch = replace(watch, cancelled=lambda: given() or time.perf_counter() > end)
    player = _player(request, chance, host, watch)
    view = dict(request.view)
    if not wants_history(player):
        view.pop(HISTORY, None)
    return Answer(request.id, str(player.choose(view, determinize(view, chance).legal_moves())))


def _player(request: Request, chance: random.Random, host: Host, watch: Watch) -> Player:
    assert request.level is not None  # noqa: S101  the request is for a move
    if request.level in PLAYERS:
        return make(request.level, request.game, request.seed)
    return level_player(request.level, request.game, chance, host=host, watch=watch)


def _hint(request: Request, chance: random.Random, host: Host, watch: Watch) -> Answer:
    from undercut.bots.advice.hint import advise_view  # noqa: PLC0415  most processes never need it

    advice = advise_view(request.view, budget=Budget(seconds=request.seconds), chance=chance, host=host, watch=watch)
    best = advice.best
    reasons = " ".join(f"{reason.text[:1].upper()}{reason.text[1:]} ({reason.clause})." for reason in best.why)
    value = f"{best.chances[0].upper()}{best.chances[1:]}." if best.visits else "" if reasons else advice.verdict
    return Answer(request.id, str(best.move), f"{value} {reasons}".strip())


def _judgement(request: Request, played: Played, host: Host, watch: Watch) -> Answer:
    from undercut.bots.advice.review import review_move  # noqa: PLC0415  as above

    found = review_move(request.view, played.move, played.number, host=host, watch=watch)
    return Answer(request.id, str(found.judgement.best), judged=judged_move(found))


class _Cancelled(Exception):  # noqa: N818  no error
    """The request was cancelled; its search ends without a result."""


class Worker:
    """Reads requests from standard input and writes answers to standard output, one after the other."""

    def __init__(self) -> None:
        """Start reading requests in a thread."""
        self._requests: SimpleQueue[Request] = SimpleQueue()
        self._cancelled = 0
        self._unprepared = [*registry.names()]
        threading.Thread(target=self._read_requests, daemon=True).start()

    def run(self) -> None:
        """Answer requests until standard input closes."""
        while True:
            try:
                request = self._requests.get(timeout=_IDLE if self._unprepared else None)
            except Empty:
                self._prepare()
                continue
            self._send(self._answer(request))

    def _answer(self, request: Request) -> Answer:
        def stop_if_cancelled() -> bool:
            if self._cancelled == request.id:
                raise _Cancelled
            return False

        try:
            return answer(request, Watch(cancelled=stop_if_cancelled))
        except _Cancelled:
            return Answer(request.id, "")
        except Exception as error:  # noqa: BLE001  no error may end this process; the table then falls back
            print(f"a bot could not think: {type(error).__name__}", file=sys.stderr, flush=True)  # noqa: T201  a process's log
            return Answer(request.id, "")

    def _read_requests(self) -> None:
        for line in sys.stdin.buffer:
            message = read_request(line)
            if isinstance(message, Request):
                self._requests.put(message)
            else:
                self._cancelled = message.id
        os._exit(0)  # the site has closed the pipe

    def _prepare(self) -> None:
        """Load a game's compiled code while no request is waiting."""
        for game in self._unprepared:
            if ready_host(game) is not Host.PLAIN:
                search_engine(game)
                self._unprepared.remove(game)
                return

    @staticmethod
    def _send(message: Answer) -> None:
        sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
        sys.stdout.buffer.flush()


def _end_with_site() -> None:
    sys.stdin.buffer.read()
    os._exit(0)  # the site has ended, even if it was killed


def compile_all() -> None:
    """Compile every game's rules and search that are not cached yet, if the default host is compiled."""
    os.nice(15)
    threading.Thread(target=_end_with_site, daemon=True).start()
    if default_host() is Host.COMPILED:
        for game in registry.names():
            search_engine(game, Host.COMPILED)


def needs_compiler() -> bool:
    """Return whether the default host is compiled and a game's code is not cached yet."""
    return default_host() is Host.COMPILED and any(ready_host(game) is Host.PLAIN for game in registry.names())


if __name__ == "__main__":
    summarise_errors()
    with suppress(KeyboardInterrupt, BrokenPipeError):
        if sys.argv[1:] == ["compile"]:
            compile_all()
        else:
            os.nice(_NICER)
            Worker().run()
    # The reading thread holds the lock of standard input; a normal exit would fail on it with a fatal error.
    sys.stderr.flush()
    os._exit(0)
