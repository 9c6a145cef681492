"""Players backed by external bots, which see only their seat's view."""

import random
import re
import shlex
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import NoReturn, Self, cast

from undercut.bots.external import protocol
from undercut.bots.external.process import EXITED, Process
from undercut.bots.players import Forfeit
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move, Outcome, View
from undercut.play.game import Game
from undercut.play.loading import determinize, game_of
from undercut.play.observing import HISTORY

EXIT_TIMEOUT = 2.0  # time a bot has to exit once its last game is over, in seconds


class Programs:
    """Processes that wait for their next game, by the names of their players."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Process]] = {}

    def take(self, name: str) -> Process | None:
        """Return a waiting process, or None; one that has exited or written something is ended."""
        waiting = self._waiting.get(name, [])
        while waiting:
            process = waiting.pop()
            try:
                process.expect_silence()
            except Forfeit:
                process.end()
            else:
                process.forget_errors()
                return process
        return None

    def keep(self, name: str, process: Process) -> None:
        """Let a process wait for its next game."""
        self._waiting.setdefault(name, []).append(process)

    def close(self) -> None:
        for process in [each for waiting in self._waiting.values() for each in waiting]:
            process.end(EXIT_TIMEOUT)
        self._waiting.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


CLOCK = 10.0  # default time limit for an answer, in seconds

START_FACTOR = 6  # the time limit for the answer to `hello`, as a multiple of the usual limit

SEEDS = 1 << 32  # upper bound of a bot's seed, small enough for every language

_NAME = re.compile(r"exec(?:@(?P<clock>\d+(?:\.\d+)?)s)?:(?P<command>.+)", re.DOTALL)


class External:
    """A player backed by another program, which starts at once and runs until `close`, or for more games."""

    def __init__(
        self,
        name: str,
        seed: int,
        *,
        programs: Programs | None = None,
        watch: Callable[[str, bytes], None] | None = None,
    ) -> None:
        """Start the program, unless one is waiting."""
        self.name = name
        self.seed = seed
        self.clock, command = read_name(name)
        self.ready: protocol.Ready | None = None
        self._forfeit: Forfeit | None = None
        self._programs = programs
        self._command, self._watch = command, watch
        waiting = programs.take(name) if programs else None
        self._has_played = waiting is not None
        self.process = waiting or Process(command, watch)

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled, since the process would be shared."""
        raise UndercutError(f"{self.name}: a program cannot be copied in the middle of a game")

    def begin(self, game: Game, seat: int) -> None:
        """Send `hello` and read the bot's answer."""
        with self._forfeiting():
            hello = protocol.hello(game, seat, self.seed, self.clock, reuse=self._programs is not None)
            self.ready = protocol.read_ready(self._answer_to(protocol.written(hello)))
            if not self.ready.covers(game):
                raise Forfeit(protocol.REFUSED, f"does not play {game.name}, {game.rules}, {game.seats} seats")

    def _answer_to(self, hello: bytes) -> bytes:
        limit = START_FACTOR * self.clock
        try:
            return self.process.ask(hello, limit)
        except Forfeit as error:
            if not self._has_played or error.reason != EXITED:
                raise
        # It exited after its last game, before or after we checked; the result must not depend on the timing.
        self.process.end()
        self.process = Process(self._command, self._watch)
        return self.process.ask(hello, limit)

    @property
    def wants_history(self) -> bool:
        """Whether the bot asks for the history; unknown before its answer to `hello`, so then yes."""
        return self.ready is None or self.ready.history

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        if self.ready is None:
            self.begin(game_of(view), cast("int", view["to_move"]))
        if not self.wants_history:
            view = {name: value for name, value in view.items() if name != HISTORY}
        with self._forfeiting():
            question = protocol.choose(view, moves, self.clock)
            answer = protocol.read_move(self.process.ask(protocol.written(question), self.clock))
            for move in moves:
                if move.notation == answer:
                    return move
            raise Forfeit(protocol.ILLEGAL, _why_not(view, answer))

    def close(self, result: Outcome | None = None) -> None:
        """Send `goodbye`, and end the bot with all its child processes, unless it can play another game."""
        if self.process.closed:
            return
        if self.ready is None or self._forfeit or result is None:
            self.process.end()
            return
        try:
            self.process.send(protocol.written(protocol.goodbye(result)), EXIT_TIMEOUT)
        except Forfeit:
            # The game is over; a failure now changes nothing.
            self.process.end()
            return
        if self._programs and self.ready.reusable:
            self._programs.keep(self.name, self.process)
        else:
            self.process.end(EXIT_TIMEOUT)

    @contextmanager
    def _forfeiting(self) -> Generator[None]:
        """End the program on a forfeit, and raise the same forfeit from then on."""
        if self._forfeit:
            raise self._forfeit
        try:
            yield
        except Forfeit as error:
            self._forfeit = error
            self.process.end()
            raise


def is_external(name: str) -> bool:
    """Check whether a player's name denotes an external bot."""
    return name.startswith(("exec:", "exec@"))


def read_name(name: str) -> tuple[float, list[str]]:
    found = _NAME.fullmatch(name)
    if not found:
        raise UndercutError(f"{name!r}: write exec:COMMAND, or exec@2s:COMMAND for two seconds per answer")
    clock = float(found["clock"] or CLOCK)
    try:
        command = shlex.split(found["command"])
    except ValueError as error:
        raise UndercutError(f"{name!r}: {error}") from None
    if not command or clock <= 0:
        raise UndercutError(f"{name!r}: {'missing command' if clock > 0 else 'the time limit must be above 0'}")
    return clock, command


def _why_not(view: View, move: str) -> str:
    """Explain why a move is illegal, with any deal of the hidden cards, which do not affect legality."""
    try:
        reason = determinize(view, random.Random(0)).why_not(move)  # noqa: S311  any deal will do
    except UndercutError as error:
        return str(error)
    return f"{protocol.shortened(move)}: {reason or 'not among the legal moves'}"
