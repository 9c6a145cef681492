import pytest

import undercut
from tests.clauses.cuttle_table import clause, moves_of, table, then, under
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


@clause("CU-9a", rules=under(nine_to="controller") + under(nine_to="player"))
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
