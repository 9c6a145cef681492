"""The fixed numbers of moves: as many as there are moves, the same under all rule sets, and back again."""

from importlib import import_module
from random import Random

import pytest

import undercut
from undercut.games.base import registry

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
    assert [module.action(code) for code in module.codes()] == list(range(SIZES[name]))


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
    others = [seat for seat in range(3) if "?" in state.told(move, [seat])[0][0].notation]
    assert others
    assert giver not in others
    assert {state.told(move, [seat])[0][0].action for seat in others} == {None}
