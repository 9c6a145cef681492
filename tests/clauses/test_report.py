import re
import subprocess
import sys

import pytest

from undercut.games.base import registry
from undercut.games.base.book import book_markdown, read_book


def test_every_clause_has_its_tests():
    done = subprocess.run([sys.executable, "-m", "tests.clauses.report"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.parametrize("game", registry.names())
def test_the_book_explains_every_value_of_every_option(game):
    book = read_book(game)
    explained = {(choice.option, choice.value) for clause in book.clauses for choice in clause.choices}
    for option in registry.spec(game).options:
        values = [""] if option.kind != "choice" else [str(value).lower() for value in option.values]
        for value in values:
            assert (option.name, value) in explained
        assert option.clause in {clause.id for clause in book.clauses}
    assert {name for name, _ in explained} == {option.name for option in registry.spec(game).options}


@pytest.mark.parametrize("game", registry.names())
def test_the_book_tells_of_every_rule_set(game):
    book = read_book(game)
    assert set(book.rule_sets) >= set(registry.spec(game).rule_sets)
    titles = [book.titles[name] for name in registry.spec(game).rule_sets]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("game", registry.names())
def test_the_printed_book_leaves_nothing_out(game):
    book = read_book(game)
    printed = book_markdown(game, next(iter(registry.spec(game).rule_sets.values())))
    assert "## Notation" in printed
    for heading in re.findall(r"^#+ .+$", registry.book_source(game), re.MULTILINE):
        assert heading in printed or heading == "## Rule sets"
    assert all(clause.text in printed for clause in book.clauses)
