import json
import random
import re
import time

import pytest
from playwright.sync_api import expect

from tests.amounts import amount, some
from tests.browser.people import PATIENCE, script
from tests.browser.sites import Site
from tests.browser.tables_in_sight import STATES
from tests.plugin.installing import install, on_path
from undercut.games.base import registry
from undercut.play.game import game

GAMES = {
    # Deals and chances under which a game by chance is short and has many kinds of moves.
    "cuttle": ("cuttle-cards-2", 1994),
    "cups": ({"set": "democratic-league", "hand_size": 2}, 2620),
    "cut_the_rope": ({"set": "standard", "personal": 2}, 284),
}
SIZES = [{"width": 360, "height": 740}, {"width": 820, "height": 1180}, {"width": 1366, "height": 768}]
MOST = 40
EVERY = amount(3, 1)
"""How many moves lie between two looks at every card."""
LAST = amount(6, MOST)
"""How many moves are played in browsers; those before are laid out."""


@pytest.mark.parametrize("name", some(GAMES, 1))
def test_two_people_play_and_one_watches(site, newcomer, name):
    rules, seed = GAMES[name]
    play_out(site, newcomer, game(name, rules=rules, seats=2).deal(seed=seed), random.Random(seed), last=LAST)


@pytest.fixture
def another_site(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERCUT_HOST", "plain")
    installed, data = tmp_path / "installed", tmp_path / "data"
    installed.mkdir()
    data.mkdir()
    with on_path(installed):
        install(installed)
        registry.forget()
        started = Site(data, host="plain", fresh=True)  # which sees what is installed
        started.start()
        yield started
        started.stop()


def test_a_game_from_another_distribution_is_played(another_site, newcomer):
    play_out(another_site, newcomer, game("trumps").deal(seed=7), random.Random(7), last=amount(5, 10))


def moves_of_a_game(state, chance) -> list[str]:
    trial, moves = state.copy(), []
    while trial.result is None:
        moves.append(str(chance.choice(trial.legal_moves())))
        trial.play(moves[-1])
    return moves


def moved(before, after=None) -> int:
    pairs = [pair for pair in zip(before, after or before, strict=True) if None not in pair]
    return max(abs(one - other) for pair in pairs for one, other in zip(*pair, strict=True))


def play_out(site, newcomer, state, chance, last):
    moves = moves_of_a_game(state, chance)
    assert len(moves) <= MOST
    for move in moves[:-last]:
        state.play(move)
    laid = site.lay(state, ["Ann", "Ben"], played=True)
    motion, at = {"reduced_motion": "no-preference"}, site.address
    places = zip([*laid.seats, laid.path], SIZES, (motion, {}, {}), strict=True)
    people = [newcomer(place, at=at, viewport=size, **more) for place, size, more in places]
    readers = [0, 1, None]
    frames = {reader: list[list]() for reader in readers}
    before, secret = [person.loads for person in people], 0
    for number, move in enumerate(moves[-last:]):
        version = people[0].version
        for person, reader in zip(people, readers, strict=True):
            person.reaches(version)
            frames[reader].append(person.page.evaluate(script("frame")))
            assert moved(*frames[reader][-2:]) <= 1 or state.game.name not in GAMES, frames[reader][-2:]
            if number % EVERY == 0:
                assert person.scene()["view"] == json.loads(json.dumps(state.view(reader)))
                person.sees_no_more_than_it_may()
        secret += sum("?" in hand for hand in people[0].scene()["view"]["hands"])
        people[state.to_move].play(move)
        state.play(move)
        for person in people:
            person.reaches(version + 1)
            expect(person.page.locator("#live")).to_contain_text(person.scene()["log"][-1]["text"])
    assert state.result is not None
    for person in people:
        result = person.scene()["result"]
        expect(person.page.locator("#status")).to_contain_text(result["story"] or result["text"])
        expect(person.page.locator("#stream")).to_have_text("live")
        assert tuple(person.scene()["result"]["winners"]) == tuple(state.result.winners)
    assert secret > 0
    assert [person.loads for person in people] == before


@pytest.mark.parametrize("name", some(registry.names(), 1))
def test_a_game_against_a_bot_without_script(newcomer, name):
    ann = newcomer("/", java_script_enabled=False)
    card = ann.page.get_by_role("article", name=registry.spec(name).title)
    card.get_by_label("Opponent").select_option("beginner")
    ann.button(f"Play {registry.spec(name).title}", exact=True).click()
    for played in range(2):  # after three the bot may have won
        look_again(ann)
        scene = ann.scene()
        ann.reaches(scene["version"])
        ann.sees_no_more_than_it_may()
        moves = scene["moves"]
        ann.play(moves[played % len(moves)]["move"])
        expect(ann.page.locator(".log li").filter(has_text="You").first).to_be_visible()
        assert ann.version > scene["version"]
    look_again(ann)
    before = ann.version
    ann.button("Take back", exact=True).click()
    expect(ann.page.locator(".log li").first).to_contain_text("back")
    assert ann.version > before
    ann.page.locator("summary").get_by_text("Resign").click()
    ann.button("Yes, resign").click()
    expect(ann.page.locator("#status")).to_contain_text("You resigned.")
    ann.page.get_by_role("link", name="Previous move").click()
    expect(ann.page).to_have_url(re.compile(r"/steps/\d+$"))
    expect(ann.button("Play on from here")).to_be_visible()


def look_again(person) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        person.page.get_by_role("link", name="Refresh").click()
        if person.page.locator(".bar.yours").count():
            return
    pytest.fail(f"the bot does not move: {person.scene()}")


@pytest.mark.parametrize(
    ("what", "places", "clause"),
    some(
        [
            ("cuttle, the deal", ".permanents", "CU-12"),
            ("cups, 4 seats", ".zone-stack", "CP-2"),
            ("rope, 4 seats", ".level", "CR-11"),
        ],
        1,
    ),
)
def test_a_label_explains_itself_without_script(site, newcomer, what, places, clause):
    ann = newcomer(STATES[what](site), java_script_enabled=False, has_touch=True, careful=False)
    label, said = ann.page.locator(f"{places} .term").last, ann.page.locator(".explained:popover-open")
    label.tap()
    expect(said.get_by_role("link", name=f"Rule {clause}")).to_be_in_viewport(ratio=1)
    ann.page.keyboard.press("Escape")
    expect(said).to_have_count(0)
    label.focus()
    ann.page.keyboard.press("Enter")
    said.get_by_role("link", name=f"Rule {clause}").click()
    expect(ann.page).to_have_url(re.compile(f"/rules/.*#{clause}$"))
