"""A PostgreSQL server of one's own, on a free loopback port and in a temporary folder; gone when its block ends.

``python -m tests.postgres`` starts one to play with, and prints the address for ``UNDERCUT_DATABASE``.
"""

import itertools
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Self

import psycopg
from psycopg.sql import SQL, Identifier

from tests import needs

QUICK = ("fsync=off", "full_page_writes=off")
"""Settings for tests that do not cut the power: nothing waits for the disk, and all else is as in earnest."""


class Server:
    """A server for the tests of one process; use it in a ``with`` statement."""

    def __init__(self, *settings: str) -> None:
        programs = needs.postgresql()
        assert programs is not None, "the tests need PostgreSQL: python -m tests.needs installs it"
        self._programs = programs
        self._settings = settings
        self._folder = Path(tempfile.mkdtemp(prefix="undercut-postgres-"))
        self._password = secrets.token_hex(8)
        self._port = 0
        self._names = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self._initialise()
            self.start()
        except BaseException:
            self._remove()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._remove()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://undercut:{self._password}@127.0.0.1:{self._port}/{database}"

    def create(self, *, tablespace: Path | None = None) -> str:
        name = f"tables{next(self._names)}"
        place = SQL("")
        with psycopg.connect(self.url(), autocommit=True) as connection:
            if tablespace is not None:
                self._give(tablespace)
                connection.execute(SQL("CREATE TABLESPACE {} LOCATION {}").format(Identifier(name), str(tablespace)))
                place = SQL(" TABLESPACE {}").format(Identifier(name))
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)) + place)
        return self.url(name)

    def drop(self, url: str) -> None:
        name = Identifier(url.rsplit("/", 1)[1])
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(name))
            connection.execute(SQL("DROP TABLESPACE IF EXISTS {}").format(name))

    def execute(self, statement: str, url: str | None = None) -> list[tuple[object, ...]]:
        with psycopg.connect(url or self.url(), autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []

    def start(self) -> None:
        for _attempt in range(5):
            # Somebody else may take the free port before the server does.
            port = self._port or free_port()
            if self._started(port):
                self._port = port
                return
        raise AssertionError(self._log())

    def stop(self, *, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: ``SIGINT`` ends all sessions, ``SIGQUIT`` is a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None

    def _initialise(self) -> None:
        secret = self._folder / "password"
        secret.write_text(self._password)
        self._give(secret)
        self._give(self._folder)
        options = ["--auth=scram-sha-256", "--username=undercut", f"--pwfile={secret}", "--no-sync"]
        options += ["--encoding=UTF8", "--locale=C"]
        self._check([*self._as_user(), str(self._programs / "initdb"), f"--pgdata={self._folder / 'data'}", *options])

    def _started(self, port: int) -> bool:
        settings = [f"port={port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", *self._settings]
        line = [*self._as_user(), str(self._programs / "postgres"), "-D", str(self._folder / "data")]
        line += [word for setting in settings for word in ("-c", setting)]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(line, stdout=log, stderr=log, cwd="/")
        for _wait in range(300):
            if self._process.poll() is not None:
                self._process = None
                return False
            try:
                psycopg.connect(self.url().replace(":0/", f":{port}/"), connect_timeout=2).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return True
        raise AssertionError(self._log())

    def _remove(self) -> None:
        # Nothing of it is needed any more, so it may be left untidy.
        self.stop(how=signal.SIGQUIT)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _log(self) -> str:
        return (self._folder / "log").read_text(errors="replace")[-2000:]

    def _check(self, line: list[str]) -> None:
        done = subprocess.run(line, cwd="/", capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def _give(self, path: Path) -> None:
        user = _user()
        if user is not None:
            os.chown(path, user.pw_uid, user.pw_gid)

    def _as_user(self) -> list[str]:
        user = _user()
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            assert user is None, "as root the tests need setpriv, of util-linux"
            return []
        rights = [] if user is None else [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        return [setpriv, *rights, "--pdeathsig=INT"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _user() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    names = {user.pw_name: user for user in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def main() -> None:
    with Server() as server:
        sys.stdout.write(f"UNDERCUT_DATABASE={server.create()}\nCtrl-C stops it.\n")
        sys.stdout.flush()
        signal.sigwait({signal.SIGINT, signal.SIGTERM})


if __name__ == "__main__":
    main()
