import pytest

from tests.clauses.cups_table import EVERY_SET, at, bag, clause, position, table, then
from tests.clauses.shared import allowed, ended, moves, play, refused

unset = ("simple", "children", "magellan", "mathematicians")
weights = pytest.mark.parametrize(("weight", "winners"), [(1, (0, 1)), (2, (0,)), (0, (1,))])


def last(rules, **more):
    """Three coins draw exactly the stack, and the only cup left goes away with the dump."""
    fields = {"hands": ("3d 2w", "5w 6w"), "dump": "6c 8d 9s", "stack": "Td Tw 5s", "rest": "away"}
    return table(rules, **(fields | more))


@clause("CP-22", "CP-20", no_cups_end="automatic")
@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        (("3d 2w", "5w 6w"), [1]),  # four cards against two
        (("3d", "5w 6w 7w 8w"), [0]),
        (("3d 2w", "5w 6w 7w", "4s", "2d 3s"), [2]),
        (("3d 2w", "5w 6w", "4s 7s", "2d 3s 4w"), [1, 2]),  # ties share
    ],
)
def test_cp_22_automatic_the_last_cup_put_away_ends_the_game_and_fewest_cards_win(rules, hands, winners):
    state = play(last(rules, hands=hands), "3d")
    assert ended(state, "no_cups", *winners)
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
    then(last(rules, **more), "3d", turn=1)


@clause("CP-22", no_cups_end="automatic")
@pytest.mark.parametrize("card", ["Ts", "Ad"])
def test_cp_22_automatic_only_a_renewed_stack_asks_for_cups(rules, card):
    # Neither a play without a draw, nor a draw that leaves something of the stack.
    state = table(rules, hands=(f"{card} 2w", "5w 6w"), dump="8d 9s", stack="4d 5d", rest="away")
    then(state, card, turn=1)


@clause("CP-22", "CP-21", no_cups_end="automatic")
def test_cp_22_automatic_an_empty_dump_asks_too(rules):
    state = table(rules, hands=("2s", "5w 6w"), dump="6c 9s", stack="4w", rest="away")
    # A card in hand and one in the graveyard each count: two against two.
    assert ended(play(state, "bury"), "no_cups", 0, 1)


@clause(
    "CP-22", "CP-30", rules=["children", {"set": "simple", "cup_goes": "side"}, {"set": "magellan", "cup_goes": "side"}]
)
def test_cp_22_cups_of_the_side_pile_are_not_in_play(rules):
    assert ended(play(last(rules, dump="8d 9s", side="6c 7c Kc"), "3d"), "no_cups", 1)


@pytest.mark.parametrize("name", unset)
@weights
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
    state = then(last(rules), "3d", turn=1)
    allowed(state, "call")
    assert ended(play(state, "call"), "no_cups", 1)
    assert at(state, "turn") == 1


@clause("CP-22", no_cups_end="on_call")
@pytest.mark.parametrize(
    ("hands", "graveyards", "winners"),
    [
        (("Ts 2w", "5w 6w 7w"), ("", ""), [0]),  # no stack needs to be renewed
        (("Ts 2w", "5w", "6w 7w 8w"), ("", "4w", ""), [0, 1]),  # ties share, and graveyards count
    ],
)
def test_cp_22_on_call_fewest_cards_win(rules, hands, graveyards, winners):
    state = table(rules, hands=hands, graveyards=graveyards, dump="8d 9s", stack="4d 5d", rest="away")
    assert ended(play(state, "call"), "no_cups", *winners)


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


@clause("CP-22", "CP-10", no_cups_end="on_call")
def test_cp_22_on_call_once_a_turn_and_a_call_is_no_turn(rules):
    state = play(last(rules, hands=("3d 2w Kc", "5w 6w")), "call")
    refused(state, "call", "CP-22")
    then(state, plays="3d 2w")
    then(state, "3d", turn=1, called=False)
    assert "call" in moves(state)
    state = then(table(rules, hands=("2s 3c", "5w 6w"), dump="9s"), moves="call bury")
    then(state, "call", moves="bury")


@clause(
    "CP-22",
    "CP-30",
    rules=[{"set": "children", "no_cups_end": "on_call"}, {"set": "democratic-league", "cup_goes": "side"}],
)
def test_cp_22_on_call_a_side_cup_is_not_in_play(rules):
    state = table(rules, hands=("Ts 2w", "5w 6w 7w"), dump="8d 9s", side="4c Kc", rest="away")
    assert ended(play(state, "call"), "no_cups", 0)


@clause("CP-27")
@pytest.mark.parametrize(
    ("hands", "limit", "winners"),
    [
        (("Ts 2w 3w", "5w Ks"), 120, [0, 1]),
        (("Ts 2w 3w", "5w"), 120, [1]),
        (("Ts 2w", "5w", "6w 7w"), 180, [0, 1]),  # ties share
        (("Ts 2w", "5w", "6w", "7w"), 240, [0, 1, 2, 3]),
    ],
)
def test_cp_27_sixty_idle_turns_for_each_player_end_the_game_and_fewest_cards_win(rules, hands, limit, winners):
    then(table(rules, hands=hands, dump="9s", idle=limit - 2), "Ts", turn=1, idle=limit - 1)
    assert ended(play(table(rules, hands=hands, dump="9s", idle=limit - 1), "Ts"), "guard", *winners)


@clause("CP-27", "CP-13", "CP-14", "CP-15", "CP-16", "CP-17")
@pytest.mark.parametrize(
    ("hand", "line"), [("Ad 2w", "Ad"), ("Pd 2w", "Pd"), ("9c 2w", "9c"), ("2s 3c", "bury"), ("As 2w", "As +5w")]
)
def test_cp_27_a_card_drawn_taken_or_given_starts_the_count_again(rules, hand, line):
    state = table(rules, hands=(hand, "5w 6w"), dump="9s", idle=119)
    then(state, *line.split(), turn=1, idle=0)


@clause("CP-27", "CP-13")
def test_cp_27_keeping_does_not(rules):
    state = table(rules, hands=("As 2w", "5w 6w 7w"), dump="9s", idle=119)
    assert ended(play(state, "As", "keep"), "guard", 0)


@pytest.mark.parametrize("name", EVERY_SET)
@weights
@pytest.mark.clause("CP-27", "CP-22", rules=EVERY_SET)
def test_cp_27_graveyards_weigh_as_for_the_last_cup(name, weight, winners):
    rules = {"set": name, "graveyard_weight": weight}
    state = table(rules, hands=("Ts 2w 3w", "5w"), graveyards=("", "4w"), dump="9s", idle=119)
    assert ended(play(state, "Ts"), "guard", *winners)


@clause("CP-27", "CP-18")
def test_cp_27_going_out_comes_first(rules):
    assert ended(play(table(rules, hands=("Ts", "5w"), dump="9s", idle=119), "Ts"), "went_out", 0)


@clause("CP-37", "CP-22", "CP-18", rules=["simple", "children", "mathematicians", "magellan"])
def test_cp_37_going_out_decides_over_the_last_cup(rules):
    # Three coins find no card to draw: the hand is empty, and the last cup goes away with the dump.
    assert ended(play(last(rules, hands=("3d", "5w 6w"), stack=""), "3d"), "went_out", 0)


@clause("CP-37", "CP-14", "CP-20")
def test_cp_37_the_draw_comes_before_the_stack_is_renewed(rules):
    hands = ("3d 2w Kc", "5w 6w")
    drawn = position(rules, hands=hands, dump="6c 8d 9s", stack="Td Tw 5s", rest="away")["stack"]
    state = then(last(rules, hands=hands), "3d", hands={0: ["2w", "Kc", *drawn]})
    assert bag(at(state, "dump")) + bag(at(state, "stack")) == bag("8d 9s")
