"""Cups, "Family and other options": sitting out, CP-33."""

import pytest

from tests.clauses.cups_table import clause, forced, position, table, then, under
from tests.clauses.shared import ended, play, refused

gives = under("children", "simple", "mathematicians", empty_hand="sit_out", sit_out_gives=True)


@clause("CP-33", "CP-18")
@pytest.mark.parametrize(
    ("empty_hand", "hand", "graveyard", "out"), [("pick_up", "8w 6w 5w", "", []), ("sit_out", "", "8w / 6w 5w", [0])]
)
def test_cp_33_a_player_without_a_hand_picks_the_graveyard_up_or_is_out(rules, empty_hand, hand, graveyard, out):
    state = table(
        {"set": rules, "empty_hand": empty_hand},
        hands=("Ts", "2d 7d", "3d Ks"),
        graveyards=("8w / 6w 5w", "", ""),
        dump="9s",
    )
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
    """Seat 2 sits out behind a graveyard of two layers."""
    fields = {
        "hands": ("As 2w", "5w 6w", "", "8w 9w"),
        "graveyards": ("", "Tw", "3d / 4d 7d", ""),
        "out": [2],
        "dump": "9s",
    }
    return table(rules, **(fields | more))


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
    start = position(
        rules,
        hands=("3d Kc", "2w 5w", ""),
        graveyards=("", "", "4d 7c"),
        out=[2],
        dump="8d 9s",
        stack="Td Tw 5s",
        rest="away",
    )
    then(forced(start, "3d", "9s 8d"), graveyards={2: "4d 7c"}, gone="3d", plays="2w 5w")
