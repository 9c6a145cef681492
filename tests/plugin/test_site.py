"""A whole game from another distribution on the site: two people, a bot and a spectator see their cards alone."""

import json
import re

import pytest

from tests.server.running import Client, running, wait_for

CARDS = re.compile(r'data-card="([^"]+)"')
CARD = re.compile(r'"([A2-9TJQK][cdhs])"')


def sees_its_view(client: Client, path: str) -> dict:
    """Compare the cards on a page with those in the reader's view."""
    scene = client.get(path).json()
    assert set(CARDS.findall(client.page(path))) == set(CARD.findall(json.dumps(scene["view"])))
    return scene


@pytest.fixture
def site(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db") as address:
        yield address


def test_two_people_a_bot_and_a_spectator_see_a_whole_game(trumps, site):
    ann, ben, spectator = Client(site), Client(site), Client(site)
    assert f'value="{trumps}"' in ann.page(f"/new?game={trumps}")
    table = ann.open(game=trumps, opponents=["open", "easy"])
    assert ben.ask(table, "sit").status_code == 200
    people, played = [ann, ben], 0
    while True:
        wait_for(lambda: spectator.look(table)["to_move"] != 2)
        for reader in (*people, spectator):
            scene = sees_its_view(reader, f"/t/{table}")
        if scene["result"]:
            break
        mover = people[scene["to_move"]]
        assert mover.ask(table, "moves", move=mover.look(table)["moves"][0]["move"]).status_code == 200
        played += 1
    assert (played, scene["steps"]) == (10, 15)
    assert scene["result"]["reason"] == "tricks"
    assert "by tricks" in ann.page(f"/t/{table}")
    assert "Following suit" in ann.page("/rules/trumps")
    for step in range(scene["steps"] + 1):
        sees_its_view(ann, f"/t/{table}/steps/{step}")
