"""Cuttle, "Notation", and what positions.md says of positions, records and ends."""

import pytest

import undercut
from tests.clauses.cuttle_table import clause, position, table, then, won
from tests.clauses.shared import moves, play, refused, turn_of


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
def test_cu_4_every_listed_move_can_be_played_by_its_text(rules):
    fields = {
        "hands": ("2c 7h 9d Jc Kd 8h", "3d 2d"),
        "points": ("5h", "6d 9s:Js"),
        "permanents": ("Kh", "8s"),
        "scrap": "Ac",
    }
    for move in table(rules, **fields).legal_moves():
        by_text, by_move = table(rules, **fields), table(rules, **fields)
        assert by_text.why_not(str(move)) is None
        by_text.play(str(move))
        by_move.play(move)
        assert by_text.position() == by_move.position()


@clause("CU-4")
def test_cu_4_a_move_has_a_sentence(rules):
    state = table(rules, hands=("2c 7h Jc Kd 8h", "3d"), points=("5h", "6d"), permanents=("", "Qs"))
    assert all(move.text and move.text != str(move) for move in state.legal_moves())


@clause("CU-4")
def test_cu_4_a_refused_move_has_a_reason(rules):
    state = table(rules, hands=("7h", "3d"), points=("", "Td"))
    with pytest.raises(undercut.IllegalMove) as caught:
        state.play("7hxTd")
    assert caught.value.reason.clause in {"CU-2", "CU-11"}
    assert caught.value.reason.text


@clause("CU-4", "CU-21")
def test_cu_4_the_count_of_moves(rules):
    state = table(rules, hands=("Ah Kd", "2d"), stock="3h")
    # Kd+, Ah, Ah! and draw; after the ace's announcement, ok or 2d!.
    assert undercut.perft(state, 1) == 4 == len(state.legal_moves())
    assert undercut.perft(state, 2) == sum(
        len(play(state.copy(), str(move)).legal_moves()) for move in state.legal_moves()
    )


# A short game that goes through most phases, from a position of its own.
FIELDS = {
    "hands": ("3c 7c Ah", "4d 2d 9s"),
    "points": ("5h", "6d:Jc"),
    "permanents": ("8s", "Kh"),
    "scrap": "Kd",
    "stock": "Qh Th 8d",
}
LINE = ("3c!", "2d!", "ok", "4d!", "ok")


@clause("CU-20", "CU-21", "CU-4a")
def test_cu_20_undo_goes_back_one_move_at_a_time(rules):
    state = table(rules, **FIELDS)
    seen = [state.position()]
    for text in LINE:
        seen.append(play(state, text).position())
    for earlier in reversed(seen[:-1]):
        state.undo()
        assert state.position() == earlier


@clause("CU-20", "CU-21", "CU-4a")
def test_cu_20_every_phase_can_be_written_and_read(rules):
    state = table(rules, **FIELDS)
    for text in LINE:
        play(state, text)
        again = undercut.from_position(state.position())
        assert again.position() == state.position()
        assert moves(again) == moves(state)


@clause("CU-7a")
def test_cu_7a_a_turned_card_can_be_written_and_read(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="Qh Th 8d"), "7c!", "ok")
    again = undercut.from_position(state.position())
    then(again, phase="seven", moves=moves(state))


@clause("CU-3", "CU-4")
def test_cu_3_a_record_replays(rules):
    state = table(rules, **FIELDS)
    start = state.position()
    record = play(state, *LINE).record()
    assert record["game"] == "cuttle"
    assert record["moves"] == list(LINE)
    assert record["start"] == start
    assert (record["shuffles"], record["result"]) == ([], None)
    assert undercut.replay(record).position() == state.position()


@clause("CU-3")
def test_cu_3_a_dealt_game_replays_without_its_seed(rules):
    state = undercut.game("cuttle", rules=rules, seats=2).deal(seed=5)
    play(state, "draw", "draw")
    record = state.record()
    assert [len(cards) for cards in record["start"]["hands"]] == [5, 6]
    assert undercut.replay(record).position() == state.position()


@clause("CU-4")
def test_cu_4_a_copy_goes_its_own_way(rules):
    state = table(rules, hands=("7h", "3d"))
    other = state.copy()
    play(other, "7h")
    then(state, turn=0, points={0: ""})
    assert turn_of(other, 1)


@clause("CU-5", "CU-7")
def test_cu_7_after_the_end_nothing_can_be_played(rules):
    state = play(table(rules, hands=("2h 3h", "3d"), points=("Tc 9c", "")), "2h")
    assert state.position()["result"] == {"winners": [0], "reason": "points"}
    for move in ("draw", "3d", "3h", "pass", "ok"):
        refused(state, move)


@clause("CU-7")
def test_cu_7_a_finished_game_can_be_written_and_read(rules):
    state = play(table(rules, hands=("2h 3h", "3d"), points=("Tc 9c", "")), "2h")
    again = undercut.from_position(state.position())
    assert won(again, 0)
    assert (again.to_move, moves(again)) == (None, set())


@clause("CU-7")
def test_cu_7_a_win_is_in_the_record_and_can_be_undone(rules):
    state = play(table(rules, hands=("2h 3h", "3d"), points=("Tc 9c", "")), "2h")
    assert state.record()["result"] == {"winners": [0], "reason": "points"}
    state.undo()
    assert turn_of(state, 0)


@clause("CU-1", "CU-3")
def test_cu_1_a_card_twice_is_refused(rules):
    at = position(rules, hands=("7h", "3d"))
    with pytest.raises(ValueError, match=r"hands|stock|7h"):
        undercut.from_position({**at, "hands": [["7h"], ["7h"]]})


@clause("CU-1", "CU-3")
def test_cu_1_a_missing_card_is_refused(rules):
    at = position(rules, hands=("7h", "3d"))
    with pytest.raises(ValueError, match=r"."):
        undercut.from_position({**at, "hands": [["7h"], []]})


@clause("CU-10", "CU-12")
def test_cu_10_a_king_among_the_points_is_refused(rules):
    at = position(rules, points=("7h", ""))
    at["points"][0].append({"card": "Kh", "jacks": []})
    at["stock"].remove("Kh")
    with pytest.raises(ValueError, match=r"points"):
        undercut.from_position(at)
