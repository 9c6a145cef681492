import json
import re

from playwright.sync_api import Page, expect

from tests.browser.people import PHONE, measures, no_fault_in
from undercut.bots.players import play_out
from undercut.bots.registry import make
from undercut.play.game import game


def is_fit_for_all(page: Page) -> None:
    no_fault_in(page)
    measures(page, f"document.documentElement.scrollWidth <= {PHONE['viewport']['width']}", wanted=True)


def steps_during_the_analysis(page: Page) -> None:
    """Go forward and back by key: the step counts although the page would ask how far the analysis is meanwhile."""

    def analyse(route) -> None:
        answer = route.fetch()
        if answer.url.endswith("move=1"):
            page.wait_for_timeout(2000)
        route.fulfill(response=answer, body=answer.text().replace('id="review"', 'id="review" data-active'))

    page.route("**/review?move=*", analyse)
    for key, move in ("ArrowRight", 2), ("ArrowLeft", 1):
        page.keyboard.press(key)
        expect(page.locator("#at-title")).to_contain_text(f"Move {move} of")
    page.unroute("**/review?move=*")


def buttons_keep_their_place(page: Page, count: int) -> None:
    """From move to move, on a phone upright and on its side; there, all of them stand in one column."""
    usual = page.viewport_size
    for width, height in (360, 740), (740, 360):
        page.set_viewport_size({"width": width, "height": height})
        places = set()
        for move in range(1, count + 2):
            page.goto(f"{page.url.partition('?')[0]}?move={move}")
            foot = page.locator(".coach-foot").bounding_box()
            places.add(foot["y"] + foot["height"])
        assert len(places) == 1, places
        expect(page.locator(".coach .back > span")).to_be_visible(visible=width > height)
    page.set_viewport_size(usual)


def test_a_lost_game_is_analysed_by_one_press_and_reviewed_by_keys_and_by_itself(newcomer):
    ann = newcomer("/new?game=cuttle&opponents[]=random", bypass_csp=True, **PHONE)
    ann.button("Deal the cards").tap()
    for _ in range(2):
        expect(ann.page.locator(".bar.yours")).to_be_visible()
        version = ann.version
        ann.play(ann.scene()["moves"][0]["move"])
        expect(ann.board).not_to_have_attribute("data-version", str(version))
    ann.button("Log and menu").tap()
    ann.page.locator("summary", has_text="Resign").tap()
    ann.button("Yes, resign").tap()
    expect(ann.page.locator(".end.lost")).to_be_visible()
    count = ann.scene()["steps"]
    page, loads, fetched = ann.page, ann.loads, []

    def fail_once(route) -> None:
        fetched.append(route.request.resource_type == "fetch")
        route.abort() if sum(fetched) == fetched[-1] == 1 else route.continue_()

    page.route("**/review", fail_once)
    ann.button("Review").tap()
    expect(page).to_have_url(re.compile("/review$"))
    expect(page.locator("#review[data-active]")).to_have_count(0)
    expect(page.locator(".coach .chart")).to_be_visible()
    assert ann.loads == loads + 1, "an answer that does not come is asked for again"
    ann.wrong.clear()
    for part in ".coach", "#board":
        expect(page.locator(part).first).to_be_in_viewport()
    is_fit_for_all(page)

    buttons_keep_their_place(page, count)
    page.goto(page.url.partition("?")[0] + "?move=1")
    title = page.locator("#at-title")
    expect(title).to_contain_text(f"Move 1 of {count}")
    page.keyboard.press("ArrowRight")
    expect(title).to_contain_text(f"Move 2 of {count}")
    page.keyboard.press("ArrowLeft")
    expect(title).to_contain_text(f"Move 1 of {count}")
    steps_during_the_analysis(page)
    page.get_by_text("This position").tap()
    page.get_by_role("link", name="As the player saw it").tap()
    expect(page.get_by_text("Shown as the player to move saw it.")).to_be_visible()
    page.get_by_role("button", name="Play automatically").tap()
    expect(title).to_have_text("The end")
    page.locator(".all-moves a").first.tap()
    expect(title).to_contain_text(f"Move 1 of {count}")
    page.get_by_text("This position").tap()
    page.get_by_role("button", name="Play on from here").tap()
    expect(page).to_have_url(re.compile(r"/t/[^/]+$"))


def test_positions_are_edited_by_dragging_typing_and_tapping(visit):
    page = visit("/editor/cuttle", bypass_csp=True)
    said = page.locator("#checked")
    expect(said).to_contain_text("This position is possible")
    page.locator("#legal summary").click()
    page.get_by_role("button", name="Hint").click()
    expect(said.locator(".hint")).to_contain_text("Your chance to win")
    expect(page.locator("#legal")).to_have_attribute("open", "")
    hand, scrap, stock = (page.locator(f"[id='pile.{name}']") for name in ("hands.0", "scrap", "stock"))
    first, second, *_ = hand.input_value().split()
    chips = page.locator("[data-place]", has=hand).locator(".tile")
    chips.first.drag_to(page.locator("[data-place]", has=scrap))
    expect(scrap).to_have_value(first)
    expect(page).to_have_url(re.compile(r"\?p="))
    chips.first.click()
    page.get_by_role("button", name="Put here: Scrap").click()
    expect(scrap).to_have_value(f"{first} {second}")
    expect(said).to_contain_text("This position is possible")
    expect(scrap).to_be_hidden()
    page.get_by_label("Type the cards instead").check()
    scrap.fill(f"{first} 9x")
    expect(page.get_by_text("Card 2 of the scrap: “9x” is not a card").first).to_be_visible()
    expect(scrap).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#missing .tile")).to_have_count(1)
    scrap.fill(first)
    page.get_by_label("Type the cards instead").uncheck()
    expect(page.locator("#missing .tile")).to_have_count(1)
    page.locator("#missing .tile").click()
    page.locator("[data-place]", has=stock).locator(".tiles").click(position={"x": 3, "y": 3})
    expect(said).to_contain_text("This position is possible")
    assert stock.input_value().split()[0] == second
    expect(page.locator("#missing")).to_be_hidden()
    page.route("**/editor/cuttle", lambda route: route.abort())
    chips.first.drag_to(page.locator("[data-place]", has=scrap))
    expect(said).to_have_text(re.compile("^The check failed"))
    page.unroute("**/editor/cuttle")
    said.get_by_role("button", name="Check").click()
    expect(said).to_contain_text("This position is possible")

    page.set_viewport_size(PHONE["viewport"])
    page.reload()
    expect(scrap).to_have_value(re.compile(f"{first} "))
    is_fit_for_all(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#checked .hint")).to_contain_text("Your chance to win")
    page.get_by_role("button", name="Play from here").click()
    expect(page.get_by_text("Started from a position").first).to_be_attached()


def test_positions_are_edited_by_dragging_with_a_finger(visit):
    page = visit("/editor/cuttle", **PHONE | {"viewport": {"width": 360, "height": 2400}})
    expect(page.locator("#checked")).to_contain_text("This position is possible")
    hand, other = (page.locator("[data-place]", has=page.locator(f"[id='pile.hands.{seat}']")) for seat in (0, 1))
    card = hand.locator("input").input_value().split()[0]
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def middle(locator) -> tuple[float, float]:
        box = locator.bounding_box()
        return box["x"] + 20, box["y"] + 30

    x, y = middle(hand.locator(".tile").first)
    finger("touchStart", x, y)
    finger("touchMove", x + 12, y + 12)
    expect(page.locator(".lifted")).to_be_visible()
    finger("touchMove", *middle(other))
    finger("touchEnd")
    expect(other.locator("input")).to_have_value(re.compile(rf"\b{card}$"))
    expect(page.locator(".lifted")).to_have_count(0)


def test_a_phone_takes_the_games_of_a_desk(visit):
    desk = visit("/")
    desk.get_by_role("button", name="Play Cuttle", exact=True).click()
    expect(desk).to_have_url(re.compile("/t/"))
    table = desk.url.partition("?")[0]
    desk.goto("/games")
    desk.get_by_role("button", name="Create a link").click()
    link = desk.get_by_label("The link").input_value()
    phone = visit(link, bypass_csp=True, **PHONE)
    is_fit_for_all(phone)
    phone.get_by_role("button", name="Take them").tap()
    expect(phone).to_have_url(re.compile("/games$"))
    phone.goto("/")
    mine = phone.get_by_role("region", name="Welcome back")
    mine.get_by_role("link", name="Continue").first.tap()
    expect(phone).to_have_url(table)
    expect(phone.get_by_role("heading", name="Cuttle", level=1)).to_be_visible()


def test_a_record_is_refused_or_brought_along_and_stepped_through_by_keys(newcomer, tmp_path):
    ann = newcomer("/import")
    paste = ann.page.get_by_label("or paste the record")
    paste.fill('{"game": "cuttle", "moves": ["draw"]}')
    ann.button("Check and open").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("cannot be replayed")
    expect(paste).to_have_value('{"game": "cuttle", "moves": ["draw"]}')
    ann.wrong.clear()  # the refusal
    state = play_out(game("cuttle").deal(seed=4), [make("random", "cuttle", seed=seed) for seed in (1, 2)])
    file = tmp_path / "record.json"
    file.write_text(json.dumps(state.record()), encoding="utf-8")
    ann.page.get_by_label("Choose a file").set_input_files(file)
    ann.button("Check and open").click()
    expect(ann.page.locator(".steps .at")).to_have_text(f"{len(state.moves)} of {len(state.moves)}")
    ann.ready()
    count, loads = len(state.moves), ann.loads
    for back in range(1, 4):
        ann.page.keyboard.press("ArrowLeft")
        expect(ann.board).to_have_attribute("data-step", str(count - back))
        expect(ann.page.locator(".steps .at")).to_have_text(f"{count - back} of {count}")
    ann.page.keyboard.press("ArrowRight")
    expect(ann.board).to_have_attribute("data-step", str(count - 2))
    expect(ann.page).to_have_url(re.compile(f"/steps/{count - 2}$"))
    assert ann.loads == loads
    ann.page.reload()
    ann.ready()
    expect(ann.page.locator(".steps .at")).to_have_text(f"{count - 2} of {count}")
    for _ in range(2):
        state.undo()
    other = ann.page.locator(".other .hand-of [data-card]")
    assert sorted(card.get_attribute("data-card") for card in other.all()) == sorted(state.position()["hands"][1])
    ann.page.get_by_role("link", name="Go to the deal").click()
    expect(ann.page.locator(".steps .at")).to_have_text(f"0 of {count}")
    ann.page.keyboard.press("ArrowLeft")
    ann.page.get_by_role("link", name="Go to the end").click()
    expect(ann.page.locator(".steps .at")).to_have_text(f"{count} of {count}")
    result = ann.scene()["result"]
    expect(ann.page.locator(".end .result")).to_have_text(result["story"] or result["text"])
