"""Cuttle, cards in suspension: CU-23."""

import pytest

import undercut
from tests.clauses.cuttle_table import clause, scrap, table, then
from tests.clauses.shared import allowed, moves, play, refused


@clause("CU-23", "CU-7a", seven=1, seven_leaves="after")
def test_cu_23_after_the_seven_stays_in_suspension(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="6h"), "7c!", "ok")
    assert state.position()["suspended"] == ["7c"]
    assert scrap(state) == set()


@clause("CU-23", "CU-7a", seven=1, seven_leaves="before")
def test_cu_23_before_the_seven_is_scrapped_at_once(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="6h"), "7c!", "ok")
    then(state, suspended="", scrap="7c")


@clause("CU-23", "CU-3a", seven=1, seven_leaves="after")
def test_cu_23_after_a_three_from_a_seven_cannot_take_it(rules):
    state = table(rules, hands=("7c", "3d"), stock="3h", scrap="Kd")
    then(state, "7c!", "ok", "3h!", "ok", moves="+Kd", suspended="7c")
    then(state, "+Kd", turn=1, scrap="7c 3h")


@clause("CU-23", "CU-24", seven=1, seven_leaves="after")
def test_cu_23_after_a_three_from_a_seven_does_not_live_on_it(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="3h"), "7c!", "ok")
    assert moves(state) == {"3h"}


@clause("CU-23", "CU-3a", "CU-24", seven=1, seven_leaves="before")
def test_cu_23_before_a_three_from_a_seven_can_take_it(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="3h"), "7c!", "ok")
    assert moves(state) == {"3h", "3h!"}
    then(state, "3h!", "ok", moves="+7c")
    then(state, "+7c", hands={0: "7c"})


@clause("CU-23", "CU-7a", seven=1, seven_leaves="after")
def test_cu_23_after_sevens_nest(rules):
    state = table(rules, hands=("7c", "3d"), stock="7d 3h Ks", scrap="Kd")
    then(state, "7c!", "ok", "7d!", suspended="7c")
    then(state, "ok", suspended="7c 7d", revealed="3h")
    then(state, "3h!", "ok", moves="+Kd")
    then(state, "+Kd", turn=1, scrap="7c 7d 3h")


@clause("CU-23", "CU-7a", "CU-21", seven=1, seven_leaves="after")
def test_cu_23_after_a_countered_inner_seven_ends_them_all(rules):
    state = table(rules, hands=("7c", "2d"), stock="7d 3h")
    then(state, "7c!", "ok", "7d!", "2d!", "ok", turn=1, scrap="7c 7d 2d", top="3h")


@clause("CU-23", "CU-7a", seven=1, seven_leaves="before")
def test_cu_23_before_an_inner_three_can_take_both_sevens(rules):
    state = table(rules, hands=("7c", "3d"), stock="7d 3h Ks")
    then(state, "7c!", "ok", "7d!", "ok", "3h!", "ok", moves="+7c +7d")


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
    then(state, "7c!", "ok", move, turn=1, suspended="", scrap=scrapped)


@clause("CU-23", "CU-20", "CU-21", seven_leaves="played")
def test_cu_23_played_the_seven_is_scrapped_when_the_card_is_announced(rules):
    state = table(rules, hands=("7c", "2d"), stock="6h")
    then(state, "7c!", "ok", "6h!", suspended="", scrap="7c")
    assert state.position()["waiting"] == {"card": "6h", "target": None}
    then(state, "2d!", "ok", scrap="7c 6h 2d")


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
    then(state, "7c!", "ok", "3h!", "ok", moves="+Kd +7c")
    then(state, "+7c", turn=1, hands={0: "7c"}, scrap="3h Kd")


@clause("CU-23", "CU-21", seven_leaves="played")
def test_cu_23_played_a_countered_three_takes_nothing_and_both_are_scrapped(rules):
    state = table(rules, hands=("7c", "2d"), stock="3h", scrap="Kd")
    then(state, "7c!", "ok", "3h!", "2d!", "ok", turn=1, scrap="7c 3h 2d Kd")


@clause("CU-23", "CU-7a", seven=1, seven_leaves="played")
def test_cu_23_played_an_outer_seven_is_in_the_scrap_when_an_inner_one_turns(rules):
    state = table(rules, hands=("7c", "3d"), stock="7d 3h Ks")
    then(state, "7c!", "ok", "7d!", scrap="7c", suspended="")
    then(state, "ok", scrap="7c", suspended="7d")
    then(state, "3h!", scrap="7c 7d")
    then(state, "ok", moves="+7c +7d")


@clause("CU-23", "CU-7a", seven=2, seven_leaves="played")
def test_cu_23_played_with_two_turned_cards(rules):
    state = table(rules, hands=("7c", "3d"), stock="3h 7h 9d Ks", scrap="Kd")
    then(state, "7c!", "ok", scrap="Kd", suspended="7c")
    inner = play(state.copy(), "7h!", "ok")
    then(inner, scrap="Kd 7c", suspended="7h", revealed="3h 9d")
    then(inner, "3h!", "ok", moves="+Kd +7c +7h")


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
