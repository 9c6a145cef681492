"""Cuttle, the seven, CU-7a, and where it is meanwhile, CU-23."""

import pytest

import undercut
from tests.clauses.cuttle_table import clause, table, then
from tests.clauses.shared import allowed, moves, play, refused


@clause("CU-7a", "CU-13", "CU-20", "CU-24", seven=1, jack_side="any", queen_stops="targets")
@pytest.mark.parametrize(
    ("turned", "fields", "legal"),
    [
        ("6h", {"points": ("", "4d 9d")}, "6h 6hx4d 6h!"),
        ("Th", {}, "Th"),
        ("8h", {}, "8h 8h+"),
        ("Kh", {}, "Kh+"),
        ("Jh", {"points": ("", "Td")}, "Jh>Td"),
        ("Jh", {"points": ("Td", "")}, "Jh>Td"),  # even if it hurts you
        ("Jh", {}, "-Jh"),  # only a card without a play is scrapped
        ("2h", {"permanents": ("", "Kd")}, "2h 2h!Kd"),
        ("2h", {}, "2h"),
        ("9h", {}, "9h"),
        ("4h", {}, "4h 4h!"),
        ("4h", {"hands": ("7c", "")}, "4h"),
    ],
)
def test_cu_7a_one_the_top_card_is_turned_and_must_be_played_in_any_legal_way(rules, turned, fields, legal):
    state = table(rules, **{"hands": ("7c Kc", "3d"), "stock": f"{turned} Ah", **fields})
    then(state, "7c!", "ok", phase="seven", to_move=0, revealed=turned, waiting=None, top="Ah", moves=legal)
    for move in ("Kc+", "draw"):
        refused(state, move)
    if legal != f"-{turned}":
        refused(state, f"-{turned}", "CU-7a")


@clause("CU-7a", seven=1)
@pytest.mark.parametrize(
    ("turned", "fields", "line", "outcome"),
    [
        ("6h", {}, "6h", {"points": {0: "6h"}, "scrap": "7c"}),
        ("6h", {"points": ("", "4d")}, "6hx4d", {"points": {1: ""}, "scrap": "7c 6h 4d"}),
        ("Kh", {}, "Kh+", {"permanents": {0: "Kh"}, "scrap": "7c"}),
        ("Jh", {"points": ("", "Td")}, "Jh>Td", {"points": ("Td:Jh", ""), "scrap": "7c"}),
        ("Jh", {}, "-Jh", {"scrap": "7c Jh"}),
        ("2h", {"permanents": ("", "Kd")}, "2h!Kd ok", {"permanents": {1: ""}, "scrap": "7c 2h Kd"}),
    ],
)
def test_cu_7a_one_the_turned_card_does_what_it_does_from_a_hand(rules, turned, fields, line, outcome):
    state = table(rules, hands=("7c", "3d"), stock=turned, **fields)
    then(state, "7c!", "ok", *line.split(), turn=1, revealed="", suspended="", **outcome)


@clause("CU-7a", "CU-24")
@pytest.mark.parametrize("card", ["5h", "7h"])
def test_cu_7a_the_last_card_of_the_stock_finds_none(rules, card):
    state = table(rules, hands=("7c", "3d"), points=("", "4d"), stock=card, rest="scrap")
    then(state, "7c!", "ok", stock="", revealed=card, moves=f"{card} {card}x4d")
    refused(state, f"{card}!", "CU-24")
    then(state, card, turn=1, stock="")


@clause("CU-7a", "CU-21", seven=1, seven_leaves="after")
def test_cu_7a_one_a_one_off_from_a_seven_opens_a_window(rules):
    state = table(rules, hands=("7c", "2d"), points=("", "4d"), stock="Ah")
    then(state, "7c!", "ok", "Ah!", phase="counter", to_move=1, waiting="Ah", suspended="7c", moves="ok 2d!")
    assert state.position()["turn"] == 0
    then(state, "2d!", "ok", turn=1, points={1: "4d"}, scrap="7c Ah 2d")


@clause("CU-7a", "CU-4a", seven=1, four="choose")
def test_cu_7a_one_a_four_from_a_seven(rules):
    state = table(rules, hands=("7c", "3d 9s Kd"), stock="4h")
    then(state, "7c!", "ok", "4h!", "ok", to_move=1, phase="discard")
    then(state, "-9s", "-Kd", turn=1, scrap="7c 4h 9s Kd")


@clause("CU-7a", "CU-5a", seven=1, five="recycle")
def test_cu_7a_one_a_recycling_five_from_a_seven(rules):
    state = table(rules, hands=("7c Kd", "3d"), stock="5h Ac 2d 3h")
    then(state, "7c!", "ok", "5h!", "ok", "-Kd", hands={0: "Ac 2d 3h"}, scrap="7c 5h Kd")


@clause("CU-7a", seven=1)
def test_cu_7a_one_a_known_top_card_is_used_up(rules):
    then(table(rules, hands=("7c", "3d"), stock="6h Ah Kh", known_top=2), "7c!", "ok", known_top=1)


@clause("CU-7a", seven=2)
@pytest.mark.parametrize(("move", "back"), [("6h", "Kh"), ("Kh+", "6h")])
def test_cu_7a_two_one_of_two_cards_is_played_and_the_other_goes_back_on_top(rules, move, back):
    state = table(rules, hands=("7c", "3d"), points=("", "4d"), stock="6h Kh Ac")
    then(state, "7c!", "ok", revealed="6h Kh", top="Ac", moves="6h 6hx4d 6h! Kh+")
    then(state, move, turn=1, top=f"{back} Ac", known_top=1)
    assert state.view(1)["stock"][:2] == [back, "?"]


@clause("CU-7a", seven=2)
def test_cu_7a_two_the_other_card_is_back_before_the_counter(rules):
    state = table(rules, hands=("7c", "2d"), stock="6h Kh Ac")
    then(state, "7c!", "ok", "6h!", top="Kh", revealed="")
    then(state, "2d!", "ok", known_top=1)


@clause("CU-7a", seven=2)
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_cu_7a_two_how_many_top_cards_are_known(rules, before, after):
    state = table(rules, hands=("7c", "3d"), stock="6h Kh Ac 2h", known_top=before)
    then(state, "7c!", "ok", "Kh+", known_top=after)


@clause("CU-7a", seven=2)
def test_cu_7a_two_if_neither_can_be_played_one_is_scrapped(rules):
    state = table(rules, hands=("7c", "3d"), stock="Jc Jd Ac")
    then(state, "7c!", "ok", moves="-Jc -Jd")
    then(state, "-Jd", turn=1, scrap="7c Jd", top="Jc Ac", known_top=1)
    state = table(rules, hands=("7c", "3d"), stock="Jc Kh Ac")
    then(state, "7c!", "ok", moves="Kh+")
    refused(state, "-Jc", "CU-7a")


@clause("CU-7a", "CU-24", seven=2)
@pytest.mark.parametrize("card", ["5h", "7h"])
def test_cu_7a_two_the_card_put_back_counts_as_stock(rules, card):
    state = table(rules, hands=("7c", "3d"), stock=f"{card} Kh", rest="scrap")
    allowed(play(state, "7c!", "ok"), f"{card}!")
    then(state, f"{card}!", stock="Kh")


@clause("CU-7a", "CU-5a", seven=2, five="recycle")
def test_cu_7a_two_a_five_draws_the_card_put_back(rules):
    state = table(rules, hands=("7c", "3d"), stock="5h Kh Ac 2h 9h")
    then(state, "7c!", "ok", "5h!", "ok", hands={0: "Kh Ac 2h"}, known={0: "Kh"})


@clause("CU-7a", "CU-23", seven=2, seven_leaves="before")
def test_cu_7a_two_an_inner_seven_turns_the_card_put_back(rules):
    state = table(rules, hands=("7c", "3d"), stock="7h Kh 6d 2h")
    then(state, "7c!", "ok", "7h!", "ok", revealed="6d Kh", scrap="7c 7h")


@clause("CU-23")
@pytest.mark.parametrize("leaves", ["after", "before", "played"])
def test_cu_23_a_position_says_where_the_seven_is(rules, leaves):
    state = table({"set": rules, "seven_leaves": leaves}, hands=("7c", "3d"), stock="6h")
    suspended, scrap = ("", "7c") if leaves == "before" else ("7c", "")
    then(state, "7c!", "ok", suspended=suspended, scrap=scrap)
    assert undercut.from_position(state.position()).position() == state.position()


@clause("CU-23", "CU-3a", "CU-24", seven=1, seven_leaves="after")
def test_cu_23_after_a_three_from_a_seven_cannot_take_it_nor_live_on_it(rules):
    then(table(rules, hands=("7c", "3d"), stock="3h"), "7c!", "ok", moves="3h")
    state = table(rules, hands=("7c", "3d"), stock="3h", scrap="Kd")
    then(state, "7c!", "ok", "3h!", "ok", moves="+Kd", suspended="7c")
    refused(state, "+7c", "CU-23")
    then(state, "+Kd", turn=1, scrap="7c 3h")


@clause("CU-23", "CU-3a", "CU-24", seven=1, seven_leaves="before")
def test_cu_23_before_a_three_from_a_seven_can_take_it(rules):
    state = table(rules, hands=("7c", "3d"), stock="3h")
    then(state, "7c!", "ok", moves="3h 3h!")
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
@pytest.mark.parametrize(
    ("turned", "move", "theirs", "scrapped"),
    [
        ("6h", "6h", "", "7c"),
        ("6h", "6hx4d", "4d", "7c 6h 4d"),
        ("Kh", "Kh+", "", "7c"),
        ("Jh", "Jh>4d", "4d", "7c"),
        ("Jh", "-Jh", "", "7c Jh"),
    ],
)
def test_cu_23_played_the_seven_is_scrapped_with_the_card_placed_or_scrapped(rules, turned, move, theirs, scrapped):
    state = table(rules, hands=("7c", "3d"), points=("", theirs), stock=f"{turned} Jd")
    then(state, "7c!", "ok", suspended="7c", scrap="")
    then(state, move, turn=1, suspended="", scrap=scrapped)


@clause("CU-23", "CU-20", "CU-21", seven_leaves="played")
def test_cu_23_played_the_seven_is_scrapped_when_the_card_is_announced(rules):
    state = table(rules, hands=("7c", "2d"), stock="6h")
    then(state, "7c!", "ok", "6h!", suspended="", scrap="7c", waiting="6h")
    then(state, "2d!", "ok", scrap="7c 6h 2d")


@clause("CU-23", "CU-24", "CU-3a", seven_leaves="played", three_takes_threes=False)
@pytest.mark.parametrize("scrap", ["", "3c"])
def test_cu_23_played_a_three_from_a_seven_needs_another_card_that_it_may_take(rules, scrap):
    state = play(table(rules, hands=("7c", "3d"), stock="3h", scrap=scrap), "7c!", "ok")
    assert "3h" in moves(state)
    refused(state, "3h!", "CU-24")


@clause("CU-23", "CU-3a", "CU-24", "CU-21", seven_leaves="played")
def test_cu_23_played_a_three_with_another_card_to_take_may_take_the_seven(rules):
    state = play(table(rules, hands=("7c", "2d"), stock="3h", scrap="Kd"), "7c!", "ok", "3h!")
    then(state.copy(), "2d!", "ok", turn=1, scrap="7c 3h 2d Kd")
    then(state, "ok", moves="+Kd +7c")
    then(state, "+7c", turn=1, hands={0: "7c"}, scrap="3h Kd")


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
    then(state, "7h!", "ok", scrap="Kd 7c", suspended="7h", revealed="3h 9d")
    then(state, "3h!", "ok", moves="+Kd +7c +7h")


@clause("CU-23", "CU-7", seven_leaves="played")
def test_cu_23_played_a_game_that_the_turned_card_ends_keeps_the_seven_in_the_scrap(rules):
    state = table(rules, hands=("7c", "3d"), points=("Td 9d", ""), stock="6h")
    then(state, "7c!", "ok", "6h", phase="over", scrap="7c", suspended="")


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
