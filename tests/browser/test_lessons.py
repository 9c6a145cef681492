"""A lesson on a phone, by finger, and with the browser's own buttons."""

from playwright.sync_api import expect

from tests.browser.people import PHONE, measures
from tests.browser.test_phone import fits_a_phone
from undercut.lessons.course import first_lesson


def test_a_whole_lesson_by_finger(newcomer):
    ann = newcomer(**PHONE)
    ann.page.locator(".game a[href^='/learn/cuttle/']").tap()
    for number, step in enumerate(first_lesson("cuttle").steps, 1):
        expect(ann.page.locator(".progress")).to_contain_text(f"Step {number} of 8")
        fits_a_phone(ann.page)
        measures(ann.page, f"document.documentElement.scrollHeight <= {PHONE['viewport']['height']}", wanted=True)
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
            expect(ann.page.locator("#live")).to_contain_text("Scuttle: Rosa has 9 points.")
    expect(ann.page.locator(".coach")).to_contain_text("You have won!")
    assert ann.page.evaluate("performance.getEntriesByType('navigation').length") == 1
    fits_a_phone(ann.page)
    ann.button("Play your first game").tap()
    expect(ann.page.locator("#board[data-yours]")).to_be_visible()
    expect(ann.page.locator(".hint")).to_be_visible()
