"""What systemd does for the site: it passes the listening socket, and hears when the site is ready or stops."""

import os
import socket

import httpx
import pytest

from tests.server.whole.sites import PATIENCE, site_process
from undercut.errors import UndercutError
from undercut.site.operations.serve import inherited_listeners


def test_a_socket_from_systemd_is_used_and_systemd_is_told(tmp_path, monkeypatch):
    with socket.socket() as listener, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        told.bind(str(tmp_path / "notify"))
        told.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with site_process(tmp_path, f"sqlite:///{tmp_path}/tables.db", listener=listener) as site:
            assert site.port == listener.getsockname()[1]
            assert told.recv(100) == b"READY=1"
            assert httpx.get(f"{site.address}/health", timeout=PATIENCE).status_code == 200
            site.stop()
            assert told.recv(100) == b"STOPPING=1"
        with socket.create_connection(listener.getsockname()):  # waits for the next start
            pass


def test_something_else_from_systemd_is_refused(monkeypatch):
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", "1")
    assert inherited_listeners() == []
    reading, writing = os.pipe()
    monkeypatch.setattr("undercut.site.operations.serve._FIRST_INHERITED", reading)
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    with pytest.raises(UndercutError, match="is not a listening socket"):
        inherited_listeners()
    os.close(writing)
