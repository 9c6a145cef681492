"""Friends meet: an invitation by link and QR code, rules changed until the deal, a match with a clock."""

from playwright.sync_api import expect

from tests.browser.people import PHONE, measures, no_fault_in
from tests.browser.test_phone import fits_a_phone


def test_friends_meet_settle_the_rules_and_play_a_match_with_a_clock(newcomer):
    ann = newcomer("/new?game=cups&players=4&against=friends", bypass_csp=True, **PHONE)
    ann.page.get_by_label("Clock").select_option("game 900 10")
    ann.button("Open the table").tap()
    ann.ready()
    fits_a_phone(ann.page)
    expect(ann.page.locator("svg.qr")).to_be_hidden()
    ann.button("Show a code to scan").tap()
    expect(ann.page.locator("svg.qr")).to_be_visible()
    no_fault_in(ann.page)
    ann.page.keyboard.press("Escape")
    ann.page.get_by_label("Your name").fill("Ann")
    ann.button("Use this name").tap()
    expect(ann.page.locator(".log")).to_contain_text("A player is now called Ann.")
    ben = newcomer(ann.page.get_by_label("Send this link to a friend").input_value(), bypass_csp=True, **PHONE)
    expect(ben.page.get_by_role("heading", name="Ann invites you to Cups")).to_be_visible()
    expect(ben.page.get_by_role("link", name="Learn in 3 minutes")).to_have_attribute("href", "/learn/cups/first/1")
    no_fault_in(ben.page)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit here").tap()
    expect(ann.page.get_by_text("Waiting for players: 2 of 4 are here")).to_be_visible()
    expect(ben.button("Close my table")).to_have_count(0)
    ann.page.locator("summary", has_text="Change the rules").tap()
    ann.page.get_by_role("link", name="Rule sets and house rules").tap()
    ann.page.get_by_role("radio", name="Children's game").check()
    ann.page.get_by_role("radio", name="Best of 3").check(force=True)
    ann.button("Change the rules").tap()
    expect(ben.page.get_by_text("Ann proposes: Children's game; 4 players; best of 3; ")).to_be_visible()
    no_fault_in(ben.page)
    expect(ann.button("Withdraw it")).to_be_visible()
    ben.button("Accept").tap()
    expect(ben.page.locator(".gist").first).to_contain_text("Children's game · Best of 3")
    ann.button("Deal to the 2 players here").tap()
    ben.button("Accept").tap()
    for person in (ann, ben):
        expect(person.page.locator(".board .plate .clock")).to_have_count(2)
        measures(person.page, "document.documentElement.scrollWidth <= innerWidth", wanted=True)
    running = ann.page.locator(".plate .clock [data-left]")
    before = running.inner_text()
    expect(running).not_to_have_text(before)
    scene = ann.scene()
    assert (scene["match"]["best_of"], scene["clock"]["running"], len(scene["seats"])) == (3, scene["to_move"], 2)
    no_fault_in(ann.page)
