"""A game without script: every move is a form, every look a page."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.amounts import some
from tests.browser.people import PATIENCE
from tests.browser.tables_in_sight import STATES
from undercut.games.base import registry


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
        expect(ann.page.locator(".log li.mine").first).to_be_visible()
        assert ann.version > scene["version"]
    look_again(ann)
    before = ann.version
    ann.button("Take back", exact=True).click()
    expect(ann.page.locator(".log li").first).to_contain_text("back")
    assert ann.version > before
    ann.page.locator("summary").get_by_text("Resign").click()
    ann.button("Yes, resign").click()
    expect(ann.page.locator("#status")).to_contain_text("by resignation")
    ann.page.get_by_role("link", name="One move back").click()
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
