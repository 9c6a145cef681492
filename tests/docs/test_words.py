"""docs/words.md gives each term once, in order, and names only code that there is."""

import pkgutil
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "words.md").read_text(encoding="utf-8")
TERMS = re.findall(r"^\| (?!Term)([^|]+?) \|", PAGE, re.MULTILINE)
NAMES = sorted(set(re.findall(r"`(undercut(?:\.\w+)+)`", PAGE)))


@pytest.mark.parametrize("name", NAMES)
def test_the_code_that_a_term_names_exists(name):
    assert pkgutil.resolve_name(name)


def test_every_term_stands_once():
    assert len(TERMS) > 50
    assert len({*TERMS}) == len(TERMS)


def test_the_terms_of_each_part_are_in_order():
    for part in PAGE.split("\n## ")[1:]:
        terms = re.findall(r"^\| (?!Term)([^|]+?) \|", part, re.MULTILINE)
        assert terms == sorted(terms, key=str.casefold), part.partition("\n")[0]
