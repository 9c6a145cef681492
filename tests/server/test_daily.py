"""The pages of the daily deal: one try that counts, the way back to it, results, and the calendar."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

import pytest

from tests.server.running import Client, running
from undercut.table.opening.daily import day_at, days_before, games


def finish(client, table):
    """Resign, which ends a game against a bot."""
    answer = client.post(f"/t/{table}/resign", json={"version": 0})
    assert answer.status_code == 200, answer.text


def test_one_try_counts_and_later_ones_do_not(site):
    ann = Client(site)
    page = ann.get("/daily").json()
    assert [game["state"] for game in page["games"]] == ["new"] * len(games())
    assert not any(game["results"] or game["par"] for game in page["games"])
    first = ann.post("/daily/today/cuttle").json()
    assert ann.post("/daily/today/cuttle").json()["table"] == first["table"]
    scene = ann.get(f"/t/{first['table']}").json()
    assert scene["daily"] == page["today"]
    assert not scene["hints"]
    finish(ann, first["table"])
    shown = ann.get("/daily").json()
    mine = next(game for game in shown["games"] if game["game"] == "cuttle")
    assert mine["state"] == "over"
    assert mine["result"]["outcome"] == "lost"
    assert mine["finished"] >= 1
    assert page["today"] in mine["share"]
    assert shown["streak"] == 1
    again = ann.post("/daily/today/cuttle").json()
    assert again["table"] != first["table"]
    assert ann.get(f"/t/{again['table']}").json()["hints"]
    finish(ann, again["table"])
    assert ann.get("/daily").json()["games"][0]["finished"] == mine["finished"]


def test_two_guests_get_the_same_cards(site):
    hands = []
    for client in (Client(site), Client(site)):
        table = client.post("/daily/today/cups").json()
        hands.append(client.get(f"/t/{table['table']}").json()["view"]["hands"])
    assert hands[0][0] == hands[1][0] or hands[0][1] == hands[1][1]


@pytest.mark.parametrize("day", ["2026-13-01", "tomorrow", "9999-01-01", "20261125", "0001-01-01", "2026-10-31"])
def test_days_that_are_none_or_to_come_do_not_exist(site, day):
    client = Client(site)
    assert client.get(f"/daily/{day}").status_code == 404
    assert client.post(f"/daily/{day}/cuttle").status_code == 404
    assert client.post("/daily/today/chess").status_code == 404


def test_a_past_day_that_nobody_played_has_no_deal(site):
    yesterday = days_before(day_at(time.time()), 2)[1]
    client = Client(site)
    assert client.get(f"/daily/{yesterday}").json()["day"] == yesterday
    assert client.post(f"/daily/{yesterday}/cuttle").status_code == 404


def test_the_page_is_whole_without_script(site):
    client = Client(site)
    text = client.get("/daily", headers={"Accept": "text/html"}).text
    assert text.count('action="/daily/') == len(games())
    assert "midnight UTC" in text


def test_a_day_keeps_its_secret_and_its_bot_over_a_restart(tmp_path):
    url = f"sqlite:///{tmp_path}/tables.db"
    hands = []
    for _ in range(2):
        with running(url) as address:
            client = Client(address)
            table = client.post("/daily/today/cuttle").json()["table"]
            scene = client.get(f"/t/{table}").json()
            hands.append((scene["view"]["hands"][scene["you"]], [seat["level"] for seat in scene["seats"]]))
    assert hands[0] == hands[1]


def test_each_try_stands_on_its_day_and_the_day_keeps_its_bot(tmp_path):
    today, yesterday = days_before(day_at(time.time()), 2)
    with running(f"sqlite:///{tmp_path}/tables.db") as address:
        client = Client(address)
        tables = {game: client.post(f"/daily/today/{game}").json()["table"] for game in ("cuttle", "cups")}
        finish(client, tables["cuttle"])
    with closing(sqlite3.connect(tmp_path / "tables.db")) as stored, stored:
        moved = (yesterday, tables["cuttle"])
        stored.execute("UPDATE tries SET day = ? WHERE table_id = ?", moved)
        stored.execute("UPDATE days SET day = ?, level = 'beginner' WHERE game = 'cuttle'", moved[:1])
        data = stored.execute("SELECT data FROM tables WHERE id = ?", moved[1:]).fetchone()[0]
        stored.execute(
            "UPDATE tables SET data = ? WHERE id = ?", (data.replace(today.encode(), yesterday.encode()), moved[1])
        )
    with running(f"sqlite:///{tmp_path}/tables.db") as address:
        again = Client(address)
        again.cookies.clear()
        again.cookies.update(client.cookies)
        before, now = again.get(f"/daily/{yesterday}").json(), again.get("/daily").json()
    states = {game["game"]: game["state"] for game in now["games"]}
    assert states == {"cuttle": "new", "cups": "playing", "cut_the_rope": "new"}
    cuttle = next(game for game in before["games"] if game["game"] == "cuttle")
    assert (cuttle["state"], cuttle["level"], cuttle["finished"]) == ("over", "beginner", 1)
    marked = {day["day"] for week in now["weeks"] for day in week if day["signs"]}
    assert marked == {yesterday}
    assert now["streak"] == 1
