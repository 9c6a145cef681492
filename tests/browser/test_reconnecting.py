import random

import pytest
from anyio.from_thread import start_blocking_portal
from playwright.sync_api import expect

from tests.browser.sites import Site
from tests.server.whole.proxy import proxy_to
from undercut.play.game import game


@pytest.fixture
def network():
    """A thread with a loop of its own, for Playwright has this one's."""
    with start_blocking_portal() as portal:
        yield portal


@pytest.fixture
def proxy(network, site):
    with network.wrap_async_context_manager(proxy_to(site.port)) as started:
        yield started


def test_a_page_that_was_cut_off_shows_all_that_happened_meanwhile(site, network, proxy, newcomer):
    state, chance = game("cuttle", seats=2).deal(seed=5), random.Random(5)
    laid = site.lay(state, ["Ann", "Ben"])
    ann = newcomer(laid.seats[0])
    far = newcomer(laid.path, at=proxy.address)
    expect(far.page.locator("#stream")).to_have_text("live")
    ben, loads = newcomer(laid.seats[1]), far.loads
    network.call(proxy.cut)
    expect(far.page.locator("#stream")).to_have_text("reconnecting…")
    start = ann.version
    for moves in range(1, 4):
        move = str(chance.choice(state.legal_moves()))
        (ann, ben)[state.to_move].play(move)
        state.play(move)
        ann.reaches(start + moves)
        ben.reaches(start + moves)
    assert far.version == start
    assert far.wrong
    network.call(proxy.mend)
    far.reaches(start + 3)
    expect(far.page.locator("#stream")).to_have_text("live")
    missed = [line["text"] for line in far.scene()["log"] if line["seq"] > start]
    expect(far.page.locator("#live")).to_contain_text(" ".join(missed))
    far.wrong.clear()
    far.sees_no_more_than_it_may()
    assert far.loads == loads


@pytest.fixture
def own_site(tmp_path):
    started = Site(tmp_path, host="plain")
    started.start()
    yield started
    started.stop()


def test_a_game_goes_on_while_the_site_is_killed_or_stopped_and_started_again(own_site, newcomer):
    state, chance = game("cuttle", seats=2).deal(seed=6), random.Random(6)
    laid = own_site.lay(state, ["Ann", "Ben"])
    people = [newcomer(path, at=own_site.address) for path in (*laid.seats, laid.path)]
    loads, version = [person.loads for person in people], people[0].version
    for person in people:
        expect(person.page.locator("#stream")).to_have_text("live")
    for end in (Site.kill, Site.stop, None):
        if end:
            end(own_site)
            for person in people:
                expect(person.page.locator("#stream")).to_have_text("reconnecting…")
        move, mover = str(chance.choice(state.legal_moves())), people[state.to_move]
        mover.play(move)
        state.play(move)
        version += 1
        if end:
            expect(mover.page.locator("[aria-busy]")).to_have_count(1)
            own_site.start()
        for person in people:
            person.reaches(version)
            expect(person.page.locator("#message")).to_have_text("")
            expect(person.page.locator("#stream")).to_have_text("live")
    for person in people:
        person.wrong.clear()
        person.sees_no_more_than_it_may()
    assert [person.loads for person in people] == loads


SPED_UP = """
const timeout = setTimeout;
globalThis.waits = [];
globalThis.setTimeout = (work, wait = 0, ...more) =>
  timeout(work, wait && wait % 3000 === 0 ? waits.push(wait) && 0 : wait, ...more);
"""


def test_a_stream_that_is_refused_is_asked_for_ever_more_rarely(site, newcomer):
    laid = site.lay(game("cuttle", seats=2).deal(seed=7), ["Ann", "Ben"])
    for path in (laid.path, "/lobby"):
        person = newcomer("/about", careful=False)
        person.page.add_init_script(SPED_UP)
        person.page.route("**/events*", lambda route: route.fulfill(status=429))
        person.page.goto(path)
        person.page.wait_for_function("() => waits.length > 5")
        assert person.page.evaluate("waits.slice(0, 6)") == [3000, 6000, 12000, 24000, 30000, 30000]


def test_a_move_whose_answer_is_lost_is_sent_again_and_counts_once(couple):
    ann, ben = couple(seed=6)
    for person, lost in (ann, "the answer"), (ben, "the answer behind a proxy"), (ann, "the request"):
        sent, before = [], person.version

        def lose(route, lost=lost, sent=sent) -> None:
            sent.append(route.request.post_data)
            if len(sent) > 2:
                route.continue_()
                return
            if lost != "the request":
                route.fetch()
            if lost == "the answer behind a proxy":
                route.fulfill(status=502, body="<h1>Bad Gateway</h1>")
            else:
                route.abort()

        person.page.route("**/moves", lose)
        person.play("draw")
        for each in (ann, ben):
            each.reaches(before + 1)
        for _ in range(600):  # the stream may bring the move before it has been answered
            if len(sent) == 3:
                break
            person.page.wait_for_timeout(100)
        expect(person.page.locator("#message")).to_have_text("")
        person.page.unroute("**/moves")
        assert sent == [sent[0]] * 3
        assert person.scene()["version"] == before + 1
        person.wrong.clear()
