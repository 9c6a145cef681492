import json
import re
import sqlite3
import time
from contextlib import closing

import pytest
import yaml

from tests.amounts import some
from tests.server.html import Page
from tests.server.running import Client, Listener, running, two_at, wait_for


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('site')}/tables.db"


@pytest.fixture(scope="module")
def site(database):
    with running(database) as address:
        yield address


def play(client: Client, table: str, choose=0) -> dict | None:
    scene = client.look(table)
    if not scene["moves"]:
        return None
    move = scene["moves"][choose % len(scene["moves"])]
    answer = client.post(f"/t/{table}/moves", json={"move": move["move"], "version": scene["version"]})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_description_is_the_same_in_both_languages(client):
    as_json, as_yaml = (client.get(f"/schema/openapi.{kind}") for kind in ("json", "yaml"))
    assert as_json.status_code == as_yaml.status_code == 200
    assert yaml.safe_load(as_yaml.text) == as_json.json()
    assert 'href="/schema/openapi.yaml"' in client.page("/schema")
    # The library makes examples of whole answers of random texts, and stumbles over some of its own.
    assert not [name for name, kind in as_json.json()["components"]["schemas"].items() if "examples" in kind]


@pytest.mark.parametrize("game", some(["cuttle", "cups", "cut_the_rope"], 1))
def test_a_program_plays_a_whole_game_against_a_bot(client, game):
    table = client.open(game=game, opponents=["greedy"], name="Ann")
    for turn in range(3000):
        scene = client.look(table)
        if scene["phase"] == "over":
            break
        if scene["to_move"] == 0:
            play(client, table, turn * 7)
        else:
            time.sleep(0.005)
    assert scene["result"]["text"]
    answer = client.get(f"/t/{table}/record.json")
    assert answer.headers["content-disposition"].startswith(f'attachment; filename="{game}-')
    record = answer.json()
    assert record["players"] == ["Ann", "Max"]
    step = client.get(f"/t/{table}/steps/1").json()
    assert (step["step"], step["steps"], "?" in json.dumps(step["view"])) == (1, len(record["moves"]), False)
    brought = client.post("/import", json=record)
    assert brought.status_code == 201
    assert client.get(f"/t/{brought.json()['table']}/record.json").json()["moves"] == record["moves"]
    on = client.post(f"/t/{brought.json()['table']}/steps/0/play", json={"level": "random"})
    assert client.look(on.json()["table"])["phase"] == "playing"


def test_a_form_does_what_json_does(client):
    page = client.page("/")
    token = re.search(r'name="_csrf_token" value="(\w+)"', page)[1]
    browser = {"accept": "text/html", "x-csrf-token": ""}
    form = {"_csrf_token": token, "game": "cuttle", "seat": "0", "opponents[]": "easy"}
    answer = client.post("/tables", data=form, headers=browser)
    assert answer.status_code == 303
    table = answer.headers["location"]
    rules = '<a href="/rules/cuttle?rules=cuttle-cards-2">cuttle.cards, September 2026</a>'
    assert f"<h1>Cuttle <small>{rules}</small></h1>" in client.page(table)
    version = re.search(r'name="version" value="(\d+)"', client.page(table))[1]
    form = {"_csrf_token": token, "version": version, "move": "draw"}
    assert client.post(f"{table}/moves", data=form, headers=browser).headers["location"] == table
    again = client.post(f"{table}/moves", data=form, headers=browser)
    assert (again.status_code, again.headers["location"]) == (303, table)  # sent twice, played once
    late = client.post(f"{table}/moves", data=form | {"move": "Ah"}, headers=browser)
    assert (late.status_code, "<h1>Too late</h1>" in late.text) == (409, True)
    assert "Nothing was lost" in late.text
    assert f'href="{table}">Go to the table</a>' in late.text


def test_illegal_moves_are_refused_with_the_clause(site):
    table, ann, bob = two_at(site)
    version = ann.look(table)["version"]
    refused = ann.post(f"/t/{table}/moves", json={"move": "pass", "version": version})
    assert (refused.status_code, refused.json()["clause"]) == (422, "CU-5")
    assert ann.post(f"/t/{table}/moves", json={"move": "?!", "version": version}).status_code == 422
    early = bob.post(f"/t/{table}/moves", json={"move": "draw", "version": version})
    assert (early.status_code, early.json()["detail"]) == (403, "It is not your move.")
    stranger = Client(site).post(f"/t/{table}/moves", json={"move": "draw", "version": version})
    assert stranger.status_code == 403
    assert ann.look(table)["version"] == version
    stale = ann.post(f"/t/{table}/moves", json={"move": "draw", "version": version - 1})
    assert (stale.status_code, stale.json()["version"]) == (409, version)


@pytest.mark.parametrize(
    "path", ["/t/nowhere", "/t/nowhere/board", "/t/nowhere/events", "/s/a.0.b", "/nothing", "/rules/chess"]
)
def test_what_is_not_there_is_not_found(client, path):
    assert client.get(path).json()["status"] == 404
    assert "404" in client.page(path)


def test_a_hint_is_a_legal_move_and_only_for_who_asks(site):
    table, ann, bob = two_at(site, hints=True)
    hint = ann.ask(table, "hint").json()
    assert hint["move"] in [move["move"] for move in ann.look(table)["moves"]]
    assert ann.look(table)["hint"] == hint
    assert bob.look(table)["hint"] is None
    refused = bob.ask(table, "hint")
    assert (refused.status_code, refused.json()["detail"]) == (403, "It is not your move.")
    for unasked in ({}, {"hints": False}):
        table, ann, bob = two_at(site, **unasked)
        assert ann.ask(table, "hint").json()["detail"] == "Hints are not allowed at this table."


def test_it_is_said_before_the_first_hint_what_it_costs(client):
    def begin():
        return client.open(game="cuttle", opponents=["beginner"], seat=0, hints=True)

    first = begin()
    assert client.ask(first, "resign").is_success
    table, told = begin(), "Games with hints or take-backs do not count on the ladder"
    assert f'title="{told}' in client.page(f"/t/{table}")
    client.ask(table, "hint")
    page = client.page(f"/t/{table}")
    assert "hint-why" in page
    assert told not in page
    assert client.ask(table, "resign").is_success
    assert "A hint was used, so this game does not count on the ladder" in client.page(f"/t/{table}")
    assert "A hint was used" not in client.page(f"/t/{first}")
    assert not client.get("/").json()["learning"]["lesson"], "and not after the next one"
    # After a lost game, the lesson is the next thing until it is done.
    for page in (client.page(f"/t/{first}/gains"), client.page("/")):
        assert 'href="/learn/cuttle/first/1"' in page
    client.post("/learn/cuttle/first/5", data={"move": "Jc>6h"}, headers={"Accept": "text/html"})
    assert "Finish learning Cuttle: 2 minutes" in client.page(f"/t/{first}/gains")
    assert client.page("/").count("/learn/cuttle/first/6") == 2, "the button and the game's own box"


def test_the_lobby_shows_listed_tables_and_updates_itself(site, client):
    listener = Listener(client, "/lobby/events")
    table = client.open(game="cups", opponents=["open", "easy"], listed=True, name="Lobbyist")
    hidden = client.open(game="cups", opponents=["open"])
    wait_for(lambda: table in listener.text)
    shown = [line["table"] for line in client.get("/lobby").json()["tables"]]
    assert table in shown
    assert hidden not in shown
    assert hidden in [line["table"] for line in client.get("/").json()["yours"]]
    assert hidden not in Client(site).get("/").text + listener.text


def test_who_watches_and_then_sits_down_is_there_and_told_what_is_theirs(site):
    ann, bob = Client(site), Client(site)
    table = ann.open(game="cuttle", opponents=["open"], name="Ann")
    assert bob.look(table)["you"] is None
    watching = Listener(bob, f"/t/{table}/events")
    wait_for(lambda: watching.text)
    assert bob.ask(table, "sit", name="Bob").status_code == 200
    wait_for(lambda: ann.look(table)["seats"][1]["present"])
    play(ann, table)
    while bob.look(table)["to_move"] == 1 and len(bob.look(table)["moves"]) == 1:
        play(bob, table)
    assert bob.ask(table, "moves", move="draw").status_code in (200, 409)
    mine = [line for line in bob.look(table)["log"] if line["seat"] == 1]
    wait_for(lambda: {line["seq"] for line in mine} <= {number for number, _ in watching.events()})
    told = {number: event["line"]["text"] for number, event in watching.events()}
    assert all(told[line["seq"]] == line["text"] for line in mine)


def test_a_damaged_log_hurts_one_table_only(site, database):
    table, *_ = two_at(site)
    other, *_ = two_at(site)
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
        connection.execute("update events set data = ? where table_id = ? and seq = 4", (b"{}", table))
        connection.commit()
    with running(database) as second:
        cold = Client(second)
        answer = cold.get(f"/t/{table}")
        assert answer.status_code == 500
        assert answer.json()["title"] == "This table cannot be shown"
        assert cold.look(other)["phase"] == "playing"


def test_what_cannot_be_stored_is_said_and_play_goes_on_by_itself(tmp_path, monkeypatch):
    monkeypatch.setattr("undercut.site.store.database.PATIENCE", 0)
    html = {"accept": "text/html"}
    with (
        running(f"sqlite:///{tmp_path}/tables.db") as site,
        closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as other,
    ):
        table, ann, bob = two_at(site)
        listening = Listener(bob, f"/t/{table}/events?after=0")
        version = ann.look(table)["version"]
        wait_for(lambda: len(listening.events()) == version)
        other.execute("BEGIN IMMEDIATE")
        move = {"move": "draw", "version": version}
        refused = ann.post(f"/t/{table}/moves", json=move)
        assert refused.status_code == 503
        assert refused.json()["detail"].startswith("Nothing was changed: another program has locked")
        form = move | {"_csrf_token": ann.headers["x-csrf-token"]}
        page = ann.post(f"/t/{table}/moves", data=form, headers=html)
        opened = ann.post("/tables", json={"game": "cuttle", "opponents": ["easy"]})
        assert (page.status_code, opened.status_code) == (503, 503)
        assert "<h1>Not available</h1>" in page.text
        assert "Nothing was changed" in page.text
        assert ann.look(table)["version"] == version
        assert ann.get(f"/t/{table}", headers=html).status_code == 200
        other.execute("ROLLBACK")
        assert play(ann, table)
        wait_for(lambda: len(listening.events()) == version + 1)


def test_a_reader_ahead_of_a_restored_log_is_told_to_reload(site):
    table, ann, _ = two_at(site)
    version = ann.look(table)["version"]
    ahead = Listener(ann, f"/t/{table}/events?after={version + 5}")
    wait_for(lambda: "event: reload" in ahead.text)
    assert f'data: {{"version":{version}}}' in ahead.text
    abreast = Listener(ann, f"/t/{table}/events?after={version}")
    wait_for(lambda: "event: seats" in abreast.text)
    assert "reload" not in abreast.text


def test_an_opponent_is_found_at_the_table_that_waits(site):
    ann, ben, cid = Client(site), Client(site), Client(site)
    waits = ann.post("/find", json={"game": "cut_the_rope", "name": "Ann"}).json()["table"]
    assert ann.post("/find", json={"game": "cut_the_rope"}).json()["table"] == waits
    line = next(line for line in cid.get("/lobby").json()["tables"] if line["table"] == waits)
    assert line["created"] > 0
    page = cid.get("/lobby", headers={"Accept": "text/html"}).text
    assert "opened just now" in page
    assert "Bot game: " in page
    waiting = Page(ann.page(f"/t/{waits}"))
    assert "Play a bot while you wait" in waiting.words
    assert waiting.all("form", action="/tables", target="_blank"), "the table stays open beside the bot's"
    assert ben.post("/find", json={"game": "cut_the_rope", "name": "Ben"}).json()["table"] == waits
    assert ann.get(f"/t/{waits}").json()["phase"] == "playing"
    other = cid.post("/find", json={"game": "cut_the_rope"}).json()["table"]
    assert other != waits
    cid.post(f"/t/{other}/close", json={"version": 2})
    assert cid.post("/find", json={"game": "chess"}).status_code == 404
    assert cid.post("/find", json={"game": "cuttle", "name": "Cleo bot"}).status_code == 422
