"""Cups, "The stack runs out": nobody holds a hand, CP-25 and CP-26.

The way there is always the same: everybody but seat 1 lost his hand in an earlier bury, the stack is empty, and seat 1
buries too. He draws nothing, and the stack is renewed (CP-20): that is the first order given to ``forced``. The turn
that begins then is the one of CP-25.
"""

import pytest

from tests.clauses.cups_table import clause, forced, position, table, then
from tests.clauses.shared import ended, play, refused

# Where a bury over an empty stack draws nothing (`short_draw=rest`), and where it adds to the new dump.
rest_sets = ["simple", "mathematicians", {"set": "democratic-league", "short_draw": "rest"}]
OLD = ("2w", "3c 2s", "4d / 5d")
PICKED_UP = ("2w", "2s 3c", "4d 5d")
NONE = ("", "", "")


def beaten(rules, dump, **more):
    """Three players; the nine of swords on top of the given dump is buried on."""
    fields = {
        "hands": ("", "2s 3c", ""),
        "graveyards": ("2w", "", "4d / 5d"),
        "dump": f"{dump} 9s",
        "rest": "away",
        "turn": 1,
    }
    return position(rules, **(fields | more))


@clause("CP-25", rules=rest_sets)
def test_cp_25_the_stack_is_dealt_and_the_rest_put_away(rules):
    state = forced(beaten(rules, "4w 5w 6w 7w 8w 9w Tw Pw"), "bury", "Pw 4w 5w 6w 7w 8w 9w Tw", "Pw")
    # One card at a time, from the player on turn (seat 2) in the direction of play; one is left over.
    then(state, turn=2, hands={2: "4w 7w", 0: "5w 8w", 1: "6w 9w"}, gone="9s Tw", graveyards=OLD)
    then(state, dump="Pw", stack="", direction=1)
    assert [" ".join(order) for order in state.shuffles] == ["Pw 4w 5w 6w 7w 8w 9w Tw", "Pw"]


@clause("CP-25", rules=rest_sets)
def test_cp_25_the_deal_follows_the_direction_of_play(rules):
    state = forced(beaten(rules, "4w 5w 6w 7w Pw", direction=-1), "bury", "Pw 4w 5w 6w 7w", "Pw")
    then(state, turn=0, hands={0: "4w", 2: "5w", 1: "6w"}, gone="9s 7w", direction=-1)


@clause("CP-25", "CP-10", rules=rest_sets)
def test_cp_25_the_player_on_turn_then_plays_as_usual(rules):
    state = forced(beaten(rules, "4w 5w 6w 7w 8w 9w Nw"), "bury", "6w 4w 7w 5w Nw 8w 9w", "6w")
    then(state, hands={2: "4w Nw"}, plays="Nw")
    then(state, "Nw", turn=0)


@clause("CP-25", "CP-23", rules=["magellan"])
def test_cp_25_the_whole_dump_is_the_new_stack(rules):
    # Two cards were missing: two more lie on the new dump.
    state = forced(beaten(rules, "4w 5w 6w 7w 8w 9w Tw Pw"), "bury", "Pw 4w 5w 6w 7w 8w 9w Tw", "5w Pw 4w")
    then(state, hands={2: "6w", 0: "7w", 1: "8w"}, gone="9s 9w Tw", dump="5w", stack="Pw 4w", graveyards=OLD)


@clause(
    "CP-25",
    "CP-20",
    "CP-30",
    rules=[{"set": "simple", "cup_goes": "side"}, {"set": "mathematicians", "cup_goes": "side"}],
)
@pytest.mark.parametrize(
    ("dump", "shuffles", "lead"),
    [("4w 5w 6w 7w 8w", ("8w 4w 5w 6w 7w", "8w"), False), ("4w 5w", ("5w 4w", "5w"), True)],
    ids=["dealt", "nobody got a card"],
)
def test_cp_25_no_cup_on_the_side_pile_is_active_then(rules, dump, shuffles, lead):
    start = beaten(rules, dump, hands=("", "2c 3c", ""), side="5c 9c", side_active=True)
    start = {**start, "dump": start["dump"][:-1], "away": [*start["away"], "9s"]}
    then(forced(start, "bury", *shuffles), turn=2, side="5c", side_active=False, lead=lead)


@clause("CP-25", "CP-21", rules=rest_sets)
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


@clause("CP-25", "CP-19", rules=rest_sets)
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
    state = table(
        {"set": "simple", "redeal_ace": "return", "cup_goes": goes},
        hands=("Ac", "", "4w"),
        graveyards=("2w", "3c 2s", "4d 5d"),
        dump="Pw",
        stack="6w 7w 8w 9w",
        rest="away",
        turn=2,
        phase="redeal",
        to_move=0,
    )
    then(state, moves="Ac^ ok")
    then(state, "Ac^", turn=2, dump=dump, side=side, side_active=goes == "side", direction=1, hands={0: "2w"})
    then(play(state, "4w"), direction=-1)
