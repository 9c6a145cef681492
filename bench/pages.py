"""Measure the edition without a server in Chromium: ``make bench-pages``; bench/results/pages.md gets the tables.

Each visit begins with an empty browser. Times are medians of three visits; a slow device is Chromium with a processor
slowed down four times and 10 Mbit/s. Bots are asked for the same moves in Chromium and on the compiled host, one after
the other, so that the ratio is one of the same machine and hour. A move has a part in plain Python, too; iterations/s
are of the search alone, once the browser has optimized its code.
"""

from __future__ import annotations

import gzip
import inspect
import json
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

import undercut
from tests.browser.editions import Host, Player, built
from tests.browser.test_offline import ASK
from tests.needs import chromium
from undercut.bots.thinking.budget import Watch
from undercut.engine.host import Host as Hosts
from undercut.errors import UndercutError
from undercut.search.layers import search_engine
from undercut.table.bot_requests import BotRequest, Played, answer, view_for_level

VISITS = 3
SLOW = {"offline": False, "latency": 40, "downloadThroughput": 10e6 / 8, "uploadThroughput": 10e6 / 8}
REVIEW = "review of a move"  # a search with thousands of iterations, and the reasons for a mistake, in plain Python
LEVELS = ("beginner", "medium", "expert", "master", REVIEW)
GAMES = ("cuttle", "cups", "cut_the_rope")
MOVES = 12
READY = "head:not(:has(meta[name=made-by-build]))"


def size(folder: Path) -> float:
    """Return the megabytes that travel at the first visit, with gzip where it helps."""
    paths = (path for path in folder.rglob("*") if path.is_file() and "docs" not in path.relative_to(folder).parts)
    files = [path.read_bytes() for path in paths]
    return sum(min(len(file), len(gzip.compress(file))) for file in files) / 1e6


def visit(browser: Browser, address: str, *, slow: bool) -> dict[str, float]:
    """Visit the edition twice, and play: return seconds."""
    context = browser.new_context(viewport={"width": 1366, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    found: dict[str, float] = {}
    for which in ("first", "cached"):
        player = Player(context.new_page())
        if slow:
            session = context.new_cdp_session(player.whole)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", SLOW)
        began = time.perf_counter()
        player.whole.goto(address, wait_until="commit")
        player.whole.frame_locator("iframe").get_by_role("heading", level=1).wait_for()
        found[f"{which}: front page"] = time.perf_counter() - began
        player.page.locator("form.go button.main").first.click()
        player.page.locator("#board[data-yours]").wait_for()
        found[f"{which}: first move possible"] = player.page.evaluate(PAINTED)
        player.whole.locator("body[data-kept]").wait_for(state="attached")
        if which == "first":
            player.whole.close()
    found |= shown(player) | memory(player)
    context.close()
    return found


# The driver looks for the board a few times a second: the browser's own time is exact.
PAINTED = """() => new Promise((done) => new PerformanceObserver((found) => {
    const [{ startTime }] = found.getEntriesByName("first-contentful-paint");
    done((performance.timeOrigin + startTime - parent.performance.timeOrigin) / 1000);
}).observe({ type: "paint", buffered: true }))"""


def shown(player: Player) -> dict[str, float]:
    """Play, and measure how long a move takes until the board shows it."""
    took: list[float] = []
    for _ in range(MOVES):
        moves = player.moves
        if not moves:
            break
        took.append(player.page.evaluate(PLAY, moves[-1]) / 1000)
    took.sort()
    return {"a move until it is shown, median": statistics.median(took), "the same, slowest": took[-1]}


PLAY = """(move) => new Promise((done) => {
    const board = document.getElementById("board");
    const button = [...board.querySelectorAll("button[name=move]:enabled")].find((each) => each.value === move);
    const began = performance.now();
    new MutationObserver((_, watch) => {
        if (document.getElementById("board").dataset.version === board.dataset.version) return;
        watch.disconnect();
        requestAnimationFrame(() => done(performance.now() - began));
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
    button.form.requestSubmit(button);
})"""


def memory(player: Player) -> dict[str, float]:
    """Return the megabytes of the browser's process for the page and its workers, without and with the browser itself.

    They include some of what the driver of the browser keeps: every answer of the network.
    """
    session = player.whole.context.browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [Path(f"/proc/{each['id']}/statm").read_text(encoding="ascii").split() for each in processes]
    whole, shared = max((int(each[1]), int(each[2])) for each in pages)
    unit = os.sysconf("SC_PAGE_SIZE") / 1e6
    return {"memory of its own, MB": (whole - shared) * unit, "with the browser's program": whole * unit}


def bots(browser: Browser, address: str) -> list[str]:
    """Ask bots for moves in Chromium and here; return lines with seconds a move and iterations/s."""
    context = browser.new_context()
    player = Player(context.new_page())
    player.whole.goto(address)
    player.kept()
    program = player.whole.locator("body").get_attribute("data-program")
    lines = ["", "| game | level | Chromium, s a move | compiled host | ratio |", "|---|---|---:|---:|---:|"]
    for game in GAMES:
        search_engine(game, Hosts.COMPILED)
        for level in LEVELS:
            asked = [request(game, level, seed) for seed in range(MOVES)]
            texts = [msgspec.json.encode(each).decode() for each in asked]
            answer(asked[0], Watch())
            began = time.perf_counter()
            here = [answer(each, Watch()).move for each in asked]
            between = time.perf_counter()
            there = player.whole.evaluate(TIMED, [program, texts])
            if [json.loads(text)["move"] for text in there["found"]] != here:
                message = f"{game}, {level}: other moves in Chromium than here"
                raise UndercutError(message)
            seconds = there["seconds"] / MOVES, (between - began) / MOVES
            lines.append(f"| {game} | {level} | {seconds[0]:.3f} | {seconds[1]:.3f} | {seconds[1] / seconds[0]:.2f} |")
    lines += ["", "| game | search | Chromium, iterations/s | compiled host | ratio |", "|---|---|---:|---:|---:|"]
    lines += rates(player.whole, program)
    context.close()
    return lines


TIMED = (
    ASK.replace("const found = [];", "await ask(requests[0]); const found = [], began = performance.now();")
    .replace("return found;", "return { found, seconds };")
    .replace("worker.terminate();", "const seconds = (performance.now() - began) / 1000; worker.terminate();")
)


def iterations(game: str, level: str) -> float:
    """Return the iterations a second of a level's search; the source of this function runs in Chromium, too."""
    import time  # noqa: PLC0415  the whole is sent there

    import undercut  # noqa: PLC0415
    from undercut.bots.players import levels_of  # noqa: PLC0415
    from undercut.bots.thinking.tree import Tree  # noqa: PLC0415

    levels, number = levels_of(game), 20_000
    tree = Tree(undercut.game(game).deal(seed=1), 1, levels.levels[level].settings or levels.settings, 2 * number, None)
    tree.run(number)
    began = time.perf_counter()
    tree.run(number)
    return number / (time.perf_counter() - began)


RUNNING = """
self.addEventListener("message", async ({ data, ports: [port] }) => {
    if (!data.run) return;
    const builtins = (await playing).import_module("builtins"), names = builtins.dict();
    builtins.exec(data.run, names);
    port.postMessage({ text: names.get("found") });
});
"""  # a worker with Python that is measured runs any source
RUN = ASK.replace("think:", "run:")


def rates(page: Page, program: str) -> list[str]:
    """Measure the iterations a second in Chromium and here in turn; return a line for each game and kind of search."""
    lines = []
    for game in GAMES:
        for level in ("expert", "master"):
            source = f"{inspect.getsource(iterations)}\nfound = iterations({game!r}, {level!r})"
            pairs = [(page.evaluate(RUN, [program, [source]])[0], iterations(game, level)) for _ in range(15)]
            there, here = (statistics.median(each) for each in zip(*pairs, strict=True))
            ratio = statistics.median(one / other for one, other in pairs)
            lines.append(f"| {game} | {level} | {there:,.0f} | {here:,.0f} | {ratio:.2f} |")
    return lines


def request(game: str, level: str, seed: int) -> BotRequest:
    """Make a request for a move in a position of a random game."""
    chance, state = random.Random(seed), undercut.game(game).deal(seed=seed)
    for _ in range(2 * seed):
        following = state.copy()
        following.play(chance.choice(following.legal_moves()))
        if following.to_move is None:
            break
        state = following
    if level == REVIEW:
        played = Played(str(state.legal_moves()[0]), len(state.moves))
        return BotRequest(game, state.view(state.to_move), None, seed, 9.0, played)
    return BotRequest(game, {**view_for_level(state, state.to_move, level)}, level, seed, 9.0, exact=True)


def main() -> None:
    """Measure, and write the tables."""
    os.environ["UNDERCUT_HOST"] = Hosts.COMPILED.value
    lines = [""]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        edition = built(Path(folder))
        lines[0] = f"First visit, with gzip: {size(edition):.2f} MB.\n"
        host = Host(Path(folder), edition)
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        visits = {slow: [visit(browser, host.address, slow=slow) for _ in range(VISITS)] for slow in (False, True)}
        lines += ["| what | desktop | slow device |", "|---|---:|---:|"]
        for name in visits[False][0]:
            pair = (statistics.median(each[name] for each in visits[slow]) for slow in (False, True))
            lines.append(f"| {name} | " + " | ".join(f"{value:.2f}" for value in pair) + " |")
        with (host.files / "python.js").open("a", encoding="utf-8") as script:
            script.write(RUNNING)
        lines += bots(browser, host.address)
        browser.close()
        host.stop()
    text = "\n".join(lines) + "\n"
    Path("bench/results/pages.md").write_text(text, encoding="utf-8")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
