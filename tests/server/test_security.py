import re
import socket
import stat
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests import preloaded
from tests.server.running import PATIENCE, Client, get, post, running
from undercut.errors import UndercutError
from undercut.site.base.keys import Keys, kept_secret
from undercut.site.base.settings import Settings
from undercut.site.security.guards import Hosts
from undercut.site.security.guests import Guests
from undercut.site.server.app import make_app


@pytest.mark.parametrize("path", ["/", "/nothing", "/t/nowhere", "/static/undercut.js", "/schema", "/cards/rope.svg"])
def test_every_answer_tells_browsers_to_be_careful(site, path):
    headers = get(site + path, headers={"accept": "text/html"}).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_cookies_are_for_the_server_alone(site):
    for scheme, secure in (("http", False), ("https", True)):
        answer = get(site, headers={"x-forwarded-proto": scheme})
        cookies = answer.headers.get_list("set-cookie")
        prefix = "__Host-" if secure else ""
        assert sorted(cookie.partition("=")[0] for cookie in cookies) == [f"{prefix}csrf", f"{prefix}guest"]
        for cookie in cookies:
            assert "httponly" in cookie.lower()
            assert "samesite=lax" in cookie.lower()
            assert ("secure" in cookie.lower()) == secure


def test_nobody_but_trusted_proxies_may_say_what_came_in(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db", proxies="10.1.2.3") as site:
        answer = get(site, headers={"x-forwarded-proto": "https"})
        assert not any("secure" in cookie.lower() for cookie in answer.headers.get_list("set-cookie"))


@pytest.mark.parametrize("token", ["", "nonsense", "a" * 128])
def test_commands_need_the_token(client, token):
    client.headers["x-csrf-token"] = token
    assert client.post("/tables", json={"game": "cuttle"}).status_code == 403
    form = {"game": "cuttle", "_csrf_token": token}
    from_a_page = client.post("/tables", data=form, headers={"x-csrf-token": ""})
    assert (from_a_page.status_code, "page was out of date" in from_a_page.json()["detail"]) == (403, True)
    del client.headers["x-csrf-token"]
    assert client.post("/tables", json={"game": "cuttle"}).status_code == 403


def test_programs_are_told_where_the_token_comes_from(site):
    with httpx.Client(base_url=site, timeout=PATIENCE, headers={"accept": "application/json"}) as program:
        refused = program.post("/tables", json={"game": "cuttle"})
        assert refused.status_code == 403
        cookie, header = re.search(r"cookie (\S+) in the header (\S+),", refused.json()["detail"]).groups()
        brought = program.get(re.search(r"GET, such as GET (\S+),", refused.json()["detail"])[1])
        assert program.post("/tables", json={"game": "cuttle"}).status_code == 403
        assert brought.status_code == 200
        program.headers[header] = program.cookies[cookie]
        assert program.post("/tables", json={"game": "cuttle"}).status_code == 201


def test_a_token_of_another_secret_is_replaced(client):
    client.cookies.set("csrf", "b" * 128, domain="127.0.0.1")
    client.headers["x-csrf-token"] = "b" * 128
    assert client.post("/tables", json={"game": "cuttle"}).status_code == 403
    # The refusal has replaced the cookie.
    client.headers["x-csrf-token"] = client.cookies["csrf"]
    assert client.post("/tables", json={"game": "cuttle"}).status_code == 201


def test_a_token_belongs_to_one_guest(site):
    ann, eve = Client(site), Client(site)
    assert ann.headers["x-csrf-token"] != eve.headers["x-csrf-token"]
    ann.headers["x-csrf-token"] = eve.headers["x-csrf-token"]
    ann.cookies.set("csrf", eve.cookies["csrf"], domain="127.0.0.1")
    assert ann.post("/tables", json={"game": "cuttle"}).status_code == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
        ({"origin": "{site}0"}, 201),
        ({"origin": "{site}", "sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "same-origin"}, 201),
        ({"sec-fetch-site": "none"}, 201),
        ({"origin": "{site}"}, 201),
    ],
)
def test_commands_from_other_sites_pages_are_refused(site, headers, status):
    own = {name: value.format(site=site) for name, value in headers.items()}
    assert Client(site).post("/tables", json={"game": "cuttle"}, headers=own).status_code == status


def test_under_https_another_host_of_the_domain_can_set_no_cookie(site):
    """A browser sends cookies of a plain name that another host has set; it refuses prefixed names from there."""
    eve = Client(site)
    table = eve.open(game="cuttle", opponents=["easy"])
    guest, token, page = eve.cookies["guest"], eve.cookies["csrf"], {"accept": "text/html"}
    headers = {"cookie": f"guest={guest}; csrf={token}; look=theme:dark.suits:four", "x-forwarded-proto": "https"}
    answer = get(f"{site}/t/{table}", headers=headers | {"accept": "application/json"})
    assert answer.json()["you"] is None
    assert answer.cookies["__Host-guest"] != guest
    assert answer.cookies["__Host-csrf"] != token
    assert 'data-theme="dark"' not in get(f"{site}/about", headers=headers | page).text
    command = {"version": eve.look(table)["version"]}
    left = post(f"{site}/t/{table}/leave", json=command, headers=headers | {"x-csrf-token": token})
    assert left.status_code == 403
    cookie = f"__Host-guest={guest}; guest=other; __Host-look=theme:dark.suits:four"
    own = {"cookie": cookie, "x-forwarded-proto": "https"}
    assert get(f"{site}/t/{table}", headers=own | {"accept": "application/json"}).json()["you"] == 0
    assert 'data-theme="dark"' in get(f"{site}/about", headers=own | page).text
    form = {"theme": "dark", "_csrf_token": token}
    kept = post(f"{site}/settings", data=form, headers=own | page, follow_redirects=False)
    assert kept.headers["set-cookie"].startswith("__Host-look=theme:dark")
    assert "secure" in kept.headers["set-cookie"].lower()


def test_an_older_secret_is_still_read_and_the_newest_signs():
    old, new = Guests(Keys("old")), Guests(Keys("new\nold\n"))
    assert new.read(old.write("ann")) == "ann"
    assert old.read(new.write("ann")) is None
    assert Guests(Keys("new")).read(old.write("ann")) is None
    assert new.token("ann") != new.write("ann").partition(".")[2]


def test_a_forged_guest_is_a_new_guest(site):
    ann = Client(site)
    table = ann.open(game="cuttle", opponents=["easy"])
    guest, _, signature = ann.cookies["guest"].partition(".")
    eve = Client(site)
    for forged in (guest, f"{guest}.{'0' * len(signature)}", f"{guest}.", "."):
        eve.cookies.delete("guest")
        eve.cookies.set("guest", forged)
        assert eve.look(table)["you"] is None
    eve.cookies.delete("guest")
    eve.cookies.set("guest", ann.cookies["guest"])
    assert eve.look(table)["you"] == 0


def test_ids_and_links_cannot_be_guessed(client):
    tables = {client.open(game="cuttle", opponents=["easy"]) for _ in range(5)}
    links = {client.look(table)["seat_link"].rpartition(".")[2] for table in tables}
    assert len(tables) == len(links) == 5
    assert min(len(table) for table in tables) * 6 >= 96
    assert min(len(link) for link in links) * 6 >= 128


def test_too_large_requests_are_refused(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db", largest=2_000) as site:
        client = Client(site)
        assert client.post("/import", json={"game": "x" * 3_000}).status_code == 413
        assert client.post("/import", files={"file": ("game.json", b"x" * 3_000)}).status_code == 413
        assert client.post("/tables", json={"game": "cuttle"}).status_code == 201


def test_who_asks_too_often_has_to_wait(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db", rate=0.5, burst=10) as site:
        client = Client(site)
        answers = [client.get("/about") for _ in range(30)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(refused) >= 15
        assert int(refused[0].headers["retry-after"]) >= 1
        assert client.get("/static/undercut.js").status_code == 200


def test_the_secret_is_made_once_and_kept_from_others(tmp_path):
    secret = kept_secret(tmp_path)
    assert len(secret) >= 43
    assert kept_secret(tmp_path) == secret
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
    with pytest.raises(UndercutError, match="secret"):
        kept_secret(tmp_path / "nowhere")


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_secret_is_refused(tmp_path, text):
    (tmp_path / "secret").write_text(text)
    with pytest.raises(UndercutError, match="secret is empty"):
        kept_secret(tmp_path)


def test_two_processes_make_one_secret(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: kept_secret(tmp_path), range(32)))) == 1


def test_a_port_that_is_taken_is_said_so(site, tmp_path):
    port, database = site.rpartition(":")[2], f"sqlite:///{tmp_path}/unused.db"
    done = preloaded.run(["serve", "--port", port, "--database", database])
    assert done.returncode == 1
    assert "in use" in done.stderr


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
        own = ("play.example.org", "PLAY.example.org:443", "a.b.example.net", "localhost", "127.0.0.1:1")
        for host in (*own, "example.net", "example.org", "192.168.1.7"):
            assert answer(site, host)[0] == (200 if host in own else 400), host
        client = Client(site)
        named = {"host": "play.example.org", "x-forwarded-proto": "https"}
        table = client.open(game="cuttle", opponents=["open"], name="Ann")
        shown = client.get(f"/t/{table}", headers={"host": "a.example.net"}).json()
        assert shown["seat_link"].startswith("http://a.example.net/s/")
        shown = get(f"{site}/t/{table}", headers=named | {"accept": "application/json"}).json()
        assert shown["invite"] == f"https://play.example.org/t/{table}"


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
