"""On a phone, by finger: nothing is wider than the screen, and everything can be hit."""

import re

import pytest
from playwright.sync_api import expect

from tests.amounts import amount, some
from tests.browser.people import PHONE, measures
from tests.browser.tables_in_sight import with_hand
from undercut.lessons import first_lesson
from undercut.play.game import game

FINGER = 44

# Links within a text are as high as its lines, and what lies off the screen or shows only to a screen reader is not
# meant for fingers; cards lie over one another, but of each 28 px are free.
SMALL = """(finger) => {
    const things = "a, button, input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea, summary, "
        + ".choice, .pick > label";
    const words = (text) => [...text.childNodes].some((node) => node.nodeType === 3 && node.data.trim().length > 1);
    const inText = (one) => one.matches("a:not(.button)")
        && one.closest(".why, li, p") && words(one.closest(".why, li, p"));
    const small = [];
    for (const one of document.querySelectorAll(things)) {
        const { width, height, right, bottom } = one.getBoundingClientRect();
        const seen = one.checkVisibility({ visibilityProperty: true }) && right > 0 && bottom > 0;
        if (!seen || one.matches(".vh") || inText(one)) continue;
        if (one.matches(":not(.terms) > .term")) continue; // small headings: the menu lists them for fingers
        const narrow = one.matches(".hand label") ? 28 : finger; // of a large hand; the chosen card is whole
        if (width < narrow || height < finger) small.push([one.outerHTML.slice(0, 120), width, height]);
    }
    return small;
}"""

COVERED = """() => [...document.querySelectorAll(".pick > label")].filter((label) => {
    label.scrollIntoView({ block: "nearest", inline: "center" });
    const { left, top } = label.getBoundingClientRect();
    return [[2, 2], [26, 2], [2, 40], [26, 40]].some(([x, y]) => {
        const hit = document.elementFromPoint(left + x, top + y);
        return !label.contains(hit);
    });
}).map((label) => label.textContent)"""

WIDTH = "() => [document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]"


def fits_a_phone(page) -> None:
    # A page that is just being shown may have the scroll bar of the one before.
    page.wait_for_function(f"() => ({WIDTH})().every(width => width === 360)")
    measures(page, SMALL, [], FINGER)


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
    measures(people[0].page, COVERED, [])
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


CHIPS = """() => {
    const box = (one) => one.getBoundingClientRect();
    const chips = box(document.querySelector(".pick > input:checked ~ .uses > .chips"));
    const covered = (one) => box(one).bottom > chips.top + 1 && box(one).top < chips.bottom;
    return [...document.querySelectorAll(".hand label .card, .aim")].filter(covered).map((one) => one.className);
}"""


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
    measures(ann.page, CHIPS, [])
    ann.page.locator(".bar .status").tap()
    expect(ann.page.locator(".pick > input:checked")).to_have_count(0)
    expect(ann.page.locator(".aim")).to_have_count(0)
    assert ann.version == version


FIGURES = """() => [...document.querySelectorAll(".hand .slot > .card:nth-last-child(1 of .card)")]
    .map((card) => getComputedStyle(card))
    .map((style) => ["--whole", "--part", "--strip"].find((name) => style.getPropertyValue(name) === "inline") ?? "")"""


@pytest.mark.parametrize(("cards", "in_front", "figure"), [(7, 7, "--part"), (18, 9, "--strip")])
def test_the_figures_of_covered_court_cards_are_small_enough_to_be_whole(site, newcomer, cards, in_front, figure):
    laid = site.lay(with_hand("cups", cards), ["Ann", "Ben"])
    ann = newcomer(laid.seats[0], **PHONE)
    behind = cards - in_front
    measures(ann.page, FIGURES, [""] * behind + [figure] * (in_front - 1) + [""])
    ann.page.locator(".hand label").nth(behind).tap()
    measures(ann.page, f"() => ({FIGURES})()[{behind}]", "")


def test_a_whole_lesson_by_finger(newcomer):
    ann = newcomer(**PHONE)
    ann.page.locator(".game a[href^='/learn/cuttle/']").tap()
    heights = set()
    for number, step in enumerate(first_lesson("cuttle").steps, 1):
        expect(ann.page.locator(".progress")).to_contain_text(f"Step {number} of 8")
        fits_a_phone(ann.page)
        measures(ann.page, f"document.documentElement.scrollHeight <= {PHONE['viewport']['height']}", wanted=True)
        heights.add(ann.page.locator(".coach").bounding_box()["height"])
        if number == 2:
            ann.play("9s")
            expect(ann.page.locator(".answer:focus")).to_contain_text("19 points")
            expect(ann.page.locator("#live")).not_to_contain_text("19 points")
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
    ann.button("Play your first game").tap()
    expect(ann.page.locator("#board[data-yours]")).to_be_visible()
    expect(ann.page.locator(".hint")).to_be_visible()
