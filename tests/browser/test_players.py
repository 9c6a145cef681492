"""The page of a table's players, new seat links and practice: by keyboard, without script, for everybody."""

import pytest
from playwright.sync_api import expect

from tests.amounts import some
from tests.browser.people import PHONE, measures, no_fault_in

LOOKS = {"day": {"viewport": {"width": 390, "height": 844}}, "night": PHONE | {"color_scheme": "dark"}}


def two_at_a_table(newcomer, **wishes):
    ann = newcomer("/new?game=cuttle&opponents[]=open", **wishes)
    ann.page.get_by_label("Your name").fill("Ann")
    ann.button("Open the table").click()
    ben = newcomer(ann.path)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit here").click()
    expect(ben.page.get_by_role("link", name="Players: mute or report")).to_be_visible()
    return ann, ben


@pytest.mark.parametrize("look", some(LOOKS, 1))
def test_a_player_is_muted_and_reported_by_keyboard(newcomer, look):
    ann, ben = two_at_a_table(newcomer, bypass_csp=True, **LOOKS[look])
    table = ann.path
    ann.button("Log and menu").press("Enter")
    ann.page.get_by_role("link", name="Players: mute or report").press("Enter")
    no_fault_in(ann.page)
    ann.page.get_by_role("button", name="Mute Ben").press("Enter")
    expect(ann.page.get_by_role("button", name="Unmute Ben")).to_be_visible()
    no_fault_in(ann.page)
    ann.page.get_by_label("Who").select_option("Ben")
    ann.page.get_by_label("What happened").fill("Offers a draw after each move.")
    ann.page.get_by_role("button", name="Send the report").press("Enter")
    expect(ann.page.get_by_role("status")).to_contain_text("will read your report")
    measures(ann.page, "document.documentElement.scrollWidth <= innerWidth", wanted=True)
    ann.page.goto(table)
    ben.offer_draw()
    expect(ann.page.locator(".log")).to_contain_text("A request from a player that you have muted.")
    expect(ann.page.locator("body")).not_to_contain_text("offers a draw")


def test_practice_is_chosen_and_shown(newcomer):
    ann = newcomer("/new?game=cuttle&opponents[]=open", java_script_enabled=False, careful=False)
    practice = ann.page.get_by_label("Practice The game counts for nothing")
    ann.page.locator(".extras > summary").click()
    expect(ann.page.get_by_label("Hints from a bot")).to_be_visible()
    expect(practice).to_be_hidden()
    ann.page.locator("label", has=ann.page.locator('[name="against"][value="bots"]')).click()
    practice.check()
    ann.page.locator("form.choices button.big").click()
    expect(ann.page.locator(".about")).to_contain_text("this game counts for nothing")
    ann.page.goto("/games")
    expect(ann.page.locator(".row", has_text="practice")).to_have_count(1)
