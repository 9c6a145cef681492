"""Players backed by external bots, which see only their seat's view: programs that exchange lines with us."""

import os
import random
import re
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import IO, NoReturn, cast

from undercut.bots.external import protocol
from undercut.bots.external.protocol import GARBLED, LONGEST_LINE, shortened, shown
from undercut.bots.players import Forfeit
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move, Outcome, View
from undercut.play.game import Game
from undercut.play.loading import determinize, game_of
from undercut.play.observing import HISTORY

TIME, EXITED, NOISE = "time", "exited", "noise"
"""Forfeit reasons: no answer in time, process exited or closed its output, too much output on standard error."""

MAX_STDERR = 1 << 20  # maximum output on standard error, in bytes

INHERITED = ("HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "TMPDIR", "TZ")
"""Environment variables passed to the program, besides those that start with ``BOT_``."""

_CHUNK = 65_536
_STDERR_TAIL = 2_000
_EXIT_GRACE = 0.5  # seconds that a program has to exit after closing its output
_POLL_INTERVAL = 0.002
# The guard's standard input closes when we die, however that happens; it then kills the program's process group.
_GUARD = 'read -r line || kill -9 "-$1"'


class Process:
    """A program in its own process group, started without a shell."""

    def __init__(self, command: Sequence[str], watch: Callable[[str, bytes], None] | None = None) -> None:
        self._watch = watch
        self._program = _start(command, environment(os.environ))
        self.pid = self._program.pid  # also the id of its process group
        try:
            self._guard = _start(["/bin/sh", "-c", _GUARD, "guard", str(self._program.pid)], os.environ)
        except UndercutError:
            self._kill()
            with self._program:  # closes its pipes, and waits for it
                raise
        self._output, self._stderr_tail, self._pending = bytearray(), bytearray(), bytearray()
        self.stderr_bytes = 0
        pipes = self._program.stdin, self._program.stdout, self._program.stderr
        self._in, self._out, self._err = (cast("IO[bytes]", pipe).fileno() for pipe in pipes)
        os.set_blocking(self._in, False)
        self._readers = {self._out: self._read_output, self._err: self._read_stderr}  # of the pipes that are open

    @property
    def closed(self) -> bool:
        return self.code is not None

    @property
    def code(self) -> int | None:
        return self._program.returncode

    def forget_errors(self) -> None:
        """Start to count the output on standard error again, for another game."""
        self.stderr_bytes = 0
        self._stderr_tail.clear()

    @property
    def unsolicited(self) -> bytes:
        return bytes(self._output)

    def ask(self, line: bytes, seconds: float) -> bytes:
        self.expect_silence()
        deadline = time.monotonic() + seconds
        self._queue(line)
        while b"\n" not in self._output:
            if self._out not in self._readers:
                raise self._exited()
            if not self._wait(deadline):
                unread = " (input not read)" if self._pending else ""
                raise Forfeit(TIME, f"no answer within {seconds:g} s{unread}{self._last_stderr_line()}")
        answer, _, rest = bytes(self._output).partition(b"\n")
        self._output[:] = rest
        if self._watch:
            self._watch("received", answer)
        return answer

    def send(self, line: bytes, seconds: float) -> None:
        self.expect_silence()
        deadline = time.monotonic() + seconds
        self._queue(line)
        while self._pending:
            if not self._wait(deadline):
                raise Forfeit(TIME, f"input not read within {seconds:g} s{self._last_stderr_line()}")

    def expect_silence(self, seconds: float = 0.0) -> None:
        deadline = time.monotonic() + seconds
        while not self._output and self._wait(deadline):
            if self._out not in self._readers:
                raise self._exited()
        if self._output:
            if self._watch:
                self._watch("received", bytes(self._output[:_CHUNK]))
            raise Forfeit(GARBLED, f"output without a question: {shown(bytes(self._output))}")

    def end(self, patience: float = 0.0) -> None:
        """Close the program's input, wait for it to exit, then kill its process group."""
        if self.closed:
            return
        deadline = time.monotonic() + patience
        with suppress(Forfeit):
            while self._pending and self._wait(deadline):
                pass
        if self.closed:  # it has exited before it read everything
            return
        self._close_input()
        with suppress(Forfeit):
            while self._out in self._readers and self._wait(deadline):
                pass
        self._await_exit(deadline)
        self._kill()
        with suppress(BrokenPipeError), self._guard, self._program:
            os.write(cast("IO[bytes]", self._guard.stdin).fileno(), b"\n")

    # --- Inside ---

    def _queue(self, line: bytes) -> None:
        if self._watch:
            self._watch("sent", line.removesuffix(b"\n"))
        self._pending += line
        self._write_pending()

    def _wait(self, deadline: float) -> bool:
        """Handle pending input and output; return False once the deadline has passed without any."""
        with selectors.PollSelector() as selector:
            for pipe, read in self._readers.items():
                selector.register(pipe, selectors.EVENT_READ, read)
            if self._pending:
                selector.register(self._in, selectors.EVENT_WRITE, self._write_pending)
            ready = selector.select(max(0.0, deadline - time.monotonic()))
        for key, _ in ready:
            key.data()
        return bool(ready)

    def _write_pending(self) -> None:
        try:
            sent = os.write(self._in, self._pending)
        except BlockingIOError:
            return
        except BrokenPipeError:
            raise self._exited() from None
        del self._pending[:sent]

    def _read_output(self) -> None:
        chunk = os.read(self._out, _CHUNK)
        if not chunk:
            del self._readers[self._out]
        self._output += chunk
        if len(self._output) > LONGEST_LINE and b"\n" not in self._output[:LONGEST_LINE]:
            raise Forfeit(GARBLED, f"line longer than {LONGEST_LINE} bytes: {shown(bytes(self._output))}")

    def _read_stderr(self) -> None:
        chunk = os.read(self._err, _CHUNK)
        if not chunk:
            del self._readers[self._err]
        self.stderr_bytes += len(chunk)
        self._stderr_tail = (self._stderr_tail + chunk)[-_STDERR_TAIL:]
        if self.stderr_bytes > MAX_STDERR:
            raise Forfeit(NOISE, f"more than {MAX_STDERR >> 20} MiB on standard error{self._last_stderr_line()}")

    def _exited(self) -> Forfeit:
        self._close_input()  # nothing is left to write, so that waiting cannot come here again
        with suppress(Forfeit):
            deadline = time.monotonic() + _EXIT_GRACE
            while self._err in self._readers and self._wait(deadline):
                pass
        self._await_exit(time.monotonic() + _EXIT_GRACE)
        self.end()
        code = self.code or 0
        how = f"exited with code {code}"
        if code == -signal.SIGKILL:
            how = "closed its output or was killed"
        elif code < 0:
            how = f"killed by {signal.Signals(-code).name}"
        return Forfeit(EXITED, how + self._last_stderr_line())

    def _last_stderr_line(self) -> str:
        lines = self._stderr_tail.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; last stderr line: {shortened(last)}" if last else ""

    def _close_input(self) -> None:
        self._pending.clear()
        cast("IO[bytes]", self._program.stdin).close()

    def _await_exit(self, deadline: float) -> None:
        """Wait for a program that has closed its output to exit, so that its own exit code is reported."""
        if not hasattr(os, "waitid"):
            # macOS before Python 3.13 cannot query the exit status without reaping the process.
            time.sleep(_POLL_INTERVAL)
            return
        ended = os.WEXITED | os.WNOWAIT | os.WNOHANG
        while os.waitid(os.P_PID, self._program.pid, ended) is None and time.monotonic() < deadline:
            time.sleep(_POLL_INTERVAL)

    def _kill(self) -> None:
        # The process is not reaped yet, so its group id cannot have been reused.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._program.pid, signal.SIGKILL)


def environment(ours: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in ours.items() if name in INHERITED or name.startswith("BOT_")}


def _start(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603  a person names the program; no shell reads it
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            bufsize=0,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UndercutError(f"{command[0]!r} cannot be started: {reason}") from None


# --- Players backed by programs ---------------------------------------------------------------------------------------


EXIT_TIMEOUT = 2.0  # time a bot has to exit once its last game is over, in seconds


class Programs:
    """Programs that wait for another game; copies and pickles have none."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Process]] = {}

    def __reduce__(self) -> "tuple[type[Programs], tuple[()]]":
        return Programs, ()

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
        self._waiting.setdefault(name, []).append(process)

    def close(self) -> None:
        for process in [each for waiting in self._waiting.values() for each in waiting]:
            process.end(EXIT_TIMEOUT)
        self._waiting.clear()


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
