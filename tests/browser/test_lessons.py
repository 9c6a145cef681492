"""A lesson on a phone, by finger, and with the browser's own buttons."""

from playwright.sync_api import expect

from tests.browser.people import PHONE, measures
from tests.browser.test_phone import fits_a_phone
from undercut.lessons.courses import first_lesson, puzzles


def test_a_whole_lesson_by_finger(newcomer):
    ann = newcomer(**PHONE)
    ann.page.locator("a[href^='/learn/cuttle/']").tap()
    for number, step in enumerate(first_lesson("cuttle").steps, 1):
        expect(ann.page.locator(".progress")).to_contain_text(f"Step {number} of 8")
        fits_a_phone(ann)
        measures(ann.page, f"document.documentElement.scrollHeight <= {PHONE['viewport']['height']}", wanted=True)
        if number == 2:
            ann.play("9s")
            expect(ann.page.locator(".answer")).to_contain_text("19 points")
            ann.page.go_back()
            ann.page.go_forward()
            expect(ann.page.locator(".progress")).to_contain_text("Step 2 of 8")
        ann.play(step.wanted[0])
    expect(ann.page.locator(".coach")).to_contain_text("You have won!")
    assert ann.page.evaluate("performance.getEntriesByType('navigation').length") == 1
    fits_a_phone(ann)
    ann.button("Play your first game").tap()
    expect(ann.page.locator("#board[data-yours]")).to_be_visible()
    expect(ann.page.locator(".hint")).to_be_visible()


def test_a_browser_keeps_the_rating_of_its_reader(newcomer):
    ann, puzzle = newcomer(), puzzles("cut_the_rope")[0]
    ann.page.goto(f"/learn/cut_the_rope/{puzzle.name}/1")
    rating = ann.page.locator("#yours b")
    expect(rating).to_have_text("1000")
    for number, step in enumerate(puzzle.steps, 1):
        expect(ann.page.locator(".progress")).to_contain_text(f"Step {number} of")
        ann.play(step.wanted[0])
    expect(ann.page.locator(".coach")).to_contain_text("Solved")
    gained = int(rating.inner_text())
    assert 1000 < gained < 1040
    ann.page.goto(f"/learn/cut_the_rope/{puzzle.name}/{len(puzzle.steps) + 1}")
    expect(rating).to_have_text(str(gained))
