"""From a tap to the next picture, at a quarter of the processor's speed: ``PYTHONPATH=. python bench/paint.py``.

Opens a table of each game in Chromium, on a screen of a phone and of a laptop, chooses cards and presses their buttons,
and prints the durations that the browser itself reports for these taps (the Event Timing API, in steps of 8 ms): the
median, the 95th percentile and the greatest. All but a few should stay under 100 ms.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.browser.conftest import QUIET
from tests.browser.people import Person
from tests.browser.sites import Site
from tests.browser.tables_in_sight import GAMES
from tests.needs import chromium

SLOWER = 4
TURNS = 3
SIZES = {"phone": {"width": 390, "height": 844}, "laptop": {"width": 1366, "height": 768}}
OBSERVE = """() => {
    window.taps = [];
    const seen = (list) => list.getEntries().forEach((one) => one.interactionId && window.taps.push(one.duration));
    new PerformanceObserver(seen).observe({ type: "event", durationThreshold: 16, buffered: true });
}"""
CHANGED = "before => Number(document.querySelector('#board').dataset.version) > before"


def slowed(page: Page) -> CDPSession:
    """Slow the processor of a page down until the session ends."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session


def taps(person: Person) -> list[float]:
    """Look at every card of the hand and play a move, for some turns; return the durations in milliseconds."""
    page, session = person.page, slowed(person.page)
    page.evaluate(OBSERVE)
    for _ in range(TURNS):
        page.locator(".bar.yours, .bar.ended").wait_for()
        if page.locator(".bar.ended").count():
            break
        for card in page.locator(".pick > label:visible").all():
            card.click(position={"x": 8, "y": 8})
            page.wait_for_timeout(100)
        page.keyboard.press("Escape")
        before = person.version
        person.play(person.scene()["moves"][0]["move"])
        page.wait_for_function(CHANGED, arg=before)
        page.wait_for_timeout(1500)
    session.detach()
    # Taps that took less than 16 ms are not reported.
    return page.evaluate("window.taps") or [16.0]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        site = Site(Path(made))
        site.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        for game in GAMES:
            for name, size in SIZES.items():
                page = browser.new_context(base_url=site.address, viewport=size).new_page()
                person = Person(page, careful=False)
                page.goto(f"/new?game={game}&opponents[]=easy")
                person.button("Deal the cards").click()
                person.ready()
                found = sorted(taps(person))
                worst = found[int(len(found) * 0.95)]
                middle = statistics.median(found)
                print(f"{game:13} {name:7} {len(found):3} taps: {middle:4.0f} {worst:4.0f} {found[-1]:4.0f} ms")
                page.context.close()
        browser.close()
        site.stop()
