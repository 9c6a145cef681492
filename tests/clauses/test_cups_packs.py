import pytest

from tests.clauses.cups_table import bag, clause, forced, option, pile, position, table, then, under
from tests.clauses.shared import ended, play, refused

equal = ["mathematicians", {"set": "simple", "decks": 2, "spot_equal": True}]
identical = ["mathematicians"]
identical += [{"set": name, "decks": 3, "identical_cups": True} for name in ("simple", "magellan")]
burns = ["mathematicians", *({"set": name, "cup_burns": True} for name in ("simple", "democratic-league", "magellan"))]
no_burns = ["simple", "democratic-league", "magellan", {"set": "mathematicians", "cup_burns": False}]
burning_runs = ["mathematicians", {"set": "simple", "decks": 3, "identical_cups": True, "cup_burns": True}]
side_burns = [{"set": "children", "cup_burns": True}, {"set": "simple", "cup_goes": "side", "cup_burns": True}]

SPOTS = {rank: number for number, rank in enumerate("A23456789T", 1)}


@clause("CP-34", "CP-12", "CP-13", rules=equal)
@pytest.mark.parametrize("card", ["2s", "7d", "Tw", "As"])
def test_cp_34_an_equal_spot_of_the_suit_is_a_higher_one_so_an_ace_asks_for_no_gifts(rules, card):
    state = table(rules, hands=(f"{card} 2c", "3c 4c"), dump=f"9s {card}")
    stack = pile(state, "stack")
    then(state, card, turn=1, hands={0: "2c"}, stack=stack, dump=f"9s {card} {card}", direction=1)


@clause("CP-34", "CP-13", rules=equal)
def test_cp_34_an_ace_on_a_higher_card_still_asks_for_gifts(rules):
    then(table(rules, hands=("As 2c", "3c 4c"), dump="2s"), "As", phase="gift", to_move=1)


@clause("CP-34", "CP-12", rules=equal)
@pytest.mark.parametrize(("active", "card"), [("Ps", "Ps"), ("Nd", "Nd"), ("Qw", "Qw"), ("Ks", "Ks"), ("7s", "6s")])
def test_cp_34_an_equal_court_is_not_higher_nor_is_a_lower_spot(rules, active, card):
    refused(table(rules, hands=(f"{card} 2c", "3c 4c"), dump=active), card, "CP-34", "CP-12")


@clause("CP-34", "CP-11", rules=[{"set": "simple", "decks": 2, "spot_equal": True}])
def test_cp_34_does_not_let_a_cup_on_an_equal_cup(rules):
    refused(table(rules, hands=("5c 2d", "3c 4c"), dump="5c"), "5c", "CP-11", "CP-35")


@clause(
    "CP-34", "CP-12", "CP-17", rules=[{"set": "simple", "decks": 2}, {"set": "mathematicians", "spot_equal": False}]
)
def test_cp_34_without_it_equal_is_not_enough(rules):
    then(table(rules, hands=("7s 2c", "3c 4c"), dump="7s"), plays="bury")


@clause("CP-35", "CP-11", rules=identical)
def test_cp_35_only_an_identical_cup_goes_on_a_cup(rules):
    state = then(table(rules, hands=("5c 6c 4c Kc 9s", "3c 4c"), dump="8w 5c"), plays="5c 9s")
    refused(state, "6c", "CP-11", "CP-35")


@clause("CP-35", "CP-16", rules=identical)
@pytest.mark.parametrize("cup", ["5c", "Kc"])
def test_cp_35_an_identical_cup_takes_nothing_and_does_not_reverse(rules, cup):
    state = table(rules, hands=(f"{cup} 2d", "3c 4d", "6d 7d"), dump=f"8w 3w {cup}")
    then(state, cup, turn=1, hands={0: "2d"}, dump=f"8w 3w {cup} {cup}", direction=1, run=True)


@clause("CP-35", rules=identical)
def test_cp_35_court_cups_run_too_and_draw_nothing(rules):
    state = table(rules, hands=("Kc 2d", "3c 4d", "6d 7d"), dump="8w Kc")
    stack = pile(state, "stack")
    then(state, "Kc", stack=stack)


@clause("CP-35", "CP-11", rules=identical)
@pytest.mark.parametrize("length", [1, 2])
def test_cp_35_play_reverses_once_when_a_different_card_covers_the_run(rules, length):
    state = table(rules, hands=("5c 2d", "5c 4d", "6d 7d"), dump="8w 3w 5c")
    cover = {1: "4d", 2: "6d"}[length]
    # Nothing is drawn for it, and the seat before the covering one is next.
    then(state, *["5c"] * length, cover, turn=length - 1, direction=-1, run=False)
    assert len(state.position()["hands"][length]) == 1


@clause("CP-35", "CP-16", rules=identical)
def test_cp_35_a_run_can_begin_with_a_cup_that_took_cards(rules):
    state = table(rules, hands=("5c 2d", "5c 4d", "6d 7d"), dump="8w 3w 5d")
    then(state, "5c", hands={0: "2d 5d 3w 8w"}, run=False)
    then(state, "5c", hands={1: "4d"}, run=True, direction=1, dump="5c 5c")
    then(state, "7d", turn=1, direction=-1)


@clause("CP-35", "CP-17", rules=identical)
def test_cp_35_a_bury_leaves_the_run(rules):
    state = table(rules, hands=("5c 2d", "6c 4c", "6d 7d"), dump="8w 3w 5c")
    then(state, "5c", "bury", run=True, direction=1)
    then(state, "6d", turn=1, run=False, direction=-1)


@clause("CP-35", "CP-10", "CP-17", "CP-18", rules=identical)
def test_cp_35_who_holds_the_identical_cup_cannot_bury_and_wins_with_it_as_last_card(rules):
    state = then(table(rules, hands=("5c 6c", "3c 4d"), dump="8w 5c"), plays="5c")
    refused(state, "bury", "CP-10", "CP-17")
    assert ended(play(table(rules, hands=("5c", "3c 4d"), dump="8w 5c"), "5c"), "went_out", 0)


@clause("CP-35", "CP-30", rules=[{"set": "children", "decks": 3, "identical_cups": True}])
def test_cp_35_side_the_run_grows_on_the_side_pile(rules):
    state = table(rules, hands=("5c 2d", "3c 4d", "6d 7d"), dump="8w 3w", side="5c", side_active=True)
    then(state, "5c", hands={0: "2d"}, dump="8w 3w", side="5c 5c", side_active=True, direction=1)
    then(state, "4d", turn=0, side_active=False, direction=-1)


@clause("CP-35", "CP-11", rules=[{"set": "simple", "decks": 2}, {"set": "mathematicians", "identical_cups": False}])
def test_cp_35_without_it_no_cup_goes_on_a_cup(rules):
    state = then(table(rules, hands=("5c 2d", "3c 4d"), dump="8w 5c"), plays="2d")
    refused(state, "5c", "CP-11", "CP-35")


@clause("CP-36", "CP-16", rules=burns)
@pytest.mark.parametrize("rank", "A258TPNQK")
def test_cp_36_a_cup_spot_puts_its_number_away_from_the_stack_and_a_court_nothing(rules, rank):
    number = SPOTS.get(rank, 0)
    state = table(rules, hands=(f"{rank}c 2d", "3c 4d"), dump=f"4w 6w 7w 3w {rank}s")
    stack = pile(state, "stack")
    then(state, f"{rank}c", turn=1, hands={0: f"2d {rank}s 3w 7w"}, dump=f"4w 6w {rank}c")
    then(state, away=stack[:number], stack=stack[number:])


@clause("CP-36", rules=no_burns)
def test_cp_36_without_it_nothing_burns(rules):
    state = table(rules, hands=("8c 2d", "3c 4d"), dump="4w 8s")
    stack = pile(state, "stack")
    then(state, "8c", away="", stack=stack)


@clause("CP-36", "CP-12", "CP-14", "CP-17", rules=burns)
@pytest.mark.parametrize(("hand", "move", "drawn"), [("9s 2w", "9s", 0), ("5d 2w", "5d", 5), ("5c 2s", "bury", 2)])
def test_cp_36_neither_other_spots_nor_buried_cups_burn(rules, hand, move, drawn):
    state = table(rules, hands=(hand, "3c 4d"), dump="4w 8s")
    stack = pile(state, "stack")
    then(state, move, away="", stack=stack[drawn:])


def burning(rules, **more):
    """A five of cups burns the last cards of the stack; a cup in hand keeps the game going."""
    fields = {"hands": ("5c 2d Kc", "9s 4d", "6d 7d"), "dump": "6c 2w 4w 7w 8d Ts 5d", "stack": "Td 3w", "rest": "away"}
    return position(rules, **(fields | more))


@clause("CP-36", "CP-20", rules=burns)
@pytest.mark.parametrize("stack", ["", "Td 3w", "Td 3w Tw 9d Pd"], ids=["nothing left", "fewer", "exactly"])
def test_cp_36_burning_can_empty_the_stack_and_counts_even_if_it_finds_nothing(rules, stack):
    state = forced(burning(rules, stack=stack), "5c", "7w 2w 4w")
    # First three cards are taken, then the stack burns, then the cup goes away with those of the dump.
    then(state, hands={0: "2d Kc 5d Ts 8d"}, gone=f"{stack} 5c 6c", dump="7w", stack="2w 4w")
    then(state, turn=1, direction=1, plays="9s 4d")


@clause("CP-36", "CP-20", rules=burns)
def test_cp_36_a_stack_with_a_card_left_is_not_renewed(rules):
    then(forced(burning(rules, stack="Td 3w Tw 9d Pd 8s"), "5c"), stack="8s", gone="Td 3w Tw 9d Pd")


@clause("CP-36", "CP-20", "CP-21", rules=burns)
def test_cp_36_burning_can_leave_nothing_to_shuffle(rules):
    state = forced(burning(rules, dump="8d Ts 5d"), "5c")
    then(state, hands={0: "2d Kc 5d Ts 8d"}, dump="", stack="", lead=True, plays="9s 4d")


@clause("CP-36", "CP-22", rules=[rules for rules in burns if option(rules, "no_cups_end") == "automatic"])
def test_cp_36_burning_can_put_the_last_cup_away(rules):
    # Four cards, one, two.
    state = forced(burning(rules, hands=("5c 2d", "9s", "6d 7d")), "5c", "7w 2w 4w")
    assert ended(state, "no_cups", 1)


@clause("CP-36", "CP-20", "CP-30", rules=side_burns)
def test_cp_36_side_the_cup_that_burned_the_stack_goes_away(rules):
    state = forced(burning(rules, side="9c"), "5c", "7w 2w 4w")
    then(state, turn=1, gone="Td 3w 5c 6c", side="9c", side_active=False, dump="7w", stack="2w 4w")


@clause("CP-36", "CP-21", "CP-27", rules=burns)
def test_cp_36_a_free_lead_burns_too_and_starts_the_idle_count_again(rules):
    state = table(rules, hands=("5c 2d", "9s 4d"), dump="", lead=True, idle=119)
    stack = pile(state, "stack")
    then(state, "5c", turn=1, hands={0: "2d"}, away=stack[:5], stack=stack[5:], dump="5c", lead=False, idle=0)


@clause("CP-36", "CP-35", rules=burning_runs)
def test_cp_36_a_cup_of_a_run_burns_too(rules):
    state = table(rules, hands=("5c 2d", "9s 4d"), dump="8w 5c")
    stack = pile(state, "stack")
    then(state, "5c", away=bag(stack[:5]), stack=stack[5:])


@clause("CP-35", "CP-36", "CP-20", rules=burning_runs)
def test_cp_35_a_renewed_stack_ends_the_run(rules):
    state = forced(burning(rules, dump="2w 4w 7w 5c"), "5c", "7w 2w 4w")
    then(state, turn=1, gone="Td 3w 5c 5c", run=False, dump="7w", direction=1)
    # The cups are gone: the next card answers the seven of wands and reverses nothing.
    then(state, "9s", direction=1)


gives = under("children", "simple", "mathematicians", empty_hand="sit_out", sit_out_gives=True)


@clause("CP-33", "CP-18")
@pytest.mark.parametrize(
    ("empty_hand", "hand", "graveyard", "out"), [("pick_up", "8w 6w 5w", "", []), ("sit_out", "", "8w / 6w 5w", [0])]
)
def test_cp_33_a_player_without_a_hand_picks_the_graveyard_up_or_is_out(rules, empty_hand, hand, graveyard, out):
    fields = {"hands": ("Ts", "2d 7d", "3d Ks"), "graveyards": ("8w / 6w 5w", "", ""), "dump": "9s"}
    state = table({"set": rules, "empty_hand": empty_hand}, **fields)
    then(state, "Ts", turn=1, hands={0: hand}, graveyards={0: graveyard}, out=out)


@clause("CP-33", "CP-18", empty_hand="sit_out")
def test_cp_33_sit_out_without_a_graveyard_he_wins(rules):
    state = table(rules, hands=("Ts", "2d 7d", ""), graveyards=("", "", "3w"), out=[2], dump="9s")
    assert ended(play(state, "Ts"), "went_out", 0)


@clause("CP-33", "CP-3", empty_hand="sit_out")
@pytest.mark.parametrize(
    ("direction", "out", "order"), [(1, [1], [2, 3, 0]), (-1, [3], [2, 1, 0]), (1, [1, 2], [3, 0])]
)
def test_cp_33_sit_out_he_has_no_more_turns(rules, direction, out, order):
    hands = ["2s 2w", "3s 3w", "4s 4w", "5s 5w"]
    if direction == -1:
        hands[1], hands[3] = hands[3], hands[1]
    graveyards = ["", "", "", ""]
    for seat in out:
        hands[seat], graveyards[seat] = "", f"{seat + 6}d"
    state = table(rules, hands=hands, graveyards=graveyards, out=out, dump="As", direction=direction)
    for seat, following in zip([0, *order], order, strict=False):
        then(state, hands[seat].split()[0], turn=following)


@clause("CP-33", "CP-11", empty_hand="sit_out")
def test_cp_33_sit_out_he_is_passed_over_after_a_reversal_too(rules):
    state = table(rules, hands=("2s 2w", "3s 3w", ""), graveyards=("", "", "6d"), out=[2], dump="Tc")
    then(state, "2s", turn=1, direction=-1)


@clause("CP-33", empty_hand="sit_out")
def test_cp_33_sit_out_the_last_player_with_a_hand_plays_on_alone_and_wins_by_going_out(rules):
    state = table(rules, hands=("Ts Qs Ks", "", ""), graveyards=("", "3w", "4w"), out=[1, 2], dump="9s")
    then(state, "Ts", turn=0)
    then(state, "Qs", turn=0)
    assert ended(play(state, "Ks"), "went_out", 0)


@clause("CP-33", empty_hand="sit_out")
@pytest.mark.parametrize(
    ("graveyards", "winners"),
    [
        (("2w", "3w 4w", "5w 6w"), (0,)),
        (("2w 7w", "3w", "5w 6w"), (1,)),
        (("2w 7w 8w", "3w / 4w", "5w 6w"), (1, 2)),
        (("2w / 7w", "3w / 4w", "5w 6w"), (0, 1, 2)),
    ],
)
def test_cp_33_sit_out_when_nobody_has_a_hand_the_smallest_graveyard_wins(rules, graveyards, winners):
    state = table(rules, hands=("Ts", "", ""), graveyards=graveyards, out=[1, 2], dump="9s")
    assert ended(play(state, "Ts"), "smallest_graveyard", *winners)


@pytest.mark.parametrize("weight", [0, 1, 2])
@pytest.mark.clause("CP-33", "CP-22", rules=["children"])
def test_cp_33_sit_out_graveyards_are_counted_in_cards(weight):
    rules = {"set": "children", "graveyard_weight": weight}
    state = table(rules, hands=("Ts", ""), graveyards=("2w", "3w 4w"), out=[1], dump="9s")
    assert ended(play(state, "Ts"), "smallest_graveyard", 0)


@clause("CP-33", "CP-17", "CP-23", "CP-25", rules=["children", {"set": "simple", "empty_hand": "sit_out"}])
def test_cp_33_sit_out_who_buries_and_draws_nothing_is_out_and_that_can_end_the_game(rules):
    common = {"dump": "4w 9s", "rest": "away"}
    state = forced(position(rules, hands=("2s 3c", "5w 6w", "7w 8w"), **common), "bury", "4w")
    then(state, hands={0: ""}, graveyards={0: "3c 2s"}, out=[0])
    then(state, "5w", "7w", turn=1)
    start = position(rules, hands=("2s 3c", "", ""), graveyards=("", "5w", "6w 7w"), out=[1, 2], **common)
    assert ended(forced(start, "bury", "4w"), "smallest_graveyard", 1)


@clause("CP-33", "CP-13", "CP-18", empty_hand="sit_out")
def test_cp_33_sit_out_a_giver_who_gives_his_last_card_is_out(rules):
    state = table(rules, hands=("As 5w", "2d", "3d 4d"), graveyards=("", "4w / 6w", ""), dump="9s")
    then(state, "As", "+2d", "keep", turn=2, hands={1: ""}, graveyards={1: "4w / 6w"}, out=[1])


@clause("CP-33", "CP-13", "CP-18", empty_hand="sit_out")
@pytest.mark.parametrize(("gift", "hand", "out"), [("+2d", "2d", []), ("keep", "", [0])])
def test_cp_33_sit_out_after_an_ace_as_last_card_he_is_out_unless_somebody_gives(rules, gift, hand, out):
    state = table(rules, hands=("As", "2d 7d"), graveyards=("8w", ""), dump="9s")
    then(state, "As", gift, turn=1, hands={0: hand}, graveyards={0: "8w"}, out=out)


def asked(rules, **more):
    fields = {"hands": ("As 2w", "5w 6w", "", "8w 9w"), "graveyards": ("", "Tw", "3d / 4d 7d", "")}
    return table(rules, **(fields | {"out": [2], "dump": "9s"} | more))


@clause("CP-33", "CP-13", rules=gives)
def test_cp_33_sit_out_gives_his_top_graveyard_card_or_keeps(rules):
    state = asked(rules)
    # Who has a hand gives from it.
    then(state, "As", givers=[1, 2, 3], moves="+5w +6w keep")
    then(state, "keep", moves="+7d keep")
    refused(state, "+4d", "CP-33", "CP-13")
    then(state.copy(), "keep", "keep", turn=1, graveyards={2: "3d / 4d 7d"})
    then(state, "+7d", to_move=3, hands={0: "2w 7d"}, graveyards={2: "3d / 4d"})
    then(state, "keep", turn=1, out=[2])


@clause("CP-33", "CP-13", rules=gives)
def test_cp_33_sit_out_gives_the_layer_below_is_next(rules):
    state = asked(rules, graveyards=("", "Tw", "3d / 7d", ""))
    then(state, "As", "keep", "+7d", "keep", graveyards={2: "3d"})


@clause("CP-33", "CP-13", "CP-18", rules=gives)
@pytest.mark.parametrize(
    ("second", "gifts", "winner"), [("5w 6w", "keep +3d", 2), ("5w", "+5w +3d", 1)], ids=["last card", "first of two"]
)
def test_cp_33_sit_out_gives_his_last_card_and_wins_as_any_giver(rules, second, gifts, winner):
    state = asked(rules, hands=("As 2w", second, "", "8w 9w"), graveyards=("", "", "3d", ""))
    then(state, "As", *gifts.split(), to_move=3, result=None)
    assert ended(play(state, "keep"), "went_out", winner)


@clause("CP-33", "CP-13", rules=gives)
def test_cp_33_sit_out_gives_though_nobody_else_has_a_hand(rules):
    state = table(rules, hands=("As", "", ""), graveyards=("4w 7w", "3d 5d 8d", "6w"), out=[1, 2], dump="9s")
    then(state, "As", to_move=1, moves="+8d keep")
    then(state.copy(), "+8d", "keep", turn=0, hands={0: "8d"})
    assert ended(play(state, "keep", "keep"), "smallest_graveyard", 2)


@clause("CP-33", "CP-13", rules=["children", {"set": "simple", "sit_out_gives": True}])
def test_cp_33_sit_out_gives_needs_both_options(rules):
    then(asked(rules, out=[2] if rules == "children" else []), "As", givers=[1, 3])


@clause("CP-33", "CP-20", empty_hand="sit_out")
def test_cp_33_sit_out_the_graveyards_stay_out_of_the_new_stack(rules):
    hands, graveyards = ("3d Kc", "2w 5w", ""), ("", "", "4d 7c")
    fields = {"out": [2], "dump": "8d 9s", "stack": "Td Tw 5s", "rest": "away"}
    start = position(rules, hands=hands, graveyards=graveyards, **fields)
    then(forced(start, "3d", "9s 8d"), graveyards={2: "4d 7c"}, gone="3d", plays="2w 5w")
