import pytest

from tests.clauses.cups_table import at, clause, option, pile, table, then
from tests.clauses.shared import allowed, ended, moves, play, refused

pick_up = ["simple", "democratic-league", "magellan", "mathematicians"]


@clause("CP-17")
def test_cp_17_the_hand_becomes_the_graveyard_and_as_many_are_drawn(rules):
    state = table(rules, hands=("2s 3c 5s", "2d", "3d"), dump="4w 9s", stack="Td 3w Qd Kd")
    then(state, plays="bury")
    then(state, "bury", turn=1, graveyards={0: "3c 2s 5s"}, hands={0: "Td 3w Qd"}, dump="4w 9s", gone="", side="")
    assert pile(state, "stack")[0] == "Kd"


@clause("CP-17")
@pytest.mark.parametrize(
    ("hand", "active", "graveyard"),
    [
        ("Qw Nw 2w 9c Tw 3c Pw Ac", "Kw", "Ac 3c 9c 2w Tw Pw Nw Qw"),
        ("7d Qc 2d 3c", "8d", "3c Qc 2d 7d"),
        ("7s Qc 2s 3c", "8s", "3c Qc 2s 7s"),
    ],
)
def test_cp_17_a_buried_hand_lies_in_card_order(rules, hand, active, graveyard):
    then(table(rules, hands=(hand, "2c"), dump=active), "bury", graveyards={0: graveyard})


@clause("CP-17")
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("dump", ["4w 9s", "4w 9c"])
def test_cp_17_a_bury_ends_the_turn_and_does_not_reverse(rules, direction, dump):
    state = table(rules, hands=("2c 3c", "2d 6d", "3d 7d"), dump=dump, direction=direction)
    then(state, "bury", turn=1 if direction == 1 else 2, direction=direction)


# Reading: "Notation" has `bury~` only under `choose`, so where there is no choice the move is plain `bury`.
@clause("CP-17")
@pytest.mark.parametrize(
    ("cover", "older", "move", "graveyard"),
    [
        ("choose", "5w / 4w 6w", "bury", "5w / 4w 6w / 3c 2s"),
        ("choose", "5w / 4w 6w", "bury~", "5w / 4w 6w 3c 2s"),
        ("choose", "", "bury", "3c 2s"),
        ("always", "4w 6w", "bury", "4w 6w / 3c 2s"),
        ("never", "4w 6w", "bury", "4w 6w 3c 2s"),
        ("never", "", "bury", "3c 2s"),
    ],
)
def test_cp_17_cover_says_whether_the_new_layer_hides_the_older(rules, cover, older, move, graveyard):
    fields = {"graveyards": (older, "4d"), "dump": "9s", "stack": "Td Qd"}
    state = table({"set": rules, "cover": cover}, hands=("2s 3c", "2d"), **fields)
    if cover == "choose" and older:
        then(state, plays="bury bury~")
    else:
        then(state, plays="bury")
        refused(state, "bury~", "CP-17")
    then(state, move, turn=1, graveyards={0: graveyard}, hands={0: "Td Qd"})


@clause("CP-18", "CP-11", "CP-12")
@pytest.mark.parametrize(("dump", "card"), [("9s", "Ts"), ("5c", "3w"), ("9c", "Kd")])
def test_cp_18_no_hand_and_no_graveyard_wins_whatever_the_direction(rules, dump, card):
    state = table(rules, hands=("2d 3d", card, "4d 6d"), dump=dump, turn=1, direction=-1)
    assert ended(play(state, card), "went_out", 1)
    assert at(state, "turn") == 1


@clause("CP-18", "CP-14", "CP-15", "CP-37")
@pytest.mark.parametrize(("card", "drawn"), [("Ad", "4w"), ("3d", "4w 5w 6w"), ("Qd", "4w 5w")])
def test_cp_18_is_asked_after_the_draws(rules, card, drawn):
    state = table(rules, hands=(card, "2d 7d"), graveyards=("8w", ""), dump="9s", stack="4w 5w 6w 7w")
    then(state, card, turn=1, hands={0: drawn}, graveyards={0: "8w"})


@clause("CP-18", "CP-11", "CP-37", rules=pick_up)
@pytest.mark.parametrize(("active", "following", "direction"), [("9s", 1, 1), ("9c", 2, -1)])
def test_cp_18_an_empty_hand_picks_the_whole_graveyard_up_before_play_reverses(rules, active, following, direction):
    state = table(rules, hands=("Ts", "2d 7d", "3d 8d"), graveyards=("8w Kc / 3w 2w / 5d", "", ""), dump=active)
    then(state, "Ts", turn=following, hands={0: "8w Kc 3w 2w 5d"}, graveyards={0: ""}, direction=direction)


# An ace asks for gifts: of those who have no card left, the player on turn wins before the givers in their order.
@clause("CP-18", "CP-13")
@pytest.mark.parametrize(
    ("hands", "direction", "gifts", "winner"),
    [
        (("As", "2d 7d", "3d 8d"), 1, "keep keep", 0),
        (("As 5w", "2d", "3d 8d"), 1, "+2d keep", 1),
        (("As 5w", "2d 7d", "3d"), 1, "+2d +3d", 2),
        (("As 5w", "2d", "3d"), 1, "+2d +3d", 1),
        (("As 5w", "2d", "3d"), -1, "+3d +2d", 2),
    ],
)
def test_cp_18_who_gave_or_played_the_last_card_wins_when_all_have_been_asked(rules, hands, direction, gifts, winner):
    state = play(table(rules, hands=hands, dump="9s", direction=direction), "As")
    first, second = gifts.split()
    then(state, first, to_move=2 if direction == 1 else 1, result=None)
    assert ended(play(state, second), "went_out", winner)
    assert at(state, "turn") == 0


@clause("CP-18", "CP-13")
@pytest.mark.parametrize(("gifts", "hand"), [("+2d keep", "2d"), ("keep +3d", "3d"), ("+7d +8d", "7d 8d")])
def test_cp_18_an_ace_as_last_card_does_not_win_when_somebody_gives_nor_picks_up(rules, gifts, hand):
    state = table(rules, hands=("As", "2d 7d", "3d 8d"), graveyards=("8w", "", ""), dump="9s")
    then(state, "As", *gifts.split(), turn=1, hands={0: hand}, graveyards={0: "8w"})


@clause("CP-18", "CP-13", rules=pick_up)
def test_cp_18_an_ace_as_last_card_without_gifts_picks_up(rules):
    state = table(rules, hands=("As", "2d 7d"), graveyards=("8w / 6w", ""), dump="9s")
    then(state, "As", "keep", turn=1, hands={0: "8w 6w"}, graveyards={0: ""})


@clause("CP-18", "CP-13", rules=pick_up)
def test_cp_18_givers_with_a_graveyard_pick_it_up_but_one_without_wins(rules):
    state = table(rules, hands=("As 5w", "2d", "3d"), graveyards=("", "4w / 6w", "8w"), dump="9s")
    then(state, "As", "+2d", "+3d", turn=1, hands=("5w 2d 3d", "4w 6w", "8w"), graveyards=("", "", ""))
    state = table(rules, hands=("As 5w", "2d", "3d"), graveyards=("", "4w / 6w", ""), dump="9s")
    assert ended(play(state, "As", "+2d", "+3d"), "went_out", 2)


@clause("CP-18", "CP-13")
def test_cp_18_a_giver_who_keeps_his_last_card_goes_on(rules):
    then(table(rules, hands=("As 5w", "2d"), dump="9s"), "As", "keep", turn=1)


# With an empty stack and `rest`, nothing can be drawn; whatever wand is turned then, ten and page follow it at no cost.
@clause("CP-18", "CP-17", "CP-19", rules=["simple", "mathematicians", {"set": "simple", "redeal": False}])
def test_cp_18_does_not_apply_to_a_bury_but_the_next_turn_begins_with_a_pick_up(rules):
    state = table(rules, hands=("2s 3c", "Tw 7d", "Pw 4d"), dump="4w 5w 6w 9s", rest="away")
    then(state, "bury", turn=1, hands={0: ""}, graveyards={0: "3c 2s"})
    then(state, "Tw", "Pw", turn=0, hands={0: "2s 3c"}, graveyards={0: ""})


@clause("CP-19", rules=pick_up)
def test_cp_19_a_turn_without_a_hand_begins_with_the_graveyard(rules):
    state = table(rules, hands=("Ts 2w", "", ""), graveyards=("", "Ks 5s / 8c", "3w"), dump="9s")
    # Only the player whose turn begins picks up.
    then(state, "Ts", turn=1, hands={1: "Ks 5s 8c", 2: ""}, graveyards=("", "", "3w"), plays="Ks")


@clause("CP-19", rules=pick_up)
def test_cp_19_the_picked_up_hand_may_be_buried_again(rules):
    state = table(rules, hands=("Ts 2w", ""), graveyards=("", "5s 8c"), dump="9s", stack="4d 6d")
    then(state, "Ts", plays="bury")
    then(state, "bury", hands={1: "4d 6d"}, graveyards={1: "8c 5s"})


@clause("CP-13")
@pytest.mark.parametrize(
    ("seats", "turn", "direction", "order"),
    [
        (2, 0, 1, [1]),
        (2, 1, -1, [0]),
        (3, 0, 1, [1, 2]),
        (3, 0, -1, [2, 1]),
        (3, 1, 1, [2, 0]),
        (4, 2, 1, [3, 0, 1]),
        (4, 2, -1, [1, 0, 3]),
        (5, 4, -1, [3, 2, 1, 0]),
    ],
)
def test_cp_13_the_others_are_asked_in_the_direction_of_play(rules, seats, turn, direction, order):
    hands = [f"{rank}w {rank}d" for rank in "34567"[:seats]]
    hands[turn] = "As 2w"
    state = table(rules, hands=hands, dump="9s", turn=turn, direction=direction)
    play(state, "As")
    for place, seat in enumerate(order):
        then(state, phase="gift", givers=order[place:], to_move=seat)
        assert at(state, "turn") == turn
        play(state, "keep")
    then(state, turn=(turn + direction) % seats, direction=direction)


@clause("CP-13", "CP-22")
def test_cp_13_a_giver_gives_one_card_or_keeps_and_can_do_nothing_else(rules):
    state = table(rules, hands=("As 2w", "3w Kc Ad 7s", "4w"), dump="9s")
    then(state, "As", moves="+3w +Kc +Ad +7s keep")
    allowed(state, "+Kc", "keep")
    for move in ("7s", "bury", "call", "ok", "+4w", "+2w", "+9s"):
        refused(state, move)
    then(state, "+3w", givers=[2], to_move=2, hands={0: "2w 3w"})
    refused(state, "+Kc")


@clause("CP-13")
@pytest.mark.parametrize(
    ("gifts", "hands"), [("+Kc +5w", ("2w Kc 5w", "3w", "4w")), ("keep keep", ("2w", "3w Kc", "4w 5w"))]
)
def test_cp_13_a_given_card_changes_hands_and_keeping_changes_nothing(rules, gifts, hands):
    state = table(rules, hands=("As 2w", "3w Kc", "4w 5w"), dump="8w 9s")
    stack = pile(state, "stack")
    then(state, "As", *gifts.split(), turn=1, hands=hands, dump="8w 9s As", stack=stack)


@clause("CP-13")
def test_cp_13_nobody_gives_without_being_asked(rules):
    state = table(rules, hands=("Ts 2w", "3w Kc", "4w 5w"), dump="9s")
    for move in ("keep", "+2w"):
        refused(state, move)
    play(state, "Ts")
    for move in ("keep", "+3w"):
        refused(state, move)


@clause("CP-13", "CP-19", "CP-33", rules=[*pick_up, "children", {"set": "simple", "empty_hand": "sit_out"}])
def test_cp_13_players_without_a_hand_are_not_asked(rules):
    out = [2] if option(rules, "empty_hand") == "sit_out" else []
    state = table(rules, hands=("As 2w", "3w Kc", "", "4w 5w"), graveyards=("", "", "6w", ""), out=out, dump="9s")
    then(state, "As", givers=[1, 3])
    then(state, "keep", to_move=3)
    then(state, "keep", turn=1)


@clause("CP-13", "CP-19", rules=pick_up)
def test_cp_13_when_nobody_else_has_a_hand_nobody_is_asked(rules):
    state = table(rules, hands=("As 2w", ""), graveyards=("", "6w 7w"), dump="9s")
    then(state, "As", turn=1, hands={0: "2w"})


@clause("CP-13")
@pytest.mark.parametrize("suit", "dsw")
@pytest.mark.parametrize("rank", "2TK")
def test_cp_13_the_ace_of_the_active_cards_suit_whatever_its_value(rules, suit, rank):
    state = table(rules, hands=(f"A{suit} 5c", "3c Kc"), dump=rank + suit)
    stack = pile(state, "stack")
    then(state, f"A{suit}", phase="gift", stack=stack)


@clause("CP-13", "CP-11")
def test_cp_13_the_ace_of_cups_on_a_cup_is_not_this_clause(rules):
    refused(table(rules, hands=("Ac 5d", "3w"), dump="7c"), "Ac", "CP-11", "CP-35")


@clause("CP-13", "CP-34", rules=[{"set": "simple", "decks": 2}, {"set": "mathematicians", "spot_equal": False}])
def test_cp_13_an_identical_ace_asks_for_gifts_too(rules):
    state = table(rules, hands=("Ad 5w", "3w 4w"), dump="Ad")
    then(state, "Ad", phase="gift", to_move=1)
    then(state, "+3w", hands={0: "5w 3w"})


@clause("CP-13", rules=[{"set": "simple", "decks": 2}, "mathematicians"])
def test_cp_13_equal_cards_are_one_gift(rules):
    state = table(rules, hands=("As 5w", "4d 4d 6w"), dump="9s")
    then(state, "As", moves="+4d +6w keep")
    then(state, "+4d", hands={1: "4d 6w"})


@clause("CP-13", "CP-10")
def test_cp_13_the_next_player_answers_the_ace(rules):
    state = table(rules, hands=("As 5w", "Ks 2s Ac 7c 3c", "8w 9w"), dump="9s")
    then(state, "As", "keep", "keep", turn=1)
    assert {"Ks", "2s", "Ac"} <= moves(state)
    refused(state, "7c", "CP-16")


@clause("CP-13", "CP-18")
def test_cp_13_who_gave_away_his_last_card_is_noted_and_picks_nothing_up_before_the_gifts_are_over(rules):
    state = table(rules, hands=("As 5w", "7w", "8w 9w"), graveyards=("", "2d", ""), dump="9s")
    then(state, "As", "+7w", emptied=[1], givers=[2], hands={1: ""}, graveyards={1: "2d"})
    assert at(state, "turn") == 0


@clause("CP-13")
def test_cp_13_a_loaded_position_goes_on_asking(rules):
    state = table(rules, hands=("5w", "3w 4w", "8w 9w"), dump="9s As", phase="gift", givers=[2])
    then(state, to_move=2, moves="+8w +9w keep")
    then(state, "+8w", turn=1, hands={0: "5w 8w"})
