import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.amounts import amount, some
from tests.browser.people import PHONE, measures, no_fault_in, script
from tests.browser.tables_in_sight import with_hand
from undercut.lessons.courses import first_lesson
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
    ben.button("Join the game").click()
    expect(ann.page.locator(".bar.yours")).to_be_visible()
    ann.play(ann.scene()["moves"][0]["move"])
    expect(ann.page.locator(".log li", has_text="You ")).not_to_have_count(0)
    table = ann.path
    ann.page.get_by_role("link", name="Mute or report players").press("Enter")
    ann.page.get_by_role("button", name=re.compile("^Mute ")).press("Enter")
    expect(ann.page.get_by_role("button", name=re.compile("^Unmute "))).to_be_visible()
    no_fault_in(ann.page)
    ann.page.goto(table)
    ann.page.locator("summary", has_text="Resign").click()
    ann.button("Yes, resign").click()
    expect(ann.page.locator(".steps")).to_be_visible()
    no_fault_in(ann.page)
    ann.button("View the table").click()
    no_fault_in(ann.page)
    ann.page.get_by_role("link", name="Previous move").click()
    expect(ann.board).to_have_attribute("data-step", re.compile(r"\d+"))
    no_fault_in(ann.page)


TREE = Path(__file__).with_name("table.yml").read_text(encoding="utf-8")


def test_what_a_screen_reader_finds_at_the_table(site, newcomer):
    laid = site.lay(game("cuttle", seats=2).deal(seed=1), ["Ann", "Ben"], hints_with_people=True)
    ann, ben = (newcomer(seat) for seat in laid.seats)
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Cuttle")
    expect(ann.board).to_match_aria_snapshot(TREE)
    for title in ("Log", "This table", "Actions"):
        expect(ann.page.get_by_role("region", name=title)).to_be_attached()
    ann.page.get_by_role("radio", name="five of spades").dispatch_event("click")
    uses = ann.page.get_by_role("group", name="What the five of spades can do").get_by_role("button")
    expect(uses).not_to_have_count(0)
    for button in ann.page.get_by_role("button").all():
        assert re.search(r"\w\w|\?", button.inner_text() or button.get_attribute("aria-label")), button
    uses.first.click()
    expect(ben.page.locator("#live")).to_contain_text("Ann")
    expect(ben.page.locator("#live")).to_contain_text("five of spades")
    assert ben.page.locator("#live").get_attribute("aria-live") == "polite"


def test_practice_is_chosen_and_shown(newcomer):
    ann = newcomer("/new?game=cuttle&opponents[]=open", java_script_enabled=False, careful=False)
    practice = ann.page.get_by_label("Practice The game does not count")
    ann.page.locator(".extras > summary").click()
    expect(ann.page.get_by_label("Hints from a bot")).to_be_visible()
    expect(practice).to_be_hidden()
    ann.page.locator("label", has=ann.page.locator('[name="against"][value="bots"]')).click()
    practice.check()
    ann.page.locator("form.choices button.big").click()
    expect(ann.page.locator(".about")).to_contain_text("This game does not count")
    ann.page.goto("/games")
    expect(ann.page.locator(".row", has_text="practice")).to_have_count(1)


FINGER = 44

# Links within a text are as high as its lines, and what lies off the screen or shows only to a screen reader is not
# meant for fingers; cards lie over one another, but of each 28 px are free.


WIDTH = "() => [document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]"


def fits_a_phone(page) -> None:
    # A page that is just being shown may have the scroll bar of the one before.
    page.wait_for_function(f"() => ({WIDTH})().every(width => width === 360)")
    measures(page, script("smallTargets"), [], FINGER)


TABLES = {
    "cuttle": lambda: game("cuttle", seats=2).deal(seed=1),
    "cups with forty cards in hand": lambda: with_hand("cups", 40),
    "cut the rope with eight players": lambda: game("cut_the_rope", seats=8).deal(seed=1),
}


@pytest.mark.parametrize("what", some(TABLES, 2))
def test_tables_are_played_by_finger(site, newcomer, what):
    state = TABLES[what]()
    seats = state.game.seats
    laid = site.lay(state, [f"Somebody with a name {seat}" for seat in range(seats)])
    people = [newcomer(seat, **PHONE) for seat in laid.seats[:2]]
    measures(people[0].page, script("coveredCards"), [])
    for turn in range(amount(2, 4)):
        mover = people[state.to_move]
        moves = [str(move) for move in state.legal_moves()]
        move = "end" if "end" in moves else moves[turn * 7 % len(moves)]
        version = mover.version
        fits_a_phone(mover.page)
        mover.play(move, tap=True)
        state.play(move)
        for person in people:
            person.reaches(version + 1)
            person.sees_no_more_than_it_may()
            fits_a_phone(person.page)
        if state.to_move > 1:
            break


def test_the_chips_cover_no_card_and_no_target_and_go_by_a_tap_outside(site, newcomer):
    state = game("cuttle", seats=2).deal(seed=8)
    for turn in range(2):
        state.play([move for move in state.legal_moves() if move.kind == "points"][turn])
    laid = site.lay(state, ["Ann", "Ben"])
    ann = newcomer(laid.seats[0], **PHONE)
    version = ann.version
    ann.page.locator(".hand label").first.tap()
    expect(ann.page.locator(".pick > input:checked ~ .uses > .chips")).to_be_visible()
    expect(ann.page.locator(".aim").first).to_be_visible()
    measures(ann.page, script("chips"), [])
    ann.page.locator(".bar .status").tap()
    expect(ann.page.locator(".pick > input:checked")).to_have_count(0)
    expect(ann.page.locator(".aim")).to_have_count(0)
    assert ann.version == version


def test_a_hand_of_cups_keeps_its_size_and_its_chips_are_legible(site, newcomer):
    sizes = set()
    for cards in (5, 7, 10):
        laid = site.lay(with_hand("cups", cards, 4), ["Ann", "Ben", "Cleo", "Dora"])
        ann = newcomer(laid.seats[0], **PHONE)
        box = ann.page.locator(".hand .card").first.bounding_box()
        sizes.add((box["y"], box["width"], box["height"]))
    assert len(sizes) == 1
    costs = ann.page.locator(".cost:visible")
    before = costs.count()
    for width, height in (360, 740), (740, 360):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.locator(".pick:not(.idle) > label").last.tap(position={"x": 8, "y": 8})
        chip = ann.page.locator(".pick > input:checked ~ .uses .use").first.bounding_box()
        assert chip["width"] >= 120
        assert 8 <= chip["x"] <= width - 8 - chip["width"]
        expect(costs).to_have_count(before - 1)
        ann.page.keyboard.press("Escape")


FIGURES = script("figures")


@pytest.mark.parametrize(("cards", "in_front", "figure"), [(4, 4, "--part"), (18, 9, "--strip")])
def test_the_figures_of_covered_court_cards_are_small_enough_to_be_whole(site, newcomer, cards, in_front, figure):
    laid = site.lay(with_hand("cups", cards), ["Ann", "Ben"])
    ann = newcomer(laid.seats[0], **PHONE)
    behind = cards - in_front
    measures(ann.page, FIGURES, [""] * behind + [figure] * (in_front - 1) + [""])
    ann.page.locator(".hand label").nth(behind).tap()
    measures(ann.page, f"() => ({FIGURES})()[{behind}]", "")


def test_a_whole_lesson_by_finger(newcomer):
    ann = newcomer(**PHONE)
    ann.page.locator("main a[href^='/learn/cuttle/']").first.tap()
    heights = set()
    for number, step in enumerate(first_lesson("cuttle").steps, 1):
        expect(ann.page.locator(".progress")).to_contain_text(f"Step {number} of 8")
        fits_a_phone(ann.page)
        measures(ann.page, f"document.documentElement.scrollHeight <= {PHONE['viewport']['height']}", wanted=True)
        heights.add(ann.page.locator(".coach").bounding_box()["height"])
        if number == 2:
            ann.page.route("**/first/2", lambda route: route.fulfill(status=502))
            ann.play("9s")
            expect(ann.page.get_by_role("alert")).to_have_text("The site refused that (502).")
            ann.page.unroute("**/first/2")
            ann.wrong.clear()
            ann.play("9s")
            expect(ann.page.locator(".answer:focus")).to_contain_text("Rosa keeps her nine")
            expect(ann.page.locator("#live")).not_to_contain_text("Rosa keeps her nine")
            ann.page.go_back()
            ann.page.go_forward()
            expect(ann.page.locator(".progress")).to_contain_text("Step 2 of 8")
        ann.play(step.wanted[0])
        if number == 1:
            expect(ann.page.locator(".answer:focus")).to_have_text(
                "Right! You play the ten of diamonds for 10 points. Rosa plays the nine of hearts for 9 points."
            )
            answer, said = ann.page.locator(".answer"), ann.page.locator("#live > p")
            expect(answer).to_have_accessible_description(re.compile("^Scuttle Rosa has 9 points"))
            expect(said.filter(has_text="Rosa has 9 points")).to_have_count(0)
            ann.page.keyboard.press("s")
            expect(said.last).to_contain_text("Rosa: 9 of 21 points. You: 10 of 21 points.")
            ann.page.keyboard.press("?")
            expect(ann.page.get_by_role("dialog", name="Keys")).to_be_visible()
            ann.page.keyboard.press("Escape")
    assert len(heights) == 1, "the table jumps"
    expect(ann.page.locator(".coach")).to_contain_text("You have won!")
    assert ann.page.evaluate("performance.getEntriesByType('navigation').length") == 1
    fits_a_phone(ann.page)
    ann.page.goto("/learn/cut_the_rope/up/1")
    assert ann.page.locator(".coach").bounding_box()["height"] < 160, "a short text leaves the room to the table"
    ann.page.go_back()
    ann.button("Play your first game").tap()
    expect(ann.page.locator("#board[data-yours]")).to_be_visible()
    expect(ann.button("Hint")).to_be_visible()
    ann.page.keyboard.press("h")
    expect(ann.page.locator("#message")).to_contain_text("do not count on the ladder, your list of bots to beat. Press")
    ann.page.keyboard.press("h")
    expect(ann.page.locator(".hint")).to_be_visible()
