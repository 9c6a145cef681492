"""The pages beside the table in a real browser: on a phone, by keyboard, without script, and for everybody."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.amounts import THOROUGH, some
from undercut.bots.players.player import play_out
from undercut.bots.players.registry import make
from undercut.games.base import registry
from undercut.lessons.courses import first_lesson
from undercut.play.game import game

PHONE = {"width": 360, "height": 740}
FIXED = ["/", "/lobby", "/games", "/new?game=cuttle", "/new?game=cups", "/import", "/rules", "/settings", "/about"]
FIXED += ["/lab", "/lab/cut_the_rope"]
BOOKS = [f"/rules/{name}" for name in registry.names()]
BOOK = BOOKS[:1]
"""All books are alike in form, and long."""
ODD = ["/nothing", "/rules/cuttle?rules=wild", "/rules/cuttle?rules=denexa&set=four%3Drandom&find=queen"]
EVERY = [*FIXED, *BOOKS, *ODD, "/schema"]


@pytest.mark.parametrize(
    ("scheme", "rules", "usual"),
    [("light", {}, [*FIXED, *BOOK, *ODD, "/schema"]), ("dark", {"runOnly": ["color-contrast"]}, FIXED)],
    ids=["light", "dark"],
)
def test_everybody_can_use_every_page(visit, scheme, rules, usual):
    page = visit(viewport=PHONE, color_scheme=scheme, bypass_csp=True)
    for path in EVERY if THOROUGH else usual:
        page.goto(path)
        found = Axe().run(page, options=rules).response
        assert found["passes"]
        assert [(path, fault["id"], fault["nodes"][0]["html"]) for fault in found["violations"]] == []


def test_nothing_sticks_out(visit):
    page = visit()
    for path in EVERY:
        page.goto(path)
        for width in (320, 360, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


@pytest.mark.parametrize("name", some(registry.names(), 1))
def test_one_click_from_the_front_page_into_a_game(visit, name):
    page = visit("/", viewport=PHONE)
    page.get_by_role("button", name=f"Play {registry.spec(name).title}").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_role("heading", name=registry.spec(name).title, level=1)).to_be_visible()
    page.goto("/")
    mine = page.get_by_role("region", name="Continue your games")
    mine.get_by_role("link", name="Continue").first.click()
    expect(page).to_have_url(re.compile("/t/"))


@pytest.mark.parametrize("script", [True, False])
def test_the_bots_game_is_watched_at_its_table(visit, script):
    page = visit("/", viewport=PHONE, java_script_enabled=script)
    page.get_by_role("region", name="Bots are playing").get_by_role("link", name="Watch").click()
    expect(page.locator("#board[data-wait]")).to_be_visible()
    version = page.locator("#board").get_attribute("data-version")
    if script:
        expect(page.locator("#board")).not_to_have_attribute("data-version", version)
        expect(page.locator("#live")).not_to_be_empty()
    else:
        expect(page.get_by_role("link", name="Refresh")).to_be_visible()


def test_the_front_page_asks_only_newcomers_to_learn(visit):
    page = visit("/")
    expect(page.get_by_role("link", name="Never played?")).to_have_count(3)
    last = first_lesson("cuttle").steps[-1]
    page.goto("/learn/cuttle/first/8")
    token = page.locator("input[name=_csrf_token]").first.input_value()
    tried = page.request.post("/learn/cuttle/first/8", form={"_csrf_token": token, "move": last.wanted[0]})
    assert tried.ok
    page.goto("/")
    expect(page.get_by_role("link", name="Never played?")).to_have_count(2)
    page.goto("/learn")
    expect(page.locator(".tick")).to_have_count(1)


def test_what_follows_from_a_choice_is_shown_at_once(visit):
    page = visit("/new?game=cups")
    page.get_by_role("radio", name="8", exact=True).check(force=True)
    expect(page.get_by_role("status")).to_have_text("8 players: 6 cards each.")
    page.get_by_role("radio", name="Friends").check(force=True)
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    page.goto("/new?game=cuttle")
    page.locator("details.options > summary").click()
    page.locator("input[name='rules.four'][value=random]").check()
    expect(page.locator("summary .badge")).to_have_text("1 changed")
    page.get_by_role("radio", name="Sipie's rules").check()
    expect(page.locator("input[name='rules.five'][value=draw2]")).to_be_checked()
    expect(page.locator("input[name='rules.four'][value=random]")).to_be_checked()
    expect(page.locator("summary .badge")).to_have_text("1 changed")


def test_the_lobby_shows_a_new_table_by_itself(visit):
    watcher = visit("/lobby")
    opener = visit("/new?game=cups&listed=true&opponents[]=open")
    opener.get_by_label("Your name").fill("Grace of the lobby")
    opener.get_by_role("button", name="Open the table").click()
    expect(opener).to_have_url(re.compile("/t/"))
    expect(watcher.get_by_text("Grace of the lobby")).to_be_visible()
    watcher.get_by_role("link", name=re.compile("Join Cups: Grace of the lobby")).click()
    expect(watcher).to_have_url(opener.url)


def test_a_keyboard_finds_the_content_first(visit):
    page = visit("/rules/cuttle")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to the content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_a_rule_is_found_by_its_number_and_its_rule_set(visit):
    page = visit("/rules/cuttle")
    page.get_by_label("Rule set").select_option("denexa")
    page.get_by_label("Find a clause or a word").fill("cu-31")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("region", name="1 clause").get_by_role("link").click()
    clause = page.locator("#CU-31")
    expect(clause).to_be_in_viewport()
    expect(clause.get_by_text("Differs here")).to_have_count(2)


@pytest.mark.parametrize("script", some([True, False], 1))
def test_settings_hold_on_every_page(visit, script):
    page = visit("/settings", java_script_enabled=script)
    page.get_by_label("dark").check()
    page.get_by_label("four colours and letters").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved in this browser.")
    page.goto("/about")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-suits", "four")


@pytest.mark.parametrize("script", some([True, False], 1))
def test_a_record_is_brought_along_or_refused_with_reasons(visit, tmp_path, script):
    page = visit("/import", java_script_enabled=script)
    page.get_by_label("or paste the record").fill('{"game": "cuttle", "moves": ["draw"]}')
    page.get_by_role("button", name="Check and open").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be replayed")
    expect(page.get_by_label("or paste the record")).to_have_value('{"game": "cuttle", "moves": ["draw"]}')
    finished = play_out(game("cuttle").deal(seed=3), [make("random", "cuttle", seed=seed) for seed in (1, 2)])
    file = tmp_path / "record.json"
    file.write_text(json.dumps(finished.record()), encoding="utf-8")
    page.get_by_label("Choose a file").set_input_files(file)
    page.get_by_role("button", name="Check and open").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_role("link", name="Download the record")).to_be_visible()
