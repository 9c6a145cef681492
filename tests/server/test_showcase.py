"""The bot game to watch: one for all, move by move, with hidden hands, on the front page and as a table."""

import pytest

from tests.server.running import Client
from undercut.bots.players.characters import ALL_NAMES
from undercut.lessons.courses import shown_games
from undercut.pages.lobby.front import PACE, moment, scenes, shown, todays_deal
from undercut.play.loading import replay
from undercut.table.showing import LobbyTable


@pytest.mark.parametrize("game", sorted(shown_games()))
def test_a_game_to_watch_is_a_finished_game_by_the_rules(game):
    assert replay(shown_games()[game]).result is not None
    assert all(set(hand) == {"?"} for hand in scenes(game)[0].view["hands"])
    assert {seat.name for seat in scenes(game)[0].seats} <= ALL_NAMES
    middle = shown(scenes(game)[len(scenes(game)) // 2], 1, 1.0)
    assert any(middle.rows)
    assert "?" not in [card for row in middle.rows for card in row]


def test_all_games_are_shown_one_move_after_the_other():
    total = sum(len(scenes(game)) for game in shown_games())
    seen = [moment(PACE * number) for number in range(total + 20)]
    assert {(one.game, one.step) for one in seen} == {
        (game, step) for game in shown_games() for step in range(len(scenes(game)))
    }
    assert all(0 < one.wait <= PACE for one in seen)


def test_the_front_page_shows_the_move_and_leads_to_its_table(site):
    client = Client(site)
    assert 'href="/watch"' in client.page("/")
    now = client.get("/watch/now").json()
    assert now["game"] in shown_games()
    assert "data-wait" in client.page("/watch/now")
    table = client.page("/watch")
    assert 'id="board"' in table
    assert "/t/watch" not in table
    assert client.get("/watch").json()["table"] == "watch"


def tried(game, *, day="2026-11-26", status="over"):
    return LobbyTable("aTable", game, "", "sipie", status, 2, 0, ["", "Emil"], 3, 0.0, daily=day)


def test_the_front_page_offers_a_deal_that_is_left():
    new = todays_deal([], "2026-11-26")
    assert (new.table, new.over, new.streak) == ("", False, 0)
    begun = todays_deal([tried(new.game, status="playing")], "2026-11-26")
    assert (begun.game, begun.table, begun.over) == (new.game, "aTable", False)
    others = todays_deal([tried(new.game), tried(new.game, day="2026-11-25")], "2026-11-26")
    assert (others.game != new.game, others.streak) == (True, 2)
    assert [mark.done for mark in others.week] == [False] * 5 + [True] * 2
    assert todays_deal([tried(game) for game in shown_games()], "2026-11-26").over
    assert {todays_deal([], f"2026-11-{day}").game for day in range(10, 13)} == set(shown_games())
