"""Previews of links that tell no hidden card, icons for phones, and the page without a connection."""

import json
import re
from random import Random

import httpx
import pytest

import undercut
from tests.server.making import seated
from tests.server.running import PATIENCE
from undercut.pages.pictures import preview_svg
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
    drawn = [
        preview_svg(scene(table, None))
        for table in (seated(position | {"seats": SEATS[name]}), seated(mixed | {"seats": SEATS[name]}))
    ]
    assert drawn[0] == drawn[1]
    assert mixed["hands"] != position["hands"]


def test_links_have_a_preview_and_pages_an_icon(site):
    with httpx.Client(base_url=site, timeout=PATIENCE, headers={"accept": "text/html"}) as client:
        client.get("/")
        page = client.get("/new?game=cups&against=friends").text
        csrf = re.search(r'name="_csrf_token" value="([^"]+)"', page)[1]
        fields = {"_csrf_token": csrf, "game": "cups", "against": "friends", "players": "3", "name": "Ann"}
        table = client.post("/tables", data=fields, follow_redirects=True)
        assert '<meta property="og:title" content="Ann invites you to Cups">' in table.text
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
