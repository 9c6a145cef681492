"""One client that fills the lobby."""

from __future__ import annotations

import httpx
import pytest

from tests.server.running import Client, running


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def site(folder):
    with running(f"sqlite:///{folder}/tables.db", listed=3, listed_group=7, proxies="127.0.0.1") as address:
        yield address


def opened(client: httpx.Client, **more) -> httpx.Response:
    return client.post("/tables", json={"game": "cuttle", "opponents": ["open"], "listed": True} | more)


def test_a_flood_of_listed_tables_is_refused_and_pushes_no_others_out(site):
    other = Client(site, **{"x-forwarded-for": "192.0.2.1"})
    kept = other.open(game="cuttle", opponents=["open"], listed=True, name="Zoe")
    before = len(other.get("/lobby").json()["tables"])
    mallory = Client(site, **{"x-forwarded-for": "198.51.100.7"})
    answers = [opened(mallory) for _ in range(101)]
    assert [answer.status_code for answer in answers] == [201] * 3 + [429] * 98
    refused = answers[-1]
    assert refused.json()["detail"].startswith("You have 3 open tables in the lobby.")
    assert refused.headers["retry-after"] == "60"
    strangers = [Client(site, **{"x-forwarded-for": "198.51.100.7"}) for _ in range(5)]
    answers = [opened(stranger) for stranger in strangers]
    assert [answer.status_code for answer in answers] == [201] * 4 + [429]
    assert "from your network" in answers[-1].json()["detail"]
    lobby = [line["table"] for line in other.get("/lobby").json()["tables"]]
    assert kept in lobby
    assert len(lobby) == before + 7
    assert opened(mallory, listed=False).status_code == 201
    assert opened(mallory, opponents=["easy"]).status_code == 201


def test_a_form_keeps_what_was_chosen_and_says_why(site):
    client = Client(site, **{"x-forwarded-for": "203.0.113.5"})
    for _ in range(3):
        assert opened(client).status_code == 201
    form = {"game": "cuttle", "opponents[]": "open", "listed": "true", "name": "Ann & Co"}
    answer = client.post(
        "/tables", data=form | {"_csrf_token": client.headers["x-csrf-token"]}, headers={"accept": "text/html"}
    )
    assert answer.status_code == 429
    assert "You have 3 open tables in the lobby." in answer.text
    assert "Ann &amp; Co" in answer.text


def test_no_address_of_a_maker_is_stored(site, folder):
    client = Client(site, **{"x-forwarded-for": "203.0.113.99"})
    assert opened(client).status_code == 201
    stored = b"".join(file.read_bytes() for file in folder.iterdir())
    assert b"maker_mark" in stored
    assert b"203.0.113.99" not in stored
