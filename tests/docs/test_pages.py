"""The pages in docs: one template, up to date, short; and their site builds and loads nothing from another host."""

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest
import website

from undercut.games.base import registry

DOCS = Path(__file__).parents[2] / "docs"
SECTIONS = ["Play it here", "Options and rule sets", "Notation", "What is known and hidden", "Figures", "Sources"]


@pytest.fixture
def pages(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    spec = importlib.util.spec_from_file_location("pages", DOCS / "pages.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", registry.names())
def test_a_page_is_up_to_date(pages, name):
    assert pages.filled(name) == pages.page(name).read_text(encoding="utf-8"), "run: python docs/pages.py"
    environment = pages.page(f"environments/{name}").read_text(encoding="utf-8")
    assert pages.environment(name) == environment, "run: python docs/pages.py"


@pytest.mark.parametrize(
    "name", ["baselines", "benchmark", "bots", "bots_results", "hints", "lab", "engine", "states", "findings"]
)
def test_the_tables_of_a_page_are_up_to_date(pages, name):
    page = pages.FINDINGS if name == "findings" else pages.page(name)
    assert getattr(pages, name)() == page.read_text(encoding="utf-8"), "run: python docs/pages.py"


def test_the_learning_curves_are_up_to_date(pages):
    drawn = pages.curves(pages.result_rows("baselines"))
    assert drawn == pages.CURVES.read_text(encoding="utf-8"), "run: python docs/pages.py"


@pytest.mark.parametrize("name", registry.names())
def test_every_page_has_the_same_sections(pages, name):
    assert re.findall(r"^## (.+)$", pages.page(name).read_text(encoding="utf-8"), re.MULTILINE) == SECTIONS


ROOT = Path(__file__).parents[2]
LONGEST = 300
LISTS = {"bots_results.md", "findings.md"}
"""Pages of tables, which are made by programs, and searched rather than read."""


def listed(menu: list) -> set[str]:
    """All pages of a menu and of the menus in it."""
    places = [place for entry in menu for place in entry.values()]
    return {
        page for place in places for page in (listed(place) if isinstance(place, list) else {place})
    }  # fmt: skip


def test_the_site_is_built_with_every_page_in_its_menu_and_nothing_from_another_host():
    """One test, for two builds at the same time would disturb each other."""
    website.main()
    site = ROOT / "dist" / "docs"
    pages = {path.relative_to(website.STAGED).as_posix() for path in website.STAGED.rglob("*.md")}
    menu = listed(tomllib.loads((ROOT / "zensical.toml").read_text())["project"]["nav"])
    linked = {page for page in pages if page.startswith(("results/", "files/"))}
    assert menu - linked == pages - linked
    assert all((site / page).with_suffix(".html").exists() for page in menu)
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        found = re.findall(r"<(?:script|img|iframe)[^>]+src=\"?(?:https?:)?//[^\s\">]+", text)
        found += re.findall(r"<link[^>]+rel=\"?(?:stylesheet|preload)\"?[^>]+href=\"?(?:https?:)?//[^\s\">]+", text)
        assert found == [], page
        assert "<script>" not in text or page.name == "404.html"


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.name)
def test_a_page_is_short_enough_to_read(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST or path.name in LISTS


def test_a_link_to_nothing_ends_the_build(tmp_path, monkeypatch):
    monkeypatch.setattr(website, "ROOT", tmp_path)
    monkeypatch.setattr(website, "STAGED", tmp_path / "build")
    page = tmp_path / "docs" / "page.md"
    page.parent.mkdir()
    page.write_text("[nothing](nowhere.md)\n")
    with pytest.raises(SystemExit, match=r"docs/page\.md links to nowhere\.md, which does not exist"):
        website.stage(page, set())
