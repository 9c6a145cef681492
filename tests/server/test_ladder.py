"""The ladder counts games without help, against one bot, and suggests the next level."""

from __future__ import annotations

import re

import pytest

from tests.server.running import Client
from undercut.pages.lobby.history import ladders, played_game
from undercut.table.showing import LobbyTable

CUTTLE = {"game": "cuttle", "title": "Cuttle", "rules": "pagat", "status": "over", "seats": 2, "open": 0, "moves": 9}


def game(level, *, won, **more):
    result = {"winners": [0 if won else 1], "levels": ["", level], "counted": True}
    line = LobbyTable(**CUTTLE | result | more, table="x", players=["Ann", "Ben"], updated=0.0)
    return played_game(line, 0)


def climbed(*latest_first):
    ladder = next(each for each in ladders(latest_first) if each.game.name == "cuttle")
    return [rung.level for rung in ladder.rungs if rung.passed], ladder.next.level if ladder.next else None


@pytest.mark.parametrize(
    ("played", "passed", "following"),
    [
        ([], [], "beginner"),
        ([game("beginner", won=True)], [], "beginner"),
        ([game("beginner", won=True)] * 2, ["beginner"], "easy"),
        ([game("beginner", won=True), *[game("beginner", won=False)] * 4, game("beginner", won=True)], [], "beginner"),
        (
            [game("medium", won=True), game("medium", won=False), game("medium", won=True)],
            ["beginner", "easy", "medium"],
            "hard",
        ),
        ([game("easy", won=True, counted=False)] * 3, [], "beginner"),
        ([game("easy", won=True, seats=3)] * 3, [], "beginner"),
        ([game("master", won=True)] * 2, ["beginner", "easy", "medium", "hard", "expert", "master"], None),
    ],
)
def test_a_level_is_beaten_in_two_of_five_games_in_a_row(played, passed, following):
    assert climbed(*played) == (passed, following)


def test_only_games_without_hints_count(site):
    ann = Client(site)
    for hints in (True, False):
        made = ann.post("/tables", json={"game": "cups", "opponents": ["beginner"], "hints": hints}).json()
        assert ann.post(f"/t/{made['table']}/resign", json={"version": 0}).status_code == 200
    lines = {line["table"]: line["counted"] for line in ann.get("/games").json()["over"]}
    assert sorted(lines.values()) == [False, True]
    text = ann.get("/games", headers={"Accept": "text/html"}).text
    assert "Play Ada at Cups" in text
    assert "0 of 1 won" in text
    end = ann.get(f"/t/{made['table']}", headers={"Accept": "text/html"}).text
    assert end.count("/games#ladder-cups") == 1


def test_the_buttons_at_the_end_open_a_table_like_this_one(site):
    ann = Client(site)
    wish = {"game": "cuttle", "opponents": ["medium"], "hints": False, "even_answers": True}
    made = ann.post("/tables", json=wish).json()
    assert ann.post(f"/t/{made['table']}/resign", json={"version": 0}).status_code == 200
    page = ann.get(f"/t/{made['table']}", headers={"Accept": "text/html"}).text
    form = re.search(r'<form method="post" action="/tables">(.*?)</form>', page, re.DOTALL)[1]
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    again = ann.post("/tables", data=fields, headers={"Accept": "text/html"})
    assert again.status_code in {200, 303}, again.text
