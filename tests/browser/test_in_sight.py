import json
import re
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import expect

import undercut
from tests.amounts import THOROUGH, amount, some
from tests.browser.people import Person, measures, script
from tests.browser.sites import Site
from tests.browser.tables_in_sight import HINTED, NAMED, NAMES, STATES, later

SIZES = [(360, 740), (390, 844), (820, 1180), (1280, 720), (1366, 768), (1440, 900), (1920, 1080)]

OUT_OF_SIGHT = Path(__file__).with_name("sight.js").read_text(encoding="utf-8")

SMALL = [(320, 740), (640, 720)]
"""A narrow phone, and a laptop at 200 %; in lower windows, the table scrolls."""

LYING = [(740, 360), (844, 390)]
"""Phones on their side; requests of others, steps of ended games and very large hands make the table scroll."""

ROOMY = re.compile("rope, won|over, eight|drawn|offered|taken back|forty|lesson|exercise|looked")

CARDS = amount(2, 60)
"""Most cards of a hand to choose."""

STEP = amount(4, 1)
"""In make test each place is seen in every fourth size, and all sizes with some place."""

KINDS = sorted({what.partition(",")[0] for what in STATES})


def some_of(things: list, most: int) -> list:
    few = max(2, min(most, len(things)))
    return [things[place * (len(things) - 1) // (few - 1)] for place in range(few)] if len(things) > 1 else things


def look(person, width: int, height: int, *, cards: bool) -> None:
    person.page.set_viewport_size({"width": width, "height": height})
    measures(person.page, OUT_OF_SIGHT, [])
    for card in some_of(person.page.locator(".pick > label:visible").all(), CARDS) if cards else []:
        card.tap(position={"x": 8, "y": 8}) if width < height else card.click(position={"x": 8, "y": 8})
        assert card.locator("xpath=../input").is_checked()
        measures(person.page, OUT_OF_SIGHT, [])
        person.page.keyboard.press("Escape")


def go_to(site, person, place) -> None:
    path, _, step = place(site).partition(" ")
    person.sit(path) if "/s/" in path else person.page.goto(path)
    if step:
        person.page.goto(person.path + step)
    person.ready()


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_a_table_offers_is_in_sight(site, newcomer, kind):
    person = newcomer(has_touch=True)
    for place, what in enumerate(what for what in STATES if what.startswith(kind)):
        if not (THOROUGH or what in NAMED or place == 0):
            continue
        go_to(site, person, STATES[what])
        lying = [] if ROOMY.search(what) else LYING
        for turn, size in enumerate((lying + SIZES + SMALL)[place % STEP :: STEP]):
            try:
                look(person, *size, cards=THOROUGH or turn % 3 == 0)
            except AssertionError as fault:
                fault.add_note(f"{what}, {size}")
                raise


@pytest.mark.parametrize("kind", some(["rope, 3", "cuttle, a draw offered,", "cups, 2"], 1))
def test_clocks_are_large_and_run_beside_each_name(site, newcomer, kind):
    person = newcomer()
    go_to(site, person, STATES[f"{kind} clocks"])
    seats = 3 if "3" in kind else 2
    for width, least in ((390, 22), (1280, 28), (1920, 28)):
        person.page.set_viewport_size({"width": width, "height": 720 if width == 1280 else 1080})
        measures(person.page, f"({script('clockSizes')})().filter((size) => size >= {least}).length", seats)
    running = person.page.locator(".runs:visible")
    before = running.inner_text()
    expect(running).not_to_have_text(before)


def test_seats_that_were_left_cover_nothing_and_bots_play_for_them_until_their_players_return(tmp_path, newcomer):
    site = Site(tmp_path, patience=0.5, host="plain")
    site.start()
    try:
        laid = site.lay(later("cut_the_rope", 8, 96), NAMES, played=True)
        ann, cleo = (newcomer(laid.seats[number], at=site.address, has_touch=True) for number in (0, 2))
        cleo.page.goto("/about")
        left = ann.button(re.compile("^Let a bot play for"))
        expect(left).to_have_count(len(NAMES) - 1)  # the page shows by itself who has been away for too long
        for size in SIZES[::3] + SMALL:
            look(ann, *size, cards=False)
        ann.button("Log and menu").click()
        ann.button("Let a bot play for Cleo").click()
        expect(left).to_have_count(6)
        cleo.page.goto(laid.path)
        take = cleo.button(re.compile("^Take .*seat"))
        take.click()
        expect(take).to_have_count(0)
        expect(cleo.page.get_by_role("region", name=re.compile("^You"))).to_be_visible()
        scene = cleo.scene()
        assert (scene["you"], scene["seats"][2]["kind"]) == (2, "person")
        assert "?" not in scene["view"]["hands"][2]
        for person in (ann, cleo):
            person.page.goto("about:blank")  # an open page would try to reach the stopped site
    finally:
        site.stop()


@pytest.mark.parametrize("what", some(HINTED, 1))
def test_a_hint_covers_nothing(site, newcomer, what):
    person = newcomer(has_touch=True)
    go_to(site, person, HINTED[what])
    person.button("Hint").click()
    expect(person.board.locator(".hint")).to_be_visible()
    for width, height in some(SIZES, 3):
        person.page.set_viewport_size({"width": width, "height": height})
        measures(person.page, OUT_OF_SIGHT, [])
        person.button("Why?").click()
        measures(person.page, script("coveredHints"), [])
        person.page.keyboard.press("Escape")
    marked = person.board.locator(".advised")
    expect(marked).not_to_have_count(0)
    person.board.locator(".pick:not(.idle, :has(.hinted)) > label").first.click()
    expect(marked).to_have_count(0)


LONG = {"wide": ("W" * 40, "漢" * 40), "no space": ("abcdefghijklmnopqrstuvwxyzabcd", "Ünabhängigkeitserklärungsfeier")}


@pytest.fixture
def come(newcomer):
    return lambda: newcomer("/about", careful=False)


def seen(guest: Person, path: str) -> dict:
    return guest.page.request.get(path, headers={"accept": "application/json"}).json()


def ask(guest: Person, table: str, what: str, **more) -> None:
    guest.post(f"/t/{table}/{what}", version=seen(guest, f"/t/{table}")["version"], **more)


def faults(guest: Person, path: str) -> list[object]:
    found: list[object] = []
    guest.page.goto(path)
    for width in some([320, 360, 820, 1366], 2):
        guest.page.set_viewport_size({"width": width, "height": 800})
        guest.page.wait_for_timeout(50)
        found += [(path, width, *fault) for fault in guest.page.evaluate(script("nameFaults"))]
    return found


PAIRS = [(LONG["wide"][0], LONG["no space"][1]), *LONG.values()]


@pytest.mark.parametrize(("names", "game"), some(product(PAIRS, ["cut_the_rope", "cups", "cuttle"]), 1))
def test_tables_and_lists_hold_any_name(come, names, game):
    host, guest, watcher = come(), come(), come()
    table = host.post("/tables", game=game, opponents=["open"], name=names[0], listed=True)["table"]
    assert faults(watcher, "/lobby") == []
    for one in (host, guest):
        assert faults(one, f"/t/{table}") == []
    ask(guest, table, "sit", name=names[1])
    assert faults(guest, seen(host, f"/t/{table}")["seat_link"]) == []
    for one in (host, guest, watcher):
        assert faults(one, f"/t/{table}") == []
    for path in (f"/t/{table}/players", "/games", "/"):
        assert faults(host, path) == []
    ask(host, table, "resign")
    for one in (host, watcher):
        assert faults(one, f"/t/{table}") == []
    assert faults(guest, "/games") == []


@pytest.mark.parametrize("kind", some(LONG, 1))
def test_imported_names_and_their_review_fit(come, kind):
    names = [f"{name}{seat}" for seat in range(2) for name in LONG[kind]]
    guest = come()
    state = undercut.game("cups", seats=4).deal(seed=7)
    state.players = tuple(names)
    for _ in range(3):
        state.play(state.legal_moves()[0])
    table = guest.post("/import", **state.record())["table"]
    guest.post(f"/t/{table}/review")
    done = partial(seen, guest, f"/t/{table}/review")
    for _ in range(600):
        if done()["state"] == "done":
            break
        guest.page.wait_for_timeout(200)
    assert faults(guest, f"/t/{table}") == []
    for move in (1, 3, 4):
        assert faults(guest, f"/t/{table}/review?move={move}") == []
    guest.page.goto(f"/t/{table}/review")
    expect(guest.page.locator(".large .legend bdi")).to_have_count(4)
    drawn = guest.page.evaluate("[...document.querySelectorAll('svg text')].map((one) => one.getBBox().width)")
    assert all(width <= 760 for width in drawn), json.dumps(drawn)


@pytest.mark.parametrize(("width", "height"), [(360, 640), *LYING])
def test_a_newcomer_with_a_small_phone_sees_how_to_play_and_how_it_ended(site, newcomer, width, height):
    person = newcomer("/", viewport={"width": width, "height": height}, has_touch=True)
    for name in ("Cuttle", "Cups", "Cut the Rope")[: 1 if width < height else 3]:
        expect(person.button(f"Play {name}", exact=True)).to_be_in_viewport(ratio=1)
    person.button("Play Cuttle", exact=True).click()
    person.ready()
    expect(person.board.locator(".rail .saying")).to_have_count(1)
    measures(person.page, script("cramped"), [])
    person.post(f"{person.path}/resign", version=person.version)
    expect(person.page.locator(".grand .end .main")).to_be_visible()
    measures(person.page, script("cramped"), [])
    go_to(site, person, STATES["cuttle, a counter"])
    expect(person.board.locator(".stage h4")).to_be_visible()
    measures(person.page, script("cramped"), [])


def test_every_name_on_a_page_stands_isolated(come):
    """A name written from right to left, or with a bracket, must not turn what is around it."""
    host, guest = come(), come()
    names = ("שלום 1)", "a (b")
    table = host.post("/tables", game="cuttle", opponents=["open"], name=names[0], listed=True)["table"]
    ask(guest, table, "sit", name=names[1])
    ask(guest, table, "draw")
    ask(host, table, "moves", move="draw")
    for address in (f"/t/{table}", f"/t/{table}/players", "/lobby", "/games", "/"):
        guest.page.goto(address)
        assert guest.page.evaluate(script("bareNames"), [*names]) == [], address
        assert guest.page.locator("bdi").filter(has_text=names[0]).count() > 0, address
