import pytest

import undercut
from tests.clauses.cups_table import bag, clause, forced, option, pile, plays, position, table, then, under
from tests.clauses.shared import ended, play, refused

one_pack = ["simple", "children", "democratic-league", "magellan"]
side_sets = ["children", {"set": "simple", "cup_goes": "side"}]
# Sets where a draw that finds nothing changes nothing but what CP-20 says.
rest_sets = ["simple", "children", "mathematicians"]


def exact(rules, **more):
    """Three coins draw exactly the three cards of the stack; the king of cups keeps a cup in play (CP-22)."""
    fields = {"hands": ("3d Kc 2w", "5d 6d"), "dump": "6c 4w 8d 9s", "stack": "Td Tw 5s", "rest": "away"}
    return position(rules, **(fields | more))


@clause("CP-20", "CP-14", "CP-15", "CP-17")
@pytest.mark.parametrize(
    ("hand", "dump", "move", "shuffle", "hand_then", "gone"),
    [
        ("3d Kc 2w", "6c 4w 8d 9s", "3d", "8d 9s 4w", "Kc 2w Td Tw 5s", "3d 6c"),
        ("Pd Kc 2w", "6c 4w 8d 9s", "Pd", "4w 8d 9s", "Kc 2w Td Tw 5s", "Pd 6c"),
        ("2s 3c 7s", "6c 4w 8d 9s", "bury", "4w 8d", "Td Tw 5s", "9s 6c"),  # the active card goes away
    ],
)
def test_cp_20_the_active_card_and_the_cups_go_away(rules, hand, dump, move, shuffle, hand_then, gone):
    state = forced(exact(rules, hands=(hand, "5d Kw", "7d"), dump=dump), move, shuffle)
    top, _, rest = shuffle.partition(" ")
    then(state, turn=1, hands={0: hand_then}, gone=gone, dump=top, stack=rest, direction=1)


@clause("CP-20", "CP-17", "CP-11", rules=one_pack)
def test_cp_20_after_a_bury_on_a_cup_of_the_dump(rules):
    state = forced(exact(rules, hands=("2c 3c 7c", "5d 6d", "7d"), dump="4w 8d 6c"), "bury", "4w 8d")
    then(state, gone="6c", dump="4w", stack="8d", direction=1)


@clause("CP-20")
def test_cp_20_the_turned_card_is_active(rules):
    then(forced(exact(rules, hands=("3d Kc 2w", "5d 9d Ac 7c 8c")), "3d", "8d 9s 4w"), plays="9d 8c")


@clause("CP-20")
def test_cp_20_the_shuffle_is_noted_top_first(rules):
    state = play(undercut.from_position(exact(rules)), "3d")
    ((top, *rest),) = state.shuffles
    assert bag([top, *rest]) == bag("4w 8d 9s")
    then(state, dump=top, stack=rest)


@clause("CP-20")
def test_cp_20_a_stack_with_a_card_left_is_not_renewed(rules):
    then(forced(exact(rules, stack="Td Tw 5s 7w"), "3d"), stack="7w", dump="6c 4w 8d 9s 3d", gone="")


@clause("CP-20", "CP-14", "CP-15", "CP-23", rules=rest_sets)
@pytest.mark.parametrize("card", ["3d", "Pd", "Ad"])
def test_cp_20_a_draw_that_found_nothing_counts(rules, card):
    state = forced(exact(rules, hands=(f"{card} Kc 2w", "5d 6d"), stack=""), card, "9s 4w 8d")
    then(state, turn=1, hands={0: "Kc 2w"}, gone=f"{card} 6c", dump="9s", stack="4w 8d")


@clause("CP-20", "CP-11", "CP-12")
@pytest.mark.parametrize(("dump", "card"), [("4w 9s", "Ts"), ("4w 9c", "Ts"), ("4w 9c", "3d"), ("4w 9c", "Kd")])
def test_cp_20_a_play_without_a_draw_leaves_an_empty_stack_alone(rules, dump, card):
    state = forced(position(rules, hands=(f"{card} 2w", "5d Kc"), dump=dump, rest="away"), card)
    then(state, turn=1, stack="", dump=f"{dump} {card}", gone="")


@clause("CP-20", "CP-16", rules=one_pack)
def test_cp_20_taking_cards_from_the_dump_is_no_draw(rules):
    state = forced(position(rules, hands=("9c 2w", "5d Kc"), dump="3w 4w 5w 6w 9s", rest="away"), "9c")
    then(state, hands={0: "2w 9s 6w 5w"}, stack="", gone="")
    assert pile(state, "dump")[:2] == ["3w", "4w"]


@clause("CP-20", "CP-13")
def test_cp_20_gifts_are_no_draw(rules):
    state = forced(position(rules, hands=("As 2w", "5d Kc"), dump="4w 9s", rest="away"), "As +5d")
    then(state, stack="", dump="4w 9s As")


@clause("CP-20")
def test_cp_20_one_card_left_is_the_new_dump_and_the_stack_is_empty(rules):
    then(forced(exact(rules, dump="9s"), "3d", "9s"), turn=1, dump="9s", stack="")


@clause("CP-20")
def test_cp_20_cups_in_hands_and_graveyards_stay(rules):
    state = forced(exact(rules, graveyards=("2c", "3c / 4d")), "3d", "8d 9s 4w")
    then(state, hands={0: "Kc 2w Td Tw 5s"}, graveyards=("2c", "3c / 4d"))


@clause("CP-20", "CP-30", rules=side_sets)
def test_cp_20_side_the_side_pile_stays_where_it_is(rules):
    state = forced(exact(rules, side="2c 7c"), "3d", "8d 9s 4w")
    then(state, side="2c 7c", side_active=False, gone="3d 6c")


@clause("CP-20", "CP-30", "CP-12", "CP-14", "CP-17", rules=side_sets)
def test_cp_20_side_its_top_goes_away_when_it_is_active(rules):
    hands = ("3c 4c 8c", "2s 6d Kc", "7d")
    state = forced(exact(rules, hands=hands, dump="4w 8d 9s", side="2c 7c", side_active=True), "bury", "9s 8d 4w")
    then(state, turn=1, gone="7c", side="2c", side_active=False, direction=1)
    # The card under the cup was not the active one: it is shuffled with the others. The turned card is active then.
    then(state, dump="9s", stack="8d 4w", plays="6d")


def bare(rules, **more):
    """Seat 0 buries, draws the last two cards, and leaves nothing to shuffle."""
    fields = {"hands": ("2s 3c", "Ad Kw 7c 5d", "6w 8w"), "dump": "6c 9s", "stack": "4w 5w", "rest": "away"}
    return position(rules, **(fields | more))


@clause("CP-21")
def test_cp_21_with_nothing_left_to_shuffle_the_dump_is_empty_and_the_next_player_leads_any_card(rules):
    state = forced(bare(rules), "bury")
    then(state, turn=1, gone="9s 6c", dump="", stack="", lead=True, plays="Ad Kw 7c 5d")
    refused(state, "bury", "CP-10", "CP-17", "CP-21")


@clause("CP-21")
@pytest.mark.parametrize("card", ["Ad", "Kw", "5d"])
def test_cp_21_leading_costs_nothing(rules, card):
    state = forced(bare(rules), f"bury {card}")
    then(state, turn=2, hands={1: bag("Ad Kw 7c 5d") - bag(card)}, dump=card, stack="", lead=False, direction=1)


@clause("CP-21", "CP-11", "CP-30", rules=["simple", "democratic-league", "magellan", *side_sets])
def test_cp_21_a_led_cup_is_active_and_takes_nothing(rules):
    aside = option(rules, "cup_goes") == "side"
    state = forced(bare(rules), "bury 7c")
    then(state, turn=2, hands={1: "Ad Kw 5d"}, lead=False, direction=1)
    then(state, dump="" if aside else "7c", side="7c" if aside else "", side_active=aside)
    then(state, "6w", turn=1, direction=-1)


@clause("CP-21", "CP-30", rules=side_sets)
def test_cp_21_side_a_lead_follows_when_the_active_cup_was_all_there_was(rules):
    start = bare(rules, hands=("3c 4c", "Ad Kw 7c 5d", "6w 8w"), dump="", side="6c", side_active=True)
    then(forced(start, "bury"), gone="6c", dump="", side="", side_active=False, lead=True, plays="Ad Kw 7c 5d")


@clause("CP-21", "CP-18")
def test_cp_21_leading_the_last_card_wins(rules):
    assert ended(forced(bare(rules, hands=("2s 3c", "Kw", "6w 8w")), "bury Kw"), "went_out", 1)


# CP-23 in four ways. A five of coins on swords: five cards are due and the stack has two.
FIVE = {"hands": ("5d Kc", "2w Pw"), "dump": "4w 6c 8d Ts 2d Qw 9s", "stack": "Td 3w"}
# Three cards are buried and the stack has one.
BURY = {"hands": ("2s 3c 8c", "2w Pw", "7w 3d"), "dump": "4w 6c 8d 9s", "stack": "Td"}
# A court, with an empty stack.
COURT = {"hands": ("Pd Kc", "2w Pw"), "dump": "4w 6c 8d 9s"}
# A bury while a cup of the side pile is active, which leaves the whole dump to be drawn.
ASIDE = {"hands": ("2c 3c 8c", "2w Pw", "7w 3d"), "dump": "4w 8d 9s", "stack": "Td", "side": "6c", "side_active": True}


def short(fields, rules, move, shuffle, **changed):
    """Play a move that draws more than the stack has; no shuffle is said where nothing is left to shuffle."""
    return forced(position(rules, **{"rest": "away", **fields, **changed}), move, *([shuffle] if shuffle else []))


@pytest.mark.parametrize(
    ("value", "fields", "move", "shuffle", "hand", "gone", "dump", "stack"),
    [
        ("rest", FIVE, "5d", "Ts 4w 9s Qw 8d 2d", "Kc Td 3w", "5d 6c", "Ts", "4w 9s Qw 8d 2d"),
        ("rest", BURY, "bury", "8d 4w", "Td", "9s 6c", "8d", "4w"),
        ("rest", COURT, "Pd", "8d 9s 4w", "Kc", "Pd 6c", "8d", "9s 4w"),
        # The whole dump is taken too, but the active card and the cups.
        ("dump", FIVE, "5d", "", "Kc Td 3w 4w 8d Ts 2d Qw 9s", "5d 6c", "", ""),
        ("dump", BURY, "bury", "", "Td 4w 8d", "9s 6c", "", ""),
        ("dump", COURT, "Pd", "", "Kc 4w 8d 9s", "Pd 6c", "", ""),
        # The stack is put away, and the cards come from the bottom of the dump, cups included.
        ("league", FIVE, "5d", "9s Qw", "Kc 4w 6c 8d Ts 2d", "Td 3w 5d", "9s", "Qw"),
        ("league", BURY, "bury", "", "4w 6c 8d", "Td 9s", "", ""),
        ("league", COURT, "Pd", "8d 9s", "Kc 4w 6c", "Pd", "8d", "9s"),
        # The missing cards are dealt onto the new dump, as far as they go: no second putting away.
        ("magellan", FIVE, "5d", "Ts 4w 9s Qw 8d 2d", "Kc Td 3w", "5d 6c", "Ts 4w 9s Qw", "8d 2d"),
        ("magellan", BURY, "bury", "8d 4w", "Td", "9s 6c", "8d 4w", ""),
        ("magellan", COURT, "Pd", "8d 9s 4w", "Kc", "Pd 6c", "8d 9s 4w", ""),
    ],
)
@clause(
    "CP-23", "CP-15", "CP-17", "CP-20", "CP-21", rules=["simple", "democratic-league", "magellan", "mathematicians"]
)
def test_cp_23_a_draw_larger_than_the_stack(rules, value, fields, move, shuffle, hand, gone, dump, stack):
    state = short(fields, {"set": rules, "short_draw": value}, move, shuffle)
    then(state, turn=1, hands={0: hand}, gone=gone, dump=dump, stack=stack, lead=not dump)
    then(state, graveyards={0: "3c 8c 2s" if move == "bury" else ""})


@pytest.mark.parametrize(
    ("value", "shuffle", "hand", "gone", "dump", "stack"),
    [
        ("rest", "9s 8d 4w", "Td", "6c", "9s", "8d 4w"),
        ("dump", "", "Td 4w 8d 9s", "6c", "", ""),
        ("league", "", "4w 8d 9s", "Td 6c", "", ""),
        ("magellan", "9s 8d 4w", "Td", "6c", "9s 8d 4w", ""),
    ],
)
@clause("CP-23", "CP-30", "CP-17", rules=["children"])
def test_cp_23_side_an_active_side_cup_leaves_the_whole_dump(rules, value, shuffle, hand, gone, dump, stack):
    state = short(ASIDE, {"set": rules, "short_draw": value}, "bury", shuffle)
    then(state, hands={0: hand}, gone=gone, dump=dump, stack=stack, side="", side_active=False, lead=not dump)


@clause("CP-23", "CP-20", rules=under("simple", short_draw="rest"))
@pytest.mark.parametrize("value", ["rest", "dump", "league", "magellan"])
def test_cp_23_a_draw_as_large_as_the_stack_is_not_short(rules, value):
    fields = FIVE | {"hands": ("2s Kc", "2w Pw"), "dump": "4w 6c 8d Ts 2d Qw"}
    state = short(fields, {"set": rules, "short_draw": value}, "2s", "Ts 4w Qw 8d 2d")
    then(state, hands={0: "Kc Td 3w"}, gone="2s 6c", dump="Ts", stack="4w Qw 8d 2d")


@clause("CP-23", "CP-21", "CP-17", short_draw="league")
def test_cp_23_league_never_takes_the_active_card(rules):
    then(short(FIVE, rules, "5d", "", dump="8d 9s"), hands={0: "Kc 8d 9s"}, gone="Td 3w 5d", dump="", lead=True)
    then(short(BURY, rules, "bury", "", dump="9s"), turn=1, hands={0: ""}, gone="Td 9s")


@clause("CP-23", "CP-20", short_draw="league")
def test_cp_23_league_cups_left_in_the_dump_are_put_away(rules):
    fields = {"hands": ("3d Kc", "2w Pw"), "dump": "4w 8d Ts 6c Qw 9s", "stack": "Td"}
    then(short(fields, rules, "3d", "Qw 9s"), hands={0: "Kc 4w 8d Ts"}, gone="Td 3d 6c")


@clause("CP-23", "CP-12", "CP-16", "CP-21", short_draw="magellan")
def test_cp_23_magellan_the_last_card_dealt_is_active_and_with_nothing_to_shuffle_none_is_dealt(rules):
    state = short(FIVE, rules, "5d", "Ts 4w 9s Qw 8d 2d", hands=("5d Kc", "Ks Nw Qc 8c 9c"))
    assert plays(state) == {"Ks", "Qc"}
    then(short(BURY, rules, "bury", "", dump="6c 9s"), hands={0: "Td"}, dump="", stack="", lead=True)


@clause("CP-37", "CP-18", "CP-20", "CP-23", short_draw="rest")
def test_cp_37_a_last_card_that_draws_nothing_wins_after_the_stack_was_renewed(rules):
    state = short(FIVE, rules, "5d", "Ts 4w 9s Qw 8d 2d", hands=("5d", "Kc 2w"), stack="")
    assert ended(state, "went_out", 0)


@clause("CP-37", "CP-18", "CP-20", "CP-23", rules=under("simple", "magellan", "mathematicians", short_draw="rest"))
def test_cp_37_a_last_card_that_draws_nothing_picks_up_after_the_stack_was_renewed(rules):
    changed = {"hands": ("5d", "Kc 2w"), "graveyards": ("7w / 3d", ""), "stack": ""}
    state = short(FIVE, rules, "5d", "Ts 4w 9s Qw 8d 2d", **changed)
    then(state, turn=1, hands={0: "7w 3d"}, graveyards={0: ""}, dump="Ts")


@clause("CP-37", "CP-18", "CP-23", short_draw="dump")
def test_cp_37_a_last_card_that_draws_the_dump_does_not_win(rules):
    state = short(FIVE, rules, "5d", "", hands=("5d", "Kc 2w"), stack="")
    then(state, turn=1, hands={0: "4w 8d Ts 2d Qw 9s"})


# The way to CP-25 is always the same: everybody but seat 1 lost his hand in an earlier bury, the stack is empty, and
# seat 1 buries too. He draws nothing, and the stack is renewed (CP-20): that is the first order given to `forced`. The
# turn that begins then is the one of CP-25.

# Where a bury over an empty stack draws nothing (`short_draw=rest`), and where it adds to the new dump.
plain_rest_sets = ["simple", "mathematicians", {"set": "democratic-league", "short_draw": "rest"}]
OLD = ("2w", "3c 2s", "4d / 5d")
PICKED_UP = ("2w", "2s 3c", "4d 5d")
NONE = ("", "", "")


def beaten(rules, dump, **more):
    """Three players; the nine of swords on top of the given dump is buried on."""
    fields = {"hands": ("", "2s 3c", ""), "graveyards": ("2w", "", "4d / 5d"), "rest": "away", "turn": 1}
    return position(rules, **(fields | {"dump": f"{dump} 9s"} | more))


@clause("CP-25", rules=plain_rest_sets)
def test_cp_25_the_stack_is_dealt_and_the_rest_put_away(rules):
    state = forced(beaten(rules, "4w 5w 6w 7w 8w 9w Tw Pw"), "bury", "Pw 4w 5w 6w 7w 8w 9w Tw", "Pw")
    # One card at a time, from the player on turn (seat 2) in the direction of play; one is left over.
    then(state, turn=2, hands={2: "4w 7w", 0: "5w 8w", 1: "6w 9w"}, gone="9s Tw", graveyards=OLD)
    then(state, dump="Pw", stack="", direction=1)
    assert [" ".join(order) for order in state.shuffles] == ["Pw 4w 5w 6w 7w 8w 9w Tw", "Pw"]


@clause("CP-25", rules=plain_rest_sets)
def test_cp_25_the_deal_follows_the_direction_of_play(rules):
    state = forced(beaten(rules, "4w 5w 6w 7w Pw", direction=-1), "bury", "Pw 4w 5w 6w 7w", "Pw")
    then(state, turn=0, hands={0: "4w", 2: "5w", 1: "6w"}, gone="9s 7w", direction=-1)


@clause("CP-25", "CP-10", rules=plain_rest_sets)
def test_cp_25_the_player_on_turn_then_plays_as_usual(rules):
    state = forced(beaten(rules, "4w 5w 6w 7w 8w 9w Nw"), "bury", "6w 4w 7w 5w Nw 8w 9w", "6w")
    then(state, hands={2: "4w Nw"}, plays="Nw")
    then(state, "Nw", turn=0)


@clause("CP-25", "CP-23", rules=["magellan"])
def test_cp_25_the_whole_dump_is_the_new_stack(rules):
    # Two cards were missing: two more lie on the new dump.
    state = forced(beaten(rules, "4w 5w 6w 7w 8w 9w Tw Pw"), "bury", "Pw 4w 5w 6w 7w 8w 9w Tw", "5w Pw 4w")
    then(state, hands={2: "6w", 0: "7w", 1: "8w"}, gone="9s 9w Tw", dump="5w", stack="Pw 4w", graveyards=OLD)


@clause("CP-25", "CP-20", "CP-30", rules=under("simple", "mathematicians", cup_goes="side"))
@pytest.mark.parametrize(
    ("dump", "shuffles", "lead"),
    [("4w 5w 6w 7w 8w", ("8w 4w 5w 6w 7w", "8w"), False), ("4w 5w", ("5w 4w", "5w"), True)],
    ids=["dealt", "nobody got a card"],
)
def test_cp_25_no_cup_on_the_side_pile_is_active_then(rules, dump, shuffles, lead):
    start = beaten(rules, dump, hands=("", "2c 3c", ""), side="5c 9c", side_active=True)
    start = {**start, "dump": start["dump"][:-1], "away": [*start["away"], "9s"]}
    then(forced(start, "bury", *shuffles), turn=2, side="5c", side_active=False, lead=lead)


@clause("CP-25", "CP-21", rules=plain_rest_sets)
@pytest.mark.parametrize(
    ("dump", "shuffles"), [("4w 5w", ("5w 4w", "5w")), ("", ())], ids=["too few cards", "nothing at all"]
)
def test_cp_25_when_nobody_would_get_a_card_all_pick_up_and_a_lead_follows(rules, dump, shuffles):
    state = forced(beaten(rules, dump), "bury", *shuffles)
    then(state, turn=2, hands=PICKED_UP, graveyards=NONE, gone=f"9s {dump}", dump="", stack="", lead=True)
    then(state, plays="4d 5d")
    then(state, "5d", turn=0, hands={2: "4d"}, dump="5d")


@clause("CP-25", "CP-23", rules=["magellan"])
def test_cp_25_the_second_stack_stays_when_it_is_too_small_as_well(rules):
    state = forced(beaten(rules, "5w 6w 7w 4w Pw"), "bury", "Pw 4w 5w 6w 7w", "4w Pw 5w")
    then(state, turn=2, hands=PICKED_UP, gone="9s 6w 7w 4w", dump="", stack="Pw 5w", lead=True)


@clause("CP-25", "CP-23", rules=["magellan"])
def test_cp_25_a_second_try_can_succeed(rules):
    start = position(rules, hands=("", "2s 3c 4s"), graveyards=("2w", ""), dump="5w 6w 7w 8w 9s", rest="away", turn=1)
    # Three cards were missing, so all four lie on the dump and the stack is empty; the second stack has three.
    state = forced(start, "bury", "5w 6w 7w 8w", "6w 5w 8w 7w", "6w")
    then(state, turn=0, hands=("5w", "8w"), gone="9s 7w", dump="6w", stack="", graveyards=("2w", "3c 2s 4s"))


@clause("CP-25", "CP-19", rules=plain_rest_sets)
def test_cp_25_not_while_somebody_holds_a_hand(rules):
    state = forced(beaten(rules, "4w 5w 6w 7w Pw", hands=("8w", "2s 3c", "")), "bury", "Pw 4w 5w 6w 7w")
    then(state, turn=2, hands=("8w", "", "4d 5d"), graveyards={2: ""}, dump="Pw", stack="4w 5w 6w 7w")


@clause("CP-25", "CP-19", rules=[{"set": "simple", "redeal": False}, {"set": "mathematicians", "redeal": False}])
def test_cp_25_without_redeal_the_player_on_turn_picks_up(rules):
    state = forced(beaten(rules, "4w 5w 6w 7w Pw"), "bury", "Pw 4w 5w 6w 7w")
    then(state, turn=2, hands={2: "4d 5d"}, graveyards=("2w", "3c 2s", ""), dump="Pw", stack="4w 5w 6w 7w")


@clause(
    "CP-25",
    "CP-33",
    rules=["children", {"set": "simple", "empty_hand": "sit_out"}, {"set": "children", "redeal": True}],
)
def test_cp_25_sitting_out_there_is_no_redeal(rules):
    state = forced(beaten(rules, "4w 5w 6w 7w Pw", out=[0, 2]), "bury", "Pw 4w 5w 6w 7w")
    assert ended(state, "smallest_graveyard", 0)


GIVE_BACK = {"set": "simple", "redeal_ace": "return"}
REMOVE = {"set": "simple", "redeal_ace": "remove"}
aces = [GIVE_BACK, REMOVE, {"set": "mathematicians", "redeal_ace": "return"}]


@clause("CP-26", "CP-25", rules=aces)
def test_cp_26_a_player_dealt_an_ace_is_asked_at_once_and_ok_goes_on_dealing(rules):
    shuffles = ("Pw 4w Aw 6w 7w 8w 9w", "Pw")
    state = forced(beaten(rules, "4w Aw 6w 7w 8w 9w Pw"), "bury", *shuffles[:1])
    then(state, phase="redeal", to_move=0, moves="Aw^ ok", hands=("Aw", "", "4w"), dump="Pw", stack="6w 7w 8w 9w")
    for move in ("Aw", "bury", "keep", "call", "4w", "6w"):
        refused(state, move)
    state = forced(beaten(rules, "4w Aw 6w 7w 8w 9w Pw"), "bury ok", *shuffles)
    then(state, turn=2, hands={2: "4w 7w", 0: "Aw 8w", 1: "6w 9w"}, gone="9s", dump="Pw", stack="", graveyards=OLD)


@clause("CP-26", rules=["simple", "mathematicians"])
def test_cp_26_none_nobody_is_asked(rules):
    state = forced(beaten(rules, "4w Aw 6w 7w 8w 9w Pw"), "bury", "Pw 4w Aw 6w 7w 8w 9w", "Pw")
    then(state, turn=2, hands={0: "Aw 8w"})


@clause("CP-26", "CP-18", "CP-13", "CP-14", rules=[GIVE_BACK, {"set": "mathematicians", "redeal_ace": "return"}])
@pytest.mark.parametrize("ace", ["Aw", "As"])
def test_cp_26_return_the_ace_stops_the_deal_and_has_no_effect(rules, ace):
    state = forced(beaten(rules, f"4w {ace} 6w 7w 8w 9w Pw"), f"bury {ace}^", f"Pw 4w {ace} 6w 7w 8w 9w")
    then(state, dump=f"Pw {ace}", stack="6w 7w 8w 9w", gone="9s", direction=1)
    # It was his only card: he picks up his graveyard. The ace counts as his turn, and the player to his left goes on.
    then(state, turn=2, hands=("2w", "", "4w"), graveyards={0: ""})


@clause("CP-26", "CP-20", rules=[REMOVE])
def test_cp_26_remove_the_rest_of_the_stack_is_put_away(rules):
    state = forced(beaten(rules, "4w Aw 6w 7w 8w 9w Pw"), "bury Aw^", "Pw 4w Aw 6w 7w 8w 9w")
    # The stack is empty now, but this renews nothing.
    then(state, turn=2, hands={0: "2w"}, dump="Pw Aw", stack="", gone="9s 6w 7w 8w 9w")
    assert len(state.shuffles) == 1


@clause("CP-26", "CP-19", rules=[GIVE_BACK])
def test_cp_26_the_player_to_the_left_is_the_seat_below_whatever_the_direction(rules):
    state = forced(beaten(rules, "4w Aw 6w 7w Pw"), "bury Aw^", "Pw Aw 4w 6w 7w")
    # Seat 2 had the first card; seat 1 follows, without a hand, and so with his graveyard.
    then(state, turn=1, hands={2: "4d 5d", 1: "2s 3c"}, direction=1)
    # Dealt to 0, 2, 1: the ace is seat 1's.
    then(forced(beaten(rules, "4w Aw 6w 7w Pw", direction=-1), "bury Aw^", "Pw 4w 6w Aw 7w"), turn=0, direction=-1)


@clause("CP-26", "CP-18", rules=[GIVE_BACK])
def test_cp_26_an_ace_of_a_later_round_leaves_a_hand(rules):
    state = forced(beaten(rules, "4w 5w 6w Aw 8w 9w Pw"), "bury Aw^", "Pw 4w 5w 6w Aw 8w 9w")
    then(state, turn=1, hands={2: "4w", 0: "5w", 1: "6w"}, graveyards=OLD, stack="8w 9w")


@clause("CP-26", "CP-25", rules=aces)
def test_cp_26_every_ace_is_asked_about(rules):
    state = forced(beaten(rules, "4w Aw As 7w Pw"), "bury", "Pw Aw As 4w 7w")
    then(state, to_move=2, moves="Aw^ ok")
    then(state, "ok", to_move=0, moves="As^ ok")
    then(state, "As^", turn=2, hands={2: "Aw"})


@clause("CP-26", "CP-25", rules=aces)
def test_cp_26_an_ace_that_is_left_over_is_not_dealt(rules):
    state = forced(beaten(rules, "4w 5w 6w Aw Pw"), "bury", "Pw 4w 5w 6w Aw", "Pw")
    then(state, turn=2, gone="9s Aw")


# No way leads to an ace of cups here (CP-20 has just put all cups of the dump away), but a position may say so.
@pytest.mark.parametrize(("goes", "dump", "side"), [("dump", "Pw Ac", ""), ("side", "Pw", "Ac")])
@pytest.mark.clause("CP-26", "CP-30", rules=["simple"])
def test_cp_26_an_ace_of_cups_goes_where_cups_go_and_is_active(goes, dump, side):
    rules = {"set": "simple", "redeal_ace": "return", "cup_goes": goes}
    fields = {"hands": ("Ac", "", "4w"), "graveyards": ("2w", "3c 2s", "4d 5d"), "dump": "Pw"}
    fields |= {"stack": "6w 7w 8w 9w", "rest": "away", "turn": 2, "phase": "redeal", "to_move": 0}
    state = table(rules, **fields)
    then(state, moves="Ac^ ok")
    then(state, "Ac^", turn=2, dump=dump, side=side, side_active=goes == "side", direction=1, hands={0: "2w"})
    then(play(state, "4w"), direction=-1)
