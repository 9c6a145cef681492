"""The table in a real browser: two players and a spectator, keys alone, a finger, no script, an old page."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.fixture
def friends(visit):
    """Ada and Bo at a table of Cuttle, and Cy who watches."""
    ada = visit()
    token = ada.locator("[name=_csrf_token]").first.input_value()
    wish = {"game": "cuttle", "opponents[]": "open", "name": "Ada", "_csrf_token": token}
    made = ada.request.post("/tables", form=wish, headers={"Accept": "application/json"})
    address = f"/t/{made.json()['table']}"
    ada.goto(address)
    bo = visit(address, **PHONE)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit here").click()
    cy = visit(address, color_scheme="dark")
    for page in (ada, bo, cy):
        expect(page.locator("#stream")).to_have_attribute("data-state", "live")
        expect(page.locator("#status")).to_contain_text("play a card or draw")
    return ada, bo, cy


def version(page) -> int:
    return int(page.locator("#board").get_attribute("data-version"))


def yours(page) -> None:
    expect(page.locator("#board[data-yours]")).to_be_visible()


def test_moves_arrive_at_once_and_a_hand_stays_hidden(friends):
    ada, bo, cy = friends
    hand = [card.get_attribute("data-card") for card in ada.locator(".play .card[data-card]").all()]
    assert len(hand) == 5
    for page in (bo, cy):
        assert not set(hand) & {card.get_attribute("data-card") for card in page.locator("[data-card]").all()}
    ada.get_by_role("button", name="Draw a card").click()
    yours(bo)
    expect(cy.locator("#live")).to_contain_text("Ada draws a card from the stock.")
    assert version(cy) == version(bo)
    assert cy.locator("[name=move]").count() == 0


def test_keys_alone_make_a_move(friends):
    ada, bo, _ = friends
    ada.keyboard.press("?")
    expect(ada.get_by_role("dialog", name="Keys")).to_be_visible()
    ada.keyboard.press("Escape")
    ada.keyboard.press("ArrowRight")
    first = ada.locator("input[name=card]").first
    expect(first).to_be_focused()
    expect(first).to_be_checked()
    ada.keyboard.press("Enter")
    use = ada.locator(".uses:visible .move").first
    expect(use).to_be_focused()
    ada.keyboard.press("Escape")
    expect(first).to_be_focused()
    ada.keyboard.press("Tab")
    expect(use).to_be_focused()
    before = version(ada)
    ada.keyboard.press("1")
    ada.wait_for_function("before => Number(document.querySelector('#board').dataset.version) > before", arg=before)
    expect(ada.locator("#status")).to_be_focused()
    expect(bo.locator("#status")).to_contain_text("You to move")


def test_what_is_not_legal_says_why_and_leads_to_the_rule(visit):
    page = visit()
    page.locator("form:has(input[name=game][value=cut_the_rope]) button").first.click()
    yours(page)
    # Of six cards and the top of the personal deck hardly ever every one may begin a level.
    for card in page.locator(".pick > label").all():
        card.click(position={"x": 8, "y": 12})
        if refused := page.locator(".uses:visible .refused a").all():
            assert re.fullmatch(r"/rules/cut_the_rope\?rules=standard#CR-\d+", refused[0].get_attribute("href"))
            return
    pytest.fail("every use of every card is legal")


def test_a_page_that_is_behind_is_told_and_brought_up_to_date(friends):
    ada, bo, _ = friends
    ada.locator("#play [name=version]").evaluate("field => field.value = '1'")
    ada.get_by_role("button", name="Draw a card").click()
    expect(ada.get_by_role("alert")).to_contain_text("moved on before")
    assert bo.locator("#board[data-yours]").count() == 0


def test_a_draw_is_offered_and_declined_and_the_game_resigned_and_stepped_through(friends):
    ada, bo, cy = friends
    ada.get_by_role("button", name="Draw a card").click()
    yours(bo)
    ada.get_by_role("button", name="Offer a draw").click()
    bo.get_by_role("button", name="Decline").click()
    expect(ada.locator(".log li").first).to_contain_text("declines")
    ada.locator("summary", has_text="Resign").click()
    ada.get_by_role("button", name="Yes, resign").click()
    for page in friends:
        expect(page.locator("#status")).to_contain_text("by resignation")
    cy.keyboard.press("ArrowLeft")
    cy.wait_for_url("**/steps/0")
    expect(cy.locator(".at")).to_contain_text("0 of 1")
    ada.get_by_role("button", name="Play again").click()
    bo.get_by_role("button", name="Play again").click()
    for page in (ada, bo):
        expect(page.locator("#board")).to_have_attribute("data-phase", "playing")
    assert ada.url == bo.url


@pytest.mark.parametrize("game", ["cuttle", "cups", "cut_the_rope"])
def test_without_script_a_card_is_chosen_and_played(visit, game):
    page = visit(java_script_enabled=False, **PHONE)
    page.locator(f"form:has(input[name=game][value={game}]) button").first.click()
    before = version(page)
    while page.locator("#board[data-yours]").count() == 0:
        page.get_by_role("link", name="Refresh").click()
    page.locator(".pick:not(.idle) > label.slot").first.click(position={"x": 8, "y": 12})
    page.locator(".uses:visible .move").first.click()
    assert version(page) > before


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["cuttle", "cups", "cut_the_rope"])
def test_everybody_can_use_the_table(visit, game, scheme):
    page = visit(color_scheme=scheme, bypass_csp=True, **PHONE)
    page.locator(f"form:has(input[name=game][value={game}]) button").first.click()
    yours(page)
    page.locator(".pick > label.slot").first.click(position={"x": 8, "y": 12})
    # What is not legal is greyed on purpose, and its reason stands beside it in full.
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
    for button in page.locator("#board button:visible").all():
        assert button.bounding_box()["height"] >= 43.5
