import re

import pytest
from playwright.sync_api import expect

from tests.amounts import some
from tests.browser.people import script
from tests.browser.tables_in_sight import played_out
from tests.clauses.cuttle_table import table
from undercut.play.game import game


def focus(person) -> str:
    return person.page.evaluate(script("focused"))


def press(person, *keys) -> str:
    for key in keys:
        person.page.keyboard.press(key)
    return focus(person)


def tab_to(person, wanted) -> list[str]:
    """Press Tab until something has the focus; gives what had it on the way."""
    seen = []
    for _ in range(80):
        seen.append(press(person, "Tab"))
        if wanted(seen[-1]):
            return seen
    raise AssertionError(seen)


def test_from_the_front_page_into_a_game_and_three_moves(newcomer):
    ann = newcomer("/")
    tab_to(ann, lambda on: on == "Play Cuttle")
    tab_to(ann, lambda on: "Ada, beginner" in on)
    press(ann, "b")
    assert press(ann, "Shift+Tab") == "Play Cuttle"
    ann.page.keyboard.press("Enter")
    ann.ready()
    expect(ann.page.locator("#status")).to_be_focused()
    expect(ann.page.locator("#live > p")).to_have_count(0)
    expect(ann.page.locator(".stream[data-state=live]")).to_have_attribute("aria-live", "off")
    for _ in range(3):
        expect(ann.page.locator(".bar.yours")).to_be_visible()
        version, scene = ann.version, ann.scene()
        if not any(use["legal"] for uses in scene["uses"].values() for use in uses):
            on = press(ann, "ArrowRight")
            assert (on if on.startswith("move ") else press(ann, "ArrowUp")).startswith("move ")
            press(ann, "Enter")
        else:
            chosen = press(ann, "ArrowRight")
            while not ann.page.locator(".pick > input:checked ~ .uses [data-kind]").count():
                chosen = press(ann, "ArrowRight")
            assert chosen.startswith("card ")
            if press(ann, "Enter").startswith("chip "):
                assert press(ann, "Enter").startswith("move ")  # the first of several
            press(ann, "Enter")
        expect(ann.board).not_to_have_attribute("data-version", str(version))


def test_every_key_that_the_table_knows(couple):
    ann, ben = couple()
    assert press(ann, "ArrowRight") == "card 2d"
    assert press(ann, "ArrowRight") == "card 2s"
    assert press(ann, "ArrowLeft", "ArrowLeft") == "card 9d"
    assert press(ann, "ArrowRight") == "card 2d"
    assert press(ann, "ArrowUp").startswith("move 2d")
    assert press(ann, "ArrowUp") == "move draw"
    assert press(ann, "ArrowDown", "ArrowDown") == "card 2d"
    assert press(ann, "ArrowRight", "ArrowRight") == "card 5s"
    uses = ann.page.locator(".pick > input:checked ~ .uses .chips .move")
    first, second = uses.nth(0).get_attribute("value"), uses.nth(1).get_attribute("value")
    assert press(ann, "Enter") == f"move {first}"
    assert press(ann, "ArrowRight") == f"move {second}"
    assert press(ann, "Escape") == "card 5s"
    expect(ann.page.locator(".pick > input:checked")).to_have_count(1)
    press(ann, "Escape")
    expect(ann.page.locator(".pick > input:checked")).to_have_count(0)
    press(ann, "?")
    keys = ann.page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    version = ann.version
    assert press(ann, "1", "Escape") == "card 5s"
    expect(keys).to_be_hidden()
    ann.page.locator("#status").focus()
    assert press(ann, "ArrowUp") == "move draw"
    ann.page.locator("input[value='9d']").focus()
    press(ann, "Space")
    number = ann.page.locator(".pick > input:checked ~ .uses [data-number='1']")
    move = number.get_attribute("value")
    assert press(ann, "Tab") == f"move {move}"
    press(ann, "Shift+S")
    expect(ann.page.locator("#live")).to_contain_text("points")
    press(ann, "1")
    ann.reaches(version + 1)
    expect(ann.page.locator("#status")).to_be_focused()
    assert ann.scene()["log"][-1]["move"] == move
    ben.reaches(version + 1)


def test_focus_and_choice_stay_while_the_table_goes_on(couple, newcomer):
    ann, ben = couple()
    ben.page.get_by_text("Your seat link").focus()
    press(ben, "Enter")
    version = ann.version
    ann.play("draw")
    ben.reaches(version + 1)
    assert focus(ben) == "Your seat link"
    expect(ben.page.get_by_label("Your seat link")).to_be_visible()
    assert press(ben, "ArrowRight") == "card 2c"
    stranger = newcomer(ann.path)
    expect(stranger.page.locator("#stream")).to_have_text("live")
    ann.offer_draw()
    expect(ben.button("Accept")).to_be_visible()
    ben.reaches(version + 2)
    assert focus(ben) == "card 2c"
    expect(ben.page.locator("input[value='2c']")).to_be_checked()


def test_tab_goes_through_everything_in_order_and_enter_chooses(site, newcomer):
    ann = newcomer(site.lay(game("cuttle", seats=2).deal(seed=1), ["Ann", "Ben"]).seats[0])
    expect(ann.page.locator(".stream[data-state=live]")).to_be_attached()
    order = tab_to(ann, lambda on: on.startswith("card "))
    assert press(ann, "Enter") == order[-1]
    expect(ann.page.locator(".pick > input:checked")).to_have_value(order[-1].removeprefix("card "))
    assert press(ann, "Enter").startswith(("move ", "chip "))
    press(ann, "s")
    expect(ann.page.locator("#live > p").last).to_contain_text("Ben: 0 of 21 points. You: 0 of 21 points. Stock, ")
    expect(ann.page.locator("#live > p").last).not_to_contain_text("Cards in play")
    assert press(ann, "Escape") == order[-1]
    press(ann, "Escape")
    order += tab_to(ann, lambda on: on == "Your seat link")
    assert not {"Hint", "Take back"} & {*order}, "what cannot be used at a table is not there"
    wanted = ["Undercut", "move draw", "Lobby", "Offer a draw", "Resign", "Your seat link"]
    places = [next(n for n, on in enumerate(order) if on.startswith(one)) for one in wanted]
    assert places == sorted(places)
    ann.page.reload()
    ann.ready()
    assert press(ann, "Tab") == order[0] == "Skip to the content"
    expect(ann.page.get_by_role("link", name=order[0])).to_be_in_viewport()
    press(ann, "Enter")
    expect(ann.page.locator("main")).to_be_focused()


def test_without_a_choice_the_focus_goes_to_the_answer_and_reasons_are_read_once(site, newcomer):
    laid = site.lay(table(hands=("4h 9c", "8d 9d")), ["Ann", "Ben"], played=True)
    ann, ben = newcomer(laid.seats[0]), newcomer(laid.seats[1])
    ben.page.locator("#status").focus()
    ann.play("4h!")
    expect(ben.page.locator(":is(.bare, .none) > .move")).to_be_focused()
    said = ben.page.locator("#live > p")
    assert press(ben, "ArrowDown") == "card 8d"
    expect(said.last).to_have_text("The eight of diamonds cannot counter: only a two can.")
    assert press(ben, "ArrowRight") == "card 9d"
    expect(said.last).to_have_text("Does not fit.")
    press(ben, "Enter")
    expect(said.last).to_have_text("The nine of diamonds cannot counter: only a two can.")


def test_a_step_back_leaves_the_focus_at_the_table(site, newcomer):
    ann = newcomer(site.lay(played_out("cuttle", 2), ["Ann", "Ben"], played=True).seats[0])
    assert focus(ann) == "body"
    press(ann, "ArrowLeft")
    expect(ann.page.locator("#board[data-step] #status")).to_be_focused()


def test_the_focus_goes_to_a_card_when_what_had_it_is_hidden(site, newcomer):
    """Two cards can go on each of the empty rows: both have a button of the same words."""
    deals = (game("cut_the_rope", seats=2).deal(seed=seed) for seed in range(100))
    deal = next(deal for deal in deals if {"1", "10"} <= {*deal.position()["hands"][0]})
    ann = newcomer(site.lay(deal, ["Ann", "Ben"]).seats[0])
    ann.page.locator(".trays .idle > input").first.focus()
    press(ann, "Space")
    reason = ann.page.locator("#live > p")
    expect(reason.last).to_contain_text("level row takes 1, 10 or scissors")
    said, card = reason.count(), focus(ann)
    assert press(ann, "Enter", "Enter") == card, "a card without a use keeps the focus, and says again why"
    expect(reason).to_have_count(said + 2)
    assert reason.last.inner_text().endswith(".")
    only = next(card for card in deal.position()["hands"][0] if card not in {"1", "10", "X"})
    ann.page.locator(f".hand input[value='{only}']").first.focus()
    press(ann, "Space")
    expect(reason.last).to_contain_text("Supply the ")
    assert press(ann, "Enter").startswith(f"move {only}/")
    press(ann, "Escape", "Escape")
    ann.page.locator("input[value='1']").first.focus()
    press(ann, "Space")
    assert press(ann, "Enter").startswith("chip ")
    assert press(ann, "Enter").startswith("move 1>")
    version = ann.version
    press(ann, "Enter")
    ann.reaches(version + 1)
    assert focus(ann).startswith("card ")


@pytest.fixture(scope="module", params=some(["kept", "loaded"], 1))
def browser(request, launch):
    """A browser that keeps pages to go back to in memory as they were, and one that loads them again."""
    started = launch(ignore_default_args=["--disable-back-forward-cache"] if request.param == "kept" else [])
    yield started
    started.close()


@pytest.fixture
def ann(newcomer):
    person = newcomer("/new?game=cuttle&opponents[]=random", careful=False)
    person.button("Deal the cards").click()
    person.ready()
    person.page.locator("summary", has_text="Resign").click()
    person.button("Yes").click()
    expect(person.page.locator(".end")).to_be_visible()
    return person


def stays_at(person, path):
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
