"""The site as programs and browsers meet it: a real server on a real port."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from contextlib import closing

import pytest
import yaml

from tests.amounts import some
from tests.server.running import Client, Listener, running, wait_for


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('site')}/tables.db"


@pytest.fixture(scope="module")
def site(database):
    with running(database) as address:
        yield address


def two_at(site: str, game: str = "cuttle", **wish) -> tuple[str, Client, Client]:
    """Ann and Bob at a table."""
    ann, bob = Client(site), Client(site)
    table = ann.open(game=game, opponents=["open"], name="Ann", **wish)
    assert bob.ask(table, "sit", name="Bob").status_code == 200
    return table, ann, bob


def play(client: Client, table: str, choose=0) -> dict | None:
    scene = client.look(table)
    if not scene["moves"]:
        return None
    move = scene["moves"][choose % len(scene["moves"])]
    answer = client.post(f"/t/{table}/moves", json={"move": move["move"], "version": scene["version"]})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_description_is_the_same_in_both_languages(site):
    client = Client(site)
    as_json, as_yaml = (client.get(f"/schema/openapi.{kind}") for kind in ("json", "yaml"))
    assert as_json.status_code == as_yaml.status_code == 200
    assert yaml.safe_load(as_yaml.text) == as_json.json()
    assert 'href="/schema/openapi.yaml"' in client.page("/schema")
    # The library makes examples of whole answers of random texts, and stumbles over some of its own.
    assert not [name for name, kind in as_json.json()["components"]["schemas"].items() if "examples" in kind]


@pytest.mark.parametrize("game", some(["cuttle", "cups", "cut_the_rope"], 1))
def test_a_program_plays_a_whole_game_against_a_bot(site, game):
    client = Client(site)
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
    record = client.get(f"/t/{table}/record.json").json()
    assert record["players"] == ["Ann", "Max"]
    step = client.get(f"/t/{table}/steps/1").json()
    assert (step["step"], step["steps"], "?" in json.dumps(step["view"])) == (1, len(record["moves"]), False)
    brought = client.post("/import", json=record)
    assert brought.status_code == 201
    assert client.get(f"/t/{brought.json()['table']}/record.json").json()["moves"] == record["moves"]
    on = client.post(f"/t/{brought.json()['table']}/steps/0/play", json={"level": "random"})
    assert client.look(on.json()["table"])["phase"] == "playing"


def test_two_people_play_and_both_hear_of_it(site):
    table, ann, bob = two_at(site)
    version = ann.look(table)["version"]
    listening = [Listener(client, f"/t/{table}/events?after={version}") for client in (ann, bob, Client(site))]
    answer = ann.post(f"/t/{table}/moves", json={"move": "draw", "version": version})
    assert answer.json() == {"table": table, "version": version + 1}
    for listener in listening:
        wait_for(listener.events)
    (number, mine), theirs, public = (listener.events()[0] for listener in listening)
    assert number == version + 1 == mine["seq"]
    assert len(mine["line"]["cards"]) == 1
    assert theirs[1]["line"]["cards"] == public[1]["line"]["cards"] == []
    assert theirs[1]["line"]["text"] == "Ann draws a card from the stock."


def test_a_stream_is_resumed_where_it_ended(site):
    table, ann, bob = two_at(site)
    for _ in range(3):
        play(ann, table)
        play(bob, table)
    version = ann.look(table)["version"]
    again = Listener(bob, f"/t/{table}/events?after=1", **{"last-event-id": str(version - 2)})
    wait_for(lambda: len(again.events()) == 2)
    assert [number for number, _ in again.events()] == [version - 1, version]
    everything = Listener(bob, f"/t/{table}/events?after=0")
    wait_for(lambda: len(everything.events()) == version)
    assert [number for number, _ in everything.events()] == list(range(1, version + 1))


def test_a_form_does_what_json_does(site):
    client = Client(site)
    page = client.page("/")
    token = re.search(r'name="_csrf_token" value="(\w+)"', page)[1]
    browser = {"accept": "text/html", "x-csrf-token": ""}
    form = {"_csrf_token": token, "game": "cuttle", "seat": "0", "opponents[]": "easy"}
    answer = client.post("/tables", data=form, headers=browser)
    assert answer.status_code == 303
    table = answer.headers["location"]
    heading = (
        '<h1>Cuttle <small><a href="/rules/cuttle?rules=cuttle-cards-2">cuttle.cards, September 2026</a></small></h1>'
    )
    assert heading in client.page(table)
    version = re.search(r'name="version" value="(\d+)"', client.page(table))[1]
    form = {"_csrf_token": token, "version": version, "move": "draw"}
    assert client.post(f"{table}/moves", data=form, headers=browser).headers["location"] == table
    again = client.post(f"{table}/moves", data=form, headers=browser)
    assert (again.status_code, again.headers["location"]) == (303, table)  # sent twice, played once
    late = client.post(f"{table}/moves", data=form | {"move": "Ah"}, headers=browser)
    assert (late.status_code, "<h1>Too late</h1>" in late.text) == (409, True)


def test_faulty_choices_come_back_as_they_were_typed(site):
    client = Client(site)
    token = client.headers["x-csrf-token"]
    form = {"_csrf_token": token, "game": "cuttle", "rules.set": "denexa", "rules.seven": "9", "name": "Zoë & <b>"}
    answer = client.post("/tables", data=form, headers={"accept": "text/html"})
    assert answer.status_code == 422
    assert "9 is not one of: 1, 2" in answer.text
    assert "Zoë &amp; &lt;b&gt;" in answer.text
    refused = client.post("/tables", json={"game": "cuttle", "rules": {"seven": 9}, "opponents": ["chess"]})
    assert (refused.status_code, len(refused.json()["faults"])) == (422, 2)


def test_illegal_moves_are_refused_with_the_clause(site):
    table, ann, bob = two_at(site)
    version = ann.look(table)["version"]
    refused = ann.post(f"/t/{table}/moves", json={"move": "pass", "version": version})
    assert (refused.status_code, refused.json()["clause"]) == (422, "CU-5")
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
def test_what_is_not_there_is_not_found(site, path):
    client = Client(site)
    assert client.get(path).json()["status"] == 404
    assert "404" in client.page(path)


def test_the_link_of_a_seat_opens_it_on_another_device(site):
    table, ann, bob = two_at(site)
    link = ann.look(table)["seat_link"]
    assert link not in (bob.look(table)["seat_link"], None)
    assert Client(site).look(table)["seat_link"] is None
    phone = Client(site)
    token = link.rpartition("/")[2]
    assert phone.get(f"/s/{token[:-1]}x").status_code == 404
    assert phone.post(f"/s/{token[:-1]}x").status_code == 404
    assert phone.get(f"/s/{token}").json() == {"table": table, "game": "Cuttle", "seat": 0, "name": "Ann"}
    assert phone.look(table)["you"] is None
    assert phone.post(f"/s/{token}").status_code == 200
    assert phone.look(table)["you"] == 0
    assert play(phone, table)
    assert bob.post(f"/s/{token}").status_code == 403


def test_a_bot_plays_for_who_left_until_they_are_back(site):
    table, ann, bob = two_at(site)
    link = bob.look(table)["seat_link"].rpartition("/")[2]
    assert ann.ask(table, "take-over", seat=1).status_code == 422
    assert bob.ask(table, "leave").status_code == 200
    assert ann.ask(table, "take-over", seat=1, level="random").status_code == 200
    play(ann, table)
    wait_for(lambda: ann.look(table)["to_move"] == 0 and ann.look(table)["steps"] > 1)
    assert Client(site).post(f"/s/{link}").status_code == 200
    assert ann.look(table)["seats"][1]["kind"] == "person"


def test_people_agree_on_another_game(site):
    table, ann, bob = two_at(site)
    assert ann.ask(table, "resign").status_code == 200
    assert ann.ask(table, "rematch").json()["table"] == table
    following = bob.ask(table, "rematch").json()["table"]
    assert following != table
    assert ann.look(table)["rematch"] == following
    assert (ann.look(following)["you"], bob.look(following)["you"]) == (1, 0)
    assert ann.look(following)["phase"] == "playing"


def test_who_gives_up_need_not_know_of_the_last_move(site, database):
    table, ann, _ = two_at(site)
    with running(database) as second:
        # This one is told of nothing that the other one writes.
        away = Client(second)
        away.cookies.delete("guest")
        away.cookies.set("guest", ann.cookies["guest"])
        away.headers["x-csrf-token"] = ann.headers["x-csrf-token"]
        late = away.look(table)["version"]
        assert ann.ask(table, "moves", move="draw").status_code == 200
        assert away.post(f"/t/{table}/draw", json={"version": late}).status_code == 409
        assert ann.ask(table, "draw").status_code == 200
        given_up = away.post(f"/t/{table}/resign", json={"version": late})
        assert (given_up.status_code, given_up.json()["version"]) == (200, late + 4)
        assert away.look(table)["result"]["text"] == "Bob wins by resignation."
        again = away.post(f"/t/{table}/resign", json={})
        assert (again.status_code, again.json()["version"]) == (409, late + 4)


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


def test_the_lobby_shows_listed_tables_and_updates_itself(site):
    client = Client(site)
    listener = Listener(client, "/lobby/events")
    table = client.open(game="cups", opponents=["open", "easy"], listed=True, name="Lobbyist")
    hidden = client.open(game="cups", opponents=["open"])
    wait_for(lambda: table in listener.text)
    shown = [line["table"] for line in client.get("/lobby").json()["tables"]]
    assert table in shown
    assert hidden not in shown
    assert hidden in [line["table"] for line in client.get("/").json()["yours"]]
    assert hidden not in Client(site).get("/").text + listener.text


def test_who_is_there_is_told_to_the_others(site):
    table, ann, bob = two_at(site)
    watching = Listener(ann, f"/t/{table}/events")
    wait_for(lambda: ann.look(table)["seats"][0]["present"])
    assert not ann.look(table)["seats"][1]["present"]
    there = Listener(bob, f"/t/{table}/events")
    wait_for(lambda: '"name":"Bob","level":null,"present":true' in watching.text)
    assert not there.ended


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


def test_a_finished_game_lies_open_and_goes_on_where_somebody_gave_up(site):
    table, ann, bob = two_at(site)
    assert ann.ask(table, "resign").status_code == 200
    assert "?" not in Client(site).look(table)["view"]["hands"][0]
    answer = bob.post(f"/t/{table}/steps/0/play", json={"level": "easy"})
    assert answer.status_code == 200
    following = answer.json()["table"]
    assert bob.look(following)["phase"] == "playing"
    assert bob.look(following)["you"] == 0


def test_after_a_restart_every_table_goes_on(tmp_path):
    database = f"sqlite:///{tmp_path}/tables.db"
    with running(database) as site:
        table, ann, bob = two_at(site)
        cookies = [client.cookies["guest"] for client in (ann, bob)]
        streams = [Listener(client, f"/t/{table}/events?after=0") for client in (ann, bob)]
        play(ann, table)
        with_bot = ann.open(game="cut_the_rope", opponents=["random"])
        before = ann.look(table)
        wait_for(lambda: len(streams[0].events()) == before["version"])
        began = time.monotonic()
    assert time.monotonic() - began < 30, "stopping takes too long"
    wait_for(lambda: all(stream.ended for stream in streams))
    with running(database) as site:
        ann, bob = Client(site), Client(site)
        for client, kept in zip((ann, bob), cookies, strict=True):
            client.cookies.delete("guest")
            client.cookies.set("guest", kept)
            client.headers["x-csrf-token"] = client.get("/about").cookies["csrf"]
        after = ann.look(table)
        assert (after["view"], after["you"]) == (before["view"], 0)
        assert [line | {"at": 0} for line in after["log"]] == [line | {"at": 0} for line in before["log"]]
        assert play(bob, table)
        while ann.look(with_bot)["to_move"] == 0:
            play(ann, with_bot)
        wait_for(lambda: ann.look(with_bot)["to_move"] in (0, None))


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
    assert "Bots are playing" in page
    assert "Play a bot while you wait" in ann.get(f"/t/{waits}", headers={"Accept": "text/html"}).text
    assert ben.post("/find", json={"game": "cut_the_rope", "name": "Ben"}).json()["table"] == waits
    assert ann.get(f"/t/{waits}").json()["phase"] == "playing"
    other = cid.post("/find", json={"game": "cut_the_rope"}).json()["table"]
    assert other != waits
    cid.post(f"/t/{other}/close", json={"version": 2})
    assert cid.post("/find", json={"game": "chess"}).status_code == 404
    assert cid.post("/find", json={"game": "cuttle", "name": "Cleo bot"}).status_code == 422
