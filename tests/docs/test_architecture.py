"""docs/architecture.md names the functions that there are, and every package."""

import pkgutil
import re
from functools import reduce
from pathlib import Path

import pytest

import undercut

PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
NAMES = sorted(set(re.findall(r"`(undercut(?:\.\w+)+)`", PAGE.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("name", NAMES)
def test_what_the_page_names_exists(name):
    found = pkgutil.resolve_name(name)
    assert reduce(getattr, name.split(".")[1:], undercut) is found


def test_the_page_names_every_package():
    parts = {f"undercut.{module.name}" for module in pkgutil.iter_modules(undercut.__path__)}
    assert parts <= {*NAMES}
