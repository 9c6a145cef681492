"""What a first visit loads: few requests and few bytes, for phones on slow networks."""

import pytest

from tests.amounts import some
from undercut.games.base import registry

MOST_REQUESTS = 30
MOST_BYTES = 250_000
GAMES = registry.own_names()


def loaded(person, path) -> tuple[int, int]:
    """Visit a page with an empty cache; return the number of requests and of bytes as sent."""
    session = person.page.context.new_cdp_session(person.page)
    sizes = []
    session.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    person.page.goto(path, wait_until="networkidle" if path == "/" else "load")
    person.page.wait_for_timeout(1000)
    session.detach()
    return len(sizes), int(sum(sizes))


def test_the_front_page_is_light(newcomer):
    requests, size = loaded(newcomer("/about"), "/")
    assert requests <= MOST_REQUESTS
    assert size <= MOST_BYTES


@pytest.mark.parametrize("game", some(GAMES, 1))
def test_a_table_takes_few_requests(newcomer, game):
    person = newcomer(f"/new?game={game}&opponents[]=random")
    person.button("Deal the cards").click()
    person.ready()
    requests, size = loaded(person, person.path)
    assert 0 < requests <= MOST_REQUESTS
    assert size <= MOST_BYTES
