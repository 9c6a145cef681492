import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests import preloaded

PATIENCE = 120.0
"""How many seconds to wait for what must happen, on however busy a machine."""

SECRET = "a secret of the tests"  # noqa: S105  of tests
UNLIMITED = ("pace", "rate", "opened", "listed_group", "streams", "seat_changes", "rebuilds")
USUAL = {"secret": SECRET, "thinkers": 1} | dict.fromkeys(UNLIMITED, 0)


ACTIVATED = """
import os
import undercut.cli.app
os.dup2(0, 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
undercut.cli.app.main()
"""
"""Gives the site its standard input as a listening socket, as systemd does."""


class Site:
    def __init__(
        self,
        folder: Path,
        database: str,
        *,
        program: tuple[str, str] = ("-m", "undercut.cli.app"),
        options: tuple[str, ...] = ("--port", "0"),
        listener: socket.socket | None = None,
        fresh: bool = False,
        **settings: object,
    ) -> None:
        chosen = {f"UNDERCUT_{name.upper()}": str(value) for name, value in (USUAL | settings).items()}
        self.errors = folder / f"errors-{time.monotonic_ns()}"
        words = ["serve", *options, "--database", database]
        own = os.environ | chosen | {"UNDERCUT_DATA": str(folder)}
        if listener:
            program = ("-c", ACTIVATED)
        with self.errors.open("wb") as errors:
            given, pipe = listener and listener.fileno(), subprocess.PIPE
            if fresh:  # it sees what was installed since the tests began
                line = [sys.executable, *program, *words]
                self.process = subprocess.Popen(line, env=own, stdin=given, stdout=pipe, stderr=errors, text=True)
            else:
                self.process = preloaded.Process(words, program=program, env=own, streams=(given, pipe, errors))
        assert self.process.stdout is not None
        words = self.process.stdout.readline().split()
        assert words, self.log
        self.address = words[3].rstrip("/")

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def log(self) -> str:
        return self.errors.read_text()

    @property
    def memory(self) -> int:
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def descendants(self) -> set[int]:
        parents: dict[int, int] = {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        found = {self.process.pid}
        while more := {child for child, parent in parents.items() if parent in found} - found:
            found |= more
        return found - {self.process.pid}

    def stop(self, how: signal.Signals = signal.SIGTERM) -> float:
        began = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        return time.monotonic() - began

    def remove(self) -> None:
        self.process.kill()
        self.process.communicate()


@contextmanager
def site_process(folder: Path, database: str, **settings: Any) -> Iterator[Site]:
    site = Site(folder, database, **settings)
    try:
        yield site
    finally:
        site.remove()


def is_alive(process: int) -> bool:
    """Tell whether a process runs; one that has ended and only waits to be buried does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
