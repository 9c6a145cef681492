"""Cuttle, "Notation": moves as text."""

import pytest

import undercut
from tests.clauses.cuttle_table import clause, table, then
from tests.clauses.shared import play, refused


@clause("CU-4")
@pytest.mark.parametrize(
    "text", ["", "hello", "1h", "Zz", "7", "h7", "7h>", "x6d", "draw!", "10h", "7h x 6d", "-", "+"]
)
def test_cu_4_text_that_is_no_move(rules, text):
    state = table(rules, hands=("7h", "3d"), points=("", "6d"))
    before = state.position()
    with pytest.raises(undercut.BadNotation):
        state.play(text)
    assert state.position() == before


@clause("CU-4", "CU-10", "CU-11", "CU-12", "CU-13", "CU-14")
def test_cu_4_every_listed_move_has_a_sentence_and_can_be_played_by_its_text(rules):
    fields = {"hands": ("2c 7h 9d Jc Kd 8h", "3d 2d"), "points": ("5h", "6d 9s:Js"), "permanents": ("Kh", "8s")}
    for move in table(rules, scrap="Ac", **fields).legal_moves():
        assert move.text not in {"", str(move)}
        by_text, by_move = table(rules, scrap="Ac", **fields), table(rules, scrap="Ac", **fields)
        assert by_text.why_not(str(move)) is None
        by_text.play(str(move))
        by_move.play(move)
        assert by_text.position() == by_move.position()


@clause("CU-4", "CU-21")
def test_cu_4_the_count_of_moves(rules):
    state = table(rules, hands=("Ah Kd", "2d"), stock="3h")
    # Kd+, Ah, Ah! and draw; after the ace's announcement, ok or 2d!.
    assert undercut.perft(state, 1) == 4 == len(state.legal_moves())
    assert undercut.perft(state, 2) == sum(
        len(play(state.copy(), str(move)).legal_moves()) for move in state.legal_moves()
    )


@clause("CU-5", "CU-7")
def test_cu_7_after_the_end_nothing_can_be_played_until_it_is_undone(rules):
    state = table(rules, hands=("2h 3h", "3d"), points=("Tc 9c", ""))
    won = {"winners": [0], "reason": "points"}
    then(state, "2h", result=won)
    for move in ("draw", "3d", "3h", "pass", "ok"):
        refused(state, move)
    then(undercut.from_position(state.position()), result=won, to_move=None, moves="")
    assert state.record()["result"] == won
    state.undo()
    then(state, turn=0)
