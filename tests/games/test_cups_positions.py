import json
import random

import pytest

import undercut
from tests.clauses.cups_table import PACK, bag, everything, table, then
from tests.clauses.shared import play
from undercut.games.base.game_types import Outcome
from undercut.play.loading import determinize

ASKED = {"hands": ("As 2w", "2d 7d", "3d"), "dump": "9s", "stack": "4d", "rest": "away"}
"""The ace asks two seats for gifts."""


def dealing():
    """Seat 1 has been dealt the ace of wands; the redeal goes on with seat 2."""
    fields = {"graveyards": ("2s", "3s", "4s"), "dump": "9s Pw", "stack": "6w 7w 8w As 4d", "rest": "away"}
    rules = {"set": "simple", "redeal_ace": "return"}
    return table(rules, hands=("5d", "Aw", ""), turn=0, to_move=1, phase="redeal", **fields)


def test_only_who_was_dealt_the_ace_sees_which_it_is():
    state = then(dealing(), to_move=1, moves="ok Aw^")
    assert [state.view(seat)["dealt"] for seat in (0, 1, 2, None)] == [None, "Aw", None, None]


def test_imagined_redeals_have_an_ace_where_one_was_dealt():
    state = dealing()
    for seat in (0, 2, None):
        view = state.view(seat)
        aces = {determinize(view, random.Random(seed)).position()["dealt"] for seed in range(60)}
        assert aces == {"Ac", "Ad", "As", "Aw"}
        assert all(determinize(view, random.Random(seed)).view(seat) == view for seed in range(60))


def imagined_hands(rules):
    """Deal the hidden cards 60 times when all cards but four are put away, one of those four a cup."""
    view = table(rules, hands=("2s", "3c"), dump="9s", stack="4d", rest="away").view(0)
    return [determinize(view, random.Random(seed)).position() for seed in range(60)]


def test_cp_22_an_imagined_deal_leaves_a_cup():
    for position in imagined_hands("simple"):
        assert sum(card.endswith("c") for card in position["away"]) < 14


def test_cp_38_all_imagined_places_of_a_cup_are_equally_likely():
    hands = [position["hands"][1] for position in imagined_hands({"set": "simple", "cups_apart": True})]
    assert 15 < hands.count(["3c"]) < 45


@pytest.mark.parametrize(
    "fields",
    [
        {"hands": [["?"], []], "dump": ["Ac", "Ad", "As", "Aw"], "stack": ["?"] * 51},
        {"hands": [["?"], []], "dump": ["Ac"], "stack": ["?"] * 54, "phase": "play"},
        {"hands": 3, "dump": ["Ac"], "stack": ["?"] * 55},
        {"hands": [["2c"]], "dump": [], "stack": ["?"] * 55},
        {"hands": [["2c"], []], "dump": [], "stack": ["?"] * 55, "to_move": "x"},
        {"hands": [["2c"], []], "dump": [], "stack": ["?"] * 55, "phase": ["play"]},
        {"hands": [["2c"], ["?"]], "dump": ["3c"], "stack": ["?"] * 52, "away": [["?"]], "phase": "play"},
    ],
)
def test_an_impossible_view_is_refused(fields):
    view = undercut.game("cups", seats=2).deal(seed=1).view(0)
    with pytest.raises(undercut.BadPosition):
        undercut.from_view(view | {"turn": 0, "to_move": 0, "phase": "redeal"} | fields)


def test_the_ace_in_question_is_the_last_one_of_the_hand():
    position = dealing().position()
    position["hands"] = [["5d", "6w"], ["As", "Aw"], ["7w"]]
    position["stack"] = ["8w", "4d", "Tw"]
    position["away"].remove("Tw")
    del position["dealt"]
    again = then(undercut.from_position(position), moves="ok Aw^", dealt="Aw").position()
    assert again["hands"][1] == ["As", "Aw"]
    again["dealt"] = "As"
    then(undercut.from_position(again), moves="ok As^")


@pytest.mark.parametrize("middle", ["gift", "redeal"])
def test_a_game_given_up_in_the_middle_of_a_turn_can_be_written_and_read(middle):
    state = dealing() if middle == "redeal" else play(table(**ASKED), "As", "+2d")
    assert state.position()["phase"] == middle
    state.finish(Outcome((0,), "resigned"))
    position = json.loads(json.dumps(state.position()))
    assert undercut.from_position(position).position() == position
    assert undercut.replay(state.record()).position() == position


def refused(position, field):
    with pytest.raises(undercut.BadPosition) as caught:
        undercut.from_position(position)
    assert any(fault.startswith(field) for fault in caught.value.faults), caught.value.faults


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"turn": 1}, "hands"),
        ({"stack": []}, "hands"),
        ({"dealt": "As"}, "dealt"),
        ({"dealt": "5d"}, "dealt"),
        ({"to_move": 0}, "to_move"),
        ({"rules": "simple"}, "phase"),
        ({"graveyards": [[], [["3s"]], [["4s"]]]}, "graveyards[0]"),
    ],
)
def test_impossible_redeals_are_refused(change, field):
    position = dealing().position() | change | {"away": []}
    position["away"] = sorted((bag(PACK) - everything(position)).elements())
    refused(position, field)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"dump": ["9s"]}, "stack: a card of the pack is missing: As"),
        ({"dump": ["9s", "9s", "As"]}, "dump: 9s is in dump already"),
        ({"givers": []}, "givers"),
        ({"givers": [2, 1]}, "givers"),
        ({"givers": [1]}, "givers"),
        ({"givers": [0]}, "givers"),
        ({"givers": [1, 1]}, "givers[1]"),
        ({"emptied": [1]}, "emptied"),
        ({"to_move": 2}, "to_move"),
        ({"phase": "play"}, "givers"),
        ({"direction": 0}, "direction"),
        ({"lead": True}, "lead"),
        ({"run": True}, "run"),
        ({"called": True}, "called"),
        ({"side_active": True}, "side_active"),
        ({"out": [1]}, "out"),
        ({"idle": 180}, "idle"),
        ({"given": [{"card": "2w", "from": 1, "to": 2}]}, "given[0]"),
        ({"given": [{"card": "2w", "from": 0, "to": 0}]}, "given[0]"),
        ({"given": [{"card": "2w", "from": 1, "to": 0}] * 2}, "given[1]"),
        ({"result": {"winners": [0], "reason": "went_out"}}, "phase"),
    ],
)
def test_impossible_positions_are_refused(change, field):
    refused(play(table(**ASKED), "As").position() | change, field)


def test_a_state_fits_into_a_kibibyte_with_any_number_of_packs():
    fresh = undercut.game("cups", seats=8, rules="mathematicians").fresh_table()
    assert sum(8 * (length or 1) for length in fresh.lengths.values()) <= 1024
