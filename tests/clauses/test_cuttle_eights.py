"""Cuttle, the eight as a one-off: CU-8a with its option."""

from tests.clauses.cuttle_table import clause, moves_of, permanents, seen, table, then
from tests.clauses.shared import allowed, play, refused


@clause("CU-8a", "CU-14", eight_scraps_eight=True)
def test_cu_8a_true_the_glasses_go_to_the_scrap(rules):
    state = table(rules, hands=("8d", "3d"), permanents=("", "8s Kd"))
    then(state, "8d!8s", "ok", turn=1, permanents={1: "Kd"}, scrap="8d 8s")


@clause("CU-8a", "CU-30", eight_scraps_eight=True, open_end=False)
def test_cu_8a_true_the_hand_is_closed_again(rules):
    state = table(rules, hands=("8d Kc", "3d"), permanents=("", "8s"))
    play(state, "8d!8s", "ok", "draw", "draw")
    assert seen(state, 1, 0) == ["?", "Kc"]


@clause("CU-8a", "CU-10", "CU-12", eight_scraps_eight=True)
def test_cu_8a_true_an_eight_can_still_be_points_scuttle_or_glasses(rules):
    state = table(rules, hands=("8d", "3d"), points=("", "7c"), permanents=("", "8s"))
    assert moves_of(state, "8d") == {"8d", "8dx7c", "8d+", "8d!8s"}


@clause("CU-8a", eight_scraps_eight=True)
def test_cu_8a_true_it_chooses_nothing_but_glasses(rules):
    state = table(rules, hands=("8d", "3d"), points=("", "8h 9s:Jc"), permanents=("", "8s Kd"))
    assert moves_of(state, "8d!") == {"8d!8s"}
    for target in ("8h", "Jc", "Kd"):
        refused(state, f"8d!{target}", "CU-8a")


@clause("CU-8a", "CU-20", eight_scraps_eight=True)
def test_cu_8a_true_it_names_its_target(rules):
    state = table(rules, hands=("8d", "3d"), permanents=("", "8s 8h"))
    refused(state, "8d!", "CU-20")
    assert moves_of(state, "8d!") == {"8d!8s", "8d!8h"}


@clause("CU-8a", "CU-24", eight_scraps_eight=True)
def test_cu_8a_true_there_must_be_glasses(rules):
    state = table(rules, hands=("8d", "3d 8c"), points=("", "8h"), permanents=("", "Kd"), scrap="8s")
    assert moves_of(state, "8d!") == set()
    refused(state, "8d!", "CU-24")
    for target in ("8c", "8s"):
        refused(state, f"8d!{target}", "CU-24")


@clause("CU-8a", "CU-21", eight_scraps_eight=True)
def test_cu_8a_true_a_two_counters_it(rules):
    state = table(rules, hands=("8d", "2d"), permanents=("", "8s"))
    then(state, "8d!8s", "2d!", "ok", permanents={1: "8s"}, scrap="8d 2d")


@clause("CU-8a", "CU-22", eight_scraps_eight=True, queen_guards_oneoffs="all")
def test_cu_8a_true_a_queen_guards_it_like_any_one_off(rules):
    state = table(rules, hands=("8d", "2d"), permanents=("Qc", "8s"))
    refused(play(state, "8d!8s"), "2d!", "CU-22")


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
    play(state, "7d!", "ok", "8d!8s", "ok")
    assert permanents(state, 1) == set()
    then(state, turn=1, scrap="7d 8d 8s")


@clause("CU-8a", eight_scraps_eight=True)
def test_cu_8a_true_point_cards_stay_where_they_are(rules):
    state = table(rules, hands=("8d", "3d"), points=("4c", "9h:Jc"), permanents=("", "8s"))
    then(state, "8d!8s", "ok", points=("4c", "9h:Jc"))


@clause("CU-8a", "CU-14")
def test_cu_8a_false_an_eight_is_never_a_one_off(rules):
    state = table(rules, hands=("8d", "3d"), permanents=("", "8s"))
    assert moves_of(state, "8d") == {"8d", "8d+"}
    refused(state, "8d!8s", "CU-14")
    refused(state, "8d!", "CU-14")
