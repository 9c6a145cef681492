import json
import re
from random import Random

import httpx
import pytest
from licences import licences
from litestar.testing import TestClient

import undercut
from tests.server.inside import settings
from tests.server.making import seated
from tests.server.running import PATIENCE
from undercut.errors import BadSettings
from undercut.pages.assets import preview_svg
from undercut.site.server.app import make_app
from undercut.table.showing import scene

SEATS = {"cuttle": 2, "cups": 5, "cut_the_rope": 4}


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


@pytest.mark.parametrize("name", SEATS)
def test_a_preview_does_not_change_with_hidden_cards(name):
    """Two deals that the public cannot tell apart, after some moves, have the same picture."""
    state = undercut.game(name, seats=SEATS[name]).deal(seed=5)
    for _ in range(6):
        state.play(state.legal_moves()[0])
    position = json.loads(json.dumps(state.position()))
    mixed = json.loads(json.dumps(position))
    first, second = mixed["hands"][:2]
    number = min(len(first), len(second))
    first[:number], second[:number] = second[:number], first[:number]
    stock = next(mixed[pile] for pile in ("stock", "stack", "deck") if pile in mixed)
    Random(3).shuffle(stock)
    drawn = [preview_svg(scene(seated(each | {"seats": SEATS[name]}), None)) for each in (position, mixed)]
    assert drawn[0] == drawn[1]
    assert mixed["hands"] != position["hands"]


def test_links_have_a_preview_and_pages_an_icon(site):
    with httpx.Client(base_url=site, timeout=PATIENCE, headers={"accept": "text/html"}) as client:
        client.get("/")
        page = client.get("/new?game=cups&against=friends").text
        csrf = re.search(r'name="_csrf_token" value="([^"]+)"', page)[1]
        fields = {"_csrf_token": csrf, "game": "cups", "against": "friends", "players": "3", "name": "Ann"}
        table = client.post("/tables", data=fields, follow_redirects=True)
        assert '<meta property="og:title" content="Ann invites you to play Cups">' in table.text
        (address,) = re.findall(r'property="og:image" content="([^"]+)"', table.text)
        assert address.startswith(f"{site}/t/")
        answer = client.get(address)
        assert (answer.headers["content-type"], size(answer.content)) == ("image/png", (1200, 630))
        manifest = client.get("/static/site.webmanifest").json()
        for icon in manifest["icons"][1:]:
            side = int(icon["sizes"].partition("x")[0])
            assert size(client.get(icon["src"]).content) == (side, side)
        assert size(client.get("/icon/apple.png").content) == (180, 180)
        assert client.get("/icon/wrong.png").status_code == 404
        worker = client.get("/worker.js").text
        kept = re.findall(r'"(/[^"]*)"', worker)
        assert all(client.get(path).status_code == 200 for path in kept)
        assert not any(path.startswith("/t/") for path in kept)
        assert "You are offline" in client.get("/no-connection").text


HTML = {"accept": "text/html"}
DOCS = "https://docs.example.org/"
OUTSIDE = ("../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "/etc/passwd", "%2fetc%2fpasswd")
FILES = {
    "index.html": '<base href="./"><iframe src="front.html"></iframe>',
    "service.js": "//",
    "learn/index.html": "lessons",
    "python/python.wasm": "\0asm",
}


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "edition"
    for name, text in FILES.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text)
    (tmp_path / "secret.txt").write_text("secret")
    return made


def test_the_edition_is_served_with_a_policy_of_its_own_and_nothing_beside_it(tmp_path, folder):
    with TestClient(make_app(settings(tmp_path, hosts="*", offline=str(folder), docs=DOCS))) as client:
        assert client.get("/offline", follow_redirects=False).headers["location"] == "/offline/"
        shell = client.get("/offline/")
        assert shell.text == FILES["index.html"]
        assert "wasm-unsafe-eval" in shell.headers["content-security-policy"]
        found = client.get("/offline/python/python.wasm")
        assert (found.headers["content-type"], found.headers["content-encoding"]) == ("application/wasm", "gzip")
        assert "wasm-unsafe-eval" in found.headers["content-security-policy"]
        assert "set-cookie" not in found.headers
        assert client.get("/offline/learn").text == "lessons"
        assert 'href="/offline/"' in client.get("/offline/t/abc", headers=HTML).text
        assert client.get("/offline/nothing.js", headers={"accept": "*/*"}).status_code == 404
        assert "/offline/" in client.get("/no-connection", headers=HTML).text
        assert "wasm" not in client.get("/").headers["content-security-policy"]
        assert f'<a href="{DOCS}">Documentation</a>' in client.get("/about", headers=HTML).text
        for path in OUTSIDE:
            found = client.get(f"/offline/{path}", headers={"accept": "*/*"})
            assert found.status_code in {400, 404}
            assert not {"secret", "root:"} & {*found.text.split()}


def test_without_an_edition_and_docs_no_page_leads_there(tmp_path):
    with TestClient(make_app(settings(tmp_path, hosts="*"))) as client:
        found = client.get("/offline", headers=HTML)
        assert "You are offline" in found.text
        assert "/offline/" not in found.text
        assert client.get("/offline/index.html").status_code == 404
        assert "Documentation</a>" not in client.get("/about", headers=HTML).text
        listed = client.get("/about", headers={"accept": "application/json"}).json()["licences"]
    assert licences().items() <= listed.items(), "of everything in the lock file"
    assert all(listed.values())
    assert "litestar" in listed


@pytest.mark.parametrize("address", ["docs", "javascript:alert(1)", 'https://a"b'])
def test_an_address_of_docs_or_a_folder_without_the_edition_is_refused(tmp_path, address):
    settings(tmp_path, docs="/docs/")
    with pytest.raises(BadSettings, match="make pages"):
        settings(tmp_path, offline=str(tmp_path))
    with pytest.raises(BadSettings, match=r"UNDERCUT_DOCS: .* is not an address"):
        settings(tmp_path, hosts="*", docs=address)
