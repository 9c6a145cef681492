"""Ids of clauses are read whole, whatever letters and digits they have; unknown ones are refused with the nearest."""

import pytest

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.pages.books.markup import to_html

CLAUSES = [(name, clause.id) for name in registry.names() for clause in read_book(name).clauses]


@pytest.mark.parametrize(("game", "clause"), CLAUSES)
def test_each_id_finds_its_clause_alone(game, clause):
    for asked in (clause, clause.lower(), clause.upper(), f" {clause} "):
        assert [found.id for found in read_book(game).find(asked)] == [clause]


@pytest.mark.parametrize(("game", "clause"), CLAUSES)
def test_each_id_is_a_link_to_its_clause_alone(game, clause):
    assert f'<a href="#{clause}">{clause}</a>' in to_html(game, f"See {clause}.")
    longer = f"{clause}zz"
    assert "<a" not in to_html(game, f"See {longer}.")


@pytest.mark.parametrize(
    ("game", "asked", "nearest"),
    [
        ("cuttle", "CU-T", "CU-Ta"),
        ("cuttle", "CU-Tz", "CU-Ta"),
        ("cuttle", "cu-tab", "CU-Ta"),
        ("cuttle", "CU-99", "CU-36"),
        ("cuttle", "CU-9", "CU-9a"),
        ("cuttle", "CU-15", "CU-14"),
        ("cuttle", "CU-31x", "CU-31"),
        ("cuttle", "CU-" + "9" * 5000, "CU-36"),
        ("cuttle", "CP-3", "CU-3"),
        ("cups", "CP-24", "CP-23"),
        ("cut_the_rope", "CR-5", "CR-4"),
    ],
)
def test_an_unknown_id_is_refused_with_the_nearest(game, asked, nearest):
    with pytest.raises(UndercutError, match=f"is not a clause of .*; the nearest is {nearest}$"):
        read_book(game).find(asked)


def test_words_are_still_searched():
    assert next(clause.id for clause in read_book("cuttle").find("scuttle")) == "CU-11"
    with pytest.raises(UndercutError, match="no clause of Cuttle mentions 'trumps'"):
        read_book("cuttle").find("trumps")
