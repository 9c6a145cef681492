"""Cuttle, the nine: CU-9a with its three options."""

import pytest

from tests.clauses.cuttle_table import clause, moves_of, table, then, under
from tests.clauses.shared import allowed, refused

to_hands = under(nine_to="controller") + under(nine_to="player")


@clause("CU-9a", rules=to_hands)
@pytest.mark.parametrize("card", ["Qs", "Kh", "8d"])
def test_cu_9a_a_permanent_goes_back_to_its_owners_hand(rules, card):
    state = table(rules, hands=("9d", "3d"), permanents=("", card))
    then(state, f"9d!{card}", "ok", turn=1, hands={1: f"3d {card}"}, permanents={1: ""}, scrap="9d", known={1: card})


@clause("CU-9a", nine_targets="permanents")
def test_cu_9a_permanents_point_cards_are_no_targets(rules):
    state = table(rules, hands=("9d", "3d"), points=("", "Td 8c:Jc"), permanents=("", "Kh"))
    assert moves_of(state, "9d!") == {"9d!Kh", "9d!Jc"}
    refused(state, "9d!Td", "CU-9a")
    refused(state, "9d!8c", "CU-9a")


# Whoever's side a card lies on is its controller, also where only jacks brought it there.
@clause("CU-9a", "CU-32", nine_targets="all", nine_to="controller")
@pytest.mark.parametrize("jacks", ["", "Jc", "Jc Jd"])
def test_cu_9a_all_a_point_card_goes_back_too_and_its_jacks_are_scrapped(rules, jacks):
    state = table(rules, hands=("9d", "3d"), points=("", f"Td:{jacks.replace(' ', '')} 4c"))
    allowed(state, "9d!Td", "9d!4c")
    then(state, "9d!Td", "ok", hands=("", "3d Td"), points=("", "4c"), scrap=f"9d {jacks}")


@clause("CU-9a", "CU-32", nine_to="controller")
@pytest.mark.parametrize("player", [0, 1])
def test_cu_9a_controller_a_jack_goes_to_the_side_it_lay_on_whoever_played_it(rules, player):
    state = table(rules, hands=("9d", "3d"), points=("", "Td:Jc"), jacked_by={"Jc": player})
    then(state, "9d!Jc", "ok", hands=("", "3d Jc"), points=("Td", ""), known={1: "Jc"})


@clause("CU-9a", "CU-13", "CU-32", nine_to="player")
def test_cu_9a_player_a_jack_goes_to_who_played_it(rules):
    state = table(rules, hands=("9d", "3d"), points=("", "Td:Jc"), jacked_by={"Jc": 0})
    then(state, "9d!Jc", "ok", hands=("Jc", "3d"), points={0: "Td"}, known={0: "Jc"})
    state = table(rules, hands=("Td 9d", "Jc 3d"))
    then(state, "Td", "Jc>Td", "9d!Jc", "ok", hands={1: "3d Jc"}, points={0: "Td"})


@clause("CU-9a", "CU-32", rules=under(nine_to="player", buried_jacks=True))
def test_cu_9a_player_a_buried_jack_goes_to_who_played_it(rules):
    state = table(rules, hands=("9d", "3d"), points=("", "Td:JcJd"), jacked_by={"Jc": 0, "Jd": 1})
    then(state, "9d!Jc", "ok", hands={0: "Jc"}, points={0: "Td:Jd"})


@clause("CU-9a", "CU-32", nine_to="controller", buried_jacks=True)
def test_cu_9a_controller_a_buried_jack_lies_where_the_pile_lies(rules):
    state = table(rules, hands=("9d", "3d"), points=("", "Td:JcJd"), jacked_by={"Jc": 0, "Jd": 1})
    then(state, "9d!Jc", "ok", hands={1: "3d Jc"}, points={0: "Td:Jd"})


@clause("CU-9a", nine_to="player", nine_targets="all")
@pytest.mark.parametrize(("jacks", "hands"), [("", ("", "3d Td")), ("Jc", ("Td", "3d")), ("Jc Jd", ("", "3d Td"))])
def test_cu_9a_player_a_point_card_goes_where_it_would_lie_without_jacks(rules, jacks, hands):
    state = table(rules, hands=("9d", "3d"), points=("", f"Td:{jacks.replace(' ', '')}"))
    then(state, "9d!Td", "ok", hands=hands, points=("", ""), scrap=f"9d {jacks}")


@clause("CU-9a", nine_to="stock")
@pytest.mark.parametrize(("known_top", "seen"), [(0, ["Kh", "?"]), (1, ["Kh", "Ac"])])
def test_cu_9a_stock_the_card_goes_on_top_of_the_stock_known_to_both(rules, known_top, seen):
    state = table(rules, hands=("9d", "3d"), permanents=("", "Kh"), stock="Ac 2h", known_top=known_top)
    then(state, "9d!Kh", "ok", top="Kh Ac", known_top=known_top + 1, hands={1: "3d"})
    assert [state.view(seat)["stock"][:2] for seat in (0, 1)] == [seen] * 2
    then(state, "draw", known={1: "Kh"}, known_top=known_top)


@clause("CU-9a", "CU-32", nine_to="stock")
def test_cu_9a_stock_a_jack_sends_its_card_across(rules):
    state = table(rules, hands=("9d", "3d"), points=("", "Td:Jc"), stock="Ac 2h")
    then(state, "9d!Jc", "ok", top="Jc", points={0: "Td"})


@clause("CU-9a", "CU-32", nine_targets="all", nine_to="stock")
def test_cu_9a_stock_all_a_jacked_card_goes_there_without_its_jack(rules):
    state = table(rules, hands=("9d", "3d"), points=("", "Td:Jc"), stock="Ac")
    then(state, "9d!Td", "ok", top="Td Ac", scrap="9d Jc", points=("", ""))


@clause("CU-9a", "CU-5", nine_to="stock")
def test_cu_9a_stock_an_empty_stock_is_a_stock_again(rules):
    state = table(rules, hands=("9d", "3d"), permanents=("", "Kh"), rest="scrap")
    then(state, "9d!Kh", "ok", stock="Kh")
    allowed(state, "draw")
    refused(state, "pass", "CU-4", "CU-5")


@clause("CU-9a", nine_to="stock", nine_freeze=True)
def test_cu_9a_stock_nothing_freezes_there(rules):
    state = table(rules, hands=("9d", "3d"), permanents=("", "Kh"), stock="Ac")
    then(state, "9d!Kh", "ok", frozen="")
    allowed(then(state, "draw", "draw"), "Kh+")


@clause("CU-9a", nine_freeze=True, nine_to="controller")
def test_cu_9a_freeze_the_card_waits_until_the_holders_turn_is_over(rules):
    state = table(rules, hands=("9d", "3d"), permanents=("", "Kh"))
    then(state, "9d!Kh", "ok", frozen="Kh")
    assert moves_of(state, "Kh") == set()
    refused(state, "Kh+", "CU-9a")
    then(state, "3d", frozen="")
    allowed(then(state, "draw"), "Kh+")


@clause("CU-9a", nine_freeze=False, nine_to="controller")
def test_cu_9a_no_freeze_the_card_can_be_played_at_once(rules):
    state = table(rules, hands=("9d", "3d"), permanents=("", "Kh"))
    allowed(then(state, "9d!Kh", "ok", frozen=""), "Kh+")


@clause("CU-9a", nine_freeze=True, nine_to="controller")
def test_cu_9a_freeze_no_way_to_play_a_frozen_card(rules):
    state = table(rules, hands=("9c", "3d 8h"), points=("4d", ""), turn=1, frozen="8h")
    for move in ("8h", "8h+", "8hx4d"):
        refused(state, move, "CU-9a")
    allowed(state, "3d", "draw")


@clause("CU-9a", "CU-21", nine_freeze=True, nine_to="controller", nine_targets="all")
def test_cu_9a_freeze_not_even_as_a_counter_before_it_has_thawed(rules):
    state = table(rules, hands=("9d 2h Ah", "Ad"), points=("", "2c"))
    early = then(state, "9d!2c", "ok").copy()
    then(early, "Ad!", "2h!", hands={1: "2c"}, moves="ok")
    refused(early, "2c!", "CU-9a")
    then(state, "draw", "Ah!", moves="ok 2c!")


@clause("CU-9a", "CU-5a", nine_freeze=True, nine_to="controller", five="recycle")
def test_cu_9a_freeze_a_frozen_card_may_be_discarded(rules):
    state = table(rules, hands=("5c Kh", "3d"), frozen="Kh", stock="Ac 2h 3h")
    then(state, "5c!", "ok", moves="-Kh")
    then(state, "-Kh", scrap="5c Kh", frozen="")


@clause("CU-9a", "CU-34", nine_freeze=True, nine_to="controller", target_side="any")
def test_cu_9a_freeze_ones_own_card_is_not_frozen(rules):
    state = table(rules, hands=("9d", "3d"), permanents=("Kh", ""))
    then(state, "9d!Kh", "ok", hands={0: "Kh"}, known={0: "Kh"}, frozen="")
    allowed(then(state, "draw"), "Kh+")


@clause("CU-9a", nine_freeze=True, nine_to="player")
@pytest.mark.parametrize(("player", "frozen"), [(0, ""), (1, "Jc")])
def test_cu_9a_freeze_with_player_a_jack_that_comes_back_to_the_nines_player_is_not_frozen(rules, player, frozen):
    state = table(rules, hands=("9d", "3d"), points=("", "Td:Jc"), jacked_by={"Jc": player})
    then(state, "9d!Jc", "ok", hands={player: "Jc" if player == 0 else "3d Jc"}, frozen=frozen)
