"""Requests that name another site, and the names that work without any setting."""

from __future__ import annotations

import socket

import pytest

from tests.server.running import Client, get, running
from undercut.errors import UndercutError
from undercut.site.operations.settings import Settings
from undercut.site.routes.app import make_app
from undercut.site.security.guest import Hosts

MACHINE = socket.gethostname().lower()


def answer(site: str, *hosts: str, path: str = "/about", more: str = "", version: str = "1.1") -> tuple[int, str]:
    """Send a request with these Host headers; gives the status and the body."""
    address, port = site.removeprefix("http://").split(":")
    lines = "".join(f"Host: {host}\r\n" for host in hosts)
    request = f"GET {path} HTTP/{version}\r\n{lines}{more}Accept: application/json\r\nConnection: close\r\n\r\n"
    with socket.create_connection((address, int(port)), timeout=10) as connection:
        connection.sendall(request.encode("latin-1"))
        head, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")
    return int(head.split()[1]), body.decode()


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST.:80", "my.localhost:8000", "127.0.0.1", "127.0.0.1:8000", "[::1]:1", "192.168.1.7:80"],
)
def test_names_that_need_no_setting(site, host):
    assert answer(site, host)[0] == 200


@pytest.mark.parametrize(
    "host", ["evil.com", "evil.com:80", "localhost.evil.com", "xlocalhost", "127.0.0.1.nip.io", MACHINE]
)
@pytest.mark.parametrize("path", ["/", "/static/undercut.js"])
def test_other_names_are_refused_with_the_setting(site, host, path):
    status, body = answer(site, host, path=path)
    assert status == 400
    assert f"does not answer to the name {host.removesuffix(':80')}." in body
    assert "UNDERCUT_HOSTS" in body


NO_HOSTS = ["evil.com:99999", ":x", "a:b:c", "[::1", "", "x:", "u@x", "[1:2", "localhost:65536"]


@pytest.mark.parametrize("host", [*NO_HOSTS, "x:-1", "a b", "\xe9", "x/y"])
def test_what_is_no_host_is_refused(site, host):
    status, body = answer(site, host)
    assert (status, "The Host header is invalid." in body or host not in NO_HOSTS) == (400, True)


def test_a_request_has_one_host(site):
    assert answer(site, "localhost", "localhost")[0] == 400
    assert answer(site)[0] == 400
    assert answer(site, version="1.0")[0] == 200


def test_the_name_that_a_proxy_says_it_was_asked_for_is_not_believed(site):
    status, body = answer(site, "evil.com", more="X-Forwarded-Host: localhost\r\nX-Forwarded-Proto: http\r\n")
    assert (status, "evil.com" in body) == (400, True)
    assert answer(site, "localhost", more="X-Forwarded-Host: evil.com\r\n")[0] == 200


def test_a_site_with_a_domain_answers_to_it_and_writes_it_in_links(tmp_path):
    names = "play.example.org, *.example.net"
    with running(f"sqlite:///{tmp_path}/tables.db", hosts=names) as site:
        for host, status in [
            ("play.example.org", 200),
            ("PLAY.example.org:443", 200),
            ("a.b.example.net", 200),
            ("example.net", 400),
            ("example.org", 400),
            ("192.168.1.7", 400),
            ("localhost", 200),
            ("127.0.0.1:1", 200),
        ]:
            assert answer(site, host)[0] == status, host
        client = Client(site)
        named = {"host": "play.example.org", "x-forwarded-proto": "https"}
        table = client.open(game="cuttle", opponents=["open"], name="Ann")
        shown = client.get(f"/t/{table}", headers={"host": "a.example.net"}).json()
        assert shown["seat_link"].startswith("http://a.example.net/s/")
        shown = get(f"{site}/t/{table}", headers=named | {"accept": "application/json"}).json()
        assert shown["invite"] == f"https://play.example.org/t/{table}"


def test_probes_may_ask_by_number(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db", hosts="play.example.org") as site:
        assert answer(site, "10.0.0.7:8000", path="/health")[0] == 200
        assert answer(site, "10.0.0.7:8000")[0] == 400


def test_a_home_network_reaches_the_machine_by_its_name(monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "Den.lan")
    for bound in ("0.0.0.0", "::", "192.168.1.7"):  # noqa: S104  compared, not listened at
        hosts = Hosts("", bound)
        assert all(hosts.allow(name) for name in ("den", "den.lan", "DEN.local", "192.168.1.7", "fe80::1"))
        assert not any(hosts.allow(name) for name in ("den.evil.com", "other.local", "local"))
    assert not Hosts("", "127.0.0.1").allow("den.local")
    assert Hosts("", "games.home").allow("games.home")
    assert Hosts("*").allow("anything.example.org")


@pytest.mark.parametrize(
    "setting", ["play.example.org:443", "https://play.example.org", "a b", "*.", "x.*", "ü.example"]
)
def test_a_setting_that_is_no_name_is_refused(setting):
    with pytest.raises(UndercutError, match=r"UNDERCUT_HOSTS: .* is not a host name"):
        make_app(Settings(database="sqlite:///never.db", secret="s", hosts=f"localhost, {setting}"))  # noqa: S106  never run
