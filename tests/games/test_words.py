from importlib import import_module
from random import Random

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


SIZES = {"cuttle": 1415, "cups": 177, "cut_the_rope": 214}
"""Numbers are only ever appended, so a number that a program has stored keeps its meaning."""

FIRST_LAYOUT = {
    "cuttle": {0: "draw", 2: "ok", 3: "Ac", 364: "7dx6d", 834: "Ks+", 994: "Js>Ts", 995: "Ac!", 1019: "2c!8c"}
    | {1082: "2s!Ks", 1290: "9s!Ks", 1291: "2c!", 1295: "+Ac", 1398: "-Ks"}
    # Since version 2:
    | {1399: "8c!8d", 1402: "8d!8c", 1410: "8s!8h", 1411: "Tc!", 1414: "Ts!"},
    "cups": {0: "bury", 4: "ok", 5: "Ac^", 9: "Ac", 65: "Ac~", 121: "+Ac", 176: "+Kw"},
    "cut_the_rope": {0: "end", 13: "5>1", 34: "s1>1", 45: "p>3", 46: "1>1=", 91: "1>1u", 136: "1>1d", 213: "X/3"},
}

KINDS = [(game, rules) for game in SIZES for rules in registry.spec(game).rule_sets]
KINDS.append(("cuttle", {"set": "pagat", "eight_scraps_eight": True, "ten_undoes_scuttle": True}))


@pytest.mark.parametrize("name", SIZES)
def test_numbers_keep_their_meaning(name):
    actions = undercut.game(name).actions
    assert len(actions) >= SIZES[name]
    assert len(set(actions)) == len(actions)
    assert {number: actions[number] for number in FIRST_LAYOUT[name]} == FIRST_LAYOUT[name]


@pytest.mark.parametrize("name", SIZES)
def test_every_number_leads_to_its_move_and_back(name):
    module = import_module(f"undercut.games.{name}.notation")
    assert [module.action(code) for code in module.CODES] == list(range(SIZES[name]))


@pytest.mark.parametrize(("name", "rules"), KINDS)
def test_every_legal_move_has_a_number_of_its_own(name, rules):
    choice = Random(str(rules))
    for seats in registry.spec(name).seats[:3]:
        game = undercut.game(name, rules=rules, seats=seats)
        state = game.deal(seed=seats)
        while state.result is None and len(state.moves) < 60:
            moves = state.legal_moves()
            assert [game.actions[move.action] for move in moves] == [move.notation for move in moves]
            move = choice.choice(moves)
            assert game.move(move.action, state) == move
            state.play(move)


def test_a_number_that_is_not_a_legal_move_is_refused_with_the_clause():
    game = undercut.game("cuttle")
    state = game.deal(seed=7)
    with pytest.raises(undercut.IllegalMove, match="CU-5"):
        game.move(1, state)
    for wrong in (-1, 1415, 1.5, "draw", None, True):
        with pytest.raises(undercut.UndercutError, match=r"action: .* is not a number from 0 to 1414"):
            game.move(wrong, state)
    with pytest.raises(undercut.UndercutError, match="one of cuttle, not of cups"):
        undercut.game("cups").move(0, state)


def test_a_hidden_card_is_not_told_by_its_number():
    state = undercut.game("cups", seats=3).deal(seed=1)
    choice = Random(1)
    while not any(move.kind == "gift" for move in state.legal_moves()):
        state.play(choice.choice(state.legal_moves()))
    giver, move = state.to_move, next(move for move in state.legal_moves() if move.kind == "gift")
    others = [seat for seat in range(3) if "?" in state.described(move, [seat])[0][0].notation]
    assert others
    assert giver not in others
    assert {state.described(move, [seat])[0][0].action for seat in others} == {None}
