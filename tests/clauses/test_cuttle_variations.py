import pytest

import undercut
from tests.clauses.cuttle_table import clause, moves_of, position, table, then, won
from tests.clauses.shared import allowed, play, refused


@clause("CU-8a", "CU-14", "CU-30", eight_scraps_eight=True, open_end=False)
def test_cu_8a_true_the_glasses_go_to_the_scrap_and_the_hand_is_closed_again(rules):
    state = table(rules, hands=("8d Kc", "3d"), points=("4c", "9h:Jc"), permanents=("", "8s Kd"))
    then(state, "8d!8s", "ok", turn=1, points=("4c", "9h:Jc"), permanents={1: "Kd"}, scrap="8d 8s")
    then(state, "draw", "draw", seen={(1, 0): "? Kc"})


@clause("CU-8a", "CU-10", "CU-12", eight_scraps_eight=True)
def test_cu_8a_true_an_eight_can_still_be_points_scuttle_or_glasses(rules):
    state = table(rules, hands=("8d", "3d"), points=("", "7c"), permanents=("", "8s"))
    assert moves_of(state, "8d") == {"8d", "8dx7c", "8d+", "8d!8s"}


@clause("CU-8a", "CU-20", eight_scraps_eight=True)
def test_cu_8a_true_it_names_its_target_and_chooses_nothing_but_glasses(rules):
    state = table(rules, hands=("8d", "3d"), points=("", "8h 9s:Jc"), permanents=("", "8s 8c Kd"))
    assert moves_of(state, "8d!") == {"8d!8s", "8d!8c"}
    refused(state, "8d!", "CU-20")
    for target in ("8h", "Jc", "Kd"):
        refused(state, f"8d!{target}", "CU-8a")


@clause("CU-8a", "CU-24", eight_scraps_eight=True)
def test_cu_8a_true_there_must_be_glasses(rules):
    state = table(rules, hands=("8d", "3d 8c"), points=("", "8h"), permanents=("", "Kd"), scrap="8s")
    assert moves_of(state, "8d!") == set()
    for move in ("8d!", "8d!8c", "8d!8s"):
        refused(state, move, "CU-24")


@clause("CU-8a", "CU-21", eight_scraps_eight=True)
def test_cu_8a_true_a_two_counters_it(rules):
    state = table(rules, hands=("8d", "2d"), permanents=("", "8s"))
    then(state, "8d!8s", "2d!", "ok", permanents={1: "8s"}, scrap="8d 2d")


@clause("CU-8a", "CU-22", eight_scraps_eight=True, queen_guards_oneoffs="all")
def test_cu_8a_true_a_queen_guards_it_like_any_one_off(rules):
    refused(play(table(rules, hands=("8d", "2d"), permanents=("Qc", "8s")), "8d!8s"), "2d!", "CU-22")


@clause("CU-8a", "CU-31", eight_scraps_eight=True)
def test_cu_8a_true_a_queen_guards_the_glasses(rules):
    state = table(rules, hands=("8d", "3d"), permanents=("", "8s Qd"))
    refused(state, "8d!8s", "CU-31")
    assert moves_of(state, "8d!") == set()


@clause("CU-8a", "CU-34", eight_scraps_eight=True, target_side="opponent")
def test_cu_8a_true_opponent_not_ones_own_glasses(rules):
    state = table(rules, hands=("8d", "3d"), permanents=("8h", "8s"))
    allowed(state, "8d!8s")
    refused(state, "8d!8h", "CU-34")
    refused(table(rules, hands=("8d", "3d"), permanents=("8h", "")), "8d!", "CU-24")


@clause("CU-8a", "CU-34", "CU-31", eight_scraps_eight=True, target_side="any", queen_stops="targets")
def test_cu_8a_true_any_ones_own_glasses_too_whatever_queens_there_are(rules):
    state = table(rules, hands=("8d", "3d"), permanents=("8h Qc", "8s Qd"))
    assert moves_of(state, "8d!") == {"8d!8h"}


@clause("CU-8a", "CU-31", eight_scraps_eight=True, target_side="any", queen_stops="effects")
def test_cu_8a_true_effects_an_opposing_queen_stops_every_eight(rules):
    state = table(rules, hands=("8d", "3d"), permanents=("8h", "8s Qd"))
    refused(state, "8d!8h", "CU-31")
    refused(state, "8d!8s", "CU-31")


@clause("CU-8a", "CU-7a", eight_scraps_eight=True, seven=1)
def test_cu_8a_true_a_seven_may_turn_it_up(rules):
    state = table(rules, hands=("7d", "3d"), permanents=("", "8s"), stock="8d")
    then(state, "7d!", "ok", "8d!8s", "ok", turn=1, permanents={1: ""}, scrap="7d 8d 8s")


@clause("CU-8a", "CU-14")
def test_cu_8a_false_an_eight_is_never_a_one_off(rules):
    refused(table(rules, hands=("8d", "3d"), permanents=("", "8s")), "8d!8s", "CU-14")


def scuttled(rules, mine="9c Td", theirs="Tc 3d", **fields):
    card, ten = mine.split()[:2]
    state = table(rules, hands=(ten, theirs), **{"points": (card, ""), "turn": 1, **fields})
    return play(state, f"{theirs.split()[0]}x{card}")


@clause("CU-Ta", "CU-13", "CU-14", ten_undoes_scuttle=True)
@pytest.mark.parametrize("jacks", ["", "Jc Jd"])
def test_cu_ta_true_the_scuttled_card_comes_back_and_the_jacks_stay_in_the_scrap(rules, jacks):
    state = scuttled(rules, points=(f"9c:{jacks.replace(' ', '')}", ""))
    then(state, points={0: ""}, scrap=f"9c Tc {jacks}")
    then(state, "Td!", "ok", turn=1, points=("9c", ""), scrap=f"Tc Td {jacks}")


@clause("CU-Ta", "CU-10", "CU-11", ten_undoes_scuttle=True)
def test_cu_ta_true_a_ten_can_still_be_points_or_scuttle(rules):
    assert moves_of(scuttled(rules, points=("9c", "4d")), "Td") == {"Td", "Tdx4d", "Td!"}


@clause("CU-Ta", ten_undoes_scuttle=True)
def test_cu_ta_true_only_in_the_turn_after_the_scuttle(rules):
    state = scuttled(rules)
    play(state, "draw", "draw")
    refused(state, "Td!", "CU-24")


@clause("CU-Ta", "CU-24", "CU-3a", ten_undoes_scuttle=True)
@pytest.mark.parametrize(
    ("turn", "points", "line"),
    [
        (0, ("", ""), ""),  # no scuttle, though the scrap has both cards of one
        (0, ("", "9c"), "9hx9c draw"),  # one's own
        (1, ("9c", ""), "Tcx9c 3c! ok +9c draw"),  # a three has taken the card
    ],
)
def test_cu_ta_true_only_the_others_scuttle_can_be_undone_while_the_card_lies_in_the_scrap(rules, turn, points, line):
    scrap = "9c Tc" if not line else ""
    state = table(rules, hands=("Td 9h 3c", "3d" if scrap else "Tc 3d"), points=points, scrap=scrap, turn=turn)
    refused(play(state, *line.split()), "Td!", "CU-24")


@clause("CU-Ta", "CU-11", ten_undoes_scuttle=True, scuttle="any")
def test_cu_ta_true_any_not_the_loss_of_a_card_on_the_opponents_own_side(rules):
    state = table(rules, hands=("Td", "Tc 3d"), points=("", "9c"), turn=1)
    refused(play(state, "Tcx9c"), "Td!", "CU-24")


@clause("CU-Ta", "CU-20", ten_undoes_scuttle=True)
def test_cu_ta_true_it_has_no_target(rules):
    refused(scuttled(rules), "Td!9c", "CU-20")


@clause("CU-Ta", "CU-21", ten_undoes_scuttle=True)
@pytest.mark.parametrize(("twos", "points", "scrap"), [("2d", "", "9c Tc Td 2d"), ("2d 2c", "9c", "Tc Td 2c 2d")])
def test_cu_ta_true_a_two_counters_it_for_good_unless_it_is_countered_itself(rules, twos, points, scrap):
    state = table(rules, hands=("Td 2c", "Tc 2d"), points=("9c", ""), turn=1)
    then(state, "Tcx9c", "Td!", *(f"{two}!" for two in twos.split()), "ok", points={0: points}, scrap=scrap)


@clause("CU-Ta", "CU-22", ten_undoes_scuttle=True, queen_guards_oneoffs="all")
def test_cu_ta_true_a_queen_guards_it_like_any_one_off(rules):
    refused(play(scuttled(rules, theirs="Tc 2d", permanents=("Qc", "")), "Td!"), "2d!", "CU-22")


@clause("CU-Ta", "CU-31", ten_undoes_scuttle=True)
def test_cu_ta_true_an_opposing_queen_does_not_stop_it(rules):
    allowed(scuttled(rules, permanents=("", "Qc Qd")), "Td!")


@clause("CU-Ta", "CU-7", ten_undoes_scuttle=True)
def test_cu_ta_true_the_points_count_again(rules):
    assert won(play(scuttled(rules, points=("9c 8c 4c", "")), "Td!", "ok"), 0)


@pytest.mark.parametrize("seven_leaves", ["after", "before", "played"])
@pytest.mark.clause("CU-Ta", "CU-7a", "CU-23")
def test_cu_ta_true_the_ten_may_come_from_a_seven(seven_leaves):
    rules = {"set": "sipie", "ten_undoes_scuttle": True, "seven_leaves": seven_leaves}
    state = play(scuttled(rules, mine="9c 7d", stock="Td"), "7d!", "ok")
    allowed(state, "Td!")
    then(state, "Td!", "ok", points={0: "9c"}, scrap="Tc Td 7d")


@clause("CU-Ta", "CU-7a", ten_undoes_scuttle=True, seven=1)
def test_cu_ta_true_a_scuttle_from_a_seven_is_undone_too(rules):
    state = table(rules, hands=("Td", "7d 3d"), points=("9c", ""), stock="Tc", turn=1)
    then(state, "7d!", "ok", "Tcx9c", "Td!", "ok", points={0: "9c"})


@clause("CU-Ta", "CU-35", ten_undoes_scuttle=True, hand_limit=8)
def test_cu_ta_true_discards_for_the_hand_limit_do_not_matter(rules):
    state = table(rules, hands=("Td", "Tc 3d 3h 3s Kc Kd Kh Ks Qc Qd"), points=("9c", ""), turn=1)
    then(state, "Tcx9c", "-3d", "Td!", "ok", points={0: "9c"})


@clause("CU-Ta", ten_undoes_scuttle=True)
def test_cu_ta_true_a_card_scuttled_twice_comes_back_twice(rules):
    state = table(rules, hands=("Td Th", "Tc 9d"), points=("9c", ""), turn=1)
    then(state, "Tcx9c", "Td!", "ok", "9dx9c", "Th!", "ok", points={0: "9c"}, scrap="Tc Td 9d Th")


@clause("CU-Ta", "CU-9a", ten_undoes_scuttle=True, nine_targets="all", nine_to="player")
def test_cu_ta_true_the_card_counts_as_played_by_the_side_where_it_lies(rules):
    state = table(rules, hands=("Td", "Tc 9d"), points=("9c:Jc", ""), jacked_by={"Jc": 0}, turn=1)
    then(state, "Tcx9c", "Td!", "ok", "9d!9c", "ok", hands={0: "9c"})


@clause("CU-Ta", ten_undoes_scuttle=True)
def test_cu_ta_true_everybody_sees_which_card_it_would_be(rules):
    state = scuttled(rules)
    assert [state.view(seat)["scuttled"] for seat in (0, 1, None)] == ["9c"] * 3
    assert undercut.from_view(state.view(0)).view(0) == state.view(0)
    then(state, "Td!", "ok", scuttled=None)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"scuttled": "9h"}, "scuttled: 9h is not a point card in the scrap"),
        ({"scuttled": "Jc"}, "scuttled: Jc is not a point card in the scrap"),
        ({"scuttled": "Tc"}, "scuttled: the card that scuttled Tc must be in the scrap"),
        ({"scuttled": "9c", "passes": 1, "rest": "scrap"}, "scuttled: no player has passed since"),
        ({"scuttled": "9"}, "scuttled: "),
        ({"scuttled": ["9c"]}, "scuttled: "),
        ({"phase": "counter", "waiting": {"card": "Td", "target": None}}, "scuttled: Td needs a scuttle to undo"),
        (
            {"phase": "counter", "waiting": {"card": "Td", "target": "9c"}, "scuttled": "9c"},
            "waiting.target: Td has no",
        ),
        ({"phase": "counter", "waiting": {"card": "8d", "target": "8s"}}, "waiting.card: 8d is not a one-off"),
    ],
)
@pytest.mark.clause("CU-Ta")
def test_cu_ta_true_impossible_positions_are_refused(fields, message):
    rules = {"set": "sipie", "ten_undoes_scuttle": True}
    start = position(rules, **{"hands": ("3d", ""), "scrap": "9c Tc Jc", **fields})
    with pytest.raises(undercut.BadPosition, match=message):
        undercut.from_position(start)


@clause("CU-Ta", "CU-14")
def test_cu_ta_false_a_ten_is_never_a_one_off(rules):
    state = scuttled(rules)
    assert moves_of(state, "Td") == {"Td"}
    refused(state, "Td!", "CU-14")
    assert "scuttled" not in state.position()
    with pytest.raises(undercut.BadPosition, match="scuttled: under these rules no scuttle is undone"):
        undercut.from_position({**state.position(), "scuttled": "9c"})
