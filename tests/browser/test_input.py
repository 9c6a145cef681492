import pytest
from playwright.sync_api import expect

from tests.amounts import some
from tests.browser.people import PHONE, script
from undercut.games.base import registry
from undercut.play.game import game

MOVING = {"reduced_motion": "no-preference"}


def test_cards_in_flight_take_no_clicks_away(couple):
    ann, ben = couple(**MOVING)
    ben.page.evaluate(f"window.hits = ({script('hitAfterUpdate')})(); null")
    ann.play("9d")
    _, flying, *hits = ben.page.evaluate("window.hits")
    assert flying > 0
    assert len(hits) > 5
    assert all(hits)
    ben.page.locator(".pick > label").first.click()
    expect(ben.page.locator(".pick > input:checked")).to_have_count(1)


def test_an_update_waits_for_the_end_of_a_click(couple, newcomer):
    ann, ben = couple(**MOVING)
    stranger = newcomer(ann.path)
    stranger.ready()
    version = ann.version
    ann.page.locator(".pick > label").nth(2).hover()
    ann.page.mouse.down()
    ben.offer_draw()
    stranger.reaches(version + 1)
    assert ann.version == version
    ann.page.mouse.up()
    ann.reaches(version + 1)
    expect(ann.page.locator(".pick > input").nth(2)).to_be_checked()


def test_a_move_pressed_before_the_last_has_come_back_is_played_after_it(site, newcomer):
    laid = site.lay(game("cut_the_rope", seats=2).deal(seed=9), ["Ann", "Ben"])
    ann = newcomer(laid.seats[0])
    version = ann.version
    press = "moves => moves.forEach((move) => document.querySelector(`button[name=move][value='${move}']`).click())"
    ann.page.evaluate(press, ["1>1", "1>1", "10>2"])
    ann.reaches(version + 2)
    assert [line["move"] for line in ann.scene()["log"] if line.get("move")] == ["1>1", "10>2"]
    expect(ann.page.locator("#message")).to_be_empty()


def middle(locator) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_by_finger(page, start, end) -> None:
    finger = page.context.new_cdp_session(page)
    way = [(start[0] + (end[0] - start[0]) * part / 5, start[1] + (end[1] - start[1]) * part / 5) for part in range(6)]
    for place, (x, y) in enumerate(way):
        kind = "touchMove" if place else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_cards_are_dragged_and_drawn_by_mouse_and_finger(site, newcomer):
    laid = site.lay(game("cuttle", seats=2).deal(seed=1), ["Ann", "Ben"])
    ann, ben = newcomer(laid.seats[0]), newcomer(laid.seats[1], **PHONE)
    version = ann.version

    def then(move) -> None:
        nonlocal version
        version += 1
        for person in (ann, ben):
            person.reaches(version)
        assert ann.scene()["log"][-1]["move"].replace("?", "") == move

    card = ann.page.locator("label[for='pick-hand-9d']")
    ann.page.mouse.move(*middle(card))
    ann.page.mouse.down()
    ann.page.mouse.move(*middle(ann.page.locator(".own .points")), steps=4)
    expect(ann.page.locator(".own .points")).to_contain_class("aim")
    ann.page.mouse.up()
    then("9d")
    ben.page.locator(".on-pile").tap()
    then("draw")
    ann.play("draw")
    then("draw")
    points = next(move for move in ben.scene()["moves"] if move["kind"] == "points")
    start = middle(ben.page.locator(f"label[for='pick-hand-{points['card']}']"))
    drag_by_finger(ben.page, start, middle(ben.page.locator(".own .permanents")))  # anywhere on the own half
    then(points["move"])


def test_a_hint_that_comes_after_the_move_is_no_fault_and_a_message_goes_away_by_a_tap(site, newcomer):
    laid = site.lay(game("cuttle", seats=2).deal(seed=1), ["Ann", "Ben"], hints_with_people=True)
    ann = newcomer(laid.seats[0], careful=False)
    ann.page.route("**/hint", lambda route: route.fulfill(status=200, body="null", content_type="application/json"))
    hint, message = ann.button("Hint", exact=True), ann.page.locator("#message")
    with ann.page.expect_response("**/hint") as answered:
        hint.click()
    assert answered.value.status == 200
    expect(hint).not_to_have_attribute("aria-busy", "true")
    expect(message).to_be_hidden()
    ann.page.route("**/moves", lambda route: route.fulfill(status=409, json={"detail": "It is too late."}))
    ann.page.route("**/board", lambda route: route.abort())
    with ann.page.expect_event("requestfailed"):
        ann.play("9d")
    expect(message).to_contain_text("It is too late.")
    message.click()
    expect(message).to_be_hidden()


@pytest.mark.parametrize("name", some(registry.names(), 1))
def test_what_is_not_legal_says_why_and_leads_to_the_rule(site, newcomer, name):
    ann = newcomer(site.lay(game(name, seats=2).deal(seed=3), ["Ann", "Ben"]).seats[0])
    uses = ann.scene()["uses"]
    card, refused = next((card, use) for card in uses for use in uses[card] if not use["legal"])
    ann.page.locator(f".pick:has(> input[value='{card}']) > label").click()
    ann.page.locator(".ask:visible").click()
    cited = ann.page.get_by_title(refused["clause"], exact=True)
    why = ann.page.locator(".uses:visible .why").filter(has=cited).first
    expect(why).to_contain_text(refused["reason"], ignore_case=True)
    with ann.page.expect_popup() as beside:
        why.get_by_title(refused["clause"], exact=True).click()
    expect(beside.value.locator(f"#{refused['clause']}")).to_be_in_viewport()
    expect(beside.value.get_by_role("heading", level=1)).to_contain_text(registry.spec(name).title)


def test_a_page_that_is_behind_is_told_and_brought_up_to_date(couple):
    ann, ben = couple(seed=3)
    before = ann.version
    ann.page.locator("#play [name=version]").evaluate("field => field.value = '1'")
    ann.button("Draw a card").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("came too late")
    assert ann.scene()["version"] == ben.version == before
    ann.page.reload()
    ann.wrong.clear()
    ann.play("draw")
    ben.reaches(before + 1)


def test_a_command_is_not_lost_while_the_answer_to_another_is_on_its_way(site, newcomer):
    ann = newcomer(site.lay(game("cuttle", seats=2).deal(seed=3), ["Ann", "Ben"]).seats[0])
    held = []
    ann.page.route("**/moves", lambda route: held.append((route, route.fetch())))
    ann.play("draw")
    expect(ann.page.locator(".log li", has_text="You ")).not_to_have_count(0)
    ann.page.locator("summary", has_text="Resign").click()
    ann.button("Yes, resign").click()
    expect(ann.page.locator(".steps")).to_be_visible()
    for route, answer in held:
        route.fulfill(response=answer)
    expect(ann.page.locator("[aria-busy]")).to_have_count(0)
    assert len(held) == 1
