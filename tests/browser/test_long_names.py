"""Whatever people call themselves, no page sticks out sideways, and no name is cut without an ellipsis."""

import json
from functools import partial
from itertools import product

import pytest
from playwright.sync_api import expect

import undercut
from tests.amounts import some
from tests.browser.people import Person

WIDTHS = some([320, 360, 820, 1366], 2)
NAMES = {
    "wide": ("W" * 40, "漢" * 40),
    "no space": ("abcdefghijklmnopqrstuvwxyzabcd", "Ünabhängigkeitserklärungsfeier"),
}

FAULTS = """() => {
    const found = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) {
        const beyond = (one) => one.getClientRects().length && one.getBoundingClientRect().right > width + 1;
        const held = (one) => one && (!["visible"].includes(getComputedStyle(one).overflowX) && !beyond(one)
            || held(one.parentElement));
        const wide = [...document.querySelectorAll("body *")].filter((one) => beyond(one) && !held(one.parentElement));
        found.push(["sticks out", ...wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 120))]);
    }
    for (const name of document.querySelectorAll("bdi")) {
        if (name.closest(".vh") || !name.getClientRects().length) continue;
        const range = document.createRange();
        range.selectNodeContents(name);
        const rects = [...range.getClientRects()];
        for (let box = name.parentElement; box; box = box.parentElement) {
            const style = getComputedStyle(box);
            const place = box.getBoundingClientRect();
            if (["auto", "scroll"].includes(style.overflowY)) break;
            if (place.width <= 2) break;
            const sideways = ["hidden", "clip"].includes(style.overflowX)
                && rects.some((one) => one.right > place.right + 1 || one.left < place.left - 1);
            const below = ["hidden", "clip"].includes(style.overflowY)
                && rects.some((one) => one.bottom > place.bottom + 3);
            const told = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
            if (sideways || below) {
                if (!told) found.push(["cut", name.textContent.slice(0, 20), box.outerHTML.slice(0, 120)]);
                break;
            }
            if (style.position === "fixed") break;
        }
    }
    return found;
}"""


@pytest.fixture
def come(newcomer):
    """Lets guests come, who give commands as programs and look at pages as persons."""
    return lambda: newcomer("/about", careful=False)


def look(guest: Person, path: str) -> dict:
    return guest.page.request.get(path, headers={"accept": "application/json"}).json()


def ask(guest: Person, table: str, what: str, **more) -> None:
    guest.post(f"/t/{table}/{what}", version=look(guest, f"/t/{table}")["version"], **more)


def faults(guest: Person, path: str) -> list[object]:
    """What is wrong with a page at each width."""
    found: list[object] = []
    guest.page.goto(path)
    for width in WIDTHS:
        guest.page.set_viewport_size({"width": width, "height": 800})
        guest.page.wait_for_timeout(50)
        found += [(path, width, *fault) for fault in guest.page.evaluate(FAULTS)]
    return found


PAIRS = [(NAMES["wide"][0], NAMES["no space"][1]), *NAMES.values()]


@pytest.mark.parametrize(("names", "game"), some(product(PAIRS, ["cut_the_rope", "cups", "cuttle"]), 1))
def test_tables_and_lists_hold_any_name(come, names, game):
    host, guest, watcher = come(), come(), come()
    table = host.post("/tables", game=game, opponents=["open"], name=names[0], listed=True)["table"]
    assert faults(watcher, "/lobby") == []
    for one in (host, guest):
        assert faults(one, f"/t/{table}") == []
    ask(guest, table, "sit", name=names[1])
    assert faults(guest, look(host, f"/t/{table}")["seat_link"]) == []
    for one in (host, guest, watcher):
        assert faults(one, f"/t/{table}") == []
    for path in (f"/t/{table}/players", "/games", "/"):
        assert faults(host, path) == []
    ask(host, table, "resign")
    for one in (host, watcher):
        assert faults(one, f"/t/{table}") == []
    assert faults(guest, "/games") == []


@pytest.mark.parametrize("kind", some(NAMES, 1))
def test_imported_names_and_their_review_fit(come, kind):
    names = [f"{name}{seat}" for seat in range(2) for name in NAMES[kind]]
    guest = come()
    state = undercut.game("cups", seats=4).deal(seed=7)
    state.players = tuple(names)
    for _ in range(3):
        state.play(state.legal_moves()[0])
    table = guest.post("/import", **state.record())["table"]
    guest.post(f"/t/{table}/review")
    done = partial(look, guest, f"/t/{table}/review")
    for _ in range(600):
        if done()["state"] == "done":
            break
        guest.page.wait_for_timeout(200)
    assert faults(guest, f"/t/{table}") == []
    for move in (1, 3, 4):
        assert faults(guest, f"/t/{table}/review?move={move}") == []
    guest.page.goto(f"/t/{table}/review")
    expect(guest.page.locator(".legend bdi")).to_have_count(4)
    drawn = guest.page.evaluate("[...document.querySelectorAll('svg text')].map((one) => one.getBBox().width)")
    assert all(width <= 760 for width in drawn), json.dumps(drawn)


def test_every_name_on_a_page_stands_isolated(come):
    """A name written from right to left, or with a bracket, must not turn what is around it."""
    host, guest = come(), come()
    names = ("שלום 1)", "a (b")
    table = host.post("/tables", game="cuttle", opponents=["open"], name=names[0], listed=True)["table"]
    ask(guest, table, "sit", name=names[1])
    ask(guest, table, "draw")
    ask(host, table, "moves", move="draw")
    bare = """(names) => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found = [];
        while (walker.nextNode()) {
            const text = walker.currentNode, parent = text.parentElement;
            if (parent.closest("bdi, option, textarea, script, svg, [aria-hidden='true'].avatar")) continue;
            if (names.some((name) => text.data.includes(name))) found.push(parent.outerHTML.slice(0, 120));
        }
        return found;
    }"""
    for address in (f"/t/{table}", f"/t/{table}/players", "/lobby", "/games", "/"):
        guest.page.goto(address)
        assert guest.page.evaluate(bare, [*names]) == [], address
        assert guest.page.locator("bdi").filter(has_text=names[0]).count() > 0, address
