import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.people import Person
from tests.browser.sites import Site
from tests.needs import chromium
from undercut.play.game import game

PATIENCE = 90_000
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
QUIET += ["--disable-dev-shm-usage", "--no-first-run"]
DESK = {"viewport": {"width": 1700, "height": 900}}


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    started = Site(tmp_path_factory.mktemp("site"))
    started.start()
    yield started
    started.stop()


@pytest.fixture(scope="session")
def launch():
    """Starts browsers without a window; a process can have only one driver of browsers."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield lambda **wishes: playwright.chromium.launch(executable_path=chromium(), args=QUIET, **wishes)


@pytest.fixture(scope="session")
def browser(launch):
    started = launch()
    yield started
    started.close()


@pytest.fixture
def newcomer(site, browser):
    """Lets somebody new come, with a browser of their own; in the end nothing may have gone wrong in any page."""
    people = []

    def come(path="/", *, at=None, careful=True, **wishes):
        context = browser.new_context(base_url=at or site.address, **DESK | {"reduced_motion": "reduce"} | wishes)
        context.set_default_timeout(PATIENCE)
        person = Person(context.new_page(), careful=careful, script=wishes.get("java_script_enabled", True))
        people.append(person)
        person.sit(path) if path.startswith("/s/") else person.page.goto(path)
        return person

    yield come
    for person in people:
        person.page.context.close()
    assert [fault for person in people for fault in person.wrong] == []


@pytest.fixture
def couple(site, newcomer):
    def sit(seed=1, name="cuttle", **wishes):
        laid = site.lay(game(name, seats=2).deal(seed=seed), ["Ann", "Ben"])
        return [newcomer(seat, **wishes) for seat in laid.seats]

    return sit


@pytest.fixture
def visit(newcomer):
    """Opens a page as somebody new, who may go wrong but must not meet a fault of the site."""
    return lambda path="/", **wishes: newcomer(path, careful=False, **wishes).page
