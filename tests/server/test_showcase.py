"""The bot game on the front page: one for all, move by move, with hidden hands."""

import re

import pytest

from tests.server.running import Client
from undercut.lessons.courses import shown_games
from undercut.play.loading import replay
from undercut.site.routes.pictures import PACE, _moments, _shown


@pytest.mark.parametrize("game", sorted(shown_games()))
def test_a_game_to_watch_is_a_finished_game_by_the_rules(game):
    assert replay(shown_games()[game]).result is not None
    assert all(set(hand) == {"?"} for hand in _moments(game)[0].view["hands"])


def test_all_games_are_shown_one_move_after_the_other():
    total = sum(len(_moments(game)) for game in shown_games())
    seen = [_shown(PACE * number) for number in range(total + 20)]
    assert {(one.game, one.step) for one in seen} == {
        (game, step) for game in shown_games() for step in range(len(_moments(game)))
    }
    assert all(0 < one.wait <= PACE for one in seen)


def test_the_front_page_shows_the_move_as_a_picture(site):
    client = Client(site)
    (address,) = re.findall(r'src="(/watch/[^"]+)"', client.page("/"))
    picture = client.get(address)
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert client.get("/watch/now").json()["game"] in shown_games()
    for nowhere in ("/watch/chess/1.svg", "/watch/cuttle/9999.svg", "/watch/cuttle/x.svg"):
        assert client.get(nowhere).status_code == 404
