"""No input is lost: what is clicked right after an update, or while one arrives, counts."""

from __future__ import annotations

from playwright.sync_api import expect

from undercut.play.game import game

MOVING = {"reduced_motion": "no-preference"}

HIT = """() => new Promise((done) => {
    const hit = (label) => {
        const { left, top } = label.getBoundingClientRect();
        return label.contains(document.elementFromPoint(left + 10, top + 10));
    };
    const look = () => done([
        performance.now() - since,
        document.getAnimations().length,
        ...[...document.querySelectorAll(".pick > label, .bare .move")].map(hit),
    ]);
    let since;
    const watch = new MutationObserver(() => {
        if (!document.querySelector("#board[data-yours]")) return;
        watch.disconnect();
        since = performance.now();
        requestAnimationFrame(() => requestAnimationFrame(look));
    });
    watch.observe(document.querySelector("main"), { childList: true });
})"""


def test_cards_in_flight_take_no_clicks_away(site, newcomer):
    laid = site.lay(game("cuttle", seats=2).deal(seed=1), ["Ann", "Ben"])
    ann, ben = (newcomer(seat, **MOVING) for seat in laid.seats)
    ben.ready()
    ben.page.evaluate(f"window.hits = ({HIT})(); null")
    ann.play("9d")
    _, flying, *hits = ben.page.evaluate("window.hits")
    assert flying > 0
    assert len(hits) > 5
    assert all(hits)
    ben.page.locator(".pick > label").first.click(timeout=1000)
    expect(ben.page.locator(".pick > input:checked")).to_have_count(1)


def test_an_update_waits_for_the_end_of_a_click(site, newcomer):
    laid = site.lay(game("cuttle", seats=2).deal(seed=1), ["Ann", "Ben"])
    ann, ben = (newcomer(seat, **MOVING) for seat in laid.seats)
    stranger = newcomer(laid.path)
    stranger.ready()
    version = ann.version
    ann.page.locator(".pick > label").nth(2).hover()
    ann.page.mouse.down()
    ben.button("Offer a draw", exact=True).click()
    stranger.reaches(version + 1)
    assert ann.version == version
    ann.page.mouse.up()
    ann.reaches(version + 1)
    expect(ann.page.locator(".pick > input").nth(2)).to_be_checked()
