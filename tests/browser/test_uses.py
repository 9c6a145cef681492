from itertools import product

import pytest
from playwright.sync_api import expect

from tests.amounts import THOROUGH, some
from tests.browser.people import PHONE, measures, script
from tests.browser.tables_in_sight import reached
from tests.browser.test_in_sight import SIZES
from tests.browser.test_input import middle
from tests.clauses import cuttle_table

POINT = script("pointOf")
HIDDEN = script("hidden")


def table_of_cuttle(**fields):
    """Cuttle under the site's rules with a nine and other cards of many uses in hand."""
    laid = {
        "hands": ("9s 6h Jc 2d Ah 4c 8d Kd", "3c 5c 7d"),
        "points": ("3d", "2s 3s 4d 9h"),
        "permanents": ("Qd", "Kc"),
        "scrap": "Tc Ts As 6c 6d 7c 8c 2h",
    }
    return cuttle_table.table("cuttle-cards-2", **laid | fields)


def sits(site, newcomer, state, **wishes):
    laid = site.lay(state, [f"Player {seat}" for seat in range(state.game.seats)])
    ann = newcomer(laid.seats[state.to_move], **wishes)
    ann.page.evaluate(script("recordMoves"))
    return ann


def card(person, what: str):
    return person.page.locator(f".pick:has(> input[value='{what}']) > label")


def chosen(person):
    return person.page.locator(".pick > input:checked")


def played(person) -> list[str]:
    return person.page.evaluate("() => window.played.splice(0)")


ONE_USE, SEVERAL_USES = "Kd", "9s"


@pytest.mark.parametrize("wishes", some([PHONE, {}], 1))
def test_a_second_click_puts_a_card_down_again(site, newcomer, wishes):
    ann = sits(site, newcomer, table_of_cuttle(), **wishes)
    for what in (ONE_USE, SEVERAL_USES, SEVERAL_USES):
        press = card(ann, what).tap if wishes else card(ann, what).click
        press()
        expect(chosen(ann)).to_have_value(what)
        ann.page.wait_for_timeout(400)
        press()
        expect(chosen(ann)).to_have_count(0)
        expect(ann.page.locator(".aim")).to_have_count(0)
        ann.page.wait_for_timeout(400)
    assert played(ann) == []


def test_a_click_where_the_card_cannot_go_says_why_and_keeps_it_chosen(site, newcomer):
    ann = sits(site, newcomer, table_of_cuttle())
    card(ann, "6h").click()
    ann.page.locator(".other .places [data-card='9h']").click()
    expect(ann.page.locator("#message")).to_have_text("The six of hearts is not higher than the nine of hearts.")
    expect(chosen(ann)).to_have_value("6h")
    assert played(ann) == []


def test_the_only_move_keeps_its_button_and_is_played_while_a_card_without_uses_is_chosen(site, newcomer):
    asked = {"phase": "counter", "waiting": {"card": "6s", "target": None}}
    state = cuttle_table.table(hands=("3d Jc", "6c 9d"), turn=1, to_move=0, **asked)
    ann = newcomer(site.lay(state, ["Ann", "random"]).seats[0])
    before = ann.version
    card(ann, "Jc").click()
    expect(ann.page.locator(".reason:visible")).to_contain_text("only a two can")
    expect(ann.button("You hold no two: go on")).to_be_visible()
    ann.reaches(before + 1)


def test_a_double_click_plays_an_only_use_unless_a_setting_forbids_it(site, newcomer):
    ann = sits(site, newcomer, table_of_cuttle())
    card(ann, ONE_USE).dblclick()
    assert played(ann) == ["Kd+"]
    card(ann, SEVERAL_USES).dblclick()
    assert played(ann) == []
    ann.page.locator("header .gear, .top .gear").first.click()
    ann.page.get_by_label("Double click").select_option("does nothing")
    ann.button("Done").click()
    card(ann, ONE_USE).dblclick()
    assert played(ann) == []
    ann.page.reload()
    ann.ready()
    ann.page.evaluate(script("recordMoves"))
    card(ann, ONE_USE).dblclick()
    assert played(ann) == []


def click_on(person, place) -> None:
    point = place.evaluate(POINT)
    assert point, place
    person.page.mouse.click(*point)


def test_a_tap_outside_the_sheet_about_a_card_only_closes_it(site, newcomer):
    ann = sits(site, newcomer, table_of_cuttle(), **PHONE)
    card(ann, ONE_USE).tap(position={"x": 8, "y": 8})
    ask, sheet = ann.button("More about the king of diamonds"), ann.page.locator("#all-hand-Kd")
    ask.tap()
    expect(sheet).to_be_visible()
    point = next(filter(None, (place.evaluate(POINT) for place in ann.page.locator(".aim").all())))
    ann.page.touchscreen.tap(*point)
    expect(sheet).to_be_hidden()
    ask.tap()
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()
    assert played(ann) == []


def test_a_target_that_means_two_things_offers_both_there(site, newcomer):
    ann = sits(site, newcomer, table_of_cuttle())
    ways = ann.page.locator(".ways")
    nine = ann.page.locator(".places [data-card='9h']")
    card(ann, "9s").click()
    for width, height in SIZES if THOROUGH else SIZES[::3]:
        ann.page.set_viewport_size({"width": width, "height": height})
        click_on(ann, nine)
        expect(ways.get_by_role("button")).to_have_count(2)
        measures(ann.page, HIDDEN, [], ".ways button")
        ann.page.keyboard.press("Escape")
        expect(ways).to_have_count(0)
        expect(chosen(ann)).to_have_value("9s")
    click_on(ann, nine)
    ann.page.locator(".bar").click(position={"x": 200, "y": 5})
    expect(ways).to_have_count(0)
    expect(chosen(ann)).to_have_value("9s")
    for name, move in (("Scuttle the nine of hearts", "9sx9h"), ("return the nine of hearts", "9s!9h")):
        click_on(ann, nine)
        ways.get_by_role("button", name=name).click()
        assert played(ann) == [move]
        expect(ways).to_have_count(0)
    click_on(ann, nine)
    ann.page.keyboard.press("ArrowRight")
    ann.page.keyboard.press("Enter")
    assert played(ann) == ["9s!9h"]
    card(ann, "9s").click()
    expect(chosen(ann)).to_have_count(0)
    ann.page.mouse.move(*middle(card(ann, "9s")))
    ann.page.mouse.down()
    ann.page.mouse.move(*middle(nine), steps=4)
    ann.page.mouse.up()
    ways.get_by_role("button", name="Scuttle").click()
    assert played(ann) == ["9sx9h"]


def test_a_kind_with_several_targets_lights_them_and_is_played_by_pointer_or_keys(site, newcomer):
    ann = sits(site, newcomer, table_of_cuttle())
    card(ann, "9s").click()
    lit = ann.page.locator(".places .card.aim")
    expect(lit).to_have_count(5)
    scuttle = ann.page.locator(".chips [data-kind='scuttle']:visible")
    scuttle.click()
    expect(lit).to_have_count(4)
    expect(scuttle).to_have_attribute("aria-pressed", "true")
    assert scuttle.inner_text().split() == ["Scuttle…", "Choose", "the", "card."]
    ann.page.locator(".ways [value='9sx9h']").click()
    assert played(ann) == ["9sx9h"]
    scuttle.click()
    ann.button("Cancel").click()
    expect(lit).to_have_count(5)

    ann.page.keyboard.press("2")
    choices = ann.page.locator(".ways [name=move]")
    expect(choices).to_have_count(4)
    expect(choices.first).to_be_focused()
    third = choices.nth(2).get_attribute("value")
    ann.page.keyboard.press("3")
    assert played(ann) == [third]
    ann.page.keyboard.press("2")
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".ways")).to_have_count(0)
    ann.page.keyboard.press("3")
    expect(choices).to_have_count(5)
    second = choices.nth(1).get_attribute("value")
    ann.page.keyboard.press("ArrowRight")
    ann.page.keyboard.press("Enter")
    assert played(ann) == [second]

    card(ann, "Jc").click()
    ann.page.locator(".chips [aria-pressed]:visible").click()
    assert choices.all_inner_texts() == ["5 of 21", "6 of 21", "7 of 21", "12 of 21"]


def later(name: str, seats: int, moves: int, rules=None):
    return reached(name, lambda state: len(state.moves) >= moves and bool(state.uses()), seats=seats, rules=rules)


def taking_from_the_scrap():
    others = {"9s", "9h", "Kd", "Kc", "Qd", "8d"}
    scrap = [rank + suit for rank in "56789TJQK" for suit in "cdhs" if rank + suit not in others]
    state = table_of_cuttle(hands=("3d 9s 8d Kd", "4d 4c"), points=("3h", "9h"), scrap=" ".join(scrap))
    state.play("3d!")
    state.play("ok")
    return state


POSITIONS = {
    "cuttle, many uses": table_of_cuttle,
    "cuttle, taking from the scrap": taking_from_the_scrap,
    "cuttle": lambda: later("cuttle", 2, 30, "cuttle-cards-2"),
    "cuttle, Sipie's rules": lambda: later("cuttle", 2, 24, "sipie"),
    "cups": lambda: later("cups", 3, 20),
    "cups, Magellan's rules": lambda: later("cups", 2, 30, "magellan"),
    "cut the rope": lambda: later("cut_the_rope", 2, 30),
    "cut the rope, quick rules": lambda: later("cut_the_rope", 4, 60, "quick"),
}


DEVICES = {"desk": {}, "phone": PHONE}
USUAL = [("cuttle, many uses", "desk"), ("cups", "phone"), ("cut the rope", "phone")]


@pytest.mark.parametrize(("what", "device"), product(POSITIONS, DEVICES) if THOROUGH else USUAL)
def test_every_legal_move_of_every_card_is_reached_by_pointer(site, newcomer, what, device):
    """In `make test`, every kind of move is."""
    state = POSITIONS[what]()
    ann = sits(site, newcomer, state, **DEVICES[device])
    seen = set()
    for taken, uses in state.uses().items():
        legal = [use.move for use in uses if use.reason is None]
        new = {move.kind: move for move in reversed(legal) if move.kind not in seen}
        tried = legal if THOROUGH else list(new.values())[::-1]
        seen |= {move.kind for move in tried}
        for move in tried:
            by_chip(ann, taken, move)
            assert played(ann) == [str(move)]
        if tried and not ann.page.locator(".offered.one").count():
            every_lit_place_means_what_it_says(ann, taken, legal)


def choose(person, what: str) -> None:
    person.page.keyboard.press("Escape")
    if person.page.locator(".offered.one").count() == 0:
        if not chosen(person).count() or chosen(person).input_value() != what:
            card(person, what).click()
        expect(chosen(person)).to_have_value(what)


def by_chip(person, what: str, move) -> None:
    choose(person, what)
    kind = move.kind.replace(" ", "-")
    chips = person.page.locator(".chips:visible")
    measures(person.page, HIDDEN, [], ".chips button")
    chip = chips.locator(f"[data-kind='{kind}']")
    assert not set("♣♦♥♠").intersection(chip.get_attribute("aria-label")), "signs are not spoken"
    several = chip.get_attribute("aria-pressed") is not None
    chip.click()
    if not several:
        return
    ways = person.page.locator(".ways")
    if not ways.count():
        click_on(person, target_of(person, move))
        if not ways.count():
            return
    measures(person.page, HIDDEN, [], ".ways button")
    button = ways.locator(f"button[value='{move}']")
    if (place := target_of(person, move)) and place.get_attribute("data-spot"):
        # Nothing else on the table is covered: the button lies over its place.
        box, whole = button.bounding_box(), place.bounding_box()
        assert whole["x"] - 1 <= box["x"] <= box["x"] + box["width"] <= whole["x"] + whole["width"] + 1
        assert whole["y"] - 1 <= box["y"] <= box["y"] + box["height"] <= whole["y"] + whole["height"] + 1
    button.click()


def target_of(person, move):
    places = ("[data-spot=", ".places [data-card=", ".middle [data-card=")
    spots = [f"{place}'{move.target}']" for place in places]
    return next((place.first for place in map(person.page.locator, spots) if place.count()), None)


def every_lit_place_means_what_it_says(person, what: str, legal) -> None:
    """Click each lit place that can be hit: it plays its only move, or offers all of its moves."""
    notations = {str(move) for move in legal}
    choose(person, what)
    lit = person.page.locator(".aim").count()
    for n in range(0, lit, 1 if THOROUGH else max(1, lit // 3)):
        choose(person, what)
        place = person.page.locator(".aim").nth(n)
        point = place.evaluate(POINT)
        if point is None:
            continue
        person.page.mouse.click(*point)
        ways = person.page.locator(".ways button")
        offered = {button.get_attribute("value") for button in ways.all()}
        assert offered <= notations
        assert len(offered) != 1
        if offered:
            measures(person.page, HIDDEN, [], ".ways button")
            person.page.keyboard.press("Escape")
            assert played(person) == []
        else:
            assert set(played(person)) <= notations


def test_what_a_first_move_brings_is_told_once(site, newcomer):
    state = reached("cups", lambda state: bool(state.moves) and state.moves[-1][:2] in ("Qd", "Qs", "Qw"))
    first, second = (site.lay(state, ["Ann", "Ben"], played=True) for _ in range(2))
    ann = newcomer(first.seats[0])
    told = ann.page.get_by_text("On a queen, only the king and the ace of its suit are free.")
    expect(told).to_be_visible()
    ann.page.reload()
    expect(told).to_be_visible()
    ann.sit(second.seats[0])
    expect(told).to_have_count(0)
