"""Cups: the last cup, the guard, and the order after a play: CP-22, CP-27 and CP-37."""

import pytest

from tests.clauses.cups_table import EVERY_SET, at, bag, clause, ended, hand, plays, position, table, then
from tests.clauses.shared import allowed, moves, play, refused, turn_of

unset = ("simple", "children", "magellan", "mathematicians")


def last(rules, **more):
    """Three coins draw exactly the stack, and the only cup left goes away with the dump."""
    fields = {"hands": ("3d 2w", "5w 6w"), "dump": "6c 8d 9s", "stack": "Td Tw 5s", "rest": "away"}
    return table(rules, **(fields | more))


@clause("CP-22", "CP-20", no_cups_end="automatic")
def test_cp_22_automatic_the_last_cup_put_away_ends_the_game(rules):
    state = play(last(rules), "3d")
    # Four cards against two.
    assert ended(state, "no_cups", 1)
    assert at(state, "turn") == 0


@clause("CP-22", no_cups_end="automatic")
@pytest.mark.parametrize(
    "more",
    [
        {"hands": ("3d 2w Kc", "5w 6w")},
        {"hands": ("3d 2w", "5w 6w Kc")},
        {"graveyards": ("Kc", "")},
        {"graveyards": ("", "7w Kc")},
        {"graveyards": ("", "Kc / 7w")},
    ],
    ids=["own hand", "other hand", "own graveyard", "other graveyard", "covered"],
)
def test_cp_22_automatic_a_cup_in_a_hand_or_graveyard_is_in_play(rules, more):
    assert turn_of(play(last(rules, **more), "3d"), 1)


@clause("CP-22", no_cups_end="automatic")
def test_cp_22_automatic_only_a_renewed_stack_asks_for_cups(rules):
    state = table(rules, hands=("Ts 2w", "5w 6w"), dump="8d 9s", stack="4d 5d", rest="away")
    then(state, "Ts", turn=1)
    # Nor does a draw that leaves something of the stack.
    state = table(rules, hands=("Ad 2w", "5w 6w"), dump="8d 9s", stack="4d 5d", rest="away")
    then(state, "Ad", turn=1)


@clause("CP-22", "CP-21", no_cups_end="automatic")
def test_cp_22_automatic_an_empty_dump_asks_too(rules):
    state = table(rules, hands=("2s", "5w 6w"), dump="6c 9s", stack="4w", rest="away")
    # A card in hand and one in the graveyard each count: two against two.
    assert ended(play(state, "bury"), "no_cups", 0, 1)


@clause(
    "CP-22", "CP-30", rules=["children", {"set": "simple", "cup_goes": "side"}, {"set": "magellan", "cup_goes": "side"}]
)
def test_cp_22_cups_of_the_side_pile_are_not_in_play(rules):
    state = last(rules, dump="8d 9s", side="6c 7c Kc")
    assert ended(play(state, "3d"), "no_cups", 1)


@clause("CP-22", no_cups_end="automatic")
def test_cp_22_fewest_cards_of_several_players(rules):
    state = last(rules, hands=("3d 2w", "5w 6w 7w", "4s", "2d 3s"))
    assert ended(play(state, "3d"), "no_cups", 2)


@clause("CP-22", no_cups_end="automatic")
def test_cp_22_ties_share(rules):
    state = last(rules, hands=("3d 2w", "5w 6w", "4s 7s", "2d 3s 4w"))
    assert ended(play(state, "3d"), "no_cups", 1, 2)


@clause("CP-22", no_cups_end="automatic")
def test_cp_22_the_player_on_turn_can_win(rules):
    assert ended(play(last(rules, hands=("3d", "5w 6w 7w 8w")), "3d"), "no_cups", 0)


@pytest.mark.parametrize("name", unset)
@pytest.mark.parametrize(("weight", "winners"), [(1, (0, 1)), (2, (0,)), (0, (1,))])
@pytest.mark.clause("CP-22", rules=unset)
def test_cp_22_graveyard_weight(name, weight, winners):
    state = last({"set": name, "graveyard_weight": weight}, hands=("3d 2w", "5w"), graveyards=("", "6w 7w / 8w"))
    # Four in hand against one in hand and three in the graveyard.
    assert ended(play(state, "3d"), "no_cups", *winners)


# With nothing drawn the hand is empty at that moment, and the graveyard not picked up yet.
@pytest.mark.parametrize("name", ["simple", "mathematicians"])
@pytest.mark.parametrize(
    ("weight", "graveyard", "other", "winner"),
    [(0, "6w 7w 8w", "5w", 0), (2, "6w 7w", "5w 4w 2w", 1), (1, "6w", "5w 4w", 0)],
)
@pytest.mark.clause("CP-22", "CP-18", "CP-37", rules=["simple", "mathematicians"])
def test_cp_22_is_counted_before_anybody_picks_up(name, weight, graveyard, other, winner):
    rules = {"set": name, "graveyard_weight": weight}
    state = last(rules, hands=("3d", other), graveyards=(graveyard, ""), stack="")
    assert ended(play(state, "3d"), "no_cups", winner)


@clause("CP-22", no_cups_end="automatic")
def test_cp_22_automatic_there_is_no_call(rules):
    refused(last(rules), "call", "CP-22")


@clause("CP-22", no_cups_end="off")
def test_cp_22_off_the_game_goes_on_without_cups(rules):
    state = last(rules)
    refused(state, "call", "CP-22")
    then(state, "3d", turn=1)


@clause("CP-22", no_cups_end="on_call")
def test_cp_22_on_call_the_game_goes_on_until_somebody_says_so(rules):
    state = play(last(rules), "3d")
    assert turn_of(state, 1)
    assert "call" in moves(state)
    play(state, "call")
    assert ended(state, "no_cups", 1)
    assert at(state, "turn") == 1


@clause("CP-22", no_cups_end="on_call")
def test_cp_22_on_call_needs_no_renewed_stack(rules):
    state = table(rules, hands=("Ts 2w", "5w 6w 7w"), dump="8d 9s", stack="4d 5d", rest="away")
    allowed(state, "call")
    assert ended(play(state, "call"), "no_cups", 0)


@clause("CP-22", no_cups_end="on_call")
@pytest.mark.parametrize(
    "more",
    [
        {"hands": ("3d 2w Kc", "5w 6w"), "dump": "9s"},
        {"graveyards": ("", "Kc / 7w"), "dump": "9s"},
        {"dump": "Kc 8d 9s"},
        {"stack": "Td Kc", "dump": "9s"},
    ],
    ids=["hand", "graveyard", "dump", "stack"],
)
def test_cp_22_on_call_with_a_cup_in_play_nothing_happens(rules, more):
    state = last(rules, **more)
    before = state.position()
    then(state, "call", turn=0)
    assert state.position() == before | {"called": True}


@clause("CP-22", no_cups_end="on_call")
def test_cp_22_on_call_once_a_turn(rules):
    state = play(last(rules, hands=("3d 2w Kc", "5w 6w")), "call")
    refused(state, "call", "CP-22")
    assert plays(state) == {"3d", "2w"}
    then(state, "3d", turn=1, called=False)
    assert "call" in moves(state)


@clause("CP-22", "CP-10", no_cups_end="on_call")
def test_cp_22_on_call_a_call_is_no_turn(rules):
    state = table(rules, hands=("2s 3c", "5w 6w"), dump="9s")
    assert moves(state) == {"call", "bury"}
    then(state, "call", moves="bury")


@clause("CP-22", no_cups_end="on_call")
def test_cp_22_on_call_ties_share_and_graveyards_count(rules):
    state = table(rules, hands=("Ts 2w", "5w", "6w 7w 8w"), graveyards=("", "4w", ""), dump="8d 9s", rest="away")
    assert ended(play(state, "call"), "no_cups", 0, 1)


@clause(
    "CP-22",
    "CP-30",
    rules=[{"set": "children", "no_cups_end": "on_call"}, {"set": "democratic-league", "cup_goes": "side"}],
)
def test_cp_22_on_call_a_side_cup_is_not_in_play(rules):
    state = table(rules, hands=("Ts 2w", "5w 6w 7w"), dump="8d 9s", side="4c Kc", rest="away")
    assert ended(play(state, "call"), "no_cups", 0)


@clause("CP-27")
def test_cp_27_sixty_idle_turns_for_each_player_end_the_game(rules):
    state = table(rules, hands=("Ts 2w 3w", "5w"), dump="9s", idle=119)
    assert ended(play(state, "Ts"), "guard", 1)


@clause("CP-27")
def test_cp_27_one_turn_less_does_not(rules):
    state = play(table(rules, hands=("Ts 2w 3w", "5w Ks"), dump="9s", idle=118), "Ts")
    then(state, turn=1, idle=119)
    assert ended(play(state, "Ks"), "guard", 1)


@clause("CP-27")
@pytest.mark.parametrize(("hands", "limit"), [(("Ts 2w", "5w", "6w 7w"), 180), (("Ts 2w", "5w", "6w", "7w"), 240)])
def test_cp_27_more_players_need_more_turns(rules, hands, limit):
    assert turn_of(play(table(rules, hands=hands, dump="9s", idle=limit - 2), "Ts"), 1)
    state = play(table(rules, hands=hands, dump="9s", idle=limit - 1), "Ts")
    assert state.result is not None
    assert state.result.reason == "guard"


@clause("CP-27", "CP-14", "CP-15", "CP-16")
@pytest.mark.parametrize(("dump", "card"), [("9s", "Ad"), ("9s", "Pd"), ("9s", "9c")])
def test_cp_27_a_card_drawn_or_taken_starts_the_count_again(rules, dump, card):
    state = play(table(rules, hands=(f"{card} 2w", "5w 6w"), dump=dump, idle=119), card)
    then(state, turn=1, idle=0)


@clause("CP-27", "CP-17")
def test_cp_27_a_bury_draws(rules):
    state = play(table(rules, hands=("2s 3c", "5w 6w"), dump="9s", idle=119), "bury")
    then(state, turn=1, idle=0)


@clause("CP-27", "CP-13")
def test_cp_27_a_gift_starts_the_count_again_but_keeping_does_not(rules):
    given = play(table(rules, hands=("As 2w", "5w 6w 7w"), dump="9s", idle=119), "As", "+5w")
    then(given, turn=1, idle=0)
    kept = play(table(rules, hands=("As 2w", "5w 6w 7w"), dump="9s", idle=119), "As", "keep")
    assert ended(kept, "guard", 0)


@clause("CP-27")
def test_cp_27_ties_share(rules):
    state = table(rules, hands=("Ts 2w", "5w", "6w 7w"), dump="9s", idle=179)
    assert ended(play(state, "Ts"), "guard", 0, 1)


@pytest.mark.parametrize("name", EVERY_SET)
@pytest.mark.parametrize(("weight", "winners"), [(1, (0, 1)), (2, (0,)), (0, (1,))])
@pytest.mark.clause("CP-27", "CP-22", rules=EVERY_SET)
def test_cp_27_graveyards_weigh_as_for_the_last_cup(name, weight, winners):
    rules = {"set": name, "graveyard_weight": weight}
    state = table(rules, hands=("Ts 2w 3w", "5w"), graveyards=("", "4w"), dump="9s", idle=119)
    assert ended(play(state, "Ts"), "guard", *winners)


@clause("CP-27", "CP-18")
def test_cp_27_going_out_comes_first(rules):
    state = table(rules, hands=("Ts", "5w"), dump="9s", idle=119)
    assert ended(play(state, "Ts"), "went_out", 0)


@clause("CP-37", "CP-22", "CP-18", rules=["simple", "children", "mathematicians", "magellan"])
def test_cp_37_going_out_decides_over_the_last_cup(rules):
    # Three coins find no card to draw: the hand is empty, and the last cup goes away with the dump.
    state = last(rules, hands=("3d", "5w 6w"), stack="")
    assert ended(play(state, "3d"), "went_out", 0)


@clause("CP-37", "CP-11", "CP-3")
def test_cp_37_play_reverses_before_the_next_player_is_found(rules):
    state = play(table(rules, hands=("Ts 2w", "5w 6w", "7w 8w"), dump="9c"), "Ts")
    assert turn_of(state, 2)


@clause("CP-37", "CP-14", "CP-20")
def test_cp_37_the_draw_comes_before_the_stack_is_renewed(rules):
    at_start = position(rules, hands=("3d 2w Kc", "5w 6w"), dump="6c 8d 9s", stack="Td Tw 5s", rest="away")
    state = play(last(rules, hands=("3d 2w Kc", "5w 6w")), "3d")
    assert hand(state, 0) == bag(["2w", "Kc", *at_start["stack"]])
    assert bag(at(state, "dump")) + bag(at(state, "stack")) == bag("8d 9s")
