"""Whatever people call themselves, no page sticks out sideways, and no name is cut without an ellipsis."""

from __future__ import annotations

import json
from functools import partial
from itertools import product

import pytest
from playwright.sync_api import Browser, expect

import undercut
from tests.amounts import THOROUGH, some

WIDTHS = (320, 360, 820, 1366)
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


class Guest:
    """A guest with cookies of their own, who gives commands as a program and looks at pages as a person."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context = browser.new_context(base_url=address, reduced_motion="reduce")
        self.page = self.context.new_page()
        self.page.goto("/about")
        self.token = next(one["value"] for one in self.context.cookies() if one["name"] == "csrf")

    def post(self, path: str, **data):
        headers = {"accept": "application/json", "x-csrf-token": self.token}
        answer = self.context.request.post(path, data=data, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def look(self, path: str):
        return self.context.request.get(path, headers={"accept": "application/json"}).json()

    def ask(self, table: str, what: str, **more):
        return self.post(f"/t/{table}/{what}", version=self.look(f"/t/{table}")["version"], **more)

    def faults(self, path: str) -> list[object]:
        """What is wrong with a page at each width."""
        found: list[object] = []
        self.page.goto(path)
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 800})
            self.page.wait_for_timeout(50)
            found += [(path, width, *fault) for fault in self.page.evaluate(FAULTS)]
        return found


@pytest.fixture
def come(browser, site):
    guests = []

    def one() -> Guest:
        guests.append(Guest(browser, site.address))
        return guests[-1]

    yield one
    for guest in guests:
        guest.context.close()


KINDS = list(product(["cuttle", "cups", "cut_the_rope"], NAMES))
USUAL = [KINDS[1], KINDS[4]]
"""Both kinds of names."""


@pytest.mark.parametrize(("game", "kind"), KINDS if THOROUGH else USUAL)
def test_tables_and_lists_hold_any_name(come, kind, game):
    host, guest, watcher = come(), come(), come()
    first, second = NAMES[kind]
    table = host.post("/tables", game=game, opponents=["open"], name=first, listed=True)["table"]
    assert watcher.faults("/lobby") == []
    for one in (host, guest):
        assert one.faults(f"/t/{table}") == []
    guest.ask(table, "sit", name=second)
    assert guest.faults(host.look(f"/t/{table}")["seat_link"]) == []
    for one in (host, guest, watcher):
        assert one.faults(f"/t/{table}") == []
        assert one.faults(f"/t/{table}/players") == []
    assert host.faults("/games") == []
    assert host.faults("/") == []
    host.ask(table, "resign")
    for one in (host, watcher):
        assert one.faults(f"/t/{table}") == []
    assert guest.faults("/games") == []


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
    done = partial(guest.look, f"/t/{table}/review")
    for _ in range(600):
        if done()["state"] == "done":
            break
        guest.page.wait_for_timeout(200)
    assert guest.faults(f"/t/{table}") == []
    for move in (1, 3, 4):
        assert guest.faults(f"/t/{table}/review?move={move}") == []
    guest.page.goto(f"/t/{table}/review")
    expect(guest.page.locator(".legend bdi")).to_have_count(4)
    drawn = guest.page.evaluate("[...document.querySelectorAll('svg text')].map((one) => one.getBBox().width)")
    assert all(width <= 760 for width in drawn), json.dumps(drawn)


def test_every_name_on_a_page_stands_isolated(come):
    """A name written from right to left, or with a bracket, must not turn what is around it."""
    host, guest = come(), come()
    names = ("שלום 1)", "a (b")
    table = host.post("/tables", game="cuttle", opponents=["open"], name=names[0], listed=True)["table"]
    guest.ask(table, "sit", name=names[1])
    guest.ask(table, "draw")
    host.ask(table, "moves", move="draw")
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
