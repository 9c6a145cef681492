"""Who may not come in, and what a browser is told so that nobody does."""

from __future__ import annotations

import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.server.running import PATIENCE, Client, get, post, running
from undercut.errors import UndercutError
from undercut.site.operations.settings import from_environment, kept_secret
from undercut.site.security.guest import Guests
from undercut.site.security.keys import Keys


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
def test_commands_need_the_token(site, token):
    client = Client(site)
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


def test_a_token_of_another_secret_is_replaced(site):
    client = Client(site)
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
    headers = {"cookie": f"guest={guest}; csrf={token}; look=dark.four", "x-forwarded-proto": "https"}
    answer = get(f"{site}/t/{table}", headers=headers | {"accept": "application/json"})
    assert answer.json()["you"] is None
    assert answer.cookies["__Host-guest"] != guest
    assert answer.cookies["__Host-csrf"] != token
    assert 'data-theme="dark"' not in get(f"{site}/about", headers=headers | page).text
    command = {"version": eve.look(table)["version"]}
    left = post(f"{site}/t/{table}/leave", json=command, headers=headers | {"x-csrf-token": token})
    assert left.status_code == 403
    own = {"cookie": f"__Host-guest={guest}; guest=other; __Host-look=dark.four", "x-forwarded-proto": "https"}
    assert get(f"{site}/t/{table}", headers=own | {"accept": "application/json"}).json()["you"] == 0
    assert 'data-theme="dark"' in get(f"{site}/about", headers=own | page).text
    kept = post(
        f"{site}/settings", data={"theme": "dark", "_csrf_token": token}, headers=own | page, follow_redirects=False
    )
    assert kept.headers["set-cookie"].startswith("__Host-look=dark.")
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


def test_ids_and_links_cannot_be_guessed(site):
    client = Client(site)
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


def test_settings_come_from_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERCUT_DATA", str(tmp_path / "data"))
    settings = from_environment({"UNDERCUT_THINKERS": "3"}, thinkers=None)
    assert (settings.thinkers, settings.database) == (3, f"sqlite:///{tmp_path}/data/tables.db")


def test_a_port_that_is_taken_is_said_so(site, tmp_path):
    port, database = site.rpartition(":")[2], f"sqlite:///{tmp_path}/unused.db"
    command = [sys.executable, "-m", "undercut.cli.app", "serve", "--port", port, "--database", database]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "in use" in done.stderr
