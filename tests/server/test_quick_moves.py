"""A move that takes the short way is answered exactly as on the usual way, and nothing else takes it."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import httpx
import pytest

from undercut.site.operations.settings import Settings
from undercut.site.routes.app import make_app

pytestmark = pytest.mark.anyio

FORM = "application/x-www-form-urlencoded;charset=UTF-8"
JSON = "application/json"
CASES = {
    "stale": (JSON, '{"version": 1, "move": "draw"}', {}),
    "illegal": (JSON, '{"version": 4, "move": "pass"}', {}),
    "no move": (JSON, '{"version": 4, "move": "nonsense"}', {}),
    "too long": (JSON, '{"version": 4, "move": "' + "x" * 41 + '"}', {}),
    "no version": (JSON, '{"move": "draw"}', {}),
    "text for a number": (JSON, '{"version": "x", "move": "draw"}', {}),
    "no JSON": (JSON, "{", {}),
    "nothing": (JSON, "", {}),
    "stale form": (FORM, "version=1&move=draw", {}),
    "empty move": (FORM, "version=4&move=", {}),
    "other digits": (FORM, "version=%EF%BC%94&move=draw", {}),
    "twice": (FORM, "version=4&version=1&move=draw", {}),
    "no token": (JSON, '{"version": 4, "move": "draw"}', {"x-csrf-token": ""}),
    "wrong token": (JSON, '{"version": 4, "move": "draw"}', {"x-csrf-token": "é"}),
    "other site": (JSON, '{"version": 4, "move": "draw"}', {"sec-fetch-site": "cross-site"}),
    "other origin": (JSON, '{"version": 4, "move": "draw"}', {"origin": "http://evil.com"}),
    "other host": (JSON, '{"version": 4, "move": "draw"}', {"host": "evil.com"}),
    "no guest": (JSON, '{"version": 4, "move": "draw"}', {"cookie": "guest=forged.0"}),
    "odd accept": (JSON, '{"version": 4, "move": "draw"}', {"accept": "text/html;q=inf"}),
    "large": (JSON, '{"version": 4, "move": "draw", "more": "' + "x" * 16_000 + '"}', {}),
}


@pytest.fixture
async def site(tmp_path):
    """The application, and the client of the player who is to move."""
    app = make_app(Settings(database=f"sqlite:///{tmp_path}/t.db", secret="x" * 40, thinkers=0, imports=0))
    async with app.lifespan():
        clients = [
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost", headers={"accept": JSON})
            for _ in range(2)
        ]
        for client in clients:
            await client.get("/lobby")
            client.headers["x-csrf-token"] = client.cookies["csrf"]
        wish = {"game": "cuttle", "opponents": ["open"], "name": "Ann"}
        table = (await clients[0].post("/tables", json=wish)).json()["table"]
        await clients[1].post(f"/t/{table}/sit", json={"version": 2, "name": "Bob"})
        mover = (await clients[0].get(f"/t/{table}")).json()["to_move"]
        yield app, clients[mover], f"/t/{table}/moves"


def told(answer: httpx.Response) -> tuple[int, list[tuple[str, str]], str]:
    headers = sorted(
        (name, re.sub(r"(guest|csrf)=[^;]*", r"\1", value)) for name, value in answer.headers.multi_items()
    )
    return answer.status_code, headers, answer.text


@pytest.mark.parametrize("path", ["", "/t/nothing-here/moves"])
async def test_refusals_are_the_same_on_both_ways(site, path):
    app, client, own = site
    short = app.asgi_handler
    for name, (kind, text, headers) in CASES.items():
        body = text + f"&_csrf_token={client.cookies['csrf']}" * (kind == FORM)
        more = {"content-type": kind} | {key: value.encode() for key, value in headers.items()}
        answers = []
        for way in (short, short._next):  # noqa: SLF001  the usual way
            app.asgi_handler = way
            answers.append(told(await client.post(path or own, content=body, headers=more)))
        assert answers[0] == answers[1], name
        assert answers[0][0] >= 400, name


async def test_moves_of_programs_and_of_the_script_take_the_short_way(site, monkeypatch):
    app, client, own = site
    monkeypatch.setattr(app.asgi_handler, "_next", None)  # whatever goes the usual way fails
    fields = {"version": 4, "move": "nonsense"}
    assert (await client.post(own, json=fields)).status_code == 422
    fields["version"] = (await client.post(own, json=fields | {"move": "draw"})).json()["version"] - 1
    del client.headers["x-csrf-token"]
    form = urlencode(fields | {"_csrf_token": client.cookies["csrf"]})
    assert (await client.post(own, content=form, headers={"content-type": FORM})).status_code == 409
