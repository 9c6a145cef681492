"""Cups, "The stack runs out": a draw larger than the stack, CP-23 (and the order of what follows, CP-37)."""

import pytest

from tests.clauses.cups_table import (
    away,
    bag,
    clause,
    ended,
    forced,
    plays,
    position,
    then,
    under,
)

# The five sets by name where they have the value, else with the option changed.


def spot(rules, **more):
    """A five of coins on swords: five cards are due and the stack has two."""
    fields = {"hands": ("5d Kc", "2w Pw"), "dump": "4w 6c 8d Ts 2d Qw 9s", "stack": "Td 3w", "rest": "away"}
    return position(rules, **(fields | more))


def bury(rules, **more):
    """Three cards are buried and the stack has one."""
    fields = {"hands": ("2s 3c 8c", "2w Pw", "7w 3d"), "dump": "4w 6c 8d 9s", "stack": "Td", "rest": "away"}
    return position(rules, **(fields | more))


def gone(state, start):
    """Return what was put away since the start."""
    return away(state) - bag(start["away"])


@clause("CP-23", "CP-20", short_draw="rest")
def test_cp_23_rest_takes_what_is_there(rules):
    start = spot(rules)
    state = forced(start, "5d", "Ts 4w 9s Qw 8d 2d")
    then(state, turn=1, hands={0: "Kc Td 3w"}, gone="5d 6c", dump="Ts", stack="4w 9s Qw 8d 2d")


@clause("CP-23", "CP-21", short_draw="dump")
def test_cp_23_dump_takes_the_whole_dump_too(rules):
    start = spot(rules)
    state = forced(start, "5d")
    then(
        state,
        turn=1,
        hands={0: "Kc Td 3w 4w 8d Ts 2d Qw 9s"},
        gone="5d 6c",
        dump="",
        stack="",
        lead=True,
        plays="2w Pw",
    )


@clause("CP-23", "CP-20", short_draw="league")
def test_cp_23_league_draws_from_the_bottom_of_the_dump(rules):
    start = spot(rules)
    state = forced(start, "5d", "9s Qw")
    then(state, turn=1, hands={0: "Kc 4w 6c 8d Ts 2d"}, gone="Td 3w 5d", dump="9s", stack="Qw")


@clause("CP-23", "CP-20", short_draw="magellan")
def test_cp_23_magellan_deals_the_missing_cards_onto_the_new_dump(rules):
    start = spot(rules)
    state = forced(start, "5d", "Ts 4w 9s Qw 8d 2d")
    then(state, turn=1, hands={0: "Kc Td 3w"}, gone="5d 6c", dump="Ts 4w 9s Qw", stack="8d 2d")


@clause("CP-23", "CP-17", short_draw="rest")
def test_cp_23_rest_for_a_bury(rules):
    start = bury(rules)
    state = forced(start, "bury", "8d 4w")
    then(state, hands={0: "Td"}, graveyards={0: "3c 8c 2s"}, gone="9s 6c", dump="8d", stack="4w")


@clause("CP-23", "CP-17", "CP-21", short_draw="dump")
def test_cp_23_dump_for_a_bury(rules):
    start = bury(rules)
    state = forced(start, "bury")
    then(state, hands={0: "Td 4w 8d"}, graveyards={0: "3c 8c 2s"}, gone="9s 6c", dump="", stack="", lead=True)


@clause("CP-23", "CP-17", "CP-21", short_draw="league")
def test_cp_23_league_for_a_bury(rules):
    start = bury(rules)
    state = forced(start, "bury")
    then(state, turn=1, hands={0: "4w 6c 8d"}, graveyards={0: "3c 8c 2s"}, gone="Td 9s", dump="", stack="", lead=True)


@clause("CP-23", "CP-17", short_draw="magellan")
def test_cp_23_magellan_for_a_bury_and_the_emptied_stack_is_left_alone(rules):
    start = bury(rules)
    # Two cards are missing and only one is left to be dealt onto the turned one: no second putting away.
    state = forced(start, "bury", "8d 4w")
    then(state, turn=1, hands={0: "Td"}, gone="9s 6c", dump="8d 4w", stack="")


@clause("CP-23", "CP-12", "CP-16", short_draw="magellan")
def test_cp_23_magellan_the_last_card_dealt_is_active(rules):
    start = spot(rules, hands=("5d Kc", "Ks Nw Qc 8c 9c"))
    state = forced(start, "5d", "Ts 4w 9s Qw 8d 2d")
    assert plays(state) == {"Ks", "Qc"}


@clause("CP-23", "CP-21", short_draw="magellan")
def test_cp_23_magellan_with_nothing_to_shuffle_nothing_is_dealt(rules):
    start = bury(rules, dump="6c 9s")
    state = forced(start, "bury")
    then(state, hands={0: "Td"}, dump="", stack="", lead=True)


@clause(
    "CP-23",
    "CP-20",
    rules=[*({"set": "simple", "short_draw": value} for value in ("rest", "dump", "league", "magellan"))],
)
def test_cp_23_a_draw_as_large_as_the_stack_is_not_short(rules):
    start = spot(rules, hands=("2s Kc", "2w Pw"), dump="4w 6c 8d Ts 2d Qw", stack="Td 3w")
    state = forced(start, "2s", "Ts 4w Qw 8d 2d")
    then(state, hands={0: "Kc Td 3w"}, gone="2s 6c", dump="Ts", stack="4w Qw 8d 2d")


def short(value, set_="simple"):
    return {"set": set_, "short_draw": value}


@pytest.mark.parametrize(
    ("rules", "taken", "put_away", "shuffle", "new_dump", "new_stack"),
    [
        (short("rest"), "", "Pd 6c", "8d 9s 4w", "8d", "9s 4w"),
        (short("dump"), "4w 8d 9s", "Pd 6c", "", "", ""),
        (short("league"), "4w 6c", "Pd", "8d 9s", "8d", "9s"),
        (short("magellan"), "", "Pd 6c", "8d 9s 4w", "8d 9s 4w", ""),
    ],
)
@pytest.mark.clause("CP-23", "CP-15", "CP-20")
def test_cp_23_a_court_with_an_empty_stack(rules, taken, put_away, shuffle, new_dump, new_stack):
    start = position(rules, hands=("Pd Kc", "2w Pw"), dump="4w 6c 8d 9s", rest="away")
    state = forced(start, "Pd", *([shuffle] if shuffle else []))
    then(state, turn=1, hands={0: f"Kc {taken}"}, gone=put_away, dump=new_dump, stack=new_stack, lead=not new_dump)


@clause("CP-23", "CP-21", short_draw="league")
def test_cp_23_league_never_takes_the_active_card(rules):
    start = spot(rules, dump="8d 9s")
    state = forced(start, "5d")
    then(state, hands={0: "Kc 8d 9s"}, gone="Td 3w 5d", dump="", stack="", lead=True)


@clause("CP-23", "CP-17", short_draw="league")
def test_cp_23_league_a_bury_over_a_lonely_active_card_draws_nothing(rules):
    start = bury(rules, dump="9s")
    state = forced(start, "bury")
    then(state, turn=1, hands={0: ""}, graveyards={0: "3c 8c 2s"}, gone="Td 9s")


@clause("CP-23", "CP-20", short_draw="league")
def test_cp_23_league_cups_left_in_the_dump_are_put_away(rules):
    start = spot(rules, hands=("3d Kc", "2w Pw"), dump="4w 8d Ts 6c Qw 9s", stack="Td")
    state = forced(start, "3d", "Qw 9s")
    then(state, hands={0: "Kc 4w 8d Ts"}, gone="Td 3d 6c")


@pytest.mark.parametrize(
    ("rules", "taken", "put_away", "shuffle", "new_dump", "new_stack"),
    [
        (short("rest", "children"), "Td", "6c", "9s 8d 4w", "9s", "8d 4w"),
        (short("dump", "children"), "Td 4w 8d 9s", "6c", "", "", ""),
        (short("league", "children"), "4w 8d 9s", "Td 6c", "", "", ""),
        (short("magellan", "children"), "Td", "6c", "9s 8d 4w", "9s 8d 4w", ""),
    ],
)
@pytest.mark.clause("CP-23", "CP-30", "CP-17")
def test_cp_23_side_an_active_side_cup_leaves_the_whole_dump_to_be_drawn(
    rules, taken, put_away, shuffle, new_dump, new_stack
):
    start = bury(rules, hands=("2c 3c 8c", "2w Pw", "7w 3d"), dump="4w 8d 9s", side="6c", side_active=True)
    state = forced(start, "bury", *([shuffle] if shuffle else []))
    then(
        state,
        hands={0: taken},
        gone=put_away,
        dump=new_dump,
        stack=new_stack,
        side="",
        side_active=False,
        lead=not new_dump,
    )


@clause("CP-37", "CP-18", "CP-20", "CP-23", short_draw="rest")
def test_cp_37_a_last_card_that_draws_nothing_wins_after_the_stack_was_renewed(rules):
    start = spot(rules, hands=("5d", "Kc 2w"), stack="")
    state = forced(start, "5d", "Ts 4w 9s Qw 8d 2d")
    assert ended(state, "went_out", 0)


@clause("CP-37", "CP-18", "CP-20", "CP-23", rules=under("simple", "magellan", "mathematicians", short_draw="rest"))
def test_cp_37_a_last_card_that_draws_nothing_picks_up_after_the_stack_was_renewed(rules):
    start = spot(rules, hands=("5d", "Kc 2w"), graveyards=("7w / 3d", ""), stack="")
    state = forced(start, "5d", "Ts 4w 9s Qw 8d 2d")
    then(state, turn=1, hands={0: "7w 3d"}, graveyards={0: ""}, dump="Ts")


@clause("CP-37", "CP-18", "CP-23", short_draw="dump")
def test_cp_37_a_last_card_that_draws_the_dump_does_not_win(rules):
    state = forced(spot(rules, hands=("5d", "Kc 2w"), stack=""), "5d")
    then(state, turn=1, hands={0: "4w 8d Ts 2d Qw 9s"})
