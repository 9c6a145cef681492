"""A whole game from another distribution on the site, played by forms without script."""

import json
import re
from html import unescape

import pytest

from tests.server.running import Client, running, wait_for

MOVES = re.compile(r'<button class="move[^>]* name="move" value="([^"]+)"')
CARDS = re.compile(r'data-card="([^"]+)"')
CARD = re.compile(r'"([A2-9TJQK][cdhs])"')


class Browser:
    def __init__(self, site: str) -> None:
        self.client = Client(site)
        self.html = {"accept": "text/html", "x-csrf-token": ""}

    def get(self, path: str) -> str:
        answer = self.client.get(path, headers=self.html)
        assert answer.status_code == 200, answer.text
        return answer.text

    def post(self, page: str, path: str, **fields: str | list[str]) -> str:
        token = re.search(r'name="_csrf_token" value="(\w+)"', page)[1]
        answer = self.client.post(path, data={"_csrf_token": token} | fields, headers=self.html)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def play(self, table: str) -> None:
        page = self.get(table)
        version = re.search(r'name="version" value="(\d+)"', page)[1]
        self.post(page, f"{table}/moves", version=version, move=unescape(MOVES.search(page)[1]))

    def sees_its_view(self, table: str) -> dict:
        """Compare the cards on the page with those in the reader's view."""
        scene = self.client.look(table.removeprefix("/t/"))
        assert set(CARDS.findall(self.get(table))) == set(CARD.findall(json.dumps(scene["view"])))
        return scene


@pytest.fixture
def site(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db") as address:
        yield address


def test_two_people_a_bot_and_a_spectator_see_a_whole_game(trumps, site):
    ann, ben, spectator = Browser(site), Browser(site), Browser(site)
    table = ann.post(ann.get(f"/new?game={trumps}"), "/tables", **{"game": trumps, "opponents[]": ["open", "easy"]})
    page = ben.get(table)
    ben.post(page, f"{table}/sit", version=re.search(r'name="version" value="(\d+)"', page)[1])
    people, played = [ann, ben], 0
    while True:
        scene = wait_for(lambda: next_for_people(spectator, table))
        for reader in (*people, spectator):
            scene = reader.sees_its_view(table)
        if scene["result"]:
            break
        people[scene["to_move"]].play(table)
        played += 1
    assert (played, scene["steps"]) == (10, 15)
    assert scene["result"]["reason"] == "tricks"
    assert "by tricks" in ann.get(table)
    assert "Following suit" in ann.get("/rules/trumps")
    for step in range(scene["steps"] + 1):
        ann.sees_its_view(f"{table}/steps/{step}")


def next_for_people(reader: Browser, table: str) -> dict | None:
    """Return the table when a person is to move or the game is over."""
    scene = reader.client.look(table.removeprefix("/t/"))
    return scene if scene["result"] or scene["to_move"] in {0, 1} else None
