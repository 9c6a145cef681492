"""Partners of a hand-over that are late, silent, strangers or systemd, and a server whose database is away."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from contextlib import suppress

import httpx
import pytest
from undercut.site.operations.handover import Predecessor, is_same_user, path_for

from tests.server.whole.sites import PATIENCE, SECRET, site_process
from undercut.errors import UndercutError
from undercut.site.operations import handover, serve
from undercut.site.operations.settings import Settings


def test_another_user_gets_no_socket(monkeypatch):
    here, there = socket.socketpair()
    with here, there:
        assert is_same_user(here)
        if not hasattr(socket, "SO_PEERCRED"):
            return
        monkeypatch.setattr(handover.os, "geteuid", lambda: 12_345)
        assert not is_same_user(here)


def test_a_partner_that_talks_nonsense_changes_nothing(tmp_path):
    url = f"sqlite:///{tmp_path}/tables.db"
    with site_process(tmp_path, url) as old:
        assert httpx.get(f"{old.address}/health", timeout=PATIENCE).status_code == 200
        path = str(path_for(tmp_path, old.port))
        for nonsense in (b"", b"\n", b"{}\n", b'{"step":"drain"}\n', b"x" * 20_000, b'{"step":"ask","database":7}\n'):
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(path)
                with suppress(OSError):
                    connection.sendall(nonsense)
                    connection.shutdown(socket.SHUT_WR)
                    connection.recv(100)
        with socket.socket(socket.AF_UNIX) as connection:  # asks, gets the sockets, and says nothing more
            connection.connect(path)
            connection.sendall(json.dumps({"step": "ask", "database": f"{tmp_path}/tables.db"}).encode() + b"\n")
            assert b"offer" in connection.recv(100)
        assert httpx.get(f"{old.address}/health", timeout=PATIENCE).status_code == 200
        predecessor = Predecessor.ask(tmp_path, old.port, f"{tmp_path}/tables.db")
        assert [listener.getsockname()[1] for listener in predecessor.listeners] == [old.port]
        for listener in predecessor.listeners:
            assert not listener.get_inheritable()
            listener.close()
        predecessor.confirm()  # out of turn
        assert httpx.get(f"{old.address}/health", timeout=PATIENCE).status_code == 200
        assert old.process.poll() is None


def test_a_successor_that_comes_too_late_takes_nothing_over(tmp_path, monkeypatch):
    monkeypatch.setattr(handover, "_PREPARING", 0.05)
    drained = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        offer = handover.Offer(path_for(tmp_path, port), "database", [listener], lambda: drained.append(1))
        offer.open()
        predecessor = Predecessor.ask(tmp_path, port, "database")
        time.sleep(0.2)
        with pytest.raises(UndercutError, match="the running server refuses: this one was not ready within"):
            predecessor.drain()
        predecessor.confirm()
        offer.close()
    for listener in predecessor.listeners:
        listener.close()
    assert not drained


def test_a_server_goes_on_as_soon_as_its_database_is_back(monkeypatch):
    tries = []

    class Server:
        def __init__(self, *_):
            tries.append(self)

        def run_at(self, _):
            if len(tries) < 4:
                message = "the site could not start"
                raise UndercutError(message)

    monkeypatch.setattr(serve, "Server", Server)
    monkeypatch.setattr(serve, "_RESUMING_PAUSE", 0.0)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        chosen = Settings(database="sqlite:///none.db", secret=SECRET)
        assert serve._resume(chosen, [listener]) is tries[-1]  # noqa: SLF001  the rest is tested with whole servers
        assert len(tries) == 4
        tries.clear()
        monkeypatch.setattr(serve, "_RESUMING_TRIES", 3)
        with pytest.raises(UndercutError, match="could not start"):
            serve._resume(chosen, [listener])  # noqa: SLF001  as above


def test_silence_is_no_answer():
    here, there = socket.socketpair()
    with here, there:
        here.settimeout(0.01)
        with pytest.raises(TimeoutError):
            handover.hear(here)
        there.close()
        assert handover.hear(here) is None


def test_a_folder_without_room_for_the_socket_is_no_obstacle(tmp_path, caplog):
    offer = handover.Offer(tmp_path / ("x" * 120), "database", [], lambda: None)
    offer.open()
    offer.close()
    assert "no other server can take over from this one" in caplog.text


# --- systemd ---------------------------------------------------------------------------------------------------------

ACTIVATED = """
import os, sys
import undercut.cli.app
os.dup2(int(os.environ["GIVEN"]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
undercut.cli.app.main()
"""


def test_a_socket_from_systemd_is_used_and_systemd_is_told(tmp_path, monkeypatch):
    with socket.socket() as listener, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        told.bind(str(tmp_path / "notify"))
        told.settimeout(PATIENCE)
        os.set_inheritable(listener.fileno(), True)  # noqa: FBT003  positional only
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("GIVEN", str(listener.fileno()))
        monkeypatch.setattr(
            subprocess, "Popen", lambda *a, popen=subprocess.Popen, **k: popen(*a, close_fds=False, **k)
        )
        url = f"sqlite:///{tmp_path}/tables.db"
        with site_process(tmp_path, url, program=("-c", ACTIVATED), fresh=True) as site:
            assert site.port == listener.getsockname()[1]
            assert told.recv(100) == b"READY=1"
            assert httpx.get(f"{site.address}/health", timeout=PATIENCE).status_code == 200
            site.stop()
            assert told.recv(100) == b"STOPPING=1"
        with socket.create_connection(listener.getsockname()):  # waits for the next start
            pass


def test_something_else_from_systemd_is_refused(monkeypatch):
    from undercut.site.operations.listening import inherited_listeners  # noqa: PLC0415  one test's own

    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", "1")
    assert inherited_listeners() == []
    reading, writing = os.pipe()
    monkeypatch.setattr("undercut.site.operations.listening._FIRST", reading)
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    with pytest.raises(UndercutError, match="is not a listening socket"):
        inherited_listeners()
    os.close(writing)
