"""The pages in docs: one template, and what is generated in them is up to date."""

import importlib.util
import re
from pathlib import Path

import pytest

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
