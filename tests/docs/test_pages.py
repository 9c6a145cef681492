"""The pages in docs: one template, and what is generated in them is up to date."""

from __future__ import annotations

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


def test_the_tables_of_observations_are_up_to_date(pages):
    assert pages.observations() == pages.page("observations").read_text(encoding="utf-8"), "run: python docs/pages.py"


def test_the_tables_of_opponents_are_up_to_date(pages):
    assert pages.bots() == pages.page("bots").read_text(encoding="utf-8"), "run: python docs/pages.py"
    assert pages.bots_results() == pages.page("bots_results").read_text(encoding="utf-8"), "run: python docs/pages.py"


def test_the_table_of_chances_is_up_to_date(pages):
    assert pages.hints() == pages.page("hints").read_text(encoding="utf-8"), "run: python docs/pages.py"


def test_the_table_of_coverage_is_up_to_date(pages):
    assert pages.lab() == pages.page("lab").read_text(encoding="utf-8"), "run: python docs/pages.py"


def test_the_page_of_the_engine_is_up_to_date(pages):
    assert pages.engine() == pages.page("engine").read_text(encoding="utf-8"), "run: python docs/pages.py"


def test_the_tables_of_findings_are_up_to_date(pages):
    assert pages.findings() == pages.FINDINGS.read_text(encoding="utf-8"), "run: python docs/pages.py"


@pytest.mark.parametrize("name", registry.names())
def test_every_page_has_the_same_sections(pages, name):
    assert re.findall(r"^## (.+)$", pages.page(name).read_text(encoding="utf-8"), re.MULTILINE) == SECTIONS
