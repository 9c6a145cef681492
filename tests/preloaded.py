"""Start the command ``undercut`` quickly: in forks of one process that has imported everything already.

Importing the site takes a second of processor time, and the command half of one; tests start hundreds of them. Each
process that runs tests keeps one such parent, the fork server of the standard library. A child is a process as any
other: with its own arguments, environment, folder and streams, and killed, interrupted and waited for as usual.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Self
from unittest import mock

COMMAND = ("-m", "undercut.cli.app")
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    ["tests.preloaded", COMMAND[1], "undercut.site.server.serve", "undercut.site.admin.app", "undercut.engine.compiled"]
)
LOCK = threading.Lock()
"""Starting a process asks for the ends of all others, and only one thread may ask at a time."""

Stream = int | IO[Any] | None


class Process:
    """A running command, with the part of `subprocess.Popen` that tests use."""

    def __init__(
        self,
        words: Sequence[object],
        *,
        program: tuple[str, str] = COMMAND,
        streams: tuple[Stream, Stream, Stream] = (None, None, None),
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
        start_new_session: bool = False,
    ) -> None:
        ours: list[IO[str] | None] = []
        passed: list[Connection] = []
        for number, stream in enumerate(streams):
            ours.append(None)
            if stream == subprocess.PIPE:
                reading, writing = os.pipe()
                own, given = (reading, writing) if number else (writing, reading)
                ours[-1] = open(own, "r" if number else "w", encoding="utf-8")  # noqa: PTH123, SIM115  a pipe
            elif isinstance(stream, int | None):
                given = os.dup(number if stream is None else stream)
            else:
                given = os.dup(stream.fileno())
            passed.append(Connection(given))
        self.stdin, self.stdout, self.stderr = ours
        own_env, folder = dict(os.environ if env is None else env), str(cwd or Path.cwd())
        given = (program, [*map(str, words)], own_env, folder, start_new_session, passed)
        self._child = FORKS.Process(target=become, args=given)
        with LOCK, mock.patch.dict(os.environ, OPENBLAS_NUM_THREADS="1"):  # a process with threads does not fork well
            self._child.start()
        for connection in passed:
            connection.close()
        assert self._child.pid is not None
        self.pid: int = self._child.pid

    def poll(self) -> int | None:
        """Give the exit code if it has ended; the number of the signal that ended it is negative."""
        with LOCK:
            return self._child.exitcode

    returncode = property(poll)

    def wait(self, timeout: float | None = None) -> int:
        wait([self._child.sentinel], timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, typed: str = "", timeout: float | None = None) -> tuple[str, str]:
        """Send its input, and give what it writes until it has ended; it is killed when that takes too long."""
        with self, ThreadPoolExecutor(2) as pool:
            printed, errors = (pool.submit(stream.read) if stream else None for stream in (self.stdout, self.stderr))
            try:
                if self.stdin:
                    self.stdin.write(typed)
                    self.stdin.close()
            except BrokenPipeError:
                pass
            try:
                self.wait(timeout)
            finally:
                self.kill()
            return printed.result() if printed else "", errors.result() if errors else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.wait()
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream and not stream.closed:
                stream.close()


def run(words: Sequence[object], *, typed: str = "", **more: Any) -> subprocess.CompletedProcess[str]:
    process = Process(words, streams=(subprocess.PIPE, subprocess.PIPE, subprocess.PIPE), **more)
    printed, errors = process.communicate(typed, timeout=300)
    return subprocess.CompletedProcess([*map(str, words)], process.wait(), printed, errors)


def done(words: Sequence[object], *, code: int = 0, **more: Any) -> subprocess.CompletedProcess[str]:
    found = run(words, **more)
    assert found.returncode == code, found.stdout + found.stderr
    assert "Traceback" not in found.stderr
    return found


def become(
    program: tuple[str, str],
    words: list[str],
    env: dict[str, str],
    folder: str,
    new_session: bool,  # noqa: FBT001  by position, from the parent
    streams: list[Connection],
) -> None:
    """In a child: run what was asked for as a process of its own would."""
    for number, given in enumerate(streams):
        os.dup2(given.fileno(), number)
        given.close()
    if new_session:
        os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.stdin = sys.__stdin__ = stream(0, "r", "strict")
    sys.stdout = sys.__stdout__ = stream(1, "w", "strict")
    sys.stderr = sys.__stderr__ = stream(2, "w", "backslashreplace")
    how, what = program
    sys.argv = ["-c" if how == "-c" else "undercut", *words]
    sys.modules["__main__"] = main = ModuleType("__main__")
    code = what if how == "-c" else f"import {what}; {what}.main()"
    exec(compile(code, "<string>", "exec"), vars(main))  # noqa: S102  the tests' own


def stream(number: int, mode: str, errors: str) -> IO[Any]:
    encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
    return open(number, mode, encoding=encoding, errors=errors, buffering=1 if number == 2 else -1, closefd=False)
