import pytest

from tests.clauses.cups_table import EVERY_SET, bag, clause, pile, table, then
from tests.clauses.shared import allowed, ended, play, refused


def side_rules(**options):
    """Return rules with a side pile: the children's game and the simple one."""
    return [{"set": "children", **options}, {"set": "simple", "cup_goes": "side", **options}]


no = ["children", {"set": "simple", "cup_goes": "side"}]
may = side_rules(unseen_cup="may")
may_cup = side_rules(unseen_cup="may", unseen_cup_allows_cup=True)
must = side_rules(unseen_cup="must")
must_cup = side_rules(unseen_cup="must", unseen_cup_allows_cup=True)

HAND = "Ts 2d As 5w Ks 4c 9c 2s"
SEEING = "Ts 2d As 5w Ks 2s"
IGNORING = "Ts~ 2d~ As~ 5w~ Ks~"


def unseen(rules, cards=HAND, **more):
    """The seven of cups is active on the side; the nine of swords lies on the dump."""
    fields = {"hands": (cards, "3s 6w", "8w 6s"), "dump": "3w 9s", "side": "7c", "side_active": True}
    return table(rules, **(fields | {"stack": "Td Tw 8d 6d Kd"} | more))


@clause("CP-31", "CP-11", rules=no)
def test_cp_31_no_the_cup_counts(rules):
    state = then(unseen(rules), plays=SEEING)
    refused(state, "Ts~", "CP-31")
    refused(state, "9c", "CP-11")


@clause("CP-31", rules=may)
def test_cp_31_may_both_ways_are_offered(rules):
    state = then(unseen(rules), plays=f"{SEEING} {IGNORING}")
    allowed(state, "2d", "2d~")
    refused(state, "2s~")
    refused(state, "9c~", "CP-31")


@clause("CP-31", "CP-16", rules=may_cup)
def test_cp_31_may_with_a_cup_allowed(rules):
    state = then(unseen(rules), plays=f"{SEEING} {IGNORING} 9c~")
    refused(state, "4c~", "CP-16", "CP-31")
    refused(state, "9c", "CP-11")


# Reading: under `must` there is nothing to tell apart, so moves are written without `~` (CP-31 has it with `may`).
@clause("CP-31", rules=must)
def test_cp_31_must_only_the_dump_counts(rules):
    state = then(unseen(rules), plays="Ts 2d As 5w Ks")
    refused(state, "2s", "CP-12", "CP-31")
    refused(state, "9c", "CP-31", "CP-11", "CP-16")


@clause("CP-31", "CP-16", rules=must_cup)
def test_cp_31_must_with_a_cup_allowed(rules):
    then(unseen(rules), plays="Ts 2d As 5w Ks 9c")


unseeing = pytest.mark.parametrize(("value", "mark"), [("may", "~"), ("must", "")])


@unseeing
@pytest.mark.parametrize(
    ("card", "drawn"), [("Ts", ""), ("Ks", ""), ("2d", "Td Tw"), ("5w", "Td Tw 8d 6d Kd"), ("Qd", "Td Tw 8d")]
)
@pytest.mark.clause("CP-31", "CP-12", "CP-14", "CP-15", rules=["children"])
def test_cp_31_the_costs_are_those_of_the_dump_and_play_does_not_reverse(value, mark, card, drawn):
    state = unseen({"set": "children", "unseen_cup": value}, cards=f"{card} 2w")
    then(state, card + mark, turn=1, hands={0: f"2w {drawn}"}, direction=1)
    then(state, dump=f"3w 9s {card}", side="7c", side_active=False)


@unseeing
@pytest.mark.clause("CP-31", "CP-13", rules=["children"])
def test_cp_31_an_ace_of_the_suit_asks_for_gifts(value, mark):
    state = unseen({"set": "children", "unseen_cup": value}, cards="As 2w")
    then(state, f"As{mark}", phase="gift", givers=[1, 2], side_active=False)
    then(state, "+6w", "keep", turn=1, hands={0: "2w 6w"}, direction=1)


@unseeing
@pytest.mark.clause("CP-31", "CP-16", "CP-30", rules=["children"])
def test_cp_31_a_cup_of_the_value_goes_to_the_side_pile_and_takes_the_dump(value, mark):
    rules = {"set": "children", "unseen_cup": value, "unseen_cup_allows_cup": True}
    state = unseen(rules, cards="9c 2w", dump="3w 4d 5d 9s")
    then(state, f"9c{mark}", turn=1, hands={0: "2w 9s 5d 4d"}, dump="3w", side="7c 9c", side_active=True, direction=1)


@clause("CP-31", "CP-11", rules=may)
def test_cp_31_may_the_seen_cup_costs_nothing_and_reverses(rules):
    state = unseen(rules)
    then(state, "2d", turn=2, hands={0: bag(HAND) - bag("2d")}, direction=-1, side_active=False)


@clause("CP-31", "CP-17", rules=may)
def test_cp_31_may_who_can_play_neither_way_buries(rules):
    then(unseen(rules, cards="4c 9c Tc"), plays="bury")


@clause("CP-31", "CP-10", "CP-17", rules=may_cup)
def test_cp_31_may_a_legal_play_on_the_dump_forbids_burying(rules):
    refused(then(unseen(rules, cards="4c 9c Tc"), plays="9c~"), "bury", "CP-10", "CP-17")


@clause("CP-31", "CP-17", rules=must)
def test_cp_31_must_who_can_play_nothing_on_the_dump_buries(rules):
    state = then(unseen(rules, cards="2s 9c 5s"), plays="bury")
    then(state, "bury", turn=1, side_active=True)


@clause("CP-31", "CP-11", rules=[may[0], must[0], must_cup[1]])
@pytest.mark.parametrize("dump", ["", "9c"])
def test_cp_31_without_a_card_on_the_dump_that_is_no_cup_the_cup_counts(rules, dump):
    state = then(unseen(rules, cards="Ts 2d 4c", dump=dump), plays="Ts 2d")
    then(state, "2d", hands={0: "Ts 4c"}, direction=-1, side_active=False, lead=False)


@clause("CP-31", rules=[may[0], must[0]])
def test_cp_31_only_while_the_cup_is_active(rules):
    state = then(unseen(rules, side_active=False), plays="Ts 2d As 5w Ks 9c")
    refused(state, "Ts~", "CP-31")


@clause("CP-31", rules=[{"set": "simple", "unseen_cup": "may"}, {"set": "simple", "unseen_cup": "must"}])
def test_cp_31_without_a_side_pile_the_option_has_no_effect(rules):
    then(table(rules, hands=("Ts 2d 4c 2s", "3d"), dump="9s 7c"), plays="Ts 2d 2s")


@clause("CP-31", "CP-16", "CP-30", rules=may[:1])
def test_cp_31_the_player_after_the_one_who_played_the_cup_may_ignore_it(rules):
    state = table(rules, hands=("9c 2d", "Ts 3c", "4d 5d"), dump="8s 4w 6d 7d 9s", stack="Td")
    # Three cards were taken, so the four of wands is the top of the dump.
    then(state, "9c", dump="8s 4w", plays="Ts Ts~")


run = [{"set": "children", "side_run": True}, {"set": "simple", "cup_goes": "side", "side_run": True}]
run += [{"set": "children", "side_run": True, "cup_burns": True}]


def runnable(rules, cards="8c 2s", **more):
    """The seven of cups tops the side pile; it is no longer active."""
    return table(rules, **({"hands": (cards, "3s 6w", "8w 6s"), "dump": "3w 9s", "side": "2c 7c"} | more))


@clause("CP-32", "CP-10", "CP-17", "CP-36", rules=run)
def test_cp_32_the_next_cup_may_be_played_on_the_side_pile_so_there_is_no_burying(rules):
    state = then(runnable(rules), plays="8c")
    refused(state, "bury", "CP-10", "CP-17", "CP-32")
    stack = pile(state, "stack")
    then(state, "8c", turn=1, hands={0: "2s"}, stack=stack, direction=1)
    then(state, dump="3w 9s", side="2c 7c 8c", side_active=False)


@clause("CP-32", rules=run)
def test_cp_32_not_beside_another_legal_move(rules):
    state = then(runnable(rules, cards="8c 2s Ts"), plays="Ts")
    refused(state, "8c", "CP-32", "CP-16")
    then(runnable(rules, cards="8c 2s", side_active=True), plays="2s")


@clause("CP-32", "CP-11", rules=run)
def test_cp_32_an_active_side_pile_stays_active(rules):
    state = then(runnable(rules, cards="8c 3c", side_active=True), plays="8c")
    then(state, "8c", turn=1, hands={0: "3c"}, side="2c 7c 8c", side_active=True, direction=1)


@clause("CP-32", "CP-1", rules=run)
@pytest.mark.parametrize(
    ("top", "card", "legal"),
    [
        *((top, card, card) for top, card in (("Ac", "2c"), ("9c", "Tc"), ("Tc", "Pc"), ("Pc", "Nc"), ("Qc", "Kc"))),
        *(("7c", cup, "bury") for cup in ("6c", "9c")),  # only the cup one higher
        ("Kc", "Ac", "bury"),
        ("", "Ac", "bury"),
    ],
)
def test_cp_32_the_cup_one_higher_and_nothing_after_the_king_nor_on_an_empty_pile(rules, top, card, legal):
    state = then(runnable(rules, cards=f"{card} 2s", side=top, dump="3w Ks"), plays=legal)
    if legal == card:
        then(state, card, side=f"{top} {card}")


@clause("CP-32", "CP-16", rules=run)
def test_cp_32_a_cup_of_the_active_value_is_played_at_its_usual_price(rules):
    state = runnable(rules, dump="3w 4w 5w 8s")
    then(state, "8c", hands={0: "2s 8s 5w 4w"}, side="2c 7c 8c", side_active=True, dump="3w")


@clause("CP-32", "CP-18", rules=run)
def test_cp_32_the_last_card_wins(rules):
    assert ended(play(runnable(rules, cards="8c"), "8c"), "went_out", 0)


@clause("CP-32", rules=["children", {"set": "simple", "side_run": True}, {"set": "simple", "cup_goes": "side"}])
def test_cp_32_not_without_the_option_nor_without_a_side_pile(rules):
    side = "" if rules == {"set": "simple", "side_run": True} else "2c 7c"
    state = then(runnable(rules, side=side), plays="bury")
    refused(state, "8c", "CP-16", "CP-32")


@pytest.mark.parametrize("name", EVERY_SET)
@pytest.mark.clause("CP-32", rules=EVERY_SET)
def test_cp_32_side_run_in_every_set(name):
    then(runnable({"set": name, "cup_goes": "side", "side_run": True}), plays="8c")
