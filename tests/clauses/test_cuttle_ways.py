"""Cuttle, "Ways to play a card": CU-10 to CU-14."""

import pytest

from tests.clauses.cuttle_table import clause, moves_of, option, table, then
from tests.clauses.shared import moves, refused

# Worked out by hand: all that a card can do where there is a point card, a permanent and something in the scrap.
WAYS = {
    "Ac": "Ac Ac!",
    "2c": "2c 2c!Kd",
    "3c": "3c 3c!",
    "4c": "4c 4c!",
    "5c": "5c 5cx4d 5c!",
    "6c": "6c 6cx4d 6c!",
    "7c": "7c 7cx4d 7c!",
    "8c": "8c 8cx4d 8c+",
    "9c": "9c 9cx4d 9c!Kd",
    "Tc": "Tc Tcx4d",
    "Jc": "Jc>4d",
    "Qc": "Qc+",
    "Kc": "Kc+",
}


@clause("CU-10", "CU-11", "CU-12", "CU-13", "CU-14", "CU-9a")
@pytest.mark.parametrize("card", WAYS)
def test_cu_10_to_14_what_a_card_of_each_rank_can_do(rules, card):
    state = table(rules, hands=(card, "9s"), points=("", "4d"), permanents=("", "Kd 8d"), scrap="Qd")
    ways = {*WAYS[card].split(), *(f"{card}!8d" for _ in range(card in {"2c", "9c"}))}
    if card == "9c" and option(rules, "nine_targets") == "all":
        ways.add("9c!4d")
    assert moves(state) == ways | {"draw"}
    for move in {card, f"{card}x4d", f"{card}x8d", f"{card}+", f"{card}!", f"{card}>Kd", f"{card}>8d"} - ways:
        refused(state, move)


@clause("CU-10")
def test_cu_10_a_point_card_goes_in_front_of_its_player(rules):
    then(table(rules, hands=("7h Kc", "3d")), "7h", turn=1, points={0: "7h"}, hands={0: "Kc"})


@clause("CU-11", "CU-31", "CU-32")
@pytest.mark.parametrize("queens", ["", "Qc Qd"])
@pytest.mark.parametrize(
    ("theirs", "target", "left", "jacks"),
    [
        ("8s 9d", "8s", "9d", ""),
        ("8s:JcJd 9d:Jh", "8s", "9d:Jh", "Jc Jd"),
        ("4d:Jc", "4d", "", "Jc"),  # a card that a jack took from you is your opponent's
    ],
)
def test_cu_11_a_scuttle_scraps_both_cards_and_every_jack_on_them(rules, theirs, target, left, jacks, queens):
    state = table(rules, hands=("9c", "3d"), points=("", theirs), permanents=("", queens))
    then(state, f"9cx{target}", turn=1, scrap=f"9c {target} {jacks}", points={1: left})


@clause("CU-11", scuttle="opponent")
def test_cu_11_opponent_ones_own_cards_are_no_targets(rules):
    refused(table(rules, hands=("9c", "3d"), points=("4d", "")), "9cx4d", "CU-11")


@clause("CU-11", scuttle="any")
def test_cu_11_any_ones_own_cards_are_targets_too(rules):
    state = table(rules, hands=("9c", "3d"), points=("4d:Jc 9d", "5d"), permanents=("Qc", ""))
    assert {move for move in moves(state) if "x" in move} == {"9cx4d", "9cx5d"}
    then(state, "9cx4d", scrap="9c 4d Jc", points={0: "9d"})


@clause("CU-12")
@pytest.mark.parametrize("card", ["Qs", "Kh", "8d"])
def test_cu_12_queens_kings_and_glasses_stay_in_front_of_their_player(rules, card):
    then(table(rules, hands=(card, "3d")), f"{card}+", turn=1, permanents={0: card}, points={0: ""})


@clause("CU-13")
def test_cu_13_a_jack_brings_a_point_card_over(rules):
    state = table(rules, hands=("Jc", "3d"), points=("4c", "Ac Td 8d:JhJs"))
    assert moves_of(state, "Jc") >= {"Jc>Ac", "Jc>Td", "Jc>8d"}
    then(state, "Jc>Td", turn=1, points=("4c Td:Jc", "Ac 8d:JhJs"))


@clause("CU-13")
def test_cu_13_the_player_of_a_jack_is_noted(rules):
    then(table(rules, hands=("3d", "Jc"), points=("Td", ""), turn=1), "Jc>Td", jacked_by={"Jc": 1})


@clause("CU-13", "CU-31", jack_side="any")
@pytest.mark.parametrize("queen", ["", "Qc"])
def test_cu_13_any_a_jack_on_an_own_card_gives_it_away_whatever_queen_one_has(rules, queen):
    state = table(rules, hands=("Jc", "3d"), points=("Td", ""), permanents=(queen, ""))
    then(state, moves="draw Jc>Td")
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


@clause("CU-14")
def test_cu_14_a_one_off_is_scrapped_after_its_effect(rules):
    state = table(rules, hands=("6c", "9s"), points=("4d", ""))
    then(state, "6c!", "ok", turn=1, scrap="6c", hands={0: ""})


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
