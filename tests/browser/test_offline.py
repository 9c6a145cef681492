import json
import os
import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import undercut
from tests.amounts import amount, some
from tests.browser.editions import Host, Player, built
from tests.browser.people import PHONE, measures, no_fault_in, script
from undercut.bots.thinking.budget import Watch
from undercut.engine.host import Host as Hosts
from undercut.table.bot_requests import BotRequest, answer, view_for_level

DESK = {"viewport": {"width": 1366, "height": 800}, "reduced_motion": "reduce"}
PATIENCE = 60_000
BY_PYTHON = "head:not(:has(meta[name=made-by-build]))"
AT_ONCE = f"{'.' * 10}off"  # the cookie of the setting that shows no move large: a click while it is shown ends that


@pytest.fixture(scope="session")
def edition(tmp_path_factory):
    own = tmp_path_factory.getbasetemp()
    return built(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="module")
def host(tmp_path_factory, edition):
    started = Host(tmp_path_factory.mktemp("host"), edition)
    yield started
    started.stop()


def arrived(browser, host, **wishes):
    context = browser.new_context(**DESK | wishes)
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "look", "value": AT_ONCE, "url": host.origin}])
    person = Player(context.new_page())
    person.whole.goto(host.address)
    person.whole.locator("body[data-ready]").wait_for(state="attached")
    person.page.locator(BY_PYTHON).wait_for(state="attached")
    return person


@pytest.fixture
def come(browser):
    """Opens the edition for a new visitor, and fails if any page reported an error."""
    people = []

    def visit(host, **wishes):
        people.append(arrived(browser, host, **wishes))
        people[-1].page.goto(host.address + "new")
        return people[-1]

    yield visit
    for person in people:
        person.whole.context.close()
    assert [fault for person in people for fault in person.wrong] == []


@pytest.fixture(scope="module")
def visitor(browser, host):
    """The visitor of most tests, with a phone: Python takes long to start."""
    person = arrived(browser, host, **PHONE)
    yield person
    person.whole.context.close()


@pytest.fixture
def player(visitor, host):
    """The same visitor, on the page with all options; no page may report an error."""
    visitor.page.goto(host.address + "new")
    visitor.page.locator(BY_PYTHON).wait_for(state="attached")
    yield visitor
    wrong, visitor.wrong = visitor.wrong, []
    assert wrong == []


def play_some(player, number, *, tap=False, seed=1):
    chance = random.Random(seed)
    for _ in range(number):
        moves = player.moves
        if not moves:
            break
        before = player.version
        player.play(chance.choice(moves), tap=tap)
        player.page.locator(f'#board:not([data-version="{before}"])').wait_for()


@pytest.mark.parametrize("game", some(["cups", "cuttle", "cut_the_rope"], 1))
def test_a_whole_game_is_played_without_a_network(player, host, game):
    player.kept()
    host.stop()
    try:
        player.open(game)
        play_some(player, 2, tap=True)
        measures(player.page, script("picturesRead"), 3)  # each is read once, not again at each move
        player.whole.reload()
        play_some(player, amount(8, 200), tap=True)
        if player.moves:
            player.button("Log and menu").tap()
            player.page.locator("summary", has_text="Resign").tap()
            player.button("Yes, resign").tap()
        expect(player.board).to_have_attribute("data-phase", "over")
        table = player.path
        player.page.goto(host.address + "games")
        expect(player.page.locator(f"main a[href$='{table}']").first).to_be_visible()
    finally:
        host.start()


def finds(page, text, place):
    page.keyboard.press("/")
    page.locator("input[type=text]").fill(text)
    page.locator(f'a[href*="{place}"]').filter(visible=True).first.click()
    expect(page).to_have_url(re.compile(re.escape(place)))


def test_the_docs_are_loaded_when_they_are_wanted_and_then_need_no_network(come, host):
    player = come(host)
    page, docs = player.whole, host.files / "docs"
    player.kept()
    assert page.evaluate(script("docsKept")) == 0
    player.page.get_by_role("link", name="Documentation").click()
    expect(page).to_have_url(host.address + "docs/index.html")
    files = sum(path.is_file() for path in docs.rglob("*"))
    measures(page, script("docsKept"), files - 1)  # without the search of files
    host.stop()
    try:
        page.goto(host.address + "docs/reference/library.html")
        finds(page, "scuttle", "docs/cuttle.html")
        page.goto(host.address)
        player.page.get_by_role("link", name="Documentation").wait_for()
    finally:
        host.start()


def test_the_docs_are_searched_in_a_folder(browser, edition):
    with browser.new_context(offline=True) as context:
        page = context.new_page()
        page.goto((edition / "docs" / "reference" / "library.html").as_uri())
        finds(page, "scuttle", "docs/cuttle.html")


def test_address_and_title_are_those_of_the_page_and_back_leads_back(player, host):
    player.page.goto(host.address)
    expect(player.page.get_by_role("heading", name="Same cards")).to_be_visible()
    player.page.get_by_role("link", name="Rules", exact=True).click()
    expect(player.page.get_by_role("heading", level=1)).to_be_visible()
    expect(player.whole).to_have_url(host.address + "rules")
    expect(player.whole).to_have_title(re.compile("Undercut"))
    player.whole.go_back()
    expect(player.whole).to_have_url(host.address)
    player.whole.goto(host.address + "learn/cuttle/first/1")
    expect(player.page.locator("#lesson")).to_be_visible()


def test_two_tabs_show_one_game_played_by_keys_and_the_second_goes_on_when_the_first_is_closed(come, host):
    player = come(host)
    player.open("cuttle")
    other = Player(player.whole.context.new_page())
    other.whole.goto(player.whole.url)
    other.ready()
    assert player.moves
    before = player.version
    for key in ("ArrowRight", "ArrowUp", "ArrowUp", "Enter"):  # to a card, its chips, the stock, and draw
        player.whole.keyboard.press(key)
    player.page.locator(f'#board:not([data-version="{before}"])').wait_for()
    player.moves  # noqa: B018  waits for the bot
    other.reaches(player.version)
    player.whole.close()
    play_some(other, 2)
    assert other.wrong == []


def test_an_update_waits_until_it_is_wanted_and_the_game_goes_on(player, host):
    player.open("cuttle")
    play_some(player, 1)
    player.kept()
    service = host.files / "service.js"
    service.write_text(re.sub(r'VERSION = "\w+"', 'VERSION = "another"', service.read_text()))
    # The club moves as well: the kept memory is of the same program, but has noted other addresses.
    index = host.files / "index.html"
    index.write_text(re.sub('data-elsewhere="[^"]*"', 'data-elsewhere="https://club.example"', index.read_text()))
    player.whole.evaluate("navigator.serviceWorker.ready.then((found) => found.update()).then(() => null)")
    player.ready()
    version = player.version
    with player.whole.expect_navigation():
        player.whole.get_by_role("button", name="Use it now").click()
    player.ready()
    assert player.version >= version
    play_some(player, 1)
    measures(player.whole, "caches.keys()", ["undercut memory /club/", "undercut /club/ another"])


def test_a_full_storage_is_said_and_loses_nothing(player):
    player.open("cuttle")
    moves, version = player.moves, player.version
    for worker in player.whole.workers:
        worker.evaluate(script("fillStorage"))
    player.play(moves[0])
    expect(player.page.locator("#message")).to_contain_text("no space left")
    assert player.version == version
    for worker in player.whole.workers:
        worker.evaluate("() => self.tidy() && null")
    play_some(player, 1)
    player.wrong.clear()  # it is an error of the program's


def test_a_damaged_game_is_named_and_its_events_are_saved_and_a_damaged_memory_is_replaced(player):
    player.open("cuttle")
    player.whole.evaluate(script("spoilMemory"))
    player.whole.evaluate(script("damageGame"), player.board.get_attribute("data-table"))
    player.whole.reload()
    expect(player.page.get_by_role("heading", name="This game is damaged")).to_be_visible()
    player.wrong.clear()  # it is an error of the program's
    with player.whole.expect_download() as saving:
        player.page.get_by_role("link", name="Download its events").click()
    assert len(saving.value.path().read_text().splitlines()) > 2
    player.page.get_by_role("link", name="Front page").click()
    expect(player.page.get_by_role("heading", name="Same cards")).to_be_visible()


def test_a_form_of_another_site_does_nothing(player, host):
    player.open("cuttle")
    table = player.page.url
    (host.files.parent / "evil.html").write_text(f'<form method="post" action="{host.address}forget"></form>')
    evil = player.whole.context.new_page()
    evil.goto(f"{host.origin.replace('127.0.0.1', 'localhost')}/evil.html")
    with evil.expect_navigation():
        evil.evaluate("document.forms[0].submit()")
    assert "did not come from a page" in evil.inner_text("body")
    evil.close()
    player.page.goto(table)
    player.ready()


def test_a_browser_that_keeps_nothing_says_so(come, tmp_path, edition):
    host = Host(tmp_path, edition)
    database = host.files / "database.js"
    database.write_text(database.read_text().replace("indexedDB.open(name, 1)", "forbidden.open(name, 1)"))
    player = come(host)
    expect(player.whole.locator("#note")).to_contain_text("keeps nothing")
    player.open("cuttle")
    play_some(player, 1)
    host.stop()


@pytest.mark.parametrize("game", some(["cuttle", "cups"], 1))
def test_master_moves_as_on_the_server(player, game):
    requests = []
    for seed in range(3):
        state = undercut.game(game).deal(seed=seed)
        chance = random.Random(seed)
        for _ in range(4 * seed):
            state.play(chance.choice(state.legal_moves()))
        view = view_for_level(state, state.to_move, "master")
        requests.append(BotRequest(game, {**view}, "master", 7 + seed, 1.0, exact=True))
    texts = [json.dumps({name: getattr(each, name) for name in each.__struct_fields__}) for each in requests]
    program = player.whole.locator("body").get_attribute("data-program")
    found = [json.loads(text)["move"] for text in player.whole.evaluate(script("askBots"), [program, texts])]
    expected = [answer_compiled(each) for each in requests]
    assert found == expected


def answer_compiled(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNDERCUT_HOST", Hosts.COMPILED.value)
        return answer(request, Watch()).move


def test_pages_have_no_faults_that_axe_finds_and_fit_a_phone(player, host):
    for path in some(["", "new", "daily", "games", "settings", "privacy", "about", "learn/cups/first/1"], 4):
        player.page.goto(host.address + path)
        expect(player.page.locator("main")).to_be_visible()
        no_fault_in(player.page)
        assert player.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
    around = {each["id"] for each in Axe().run(player.whole).response["violations"]}
    assert around <= {"landmark-one-main", "page-has-heading-one"}  # they are in the frame


@pytest.mark.parametrize("name", ["program-*", "python/*.asm.wasm", "python/pyodide.mjs", "python/*.zip", "python.js"])
def test_a_program_that_cannot_start_says_what_is_missing_and_lets_no_page_wait(browser, tmp_path, edition, name):
    host = Host(tmp_path, edition)
    missing = next(host.files.glob(name))
    missing.unlink()
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(host.address)
        expect(page.locator("#note")).to_contain_text("could not start", timeout=9000)
        expect(page.locator("#note")).to_contain_text(missing.name)
        asked = "fetch('new', { signal: AbortSignal.timeout(9000) }).then((found) => found.status)"
        assert page.evaluate(asked) == 503
    host.stop()


@pytest.mark.parametrize("path", ["rules/cuttle?rules=sipie"])
def test_a_link_into_the_edition_works_at_the_first_visit(browser, host, path):
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(host.address + path)
        expect(page.frame_locator("iframe").locator("h1")).to_contain_text("Cuttle", timeout=PATIENCE)
        expect(page).to_have_url(host.address + path)


def test_who_deals_before_python_is_there_gets_the_table(browser, host):
    with browser.new_context(**DESK) as context:
        context.set_default_timeout(PATIENCE)
        person = Player(context.new_page())
        person.whole.goto(host.address)
        person.page.get_by_role("button", name="Deal").first.click()
        person.ready()
        assert person.moves
