"""Connections that break, and sites that are started again: pages go on by themselves and miss nothing."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.amounts import some
from tests.browser.proxy import Proxy
from tests.browser.sites import Site
from undercut.play.game import game


def test_a_page_that_was_cut_off_shows_all_that_happened_meanwhile(site, newcomer):
    state, chance = game("cuttle", seats=2).deal(seed=5), random.Random(5)
    laid, proxy = site.lay(state, ["Ann", "Ben"]), Proxy(site.port)
    ann = newcomer(laid.seats[0])
    far = newcomer(laid.path, at=proxy.address)
    expect(far.page.locator("#stream")).to_have_text("live")
    ben, loads = newcomer(laid.seats[1]), far.loads
    proxy.cut()
    expect(far.page.locator("#stream")).to_have_text("reconnecting…")
    start = ann.version
    for moves in range(1, 6):
        move = str(chance.choice(state.legal_moves()))
        (ann, ben)[state.to_move].play(move)
        state.play(move)
        ann.reaches(start + moves)
        ben.reaches(start + moves)
    assert far.version == start
    assert far.wrong
    proxy.mend()
    far.reaches(start + 5)
    expect(far.page.locator("#stream")).to_have_text("live")
    missed = [line["text"] for line in far.scene()["log"] if line["seq"] > start]
    expect(far.page.locator("#live")).to_have_text(" ".join(missed))
    far.wrong.clear()
    far.sees_no_more_than_it_may()
    assert far.loads == loads


@pytest.fixture
def own_site(tmp_path):
    started = Site(tmp_path)
    started.start()
    yield started
    started.stop()


@pytest.mark.parametrize("end", some([Site.kill, Site.stop], 1))
def test_a_game_goes_on_while_the_site_is_started_again(own_site, newcomer, end):
    state, chance = game("cuttle", seats=2).deal(seed=6), random.Random(6)
    laid = own_site.lay(state, ["Ann", "Ben"])
    people = [newcomer(path, at=own_site.address) for path in (*laid.seats, laid.path)]
    loads, version = [person.loads for person in people], people[0].version
    for again in (False, True):
        for number in range(3):
            away = again and number == 0
            if away:
                end(own_site)
                for person in people:
                    expect(person.page.locator("#stream")).to_have_text("reconnecting…")
            move, mover = str(chance.choice(state.legal_moves())), people[state.to_move]
            mover.play(move)
            state.play(move)
            version += 1
            if away:
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


@pytest.mark.parametrize("lost", some(["the answer", "behind a proxy", "the request"], 2))
def test_a_move_whose_answer_is_lost_is_sent_again_and_counts_once(site, newcomer, lost):
    ann = newcomer(site.lay(game("cuttle", seats=2).deal(seed=6), ["Ann", "Ben"]).seats[0])
    sent, before = [], ann.version

    def lose(route) -> None:
        sent.append(route.request.post_data)
        if len(sent) > 2:
            route.continue_()
            return
        if lost != "the request":
            route.fetch()
        if lost == "behind a proxy":
            route.fulfill(status=502, body="<h1>Bad Gateway</h1>")
        else:
            route.abort()

    ann.page.route("**/moves", lose)
    ann.play("draw")
    ann.reaches(before + 1)
    for _ in range(600):  # the stream may bring the move before it has been answered
        if len(sent) == 3:
            break
        ann.page.wait_for_timeout(100)
    expect(ann.page.locator("#message")).to_have_text("")
    assert sent == [sent[0]] * 3
    assert ann.scene()["version"] == before + 1
    ann.wrong.clear()
