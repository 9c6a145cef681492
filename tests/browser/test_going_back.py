"""The browser's Back after a rematch, and Enter in the fields of forms."""

import re

import pytest
from playwright.sync_api import expect

from tests.amounts import some


@pytest.fixture(scope="module", params=some(["kept", "loaded"], 1))
def browser(request, launch):
    """A browser that keeps pages to go back to in memory as they were, and one that loads them again."""
    started = launch(ignore_default_args=["--disable-back-forward-cache"] if request.param == "kept" else [])
    yield started
    started.close()


@pytest.fixture
def ann(newcomer):
    """Somebody who has just given up against a bot."""
    person = newcomer("/new?game=cuttle&opponents[]=random", careful=False)
    person.button("Deal the cards").click()
    person.ready()
    person.page.locator("summary", has_text="Resign").click()
    person.button("Yes").click()
    expect(person.page.locator(".end")).to_be_visible()
    return person


def stays_at(person, path):
    """The page shows a table, with the way to the next one, and does not leave."""
    expect(person.page).to_have_url(re.compile(re.escape(path) + "$"))
    expect(person.page.locator("html.script #board")).to_be_visible()
    expect(person.page.get_by_role("link", name="Go to the table")).to_be_visible()
    person.page.wait_for_timeout(1500)  # the stream has brought what it brings
    assert person.path == path
    expect(person.page).to_have_url(re.compile(re.escape(path) + "$"))


def test_back_after_a_rematch_shows_the_old_table_and_stays_there(ann):
    old = ann.path
    ann.button("Rematch").click()
    expect(ann.page).not_to_have_url(re.compile(re.escape(old)))
    ann.ready()
    new = ann.path
    ann.page.go_back(wait_until="commit")
    stays_at(ann, old)
    ann.page.reload()
    stays_at(ann, old)
    ann.page.go_forward(wait_until="commit")
    expect(ann.page).to_have_url(re.compile(re.escape(new) + "$"))
    ann.ready()
    ann.page.go_back(wait_until="commit")
    stays_at(ann, old)
    ann.page.get_by_role("link", name="Go to the table").click()
    expect(ann.page).to_have_url(re.compile(re.escape(new) + "$"))


def test_a_rematch_that_began_elsewhere_is_shown_and_not_followed(ann):
    old = ann.path
    ann.page.goto("/rules")
    again = ann.page.context.new_page()  # a second window of the same person asks for the rematch
    again.goto(old)
    again.get_by_role("button", name="Rematch").click()
    expect(again).not_to_have_url(re.compile(re.escape(old)))
    ann.page.go_back(wait_until="commit")
    stays_at(ann, old)


def test_a_rematch_that_begins_while_the_old_table_is_shown_again_is_followed(ann):
    old = ann.path
    ann.page.goto("/rules")
    ann.page.go_back(wait_until="commit")
    ann.ready()
    expect(ann.page.locator("#stream")).to_have_attribute("data-state", "live")
    ann.button("Rematch").click()
    expect(ann.page).not_to_have_url(re.compile(re.escape(old)))


@pytest.mark.parametrize("script", [True, False])
def test_enter_in_the_name_deals_and_leaves_no_token_in_the_address(visit, script):
    page = visit("/new?game=cuttle", java_script_enabled=script)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Your name").press("Enter")
    expect(page).to_have_url(re.compile("/t/[^?]+$"))
    expect(page.locator("#board")).to_be_visible()
