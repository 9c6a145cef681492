"""Cuttle, the seven: CU-7a."""

import pytest

from tests.clauses.cuttle_table import clause, stock, table, then
from tests.clauses.shared import allowed, moves, play, refused, turn_of


@clause("CU-7a", seven=1)
def test_cu_7a_one_the_top_card_is_turned_and_must_be_played(rules):
    state = table(rules, hands=("7c Kc", "3d"), points=("", "4d 9d"), stock="6h Ah")
    play(state, "7c!", "ok")
    at = state.position()
    assert (at["phase"], at["to_move"], at["revealed"], at["waiting"]) == ("seven", 0, ["6h"], None)
    then(state, top="Ah", moves="6h 6hx4d 6h!")
    for move in ("Kc+", "draw", "-6h"):
        refused(state, move)


@clause("CU-7a", seven=1)
def test_cu_7a_one_points_from_a_seven(rules):
    state = table(rules, hands=("7c", "3d"), stock="6h")
    then(state, "7c!", "ok", "6h", turn=1, points={0: "6h"}, scrap="7c", revealed="", suspended="")


@clause("CU-7a", seven=1)
def test_cu_7a_one_a_scuttle_from_a_seven(rules):
    state = table(rules, hands=("7c", "3d"), points=("", "4d"), stock="6h")
    then(state, "7c!", "ok", "6hx4d", turn=1, scrap="7c 6h 4d")


@clause("CU-7a", seven=1)
def test_cu_7a_one_a_permanent_from_a_seven(rules):
    state = table(rules, hands=("7c", "3d"), stock="Kh")
    then(state, "7c!", "ok", moves="Kh+")
    then(state, "Kh+", permanents={0: "Kh"})


@clause("CU-7a", seven=1)
def test_cu_7a_one_an_eight_from_a_seven(rules):
    state = table(rules, hands=("7c", "3d"), stock="8h")
    then(state, "7c!", "ok", moves="8h 8h+")


@clause("CU-7a", seven=1)
def test_cu_7a_one_a_jack_from_a_seven(rules):
    state = table(rules, hands=("7c", "3d"), points=("", "Td"), stock="Jh")
    then(state, "7c!", "ok", moves="Jh>Td")
    then(state, "Jh>Td", points={0: "Td:Jh"})


@clause("CU-7a", "CU-13", seven=1, jack_side="any")
def test_cu_7a_one_the_card_is_played_even_if_it_hurts(rules):
    state = table(rules, hands=("7c", "3d"), points=("Td", ""), stock="Jh")
    then(state, "7c!", "ok", moves="Jh>Td")
    refused(state, "-Jh", "CU-7a")
    then(state, "Jh>Td", points={1: "Td:Jh"})


@clause("CU-7a", seven=1)
def test_cu_7a_one_a_card_without_a_play_is_scrapped(rules):
    state = table(rules, hands=("7c", "3d"), stock="Jh")
    then(state, "7c!", "ok", moves="-Jh")
    then(state, "-Jh", turn=1, scrap="7c Jh")


@clause("CU-7a", seven=1)
def test_cu_7a_one_a_playable_card_is_not_scrapped(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="Th"), "7c!", "ok")
    assert moves(state) == {"Th"}
    refused(state, "-Th", "CU-7a")


@clause("CU-7a", "CU-21")
def test_cu_7a_a_countered_seven_turns_nothing(rules):
    state = table(rules, hands=("7c", "2d"), stock="6h Ah")
    then(state, "7c!", "2d!", "ok", turn=1, top="6h Ah", scrap="7c 2d")


@clause("CU-7a", "CU-21", seven=1, seven_leaves="after")
def test_cu_7a_one_a_one_off_from_a_seven_opens_a_window(rules):
    state = table(rules, hands=("7c", "2d"), points=("", "4d"), stock="Ah")
    play(state, "7c!", "ok", "Ah!")
    at = state.position()
    assert (at["phase"], at["turn"], at["to_move"], at["waiting"]["card"]) == ("counter", 0, 1, "Ah")
    assert at["suspended"] == ["7c"]
    assert moves(state) == {"ok", "2d!"}
    then(state, "2d!", "ok", turn=1, points={1: "4d"}, scrap="7c Ah 2d")


@clause("CU-7a", "CU-20", seven=1)
def test_cu_7a_one_a_targeted_one_off_from_a_seven(rules):
    state = table(rules, hands=("7c", "3d"), permanents=("", "Kd"), stock="2h")
    then(state, "7c!", "ok", moves="2h 2h!Kd")
    then(state, "2h!Kd", "ok", scrap="7c 2h Kd")


@clause("CU-7a", "CU-4a", seven=1, four="choose")
def test_cu_7a_one_a_four_from_a_seven(rules):
    state = table(rules, hands=("7c", "3d 9s Kd"), stock="4h")
    then(state, "7c!", "ok", "4h!", "ok", to_move=1, phase="discard")
    then(state, "-9s", "-Kd", turn=1, scrap="7c 4h 9s Kd")


@clause("CU-7a", "CU-5a", seven=1, five="recycle")
def test_cu_7a_one_a_recycling_five_from_a_seven(rules):
    state = table(rules, hands=("7c Kd", "3d"), stock="5h Ac 2d 3h")
    then(state, "7c!", "ok", "5h!", "ok", "-Kd", turn=1, hands={0: "Ac 2d 3h"}, scrap="7c 5h Kd")


@clause("CU-7a", seven=1)
def test_cu_7a_one_a_known_top_card_is_used_up(rules):
    state = table(rules, hands=("7c", "3d"), stock="6h Ah Kh", known_top=2)
    then(state, "7c!", "ok", known_top=1)


@clause("CU-7a", seven=2)
def test_cu_7a_two_one_of_two_turned_cards_is_played(rules):
    state = table(rules, hands=("7c", "3d"), points=("", "4d"), stock="6h Kh Ac")
    then(state, "7c!", "ok", revealed="6h Kh", top="Ac", moves="6h 6hx4d 6h! Kh+")


@clause("CU-7a", seven=2)
@pytest.mark.parametrize(("move", "back"), [("6h", "Kh"), ("Kh+", "6h")])
def test_cu_7a_two_the_other_card_goes_back_on_top(rules, move, back):
    state = table(rules, hands=("7c", "3d"), stock="6h Kh Ac")
    play(state, "7c!", "ok", move)
    assert stock(state)[:2] == [back, "Ac"]
    assert state.position()["known_top"] == 1
    assert state.view(1)["stock"][:2] == [back, "?"]
    assert turn_of(state, 1)


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
def test_cu_7a_two_only_one_card_is_left(rules):
    state = table(rules, hands=("7c", "3d"), stock="6h", rest="scrap")
    then(state, "7c!", "ok", revealed="6h", moves="6h 6h!")
    then(state, "6h", stock="")


@clause("CU-7a", seven=2)
def test_cu_7a_two_if_neither_can_be_played_one_is_scrapped(rules):
    state = table(rules, hands=("7c", "3d"), stock="Jc Jd Ac")
    then(state, "7c!", "ok", moves="-Jc -Jd")
    then(state, "-Jd", turn=1, scrap="7c Jd", top="Jc Ac", known_top=1)


@clause("CU-7a", seven=2)
def test_cu_7a_two_a_playable_card_must_be_played(rules):
    state = play(table(rules, hands=("7c", "3d"), stock="Jc Kh Ac"), "7c!", "ok")
    assert moves(state) == {"Kh+"}
    refused(state, "-Jc", "CU-7a")


@clause("CU-7a", "CU-24", seven=2)
@pytest.mark.parametrize("card", ["5h", "7h"])
def test_cu_7a_two_the_card_put_back_counts_as_stock(rules, card):
    state = table(rules, hands=("7c", "3d"), stock=f"{card} Kh", rest="scrap")
    play(state, "7c!", "ok")
    allowed(state, f"{card}!")
    then(state, f"{card}!", stock="Kh")


@clause("CU-7a", "CU-5a", seven=2, five="recycle")
def test_cu_7a_two_a_five_draws_the_card_put_back(rules):
    state = table(rules, hands=("7c", "3d"), stock="5h Kh Ac 2h 9h")
    then(state, "7c!", "ok", "5h!", "ok", hands={0: "Kh Ac 2h"}, known={0: "Kh"})


@clause("CU-7a", "CU-23", seven=2, seven_leaves="before")
def test_cu_7a_two_an_inner_seven_turns_the_card_put_back(rules):
    state = table(rules, hands=("7c", "3d"), stock="7h Kh 6d 2h")
    then(state, "7c!", "ok", "7h!", "ok", revealed="6d Kh", scrap="7c 7h")
