import json
import re
import time
from collections import Counter
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

PATIENCE = 90.0

SCRIPTS = Path(__file__).with_name("scripts.js").read_text(encoding="utf-8").strip()

READY = "() => document.querySelector('html.script #board')?.checkVisibility()"
SHOWS = "version => document.querySelector('#board')?.dataset.version === version"


def script(name: str) -> str:
    """Return a function of `scripts.js`, to be evaluated in a page."""
    return f"(...given) => {SCRIPTS}.{name}(...given)"


def measures(page: Page, script: str, wanted, *given) -> None:
    """Wait until a script measures on a page what is wanted; a page grows while its styles are on their way."""
    end = time.monotonic() + PATIENCE
    while (found := page.evaluate(script, *given)) != wanted:
        assert time.monotonic() < end, found
        page.wait_for_timeout(50)


def no_fault_in(page: Page, **options) -> None:
    page.wait_for_load_state()
    found = Axe().run(page, options=options).response
    assert found["passes"]
    faults = [(fault["id"], [node["html"][:150] for node in fault["nodes"]]) for fault in found["violations"]]
    assert faults == [], (page.url, faults)


def known_in_hand(view: dict, seat: int) -> Counter[str]:
    return Counter(card for card in view["hands"][seat] if card != "?")


class Person:
    def __init__(self, page: Page, *, careful: bool = True, script: bool = True) -> None:
        self.page, self.careful, self.script = page, careful, script
        self.wrong: list[str] = []
        self.loads = 0
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("console", self._said)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("domcontentloaded", self._loaded)

    def _said(self, line) -> None:
        if "Content Security" in line.text or (self.careful and line.type in {"error", "warning"}):
            self.wrong.append(line.text)

    def _failed(self, request) -> None:
        # Whoever leaves a page breaks off what it was still fetching.
        if self.careful and request.failure != "net::ERR_ABORTED":
            self.wrong.append(f"{request.failure} {request.url}")

    def _answered(self, answer) -> None:
        if answer.status >= (400 if self.careful else 500):
            self.wrong.append(f"{answer.status} {answer.url}")

    def _loaded(self, _page) -> None:
        self.loads += 1

    # --- Looking ---

    @property
    def board(self):
        return self.page.locator("#board")

    @property
    def version(self) -> int:
        return int(self.board.get_attribute("data-version"))

    @property
    def path(self) -> str:
        return f"/t/{self.board.get_attribute('data-table')}"

    @property
    def offer(self):
        return self.board.locator(".offer")

    def ready(self) -> None:
        """Wait until the board is there and its script listens; before, the browser itself would send the forms."""
        if self.script:
            self.page.wait_for_function(READY)
        else:
            expect(self.board).to_be_visible()

    def post(self, path: str, **data) -> dict:
        requests = self.page.context.request
        if not (cookies := self.page.context.cookies()):
            requests.get("/about")
            cookies = self.page.context.cookies()
        token = next(one["value"] for one in cookies if one["name"] == "csrf")
        answer = requests.post(path, data=data, headers={"accept": "application/json", "x-csrf-token": token})
        assert answer.ok, answer.text()
        return answer.json()

    def sit(self, link: str) -> None:
        self.page.goto(f"/t/{self.post(link)['table']}")
        self.ready()

    def button(self, name, **more):
        return self.page.get_by_role("button", name=name, **more)

    def grey(self, name: str, why: str = ""):
        """A button that cannot be used now, and says why; to click it nonetheless, it takes force."""
        return self.button(re.compile(f"^{name}: {re.escape(why)}"), disabled=True)

    def scene(self) -> dict:
        answer = self.page.request.get(self.path, headers={"Accept": "application/json"})
        assert answer.ok, answer.text()
        return answer.json()

    def reaches(self, version: int) -> None:
        if self.script:
            self.page.wait_for_function(SHOWS, arg=str(version))
        else:
            expect(self.board).to_have_attribute("data-version", str(version))

    def sees_no_more_than_it_may(self) -> None:
        """Hold what the page shows against what this reader gets as JSON: no other card, no other sentence."""
        end = time.monotonic() + PATIENCE
        while True:  # a bot may move in between
            scene, shown = self.scene(), self.page.evaluate(script("shown"))
            if scene["version"] == shown["version"]:
                break
            assert time.monotonic() < end, (scene["version"], shown["version"])
        view = scene["view"]
        told = {card for line in scene["log"] for card in line["cards"]}
        assert set(shown["cards"]) <= set(re.findall(r'"([^"]+)"', json.dumps(view))) | told | {"back"}
        for seat, cards in shown["hands"].items():
            assert cards == [] or Counter(cards) == known_in_hand(view, int(seat))
        if scene["you"] is not None:
            assert Counter(shown["own"]) == known_in_hand(view, scene["you"])
        assert shown["lines"] == [line["text"] for line in reversed(scene["log"])][: len(shown["lines"])]

    # --- Playing ---

    def offer_draw(self) -> None:
        self.page.locator("summary", has_text="Offer a draw").click()
        self.button("Yes, offer").click()

    def play(self, move: str, *, tap: bool = False) -> None:
        """Play a move as one does with a mouse or a finger: take up its card, and choose what to do with it."""
        self.ready()
        among = f'.legal button[value="{move}"]'
        pick = self.board.locator(".pick").filter(has=self.page.locator(among))
        steps = [self.board.locator(f':is(.bare, .none) > button[value="{move}"]')]
        if pick.count():
            steps = self._steps(pick, move, among)
        for step in steps:
            step.tap() if tap else step.click()

    def _steps(self, pick, move: str, among: str) -> list:
        """What to press for a move of a card, in order: its chip, or among the sentences if the chip is for several."""
        if self.board.locator(".offered.one").filter(has=self.page.locator(among)).count() and self.script:
            return [self.board.locator(".choices .chips button"), self.board.locator(f'.ways button[value="{move}"]')]
        card = [] if pick.locator("> input").is_checked() else [pick.locator("> label")]
        if not self.script:
            return [*card, pick.locator(among)]
        chip = pick.locator(f'.chips button[value="{move}"]')
        return [*card, chip] if chip.count() else [*card, pick.locator(".ask"), pick.locator(among)]
