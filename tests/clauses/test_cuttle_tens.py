"""Cuttle, the ten as a one-off: CU-Ta with its option."""

import pytest

import undercut
from tests.clauses.cuttle_table import clause, moves_of, position, table, then, won
from tests.clauses.shared import allowed, play, refused


def scuttled(rules, mine="9c Td", theirs="Tc 3d", **fields):
    """Seat 0 has just lost the nine of clubs to the ten of clubs, and it is its turn."""
    card, ten = mine.split()[:2]
    state = table(rules, hands=(ten, theirs), **{"points": (card, ""), "turn": 1, **fields})
    return play(state, f"{theirs.split()[0]}x{card}")


@clause("CU-Ta", "CU-14", ten_undoes_scuttle=True)
def test_cu_ta_true_the_scuttled_card_comes_back(rules):
    state = scuttled(rules)
    then(state, points={0: ""}, scrap="9c Tc")
    then(state, "Td!", "ok", turn=1, points=("9c", ""), scrap="Tc Td")


@clause("CU-Ta", "CU-10", "CU-11", ten_undoes_scuttle=True)
def test_cu_ta_true_a_ten_can_still_be_points_or_scuttle(rules):
    state = scuttled(rules, points=("9c", "4d"))
    assert moves_of(state, "Td") == {"Td", "Tdx4d", "Td!"}


@clause("CU-Ta", "CU-13", ten_undoes_scuttle=True)
def test_cu_ta_true_the_jacks_stay_in_the_scrap(rules):
    state = scuttled(rules, points=("9c:JcJd", ""))
    then(state, "Td!", "ok", points={0: "9c"}, scrap="Tc Td Jc Jd")


@clause("CU-Ta", ten_undoes_scuttle=True)
def test_cu_ta_true_only_in_the_turn_after_the_scuttle(rules):
    state = scuttled(rules)
    play(state, "draw", "draw")
    refused(state, "Td!", "CU-24")


@clause("CU-Ta", "CU-24", ten_undoes_scuttle=True)
def test_cu_ta_true_there_must_be_a_scuttle(rules):
    state = table(rules, hands=("Td", "3d"), points=("", "4d"), scrap="9c Tc")
    refused(state, "Td!", "CU-24")
    assert moves_of(state, "Td") == {"Td", "Tdx4d"}


@clause("CU-Ta", ten_undoes_scuttle=True)
def test_cu_ta_true_not_ones_own_scuttle(rules):
    state = table(rules, hands=("Td 9h", "3d"), points=("", "9c"))
    play(state, "9hx9c", "draw")
    refused(state, "Td!", "CU-24")


@clause("CU-Ta", "CU-11", ten_undoes_scuttle=True, scuttle="any")
def test_cu_ta_true_any_not_the_loss_of_a_card_on_the_opponents_own_side(rules):
    state = table(rules, hands=("Td", "Tc 3d"), points=("", "9c"), turn=1)
    play(state, "Tcx9c")
    refused(state, "Td!", "CU-24")


@clause("CU-Ta", "CU-20", ten_undoes_scuttle=True)
def test_cu_ta_true_it_has_no_target(rules):
    refused(scuttled(rules), "Td!9c", "CU-20")


@clause("CU-Ta", "CU-21", ten_undoes_scuttle=True)
def test_cu_ta_true_a_two_counters_it_for_good(rules):
    state = scuttled(rules, mine="9c Td", theirs="Tc 2d")
    then(state, "Td!", "2d!", "ok", points={0: ""}, scrap="9c Tc Td 2d")


@clause("CU-Ta", "CU-21", ten_undoes_scuttle=True)
def test_cu_ta_true_a_countered_counter_brings_the_card_back(rules):
    state = table(rules, hands=("Td 2c", "Tc 2d"), points=("9c", ""), turn=1)
    then(state, "Tcx9c", "Td!", "2d!", "2c!", "ok", points={0: "9c"}, scrap="Tc Td 2c 2d")


@clause("CU-Ta", "CU-22", ten_undoes_scuttle=True, queen_guards_oneoffs="all")
def test_cu_ta_true_a_queen_guards_it_like_any_one_off(rules):
    state = scuttled(rules, mine="9c Td", theirs="Tc 2d", permanents=("Qc", ""))
    refused(play(state, "Td!"), "2d!", "CU-22")


@clause("CU-Ta", "CU-31", ten_undoes_scuttle=True)
def test_cu_ta_true_an_opposing_queen_does_not_stop_it(rules):
    allowed(scuttled(rules, permanents=("", "Qc Qd")), "Td!")


@clause("CU-Ta", "CU-7", ten_undoes_scuttle=True)
def test_cu_ta_true_the_points_count_again(rules):
    state = scuttled(rules, points=("9c 8c 4c", ""))
    assert won(play(state, "Td!", "ok"), 0)


@pytest.mark.parametrize("seven_leaves", ["after", "before", "played"])
@pytest.mark.clause("CU-Ta", "CU-7a", "CU-23")
def test_cu_ta_true_the_ten_may_come_from_a_seven(seven_leaves):
    rules = {"set": "sipie", "ten_undoes_scuttle": True, "seven_leaves": seven_leaves}
    state = scuttled(rules, mine="9c 7d", stock="Td")
    play(state, "7d!", "ok")
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


@clause("CU-Ta", "CU-3a", ten_undoes_scuttle=True)
def test_cu_ta_true_a_card_that_a_three_took_is_gone(rules):
    state = table(rules, hands=("Td 3c", "Tc 4d"), points=("9c", ""), turn=1)
    then(state, "Tcx9c", "3c!", "ok", "+9c", "draw", hands={0: "Td 9c"})
    refused(state, "Td!", "CU-24")


@clause("CU-Ta", "CU-9a", ten_undoes_scuttle=True, nine_targets="all", nine_to="player")
def test_cu_ta_true_the_card_counts_as_played_by_the_side_where_it_lies(rules):
    state = table(rules, hands=("Td", "Tc 9d"), points=("9c:Jc", ""), jacked_by={"Jc": 0}, turn=1)
    then(state, "Tcx9c", "Td!", "ok", "9d!9c", "ok", hands={0: "9c"})


@clause("CU-Ta", ten_undoes_scuttle=True)
def test_cu_ta_true_everybody_sees_which_card_it_would_be(rules):
    state = scuttled(rules)
    assert [state.view(seat)["scuttled"] for seat in (0, 1, None)] == ["9c"] * 3
    assert undercut.from_position(state.position()).position() == state.position()
    assert undercut.from_view(state.view(0)).view(0) == state.view(0)
    play(state, "Td!")
    assert undercut.from_position(state.position()).position() == state.position()
    then(state, "ok", scuttled=None)


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
