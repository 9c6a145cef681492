"""For everybody: what a checker finds at a table and on the page of its players, and what a screen reader is told."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from tests.amounts import some
from tests.browser.people import PHONE, measures, no_fault_in
from undercut.play.game import game

SEATS = {"cuttle": 2, "cups": 3, "cut_the_rope": 4}
LOOKS = {"day at a desk": {}, "night on a phone": PHONE | {"color_scheme": "dark"}}


@pytest.mark.parametrize(("name", "look"), some(product(["cut_the_rope", "cups", "cuttle"], LOOKS), 2))
def test_a_table_in_every_state(site, newcomer, name, look):
    names = ["Ann", "Ben", "Cleo", "Dan"][: SEATS[name]]
    laid = site.lay(game(name, seats=SEATS[name]).deal(seed=1), names)
    ann, other = (newcomer(path, bypass_csp=True, **LOOKS[look]) for path in (laid.seats[0], laid.path))
    no_fault_in(other.page)
    ann.page.locator(".pick:not(.idle) > label").first.click()
    expect(ann.page.locator(".pick > input:checked ~ .uses .use").first).to_be_visible()
    no_fault_in(ann.page)
    on_a_phone = ann.page.locator(".bar .menu").is_visible()
    if on_a_phone:
        ann.button("Log and menu").click()
    ann.page.locator("summary", has_text="Resign").click()
    ann.page.locator("summary", has_text="Your seat link").click()
    no_fault_in(ann.page)
    for dialog, role in (("Settings", "link"),) if on_a_phone else (("Keys", "button"), ("Settings", "link")):
        ann.page.get_by_role(role, name=dialog, exact=True).first.click()
        expect(ann.page.get_by_role("dialog", name=dialog)).to_be_visible()
        no_fault_in(ann.page)
        ann.page.keyboard.press("Escape")
    if ann.page.locator(".side:popover-open").count():
        ann.page.keyboard.press("Escape")
    ann.play(ann.scene()["moves"][-1]["move"])
    expect(ann.page.locator(".moved").first).to_be_attached()
    no_fault_in(ann.page)


@pytest.mark.parametrize("name", some(SEATS, 1))
def test_a_table_that_waits_and_one_that_is_over(newcomer, name):
    ann = newcomer(f"/new?game={name}&opponents[]=open", bypass_csp=True)
    no_fault_in(ann.page)
    ann.button("Open the table").click()
    ann.ready()
    no_fault_in(ann.page)
    ben = newcomer(ann.path)
    ben.button("Sit here").click()
    expect(ann.page.locator(".bar.yours")).to_be_visible()
    ann.play(ann.scene()["moves"][0]["move"])
    expect(ann.page.locator(".log li.mine")).not_to_have_count(0)
    ann.page.locator("summary", has_text="Resign").click()
    ann.button("Yes, resign").click()
    expect(ann.page.locator(".steps")).to_be_visible()
    no_fault_in(ann.page)
    ann.button("Look at the table").click()
    no_fault_in(ann.page)
    ann.page.get_by_role("link", name="One move back").click()
    expect(ann.board).to_have_attribute("data-step", re.compile(r"\d+"))
    no_fault_in(ann.page)


TREE = """
- region "The table":
  - heading "The table" [level=2]
  - region "Ben":
    - heading "Ben" [level=3]
    - group "Ben's hand, 6 cards"
    - group "Ben's points, 0 of 21"
    - group "Ben's permanents, 0 cards"
  - region "Between the players":
    - group "Stock, 41 cards"
    - group "Scrap, 0 cards"
  - region /^You/:
    - group "Your points, 0 of 21"
    - group "Your permanents, 0 cards"
    - heading /^You/ [level=3]
    - radiogroup "Choose a card to see what it can do":
      - radio "two of diamonds"
      - radio "two of spades"
      - radio "five of spades"
      - radio "seven of clubs"
      - radio "nine of diamonds"
    - button "Draw a card from the stock"
    - button "Hint"
    - 'button "Take back : You have not moved yet." [disabled]'
- region "Actions":
  - group: Offer a draw
- region "Log":
  - heading "Log" [level=2]
  - list "Log"
- region "This table":
  - heading "This table" [level=2]
  - paragraph:
    - link "Rules of Cuttle"
"""


def test_what_a_screen_reader_finds_at_the_table(site, newcomer):
    laid = site.lay(game("cuttle", seats=2).deal(seed=1), ["Ann", "Ben"], hints_with_people=True)
    ann, ben = (newcomer(seat) for seat in laid.seats)
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Cuttle")
    expect(ann.board).to_match_aria_snapshot(TREE)
    for title in ("Log", "This table", "Actions"):
        expect(ann.page.get_by_role("region", name=title)).to_be_attached()
    ann.page.get_by_role("radio", name="five of spades").dispatch_event("click")
    uses = ann.page.get_by_role("group", name="Uses of the five of spades").get_by_role("button")
    expect(uses).not_to_have_count(0)
    for button in ann.page.get_by_role("button").all():
        assert re.search(r"\w\w|\?", button.inner_text() or button.get_attribute("aria-label")), button
    uses.first.click()
    expect(ben.page.locator("#live")).to_contain_text("Ann")
    expect(ben.page.locator("#live")).to_contain_text("five of spades")
    assert ben.page.locator("#live").get_attribute("aria-live") == "polite"


SIZES = {"day": {"viewport": {"width": 390, "height": 844}}, "night": PHONE | {"color_scheme": "dark"}}


def two_at_a_table(newcomer, **wishes):
    ann = newcomer("/new?game=cuttle&opponents[]=open", **wishes)
    ann.page.get_by_label("Your name").fill("Ann")
    ann.button("Open the table").click()
    ben = newcomer(ann.path)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit here").click()
    expect(ben.page.get_by_role("link", name="Players: mute or report")).to_be_visible()
    return ann, ben


@pytest.mark.parametrize("look", some(SIZES, 1))
def test_a_player_is_muted_and_reported_by_keyboard(newcomer, look):
    ann, ben = two_at_a_table(newcomer, bypass_csp=True, **SIZES[look])
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
