"""Cuttle, "Ways to play a card": CU-10 to CU-14."""

import pytest

from tests.clauses.cuttle_table import clause, hand, moves_of, permanents, table, then
from tests.clauses.shared import allowed, moves, refused, turn_of


@clause("CU-10")
def test_cu_10_a_point_card_goes_in_front_of_its_player(rules):
    state = table(rules, hands=("7h Kc", "3d"))
    then(state, "7h", turn=1, points={0: "7h"}, hands={0: "Kc"})


@clause("CU-10")
def test_cu_10_every_card_from_ace_to_ten_can_be_points(rules):
    state = table(rules, hands=("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc", "3d"))
    allowed(state, "Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc")


@clause("CU-10")
@pytest.mark.parametrize("face", ["Jc", "Qc", "Kc"])
def test_cu_10_no_face_card_is_points(rules, face):
    refused(table(rules, hands=(face, "3d"), points=("", "4d")), face)


@clause("CU-11")
def test_cu_11_a_scuttle_scraps_both_cards(rules):
    state = table(rules, hands=("9c", "3d"), points=("", "8s 9d"))
    then(state, "9cx8s", turn=1, scrap="9c 8s", points={1: "9d"})


@clause("CU-11")
def test_cu_11_a_scuttle_scraps_every_jack_on_the_card(rules):
    state = table(rules, hands=("9c", "3d"), points=("", "8s:JcJd 9d:Jh"))
    then(state, "9cx8s", scrap="9c 8s Jc Jd", points={1: "9d:Jh"})


@clause("CU-11", "CU-31")
def test_cu_11_queens_do_not_stop_a_scuttle(rules):
    state = table(rules, hands=("9c", "3d"), points=("", "8s"), permanents=("", "Qc Qd"))
    allowed(state, "9cx8s")
    then(state, "9cx8s", scrap="9c 8s")


@clause("CU-11", "CU-2")
def test_cu_11_an_equal_rank_in_a_higher_suit_cannot_be_scuttled(rules):
    refused(table(rules, hands=("9c", "3d"), points=("", "9d")), "9cx9d", "CU-2", "CU-11")


@clause("CU-11", scuttle="opponent")
def test_cu_11_opponent_ones_own_cards_are_no_targets(rules):
    refused(table(rules, hands=("9c", "3d"), points=("4d", "")), "9cx4d", "CU-11")


@clause("CU-11", scuttle="any")
def test_cu_11_any_ones_own_cards_are_targets_too(rules):
    state = table(rules, hands=("9c", "3d"), points=("4d:Jc 9d", "5d"), permanents=("Qc", ""))
    assert {move for move in moves(state) if "x" in move} == {"9cx4d", "9cx5d"}
    then(state, "9cx4d", scrap="9c 4d Jc", points={0: "9d"})


@clause("CU-11", "CU-32")
def test_cu_11_a_card_that_was_taken_from_you_is_your_opponents(rules):
    state = table(rules, hands=("9c", "3d"), points=("", "4d:Jc"))
    then(state, "9cx4d", scrap="9c 4d Jc")


@clause("CU-11", "CU-12")
def test_cu_11_glasses_are_no_point_card(rules):
    refused(table(rules, hands=("9c", "3d"), permanents=("", "8d")), "9cx8d")


@clause("CU-11")
@pytest.mark.parametrize("face", ["Jc", "Qc", "Kc"])
def test_cu_11_no_face_card_scuttles(rules, face):
    refused(table(rules, hands=(face, "3d"), points=("", "4d")), f"{face}x4d")


@clause("CU-12")
@pytest.mark.parametrize("card", ["Qs", "Kh", "8d"])
def test_cu_12_queens_kings_and_glasses_stay_in_front_of_their_player(rules, card):
    state = table(rules, hands=(card, "3d"))
    then(state, f"{card}+", turn=1, permanents={0: {card}}, points={0: ""})


@clause("CU-12")
@pytest.mark.parametrize("card", ["Ac", "2c", "3c", "4c", "5c", "6c", "7c", "9c", "Tc", "Jc"])
def test_cu_12_no_other_card_is_a_permanent_of_its_own(rules, card):
    refused(table(rules, hands=(card, "3d")), f"{card}+")


@clause("CU-12", "CU-10")
def test_cu_12_an_eight_is_points_or_glasses(rules):
    state = table(rules, hands=("8d", "3d"))
    assert moves_of(state, "8d") == {"8d", "8d+"}
    then(state, "8d", points={0: "8d"})
    assert permanents(state, 0) == set()


@clause("CU-13")
def test_cu_13_a_jack_brings_a_point_card_over(rules):
    state = table(rules, hands=("Jc", "3d"), points=("4c", "Td 5d"))
    then(state, "Jc>Td", turn=1, points=("4c Td:Jc", "5d"))


@clause("CU-13", "CU-32")
def test_cu_13_jacks_stack_and_everything_moves(rules):
    state = table(rules, hands=("Jc", "Jh"), points=("", "Td:Js"))
    then(state, "Jc>Td", points={0: "Td:JsJc"})
    then(state, "Jh>Td", points={1: "Td:JsJcJh"})


@clause("CU-13")
def test_cu_13_the_player_of_a_jack_is_noted(rules):
    state = table(rules, hands=("3d", "Jc"), points=("Td", ""), turn=1)
    then(state, "Jc>Td", jacked_by={"Jc": 1})


@clause("CU-13")
def test_cu_13_a_jack_needs_a_point_card(rules):
    state = table(rules, hands=("Jc", "3d"), permanents=("Kc", "Kd 8d"))
    assert moves_of(state, "Jc") == set()
    refused(state, "Jc>Kd")
    refused(state, "Jc>8d")


@clause("CU-13", "CU-31")
def test_cu_13_a_queen_holds_its_sides_point_cards(rules):
    state = table(rules, hands=("Jc", "3d"), points=("", "Td"), permanents=("", "Qd"))
    refused(state, "Jc>Td", "CU-31")


@clause("CU-13", jack_side="any")
def test_cu_13_any_a_jack_on_an_own_card_gives_it_away(rules):
    state = table(rules, hands=("Jc", "3d"), points=("Td", ""))
    then(state, "Jc>Td", points=("", "Td:Jc"), jacked_by={"Jc": 0})


@clause("CU-13", jack_side="opponent")
def test_cu_13_opponent_never_on_an_own_card(rules):
    state = table(rules, hands=("Jc", "3d"), points=("Td", "4d"))
    assert moves_of(state, "Jc") == {"Jc>4d"}
    refused(state, "Jc>Td", "CU-13")


@clause("CU-13", "CU-7a", jack_side="opponent", seven=1)
def test_cu_13_opponent_not_even_from_a_seven(rules):
    state = table(rules, hands=("7c", "3d"), points=("Td", ""), stock="Jc")
    then(state, "7c!", "ok", moves="-Jc")
    refused(state, "Jc>Td", "CU-13")


@clause("CU-13", "CU-31", jack_side="any")
def test_cu_13_ones_own_queen_does_not_hold_ones_own_card(rules):
    state = table(rules, hands=("Jc", "3d"), points=("Td", ""), permanents=("Qc", ""))
    allowed(state, "Jc>Td")


@clause("CU-13")
def test_cu_13_every_card_of_the_other_side_can_be_taken(rules):
    state = table(rules, hands=("Jc", "3d"), points=("", "Ac Ts 8d:JhJs"))
    assert moves_of(state, "Jc") == {"Jc>Ac", "Jc>Ts", "Jc>8d"}


@clause("CU-14")
def test_cu_14_the_one_offs(rules):
    state = table(rules, hands=("Ah 2c 3c 4c 5c 6c 7c 9c", "9s"), permanents=("", "Kd"), scrap="Qd")
    assert {move for move in moves(state) if "!" in move} == {
        "Ah!",
        "2c!Kd",
        "3c!",
        "4c!",
        "5c!",
        "6c!",
        "7c!",
        "9c!Kd",
    }


@clause("CU-14")
@pytest.mark.parametrize("card", ["8d", "Td", "Jc", "Qs", "Kh"])
def test_cu_14_no_other_card_is_a_one_off(rules, card):
    refused(table(rules, hands=(card, "9s"), points=("", "4d"), permanents=("", "Kd")), f"{card}!")


@clause("CU-14")
def test_cu_14_a_one_off_is_scrapped_after_its_effect(rules):
    state = table(rules, hands=("6c", "9s"), points=("4d", ""))
    then(state, "6c!", "ok", scrap="6c")
    assert hand(state, 0) == set()
    assert turn_of(state, 1)


# Whole lists of moves, worked out by hand: the same table without and with an opposing queen.
ALWAYS = {"draw", "2c", "7h", "7hx6d", "7h!", "9d", "9dx6d", "Kd+", "8h", "8h+", "8hx6d"}
OPEN_ANY = ALWAYS | {"2c!8s", "2c!Kh", "2c!Js", "9d!8s", "9d!Kh", "9d!Js", "Jc>6d", "Jc>9s", "Jc>5h"}
OPEN_OPPONENT = ALWAYS | {"2c!8s", "2c!Js", "9d!8s", "9d!Js", "9d!6d", "9d!9s", "Jc>6d", "Jc>9s"}
QUEEN_ANY = ALWAYS | {"2c!Qd", "2c!Kh", "9d!Qd", "9d!Kh", "Jc>5h"}
QUEEN_ONLY = ALWAYS | {"2c!Qd", "9d!Qd"}


@pytest.mark.parametrize(
    ("rules", "without", "guarded"),
    [
        ("sipie", OPEN_ANY, QUEEN_ANY),
        ("denexa", OPEN_ANY, QUEEN_ONLY),
        ("akagiri", OPEN_ANY, QUEEN_ANY),
        ("pagat", OPEN_ANY, QUEEN_ANY),
        ("cuttle-cards-1", OPEN_OPPONENT, QUEEN_ONLY),
        ("cuttle-cards-2", OPEN_OPPONENT, QUEEN_ONLY),
    ],
)
@pytest.mark.clause("CU-4", "CU-10", "CU-11", "CU-12", "CU-13", "CU-14", "CU-31", "CU-34")
def test_cu_14_all_the_moves_of_a_turn(rules, without, guarded):
    common = {"hands": ("2c 7h 9d Jc Kd 8h", "3d"), "points": ("5h", "6d 9s:Js"), "scrap": "Ac"}
    assert moves(table(rules, permanents=("Kh", "8s"), **common)) == without
    assert moves(table(rules, permanents=("Kh", "8s Qd"), **common)) == guarded
