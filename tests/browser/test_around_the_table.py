"""What a page says around the table: its title, the log, answers without a choice, the end."""

import re

from playwright.sync_api import expect

from tests.clauses.cuttle_table import table


def test_two_play_and_are_told_what_happens(site, newcomer):
    laid = site.lay(table(hands=("6c 9d", "3d 5s")), ["Ann", "Ben"])
    ann, ben, watcher = (newcomer(place) for place in (*laid.seats, laid.path))
    watcher.ready()
    ben.page.evaluate("document.cookie = 'look=.....auto..; path=/'")
    ben.page.reload()
    ben.ready()

    # Ben has no two: his page says so, and answers for him.
    expect(ann.page).to_have_title("Your move · Cuttle · Undercut")
    expect(ben.page).to_have_title("Ann to move · Cuttle · Undercut")
    before = ann.version
    ann.play("6c!")
    expect(ben.page.locator("#status")).to_contain_text("you cannot counter without a two")
    assert 1.5 <= float(ben.board.get_attribute("data-alone")) <= 4
    ben.reaches(before + 2)
    expect(ann.page.locator(".log li").first).to_contain_text("does not counter")

    # A phrase reaches the other player, and stands at the seat of the one who says it.
    ann.page.locator("summary", has_text="Say something").click()
    ann.button("Well played!").click()
    expect(ben.page.locator("#live > :last-child")).to_have_text("Ann: Well played!")
    expect(ben.board.locator(".saying:visible").first).to_have_text("Well played!")
    expect(ben.board.locator(".watchers")).to_contain_text("1 person watches.")

    # A line of the log and its card light up together, from both ends.
    line = ann.page.locator(".log li[data-cards~='6c']").last
    assert line.get_attribute("value") == "1"
    card = ann.page.locator("[data-card='6c']").first
    line.hover()
    expect(card).to_have_class(re.compile(r"\blit\b"))
    ann.page.locator(".log h2").hover()
    expect(card).not_to_have_class(re.compile(r"\blit\b"))
    card.hover()
    expect(line).to_have_class(re.compile(r"\blit\b"))

    # The end is told in words, in the title and to the keyboard; a line of the log leads back to its moment.
    ben.page.locator("summary", has_text="Resign").click()
    ben.button("Yes, resign").click()
    expect(ben.page.locator(".end.lost .headline")).to_have_text("You lost")
    expect(ann.page.locator(".end.won .headline")).to_have_text("You won")
    expect(ann.page).to_have_title("You won · Cuttle · Undercut")
    expect(ann.page.locator("#live")).to_contain_text("You win by resignation.")
    expect(ben.page.locator("#status")).to_be_focused()
    ann.page.locator(".log li[value='1'] a").click()
    expect(ann.board).to_have_attribute("data-step", "1")
