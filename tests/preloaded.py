"""Start the command ``undercut`` quickly: in forks of one process that has imported everything already.

Importing the site takes a second of processor time, and the command half of one; tests start hundreds of them. Each
process that runs tests keeps one such parent. A child is a process as any other: with its own arguments, environment,
folder and streams, and killed, interrupted and waited for as usual.
"""

import atexit
import gc
import importlib
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Self

ROOT = Path(__file__).parents[1]
COMMAND = ("-m", "undercut.cli.app")
MODULES = ("undercut.cli.app", "undercut.site.server.serve", "undercut.site.admin.app", "undercut.engine.compiled")


class Process:
    """A running command, with the part of `subprocess.Popen` that tests use."""

    def __init__(
        self,
        words: Sequence[object],
        *,
        program: tuple[str, str] = COMMAND,
        streams: tuple[int | IO[Any] | None, int | IO[Any] | None, int | IO[Any] | None] = (None, None, None),
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
        start_new_session: bool = False,
    ) -> None:
        self._lock = threading.Lock()
        self.returncode: int | None = None
        ours, theirs, passed = [], [], []
        for number, stream in enumerate(streams):
            if stream == subprocess.PIPE:
                reading, writing = os.pipe()
                ours.append((writing, "w") if number == 0 else (reading, "r"))
                passed.append(reading if number == 0 else writing)
                theirs.append(passed[-1])
            elif stream == subprocess.DEVNULL:
                passed.append(os.open(os.devnull, os.O_RDWR))
                theirs.append(passed[-1])
            else:
                passed.append(number if stream is None else stream if isinstance(stream, int) else stream.fileno())
        request = {
            "words": [*map(str, words)],
            "program": program,
            "env": dict(os.environ if env is None else env),
            "cwd": str(cwd or Path.cwd()),
            "session": start_new_session,
        }
        status, reporting = socket.socketpair()
        parent().ask(request, [*passed, reporting.fileno()])
        reporting.close()
        for number in theirs:
            os.close(number)
        self._report = status.makefile("rb")
        status.close()
        self.pid = int(self._report.readline())
        files = iter(ours)
        self.stdin, self.stdout, self.stderr = (
            open(*next(files), encoding="utf-8") if stream == subprocess.PIPE else None  # noqa: PTH123, SIM115  a pipe
            for stream in streams
        )

    def poll(self) -> int | None:
        """Give the exit code if it has ended; the number of the signal that ended it is negative."""
        with self._lock:
            if self.returncode is None and select.select([self._report], [], [], 0)[0]:
                self.returncode = int(self._report.readline())
                self._report.close()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        end = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            time.sleep(0.005)
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, typed: str = "", timeout: float | None = None) -> tuple[str, str]:
        """Send its input, and give what it writes until it has ended."""
        read: dict[str, str] = {}
        streams = {name: stream for name in ("stdout", "stderr") if (stream := getattr(self, name))}
        threads = [
            threading.Thread(target=lambda name=name, stream=stream: read.update({name: stream.read()}), daemon=True)
            for name, stream in streams.items()
        ]
        for thread in threads:
            thread.start()
        if self.stdin:
            try:
                self.stdin.write(typed)
                self.stdin.close()
            except BrokenPipeError:
                pass
        self.wait(timeout)
        for thread in threads:
            thread.join()
        self._close()
        return read.get("stdout", ""), read.get("stderr", "")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.wait()
        self._close()

    def _close(self) -> None:
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream and not stream.closed:
                stream.close()


def run(
    words: Sequence[object],
    *,
    program: tuple[str, str] = COMMAND,
    typed: str = "",
    env: dict[str, str] | None = None,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    process = Process(words, program=program, streams=(subprocess.PIPE,) * 3, env=env, cwd=cwd)
    try:
        printed, errors = process.communicate(typed, timeout=300)
    finally:
        process.kill()
    assert process.returncode is not None
    return subprocess.CompletedProcess([*map(str, words)], process.returncode, printed, errors)


def done(words: Sequence[object], *, code: int = 0, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command that ends with this exit code, and by no fault of its own."""
    found = run(words, **more)
    assert found.returncode == code, found.stdout + found.stderr
    assert "Traceback" not in found.stderr
    return found


class Parent:
    """The process that forks, as the tests see it; it ends when they do."""

    def __init__(self) -> None:
        self._asking, answering = socket.socketpair()
        line = [sys.executable, "-m", "tests.preloaded", str(answering.fileno())]
        own = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]), "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(line, cwd=ROOT, env=own, pass_fds=[answering.fileno()])
        answering.close()
        self._lock = threading.Lock()

    def ask(self, request: dict[str, object], files: list[int]) -> None:
        """Ask for a child that has these open files: standard input, output, error, and where its end is reported."""
        text = json.dumps(request).encode()
        with self._lock:
            socket.send_fds(self._asking, [len(text).to_bytes(8, "big")], files)
            self._asking.sendall(text)

    def end(self) -> None:
        self._asking.close()
        self._process.wait()


@cache
def parent() -> Parent:
    started = Parent()
    atexit.register(started.end)
    return started


# --- In the parent and its children ----------------------------------------------------------------------------------


def serve(asked: socket.socket) -> dict[str, Any] | None:
    """Fork for each request; gives the request in the child, and None in the parent when the tests are over."""
    while True:
        head, files, *_ = socket.recv_fds(asked, 8, 4)
        if not head:
            return None
        text = b""
        while len(text) < int.from_bytes(head, "big"):
            text += asked.recv(int.from_bytes(head, "big") - len(text))
        if not os.fork():
            asked.close()
            watch(files)
            return json.loads(text)
        for file in files:
            os.close(file)


def watch(files: list[int]) -> None:
    """Fork once more, report the child's end, and go; come back in the child only, which has the files as its own."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    reporting = files.pop()
    child = os.fork()
    if not child:
        for number, file in enumerate(files):
            os.dup2(file, number)
        os.closerange(3, max(*files, reporting) + 1)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        return
    for number in (0, 1, 2, *files):
        os.close(number)
    os.write(reporting, b"%d\n" % child)
    _, status = os.waitpid(child, 0)
    os.write(reporting, b"%d\n" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def become(request: dict[str, Any]) -> None:
    """Run what was asked for as a process of its own would."""
    if request["session"]:
        os.setsid()
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.stdin = sys.__stdin__ = stream(0, "r", "strict")
    sys.stdout = sys.__stdout__ = stream(1, "w", "strict")
    sys.stderr = sys.__stderr__ = stream(2, "w", "backslashreplace")
    how, what = request["program"]
    sys.argv = ["-c" if how == "-c" else "undercut", *request["words"]]
    sys.modules["__main__"] = main = ModuleType("__main__")
    code = what if how == "-c" else f"import {what}; {what}.main()"
    exec(compile(code, "<string>", "exec"), vars(main))  # noqa: S102  the tests' own


def stream(number: int, mode: str, errors: str) -> io.TextIOWrapper:
    encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
    return open(number, mode, encoding=encoding, errors=errors, buffering=1 if number == 2 else -1, closefd=False)


def main() -> None:
    asked = socket.socket(fileno=int(sys.argv[1]))
    gc.disable()  # until all is imported
    for name in MODULES:
        importlib.import_module(name)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who wait
    gc.collect()
    gc.freeze()
    gc.enable()
    if request := serve(asked):
        sys.path.pop(0)
        become(request)


if __name__ == "__main__":
    main()
