"""Every game's words: what it calls itself, its piles and its ends; and the ids of its clauses, read whole."""

import pytest

import undercut
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.games.base.words import Sight, TableEnd
from undercut.pages.books.markup import to_html


@pytest.fixture(params=registry.names())
def spec(request):
    return registry.spec(request.param)


def test_a_game_has_one_title(spec):
    assert spec.words.title == read_book(spec.name).title


def test_every_end_has_a_text_and_rests_on_a_clause_of_the_book(spec):
    for end in spec.words.ends:
        assert end.text
        assert read_book(spec.name).clause(end.clause).id == end.clause


def test_clauses_begin_with_the_prefix(spec):
    assert {clause.id.partition("-")[0] for clause in read_book(spec.name).clauses} == {spec.words.prefix}


def test_ends_of_the_table_are_known_in_every_game(spec):
    assert [spec.words.end_text(end.value) for end in TableEnd] == [end.text for end in TableEnd]
    assert spec.words.end_text("some_word") == "some word"


def test_every_pile_is_a_field_of_every_position_and_view(spec):
    state = undercut.game(spec.name).deal(seed=7)
    for shown in (state.position(), state.view(0), state.view(None)):
        assert set(spec.piles) <= shown.keys()


def test_piles_that_nobody_sees_are_hidden_after_the_deal(spec):
    view = undercut.game(spec.name).deal(seed=7).view(None)
    for pile in spec.words.piles:
        if pile.sight in (Sight.OWNER, Sight.NOBODY):
            piles = view[pile.id] if pile.owned else [view[pile.id]]
            assert {card for cards in piles for card in cards} <= {"?"}, pile.id


def test_cards_on_the_cover_are_cards_of_the_pack(spec):
    assert all(spec.pack.code(card) >= 0 for card in spec.words.cover)


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
