"""The pool of thinking processes: requests for moves, hints and judgements, and the times of bots' moves."""

import os
import secrets
import sys
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

import msgspec

from undercut.bots.thinking.budget import Watch
from undercut.engine.host import Host, default_host
from undercut.games.base import registry
from undercut.games.base.game_types import View
from undercut.search.layers import is_ready, ready_host, search_engine
from undercut.site.base.tasks import Background
from undercut.site.security.limits import TooMuch
from undercut.site.workers.supervisor import Process, Supervisor, Ticket, Work, Worker, WorkerProcess, run_process
from undercut.table.bot_requests import BotReply, BotRequest, ParPlay, Played, answer
from undercut.table.decisions.clocks import HINT_SECONDS, release_after
from undercut.translation import _

STEP = 0.5  # seconds by which a late move is put off, again and again until it is there
HINT_SLOT = 2.0  # seconds for which a hint occupies a process; moves need not wait for it

_SLOTS = {"greedy": 0.1, "beginner": 0.1, "easy": 0.1, "medium": 0.1, "hard": 0.05, "expert": 0.2, "master": 1.0}
_USUAL_SLOT, _PLAIN_SLOT = 0.02, 0.5
_USUAL_SECONDS = 0.1  # far more than these searches need where they are compiled
_SEARCHED = 0.8  # the part of a long slot for the search; the rest is for all around it
_MARGIN = 0.2

_compiled: set[str] = set()


@dataclass(frozen=True, slots=True)
class Timing:
    seconds: float  # the limit of the search
    slot: float
    release: float


def timing(game: str, level: str, pace: float, *, answers: bool, least: float = 0.0) -> Timing:
    is_plain = _is_plain(game)
    slot = _SLOTS.get(level, _USUAL_SLOT)
    if is_plain:
        slot = max(slot, _PLAIN_SLOT)
    seconds = max(_SEARCHED * slot, _USUAL_SECONDS)
    if not pace:
        return Timing(seconds, 0.0, least)
    return Timing(seconds, slot, release_after(pace, answers=answers, least=max(slot + _MARGIN, least)))


def _is_plain(game: str) -> bool:
    if game in _compiled:
        return False
    if ready_host(game) is Host.PLAIN:
        return True
    _compiled.add(game)
    return False


MOST_HINTS = 3  # how many hints one guest may wait for at once
MODULE = "undercut.site.workers.thinkers"  # what a thinking process runs
Thought = Ticket[BotRequest, BotReply]  # a request that is queued or answered

_WORK = Work("thinking", MODULE, msgspec.json.Decoder(BotReply | None), longest=30.0, tries=2)


class Rank(IntEnum):
    MOVE = 0
    HINT = 1
    JUDGEMENT = 2


class Thinkers:
    """Processes in which bots think; a move waits for no hint or judgement, and a hint for no judgement."""

    def __init__(
        self, number: int, start: Callable[[], Awaitable[Process[BotRequest, BotReply]]] | None = None
    ) -> None:
        self._workers = Supervisor[BotRequest, BotReply](_WORK, number, ranks=len(Rank), start=start)
        self._hints: Counter[str] = Counter()
        self._background = Background()
        self.drop = self._workers.drop
        self.place = self._workers.place
        self.stopping = False

    async def start(self) -> None:
        """Start the processes, and another that compiles the search if it is not yet cached."""
        self._workers.start()
        if needs_compiler():
            self._background.start(_compile())

    async def close(self) -> None:
        await self._workers.close()
        await self._background.close()

    def ask_move(
        self, game: str, view: View, level: str, *, guest: str, timing: Timing, seed: int | None = None
    ) -> Thought:
        """Queue a request for a bot's move; wait for ``ticket.answer``, and call `drop` to cancel it."""
        chance = secrets.randbelow(1 << 62) if seed is None else seed
        request = BotRequest(game, view, level, chance, timing.seconds, exact=seed is not None)
        return self._workers.add(Ticket(request, guest, Rank.MOVE, timing.slot))

    def ask_hint(self, game: str, view: View, *, guest: str) -> Thought:
        if self._hints[guest] >= MOST_HINTS:
            text = _("You are already waiting for {count} hints. Wait for one of them first.")
            raise TooMuch(text.format(count=MOST_HINTS), 2.0)
        request = BotRequest(game, view, None, secrets.randbelow(1 << 62), HINT_SECONDS)
        ticket: Thought = Ticket(request, guest, Rank.HINT, HINT_SLOT)
        self._hints[guest] += 1
        ticket.answer.add_done_callback(lambda _: self._has_hint(guest))
        return self._workers.add(ticket)

    def ask_judgement(self, game: str, view: View, played: Played, *, guest: str) -> Thought:
        return self._workers.add(Ticket(BotRequest(game, view, None, 0, 0.0, played), guest, Rank.JUDGEMENT))

    async def answer(self, ticket: Thought) -> BotReply | None:
        try:
            return await ticket.answer
        finally:
            self.drop(ticket)

    def ask_par(self, play: ParPlay) -> Thought:
        request = BotRequest(play.day.game, {}, None, 0, 0.0, par=play)
        return self._workers.add(Ticket(request, "", Rank.JUDGEMENT))

    def _has_hint(self, guest: str) -> None:
        self._hints[guest] -= 1
        if not self._hints[guest]:
            del self._hints[guest]

    @property
    def missing(self) -> int:
        return self._workers.missing

    @property
    def waiting(self) -> dict[str, int]:
        return {rank.name.lower(): self._workers.queued(rank) for rank in Rank}


async def _compile() -> None:
    process = await WorkerProcess[BotReply].start(_WORK, "compile")
    try:
        await process.ended()
    finally:
        await process.end()


# --- In a thinking process, which sees views only; it compiles nothing, as another process does ---


def load_one(games: list[str]) -> bool:
    """Load the code of one of these games for which it is cached; return whether games are left."""
    for game in games:
        if ready_host(game) is not Host.PLAIN:
            search_engine(game)
            games.remove(game)
            break
    return bool(games)


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
        prepare = partial(load_one, [*registry.names()])
        worker = Worker(BotRequest, lambda request, stop: answer(request, Watch(cancelled=stop)), prepare)
        run_process(worker.run, niceness=5)
