"""Another program, spoken to in lines: it may answer late, never, nonsense or too much, and leaves nothing behind."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import IO

from undercut.bots.external.protocol import GARBLED, LONGEST_LINE, shortened, shown
from undercut.bots.players.player import Forfeit
from undercut.errors import UndercutError

TIME, EXITED, NOISE = "time", "exited", "noise"
"""Reasons to lose a game: no answer in time, gone or its output closed, too much on standard error."""

MOST_NOISE = 1 << 20
"""So many bytes may a program write to standard error."""

INHERITED = ("HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "TMPDIR", "TZ")
"""The environment variables that a program is given, and those that begin with ``BOT_``."""

_CHUNK = 65_536
_KEPT_NOISE = 2_000
_LAST_BREATH = 0.5  # seconds in which a program that closes its output may still end by itself
_NAP = 0.002
# Whatever becomes of us, our end of its standard input is closed then: it kills the program with all its children.
_GUARD = 'read -r line || kill -9 "-$1"'


class Process:
    """A program in a process group of its own, started without a shell.

    Args:
        command: The program and its arguments; relative paths begin at the current folder.
        watch: Told of each line that is sent (``"sent"``) and received (``"received"``).

    Raises:
        UndercutError: It cannot be started.
    """

    def __init__(self, command: Sequence[str], watch: Callable[[str, bytes], None] | None = None) -> None:
        """Start the program, and what kills it should we be killed."""
        self._watch = watch
        self._program = _started(command, environment(os.environ))
        try:
            self._guard = _started(["/bin/sh", "-c", _GUARD, "guard", str(self._program.pid)], os.environ)
        except UndercutError:
            self._kill()
            raise
        self._said = bytearray()
        self._noise = bytearray()
        self._noisy = 0
        self._unsent = bytearray()
        self._silent = False
        self._selector = selectors.DefaultSelector()
        self._in, self._out, self._err = (pipe.fileno() for pipe in _pipes(self._program))
        os.set_blocking(self._in, False)
        self._selector.register(self._out, selectors.EVENT_READ, self._hear)
        self._selector.register(self._err, selectors.EVENT_READ, self._hear_noise)

    @property
    def closed(self) -> bool:
        """Whether it has been ended."""
        return self._program.returncode is not None

    @property
    def pid(self) -> int:
        """Its number, which is its group's too."""
        return self._program.pid

    @property
    def code(self) -> int | None:
        """Its exit code once it has been ended, negative for a signal."""
        return self._program.returncode

    @property
    def noise(self) -> int:
        """How many bytes it has written to standard error."""
        return self._noisy

    @property
    def unasked(self) -> bytes:
        """What it said that was not asked for."""
        return bytes(self._said)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line, and wait for one.

        Args:
            line: The line to send.
            seconds: How long to wait.

        Returns:
            The answer, without its end.

        Raises:
            Forfeit: No answer came, or none that may be.
        """
        self.expect_silence()
        deadline = time.monotonic() + seconds
        self._send(line)
        while b"\n" not in self._said:
            if self._silent:
                raise self._gone()
            if not self._wait(deadline):
                unread = " (it does not read its input)" if self._unsent else ""
                raise Forfeit(TIME, f"no answer within {seconds:g} s{unread}{self._last_words()}")
        answer, _, rest = bytes(self._said).partition(b"\n")
        self._said[:] = rest
        if self._watch:
            self._watch("received", answer)
        return answer

    def tell(self, line: bytes, seconds: float) -> None:
        """Send a line that has no answer.

        Args:
            line: The line.
            seconds: How long to wait until it is read.

        Raises:
            Forfeit: It is not read, or the program is gone or spoke.
        """
        self.expect_silence()
        deadline = time.monotonic() + seconds
        self._send(line)
        while self._unsent:
            if not self._wait(deadline):
                raise Forfeit(TIME, f"it did not read its input within {seconds:g} s{self._last_words()}")

    def expect_silence(self, seconds: float = 0.0) -> None:
        """Hold it against the program if it speaks without being asked.

        Args:
            seconds: How long to listen.

        Raises:
            Forfeit: It spoke, or is gone.
        """
        deadline = time.monotonic() + seconds
        while self._wait(deadline) and not self._said:
            if self._silent:
                raise self._gone()
        if self._said:
            if self._watch:
                self._watch("received", bytes(self._said[:_CHUNK]))
            raise Forfeit(GARBLED, f"it spoke without being asked: {shown(bytes(self._said))}")

    def end(self, patience: float = 0.0) -> None:
        """Close the program's input, wait, and kill what is left of it and its children.

        Args:
            patience: How many seconds it has to end by itself.
        """
        if self.closed:
            return
        deadline = time.monotonic() + patience
        with suppress(Forfeit):
            while self._unsent and self._wait(deadline):
                pass
        self._close_input()
        with suppress(Forfeit):
            while not self._silent and self._wait(deadline):
                pass
        self._await_exit(deadline)
        self._kill()
        self._release()

    # --- Inside ---

    def _send(self, line: bytes) -> None:
        if self._watch:
            self._watch("sent", line.removesuffix(b"\n"))
        self._unsent += line
        self._push()
        if self._unsent:
            self._selector.register(self._in, selectors.EVENT_WRITE, self._push)

    def _wait(self, deadline: float) -> bool:
        """Let pass what is there to read and to write; say whether there may be more before the deadline."""
        ready = self._selector.select(max(0.0, deadline - time.monotonic()))
        for key, _ in ready:
            key.data()
        return bool(ready)

    def _push(self) -> None:
        try:
            sent = os.write(self._in, self._unsent)
        except BlockingIOError:
            return
        except BrokenPipeError:
            raise self._gone() from None
        del self._unsent[:sent]
        if not self._unsent:
            with suppress(KeyError):
                self._selector.unregister(self._in)

    def _hear(self) -> None:
        chunk = os.read(self._out, _CHUNK)
        if not chunk:
            self._silent = True
            self._selector.unregister(self._out)
        self._said += chunk
        if len(self._said) > LONGEST_LINE and b"\n" not in self._said[:LONGEST_LINE]:
            raise Forfeit(GARBLED, f"a line of more than {LONGEST_LINE} bytes: {shown(bytes(self._said))}")

    def _hear_noise(self) -> None:
        chunk = os.read(self._err, _CHUNK)
        if not chunk:
            self._selector.unregister(self._err)
        self._noisy += len(chunk)
        self._noise = (self._noise + chunk)[-_KEPT_NOISE:]
        if self._noisy > MOST_NOISE:
            raise Forfeit(NOISE, f"more than {MOST_NOISE >> 20} MiB on standard error{self._last_words()}")

    def _gone(self) -> Forfeit:
        """End it, and say how it left."""
        with suppress(Forfeit):
            deadline = time.monotonic() + _LAST_BREATH
            while self._err in self._selector.get_map() and self._wait(deadline):
                pass
        self._await_exit(time.monotonic() + _LAST_BREATH)
        self.end()
        code = self.code or 0
        how = f"it ended with exit code {code}"
        if code == -signal.SIGKILL:
            how = "it closed its output or was killed"
        elif code < 0:
            how = f"it was ended by {signal.Signals(-code).name}"
        return Forfeit(EXITED, how + self._last_words())

    def _last_words(self) -> str:
        lines = self._noise.decode("utf-8", "replace").split("\n")
        words = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; its last words: {shortened(words)}" if words else ""

    def _close_input(self) -> None:
        with suppress(KeyError, ValueError):
            self._selector.unregister(self._in)
        self._unsent.clear()
        next(_pipes(self._program)).close()

    def _await_exit(self, deadline: float) -> None:
        """Let a program that has closed its output end by itself, so that its exit code is its own."""
        if not hasattr(os, "waitid"):
            # macOS before Python 3.13 has no way to ask without taking the answer for good.
            time.sleep(_NAP)
            return
        ended = os.WEXITED | os.WNOWAIT | os.WNOHANG
        while os.waitid(os.P_PID, self._program.pid, ended) is None and time.monotonic() < deadline:
            time.sleep(_NAP)

    def _kill(self) -> None:
        # It is not reaped yet, so that no other group can have its number.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._program.pid, signal.SIGKILL)

    def _release(self) -> None:
        """Let the guard go, and both processes and all pipes with it."""
        with suppress(BrokenPipeError):
            next(_pipes(self._guard)).write(b"\n")
        for process in (self._program, self._guard):
            for pipe in _pipes(process):
                pipe.close()
            process.wait()
        self._selector.close()


def environment(ours: Mapping[str, str]) -> dict[str, str]:
    """Choose what a program may know of our environment.

    Args:
        ours: All of it.

    Example:
        >>> environment({"PATH": "/bin", "TOKEN": "secret", "BOT_LEVEL": "3"})
        {'PATH': '/bin', 'BOT_LEVEL': '3'}
    """
    return {name: value for name, value in ours.items() if name in INHERITED or name.startswith("BOT_")}


def _started(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
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
        message = f"{command[0]!r} cannot be started: {reason}"
        raise UndercutError(message) from None


def _pipes(process: subprocess.Popen[bytes]) -> Iterator[IO[bytes]]:
    """List a program's standard input, output and error."""
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            yield pipe
