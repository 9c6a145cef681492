"""Cuttle, cards in suspension: CU-23."""

import pytest

import undercut
from tests.clauses.cuttle_table import clause, hand, scrap, stock, table
from tests.clauses.shared import allowed, moves, play, refused, turn_of


@clause("CU-23", "CU-7a", seven=1, seven_leaves="after")
def test_cu_23_after_the_seven_stays_in_suspension(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="6h"), "7c!", "ok")
    assert state.position()["suspended"] == ["7c"]
    assert scrap(state) == set()


@clause("CU-23", "CU-7a", seven=1, seven_leaves="before")
def test_cu_23_before_the_seven_is_scrapped_at_once(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="6h"), "7c!", "ok")
    assert state.position()["suspended"] == []
    assert scrap(state) == {"7c"}


@clause("CU-23", "CU-3a", seven=1, seven_leaves="after")
def test_cu_23_after_a_three_from_a_seven_cannot_take_it(rules):
    state = table(rules, hands=("7c", "3d"), stock="3h", scrap="Kd")
    play(state, "7c!", "ok", "3h!", "ok")
    assert moves(state) == {"+Kd"}
    assert state.position()["suspended"] == ["7c"]
    play(state, "+Kd")
    assert scrap(state) == {"7c", "3h"}
    assert turn_of(state, 1)


@clause("CU-23", "CU-24", seven=1, seven_leaves="after")
def test_cu_23_after_a_three_from_a_seven_does_not_live_on_it(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="3h"), "7c!", "ok")
    assert moves(state) == {"3h"}


@clause("CU-23", "CU-3a", "CU-24", seven=1, seven_leaves="before")
def test_cu_23_before_a_three_from_a_seven_can_take_it(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="3h"), "7c!", "ok")
    assert moves(state) == {"3h", "3h!"}
    play(state, "3h!", "ok")
    assert moves(state) == {"+7c"}
    assert hand(play(state, "+7c"), 0) == {"7c"}


@clause("CU-23", "CU-7a", seven=1, seven_leaves="after")
def test_cu_23_after_sevens_nest(rules):
    state = table(rules, hands=("7c", "3d"), stock="7d 3h Ks", scrap="Kd")
    play(state, "7c!", "ok", "7d!")
    assert state.position()["suspended"] == ["7c"]
    play(state, "ok")
    assert sorted(state.position()["suspended"]) == ["7c", "7d"]
    assert state.position()["revealed"] == ["3h"]
    play(state, "3h!", "ok")
    assert moves(state) == {"+Kd"}
    play(state, "+Kd")
    assert scrap(state) == {"7c", "7d", "3h"}
    assert turn_of(state, 1)


@clause("CU-23", "CU-7a", "CU-21", seven=1, seven_leaves="after")
def test_cu_23_after_a_countered_inner_seven_ends_them_all(rules):
    state = table(rules, hands=("7c", "2d"), stock="7d 3h")
    play(state, "7c!", "ok", "7d!", "2d!", "ok")
    assert scrap(state) == {"7c", "7d", "2d"}
    assert stock(state)[0] == "3h"
    assert turn_of(state, 1)


@clause("CU-23", "CU-7a", seven=1, seven_leaves="before")
def test_cu_23_before_an_inner_three_can_take_both_sevens(rules):
    state = table(rules, hands=("7c", "3d"), stock="7d 3h Ks")
    play(state, "7c!", "ok", "7d!", "ok", "3h!", "ok")
    assert moves(state) == {"+7c", "+7d"}


# CU-23 with `seven_leaves=played`: what the turned card may do is judged without the seven in the scrap, what it does
# is done with it.


@clause("CU-23", "CU-7a", seven_leaves="played")
def test_cu_23_played_the_seven_waits_until_a_card_is_chosen(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="6h"), "7c!", "ok")
    assert state.position()["suspended"] == ["7c"]
    assert scrap(state) == set()


@clause("CU-23", "CU-7a", seven_leaves="played")
@pytest.mark.parametrize(
    ("turned", "move", "theirs", "scrapped"),
    [
        ("6h", "6h", "", {"7c"}),
        ("6h", "6hx4d", "4d", {"7c", "6h", "4d"}),
        ("Kh", "Kh+", "", {"7c"}),
        ("Jh", "Jh>4d", "4d", {"7c"}),
        ("Jh", "-Jh", "", {"7c", "Jh"}),
    ],
)
def test_cu_23_played_the_seven_is_scrapped_with_the_card_placed_or_scrapped(rules, turned, move, theirs, scrapped):
    state = table(rules, hands=("7c", "3d"), points=("", theirs), stock=f"{turned} Jd")
    play(state, "7c!", "ok", move)
    assert state.position()["suspended"] == []
    assert scrap(state) == scrapped
    assert turn_of(state, 1)


@clause("CU-23", "CU-20", "CU-21", seven_leaves="played")
def test_cu_23_played_the_seven_is_scrapped_when_the_card_is_announced(rules):
    state = table(rules, hands=("7c", "2d"), stock="6h")
    play(state, "7c!", "ok", "6h!")
    assert state.position()["suspended"] == []
    assert scrap(state) == {"7c"}
    assert state.position()["waiting"] == {"card": "6h", "target": None}
    play(state, "2d!", "ok")
    assert scrap(state) == {"7c", "6h", "2d"}


@clause("CU-23", "CU-24", seven_leaves="played")
def test_cu_23_played_a_three_from_a_seven_does_not_live_on_it(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="3h"), "7c!", "ok")
    assert "3h" in moves(state)
    refused(state, "3h!", "CU-24")


@clause("CU-23", "CU-24", "CU-3a", seven_leaves="played", three_takes_threes=False)
def test_cu_23_played_a_three_needs_a_card_that_it_may_take(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="3h", scrap="3c"), "7c!", "ok")
    refused(state, "3h!", "CU-24")


@clause("CU-23", "CU-3a", "CU-24", seven_leaves="played")
def test_cu_23_played_a_three_with_another_card_to_take_may_take_the_seven(rules):
    state = table(rules, hands=("7c", "3d"), stock="3h", scrap="Kd")
    play(state, "7c!", "ok", "3h!", "ok")
    assert moves(state) == {"+Kd", "+7c"}
    play(state, "+7c")
    assert hand(state, 0) == {"7c"}
    assert scrap(state) == {"3h", "Kd"}
    assert turn_of(state, 1)


@clause("CU-23", "CU-21", seven_leaves="played")
def test_cu_23_played_a_countered_three_takes_nothing_and_both_are_scrapped(rules):
    state = table(rules, hands=("7c", "2d"), stock="3h", scrap="Kd")
    play(state, "7c!", "ok", "3h!", "2d!", "ok")
    assert scrap(state) == {"7c", "3h", "2d", "Kd"}
    assert turn_of(state, 1)


@clause("CU-23", "CU-7a", seven=1, seven_leaves="played")
def test_cu_23_played_an_outer_seven_is_in_the_scrap_when_an_inner_one_turns(rules):
    state = table(rules, hands=("7c", "3d"), stock="7d 3h Ks")
    play(state, "7c!", "ok", "7d!")
    assert (scrap(state), state.position()["suspended"]) == ({"7c"}, [])
    play(state, "ok")
    assert (scrap(state), state.position()["suspended"]) == ({"7c"}, ["7d"])
    play(state, "3h!")
    assert scrap(state) == {"7c", "7d"}
    assert moves(play(state, "ok")) == {"+7c", "+7d"}


@clause("CU-23", "CU-7a", seven=2, seven_leaves="played")
def test_cu_23_played_with_two_turned_cards(rules):
    state = table(rules, hands=("7c", "3d"), stock="3h 7h 9d Ks", scrap="Kd")
    play(state, "7c!", "ok")
    assert (scrap(state), state.position()["suspended"]) == ({"Kd"}, ["7c"])
    inner = play(state.copy(), "7h!", "ok")
    assert (scrap(inner), inner.position()["suspended"]) == ({"Kd", "7c"}, ["7h"])
    assert sorted(inner.position()["revealed"]) == ["3h", "9d"]
    play(inner, "3h!", "ok")
    assert moves(inner) == {"+Kd", "+7c", "+7h"}


@clause("CU-23", "CU-7", seven_leaves="played")
def test_cu_23_played_a_game_that_the_turned_card_ends_keeps_the_seven_in_the_scrap(rules):
    state = table(rules, hands=("7c", "3d"), points=("Td 9d", ""), stock="6h")
    play(state, "7c!", "ok", "6h")
    assert state.result is not None
    assert "7c" in scrap(state)
    assert state.position()["suspended"] == []


@pytest.mark.parametrize("leaves", ["after", "before", "played"])
@clause("CU-23")
def test_cu_23_a_position_says_where_the_seven_is(rules, leaves):
    chosen = {"set": rules, "seven_leaves": leaves}
    state = play(table(chosen, hands=("7c", "3d"), stock="6h"), "7c!", "ok")
    at = state.position()
    assert undercut.from_position(at).position() == at
    assert (at["suspended"], at["scrap"]) == (([], ["7c"]) if leaves == "before" else (["7c"], []))


@clause("CU-23", seven_leaves="played")
@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"phase": "seven", "revealed": "6h", "scrap": "Kd"}, "suspended"),
        ({"phase": "seven", "revealed": "6h", "suspended": "7c 7d"}, "suspended"),
        ({"phase": "counter", "waiting": {"card": "Ah"}, "suspended": "7c"}, "suspended"),
        ({"phase": "play", "suspended": "7c"}, "suspended"),
    ],
)
def test_cu_23_played_positions_that_no_game_leads_to_are_refused(rules, fields, field):
    with pytest.raises(undercut.BadPosition, match=rf"(^|; ){field}: "):
        table(rules, hands=("5c", "3d"), **fields)


@pytest.mark.parametrize("leaves", ["after", "before", "played"])
@pytest.mark.clause("CU-23", "CU-3a")
def test_cu_23_why_a_three_cannot_take_a_seven_in_suspension(leaves):
    rules = {"set": "sipie", "seven_leaves": leaves}
    state = play(table(rules, hands=("7c", "3d"), stock="3h", scrap="Kd"), "7c!", "ok", "3h!", "ok")
    if leaves == "after":
        refused(state, "+7c", "CU-23")
    else:
        allowed(state, "+7c")
