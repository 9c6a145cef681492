import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.amounts import THOROUGH, some
from tests.browser.people import PHONE, no_fault_in
from tests.browser.test_everybody import fits_a_phone
from undercut.games.base import registry
from undercut.lessons.courses import first_lesson

FIXED = ["/", "/lobby", "/games", "/new?game=cuttle", "/new?game=cups", "/import", "/rules", "/settings"]
READ = ["/about", "/lab", "/lab/cut_the_rope", "/watch/cups/40?guess=0-0"]
"""Their tables have links as high as the lines."""
ODD = ["/nothing", "/rules/cuttle?rules=wild", "/rules/cuttle?rules=denexa&set=four%3Drandom&find=queen", "/schema"]
BOOKS = [f"/rules/{name}" for name in registry.names()]
"""All are alike in form, and long; one of the odd pages is such a book, too."""


def test_everybody_can_use_every_page_on_a_phone(visit):
    page = visit(bypass_csp=True, **PHONE)
    for path in [*FIXED, *READ, *(BOOKS if THOROUGH else []), *ODD]:
        page.goto(path)
        no_fault_in(page)
        if path in FIXED:
            fits_a_phone(page)
        if path in some([*FIXED, *READ], 5):
            page.emulate_media(color_scheme="dark")
            no_fault_in(page, runOnly=["color-contrast"])
            page.emulate_media(color_scheme="light")
        for width in (320, 1280, 360):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


@pytest.mark.parametrize("script", [True, False])
def test_the_bots_game_is_watched_at_its_table(visit, script):
    page = visit("/", **PHONE, java_script_enabled=script)
    page.get_by_role("region", name="Bot game").get_by_role("link", name="Watch").click()
    expect(page.locator("#board[data-wait]")).to_be_visible()
    version = page.locator("#board").get_attribute("data-version")
    if script:
        expect(page.locator("#board")).not_to_have_attribute("data-version", version)
        expect(page.locator("#live")).not_to_be_empty()
        page.goto("/watch/cups/3")
        page.get_by_role("button", name="Pause").click()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        with page.context.expect_page() as another:
            page.get_by_role("link", name="Previous move").click(modifiers=["Control"])
        another.value.close()
    else:
        page.goto("/watch/cups/3")
    page.get_by_role("link", name="Previous move").click()
    expect(page.locator(".steps .at")).to_have_text("Move 2")
    page.get_by_role("link", name="Next move").click()
    expect(page.locator(".steps .at")).to_have_text("Move 3")
    page.goto("/watch/cups/40")
    page.get_by_role("link", name="Guess").click()
    expect(page.locator(".latest")).to_have_text("What will Cleo do?")
    expect(page.locator(".guess").get_by_role("button", name=re.compile("^Play the [a-z]+ of [a-z]+"))).to_have_count(3)
    page.locator(".guess > button").first.click()
    expect(page.locator(".latest")).to_contain_text("of 1 right.")
    expect(page.locator(".guess > :is(.right, .wrong, .better)")).to_have_text(re.compile("Right|Your guess"))
    expect(page.locator(".guess > :is(.right, .played)")).to_have_count(1)
    expect(page.locator(".odds")).to_be_visible()
    expect(page.locator(".steps .at")).to_have_text("Move 41")
    page.get_by_role("link", name="Next guess").click()
    expect(page.locator(".latest")).to_contain_text("What will")
    expect(page.locator(".steps .at")).to_have_text("Move 41")
    page.goto("/watch/cuttle/29?guess=7-20")
    page.get_by_role("link", name="Next move").click()
    expect(page.locator(".end")).to_contain_text("You guessed 7 of 20 moves.")
    expect(page.get_by_text("Your best in this game: 7.")).to_be_visible(visible=script)
    expect(page.locator(".end a", has_text="Next game")).to_have_attribute("href", "/watch/cuttle-2/0?guess=0-0")
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/watch/cut_the_rope/41")
    assert page.evaluate("document.documentElement.scrollHeight") == 640
    page.set_viewport_size({"width": 844, "height": 390})
    for address in ("/watch/cuttle/6", "/watch/cups/40?guess=0-0", "/watch/cut_the_rope/41", "/learn/cuttle/first/2"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollHeight") == 390, address
    board, coach = (page.locator(one).bounding_box() for one in (".board", ".coach"))
    assert coach["x"] >= board["x"] + board["width"] - 1, "a phone on its side has the coach beside the table"
    page.goto("/watch/cut_the_rope/41")
    page.set_viewport_size({"width": 1366, "height": 768})
    row, card, said = (page.locator(one).last.bounding_box() for one in (".level", ".ten .card", ".says .status"))
    assert card["height"] > 75, "the rows are the game"
    assert 0 < said["y"] - row["y"] - row["height"] < 60, "the move is told beside them"


def test_the_front_page_teaches_newcomers_first_and_everyone_each_game(visit):
    page = visit("/", **PHONE)
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.locator(".starts > .pic").bounding_box()["x"] > 180, "the portrait is below the button"
    for game in registry.own_names():
        title = registry.spec(game).title
        expect(page.get_by_role("link", name=f"Play {title} With friends")).to_be_visible()
        expect(page.get_by_role("link", name=f"{title}: Options")).to_be_visible()
    expect(page.get_by_role("link", name="Learn Cuttle in 3 minutes")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(": Learn in 3 minutes"))).to_have_count(3)
    last = first_lesson("cuttle").steps[-1]
    page.goto("/learn/cuttle/first/8")
    token = page.locator("input[name=_csrf_token]").first.input_value()
    tried = page.request.post("/learn/cuttle/first/8", form={"_csrf_token": token, "move": last.wanted[0]})
    assert tried.ok
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile(": Learn in 3 minutes"))).to_have_count(3)
    expect(page.get_by_role("region", name="Welcome back").get_by_role("link", name="Puzzles: 0 of 3")).to_be_visible()
    page.set_viewport_size({"width": 1366, "height": 768})
    tops = {button.bounding_box()["y"] for button in page.locator(".go > button").all()}
    assert len(tops) == 1
    assert max(tops) < 700
    page.goto("/learn")
    expect(page.locator(".tick")).to_have_count(1)


def test_what_follows_from_a_choice_is_shown_at_once(visit):
    page = visit("/new?game=cups")
    page.get_by_role("radio", name="8", exact=True).check(force=True)
    expect(page.get_by_role("status")).to_have_text("8 players: 6 cards each.")
    page.get_by_role("radio", name="Friends").check(force=True)
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    page.goto("/new?game=cuttle")
    page.set_viewport_size({"width": 1366, "height": 768})
    foot = page.locator(".choices > details > summary").last.bounding_box()
    assert foot["y"] + foot["height"] <= page.locator(".deal").bounding_box()["y"]
    page.locator("details.options > summary").click()
    page.locator("input[name='rules.four'][value=random]").check()
    expect(page.locator("summary .badge")).to_have_text("1 changed")
    page.get_by_role("radio", name="Sipie's rules").check()
    expect(page.locator("input[name='rules.five'][value=draw2]")).to_be_checked()
    expect(page.locator("input[name='rules.four'][value=random]")).to_be_checked()
    expect(page.locator("summary .badge")).to_have_text("1 changed")


def test_an_answer_to_an_earlier_choice_changes_nothing_that_the_reader_does_meanwhile(visit):
    page, held = visit("/new?game=cuttle"), []

    def hold(route) -> None:
        held.append(route)

    page.locator("details.options > summary").click()
    field = page.locator("#value-hand_limit")
    page.route("**/new?*", hold)
    with page.expect_request("**/new?*"):
        page.locator("input[name='rules.four'][value=random]").check()
    field.press_sequentially("7")
    typed = field.input_value()
    held.pop().continue_()
    expect(page.locator("summary .badge")).to_have_text("1 changed")
    expect(field).to_be_focused()
    expect(field).to_have_value(typed)


def test_the_lobby_shows_a_new_table_by_itself(visit):
    watcher = visit("/lobby", **PHONE)
    for _ in range(2):  # the browser's "back" leads to the page as it was
        with watcher.expect_request("**/lobby/events"):
            watcher.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    opener = visit("/new?game=cups&listed=true&opponents[]=open")
    opener.get_by_label("Your name").fill("Grace of the lobby")
    opener.get_by_role("button", name="Open the table").click()
    expect(opener).to_have_url(re.compile("/t/"))
    expect(watcher.get_by_text("Grace of the lobby")).to_be_visible()
    fits_a_phone(watcher)
    watcher.get_by_role("link", name=re.compile("Join Cups: Grace of the lobby")).click()
    expect(watcher).to_have_url(opener.url)


@pytest.mark.parametrize("script", some([True, False], 1))
def test_settings_hold_on_every_page(visit, script):
    page = visit("/settings", java_script_enabled=script)
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("Suits").select_option("four colours and letters")
    if not script:
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("status")).to_have_text("Saved in this browser.")
    page.goto("/about")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-suits", "four")


MOST_REQUESTS = 30
MOST_BYTES = 250_000


def loaded(person, path) -> tuple[int, int]:
    session = person.page.context.new_cdp_session(person.page)
    sizes = []
    session.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    person.page.goto(path, wait_until="networkidle" if path == "/" else "load")
    person.page.wait_for_timeout(1000)
    session.detach()
    return len(sizes), int(sum(sizes))


def test_the_front_page_is_light(newcomer):
    requests, size = loaded(newcomer("/about"), "/")
    assert requests <= MOST_REQUESTS
    assert size <= MOST_BYTES


@pytest.mark.parametrize("game", some(registry.own_names(), 1))
def test_a_table_takes_few_requests(newcomer, game):
    person = newcomer(f"/new?game={game}&opponents[]=random")
    person.button("Deal the cards").click()
    person.ready()
    requests, size = loaded(person, person.path)
    assert 0 < requests <= MOST_REQUESTS
    assert size <= MOST_BYTES


@pytest.mark.parametrize("width", [740, 820])
def test_no_third_tile_stands_alone(newcomer, width):
    page = newcomer(viewport={"width": width, "height": 1000}).page
    tiles_of = {"/rules": ".books > li", "/lab": ".books > li", "/daily": ".daily", "/puzzles": ".daily"}
    for address, tiles in tiles_of.items():
        page.goto(address)
        tops = [one.bounding_box()["y"] for one in page.locator(f"main {tiles}:visible").all()[:3]]
        assert len({*tops}) in (1, 3), address


def test_the_lobbys_buttons_keep_their_distance_on_a_phone(newcomer):
    page = newcomer("/lobby", **PHONE).page
    boxes = [one.bounding_box() for one in page.locator(":is(#lobby p, form) > :is(a, button).quiet").all()]
    assert len(boxes) >= 2  # more where tables wait
    for one, other in pairwise(sorted(boxes, key=lambda box: (box["y"], box["x"]))):
        below, beside = other["y"] - one["y"] - one["height"], other["x"] - one["x"] - one["width"]
        assert max(below, beside) >= 6
