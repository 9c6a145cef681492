"""Cups: what seats know of gifts, of cards put away and of a redeal, where hands play over several turns or packs."""

import json
import random
from collections import Counter

import pytest

import undercut
from undercut.games.base.facts import Outcome
from undercut.play.determinize import determinize

PACK = [rank + suit for rank in "A23456789TPNQK" for suit in "cdsw"]


def table(rules, hands, *, dump, stack="", graveyards=(), **more):
    """Set a table up; every card that is not named is put away."""
    rules = {"set": "simple", **rules}
    layers = [[layer.split() for layer in text.split("/") if layer.strip()] for text in graveyards]
    layers += [[] for _ in range(len(hands) - len(layers))]
    position = {
        "game": "cups",
        "rules": rules,
        "seats": len(hands),
        "hands": [text.split() for text in hands],
        "graveyards": layers,
        "dump": dump.split(),
        "stack": stack.split(),
        **more,
    }
    left = Counter(PACK * rules.get("decks", 1))
    for pile in (
        *position["hands"],
        *(layer for rows in layers for layer in rows),
        position["dump"],
        position["stack"],
    ):
        left.subtract(pile)
    position["away"] = [*position.get("away", []), *(left - Counter(position.get("away", []))).elements()]
    return undercut.from_position(position, seed=3)


def play(state, *moves):
    for move in moves:
        state.play(move)
    return state


def sees(state, seat, owner):
    return Counter(state.view(seat)["hands"][owner])


def test_a_face_down_gift_makes_others_forget_what_they_gave():
    state = table({}, ("As 2w 5d", "4d 3s", "6s 7w"), dump="9s", stack="Td Tw 5s 8d")
    play(state, "As", "+4d", "keep")
    assert sees(state, 1, 0)["4d"] == 1
    # Seat 1 plays, then seat 2 plays an ace's answer; seat 0 gives seat 2 a card that seat 1 cannot see.
    state = table(
        {}, ("2w 5d 4d", "3s 8s", "Ad 7w"), dump="9d", turn=2, given=[{"card": "4d", "from": 1, "to": 0}], stack="Td"
    )
    before = sees(state, 1, 0)
    play(state, "Ad", "+5d")
    assert before == Counter({"4d": 1, "?": 2})
    assert sees(state, 1, 0) == Counter({"?": 2})
    assert state.position()["given"] == [{"card": "5d", "from": 0, "to": 2}]


@pytest.mark.parametrize("gift", ["+2w", "+4d", "+5d"])
def test_whatever_is_given_face_down_the_third_seat_sees_the_same(gift):
    rules = ("2w 5d 4d", "3s 8s", "Ad 7w")
    state = table({}, rules, dump="9d", turn=2, given=[{"card": "4d", "from": 1, "to": 0}], stack="Td")
    play(state, "Ad", gift)
    assert sees(state, 1, 0) == Counter({"?": 2})
    assert state.log(1) == ("Ad", "+?")


def test_a_gift_that_comes_back_is_known_to_have_left_but_others_stay_known():
    given = [{"card": "4d", "from": 2, "to": 0}, {"card": "5d", "from": 2, "to": 0}]
    state = table({}, ("2w 5d 4d", "3s 8s", "Ad 7w"), dump="9d", turn=2, given=given, stack="Td")
    play(state, "Ad", "+4d")
    assert sees(state, 2, 0) == Counter({"5d": 1, "?": 1})


def test_of_equal_cards_a_giver_counts_on_one_less_when_one_is_played():
    given = [{"card": "9s", "from": 1, "to": 0}, {"card": "9s", "from": 1, "to": 0}, {"card": "9s", "from": 2, "to": 0}]
    state = table({"decks": 5}, ("9s 9s 9s 9s", "2d", "3d"), dump="8s", given=given, stack="Td")
    play(state, "9s")
    assert sees(state, 1, 0) == Counter({"9s": 1, "?": 2})
    assert sees(state, 2, 0) == Counter({"?": 3})
    assert state.position()["given"] == [{"card": "9s", "from": 1, "to": 0}]


def test_a_buried_hand_tells_of_no_gifts():
    state = table({}, ("2c 3c", "2d"), dump="9s", stack="4c 5c 6c", given=[{"card": "2c", "from": 1, "to": 0}])
    assert state.play("bury").kind == "bury"
    assert state.position()["given"] == []


@pytest.mark.parametrize("burned", ["Td", "Tc"])
def test_cups_that_burned_can_be_told_only_if_they_lie_apart(burned):
    rest = "Tc" if burned == "Td" else "Td"
    for apart in (False, True):
        rules = {"cup_burns": True, "cups_apart": apart, "no_cups_end": "off"}
        state = table(rules, ("2c 2w", "2d 3d"), dump="3w 4w 5w 2s", stack=f"{burned} 9d 6d", away=[rest])
        view = play(state, "2c").view(1)
        assert ("Tc" in view["away"]) == apart
        for seed in range(5):
            assert determinize(view, random.Random(seed)).view(1) == view


def dealing(**more):
    """Seat 1 has been dealt the ace of wands; the redeal goes on with seat 2."""
    fields = {"graveyards": ("2s", "3s", "4s"), "dump": "9s Pw", "stack": "6w 7w 8w As 4d", "turn": 0}
    return table({"redeal_ace": "return"}, ("5d", "Aw", ""), phase="redeal", **(fields | more))


def test_only_who_was_dealt_the_ace_sees_which_it_is():
    state = dealing()
    assert (state.to_move, [str(move) for move in state.legal_moves()]) == (1, ["ok", "Aw^"])
    assert [state.view(seat)["dealt"] for seat in (0, 1, 2, None)] == [None, "Aw", None, None]


def test_imagined_redeals_have_an_ace_where_one_was_dealt():
    state = dealing()
    for seat in (0, 2, None):
        view = state.view(seat)
        aces = {determinize(view, random.Random(seed)).position()["dealt"] for seed in range(60)}
        assert aces == {"Ac", "Ad", "As", "Aw"}
        assert all(determinize(view, random.Random(seed)).view(seat) == view for seed in range(60))


def test_the_ace_in_question_is_the_last_one_of_the_hand():
    state = dealing()
    position = state.position()
    position["hands"] = [["5d", "6w"], ["As", "Aw"], ["7w"]]
    position["stack"] = ["8w", "4d", "Tw"]
    position["away"].remove("Tw")
    del position["dealt"]
    assert [str(move) for move in undercut.from_position(position).legal_moves()] == ["ok", "Aw^"]
    again = undercut.from_position(position).position()
    assert (again["dealt"], again["hands"][1]) == ("Aw", ["As", "Aw"])
    again["dealt"] = "As"
    assert str(undercut.from_position(again).legal_moves()[1]) == "As^"


@pytest.mark.parametrize("middle", ["gift", "redeal"])
def test_a_game_given_up_in_the_middle_of_a_turn_can_be_written_and_read(middle):
    state = dealing() if middle == "redeal" else table({}, ("As", "2d 7d", "3d"), dump="9s", stack="4d")
    if middle == "gift":
        play(state, "As", "+2d")
    assert state.position()["phase"] == middle
    state.finish(Outcome((0,), "resigned"))
    position = json.loads(json.dumps(state.position()))
    assert undercut.from_position(position).position() == position
    assert undercut.replay(state.record()).position() == position


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
    position = dealing().position() | change
    lost = Counter(PACK)
    for pile in (*position["hands"], *(row for rows in position["graveyards"] for row in rows), position["dump"]):
        lost.subtract(pile)
    lost.subtract(position["stack"])
    position["away"] = sorted(lost.elements())
    with pytest.raises(undercut.BadPosition) as caught:
        undercut.from_position(position)
    assert any(fault.startswith(field) for fault in caught.value.faults), caught.value.faults


@pytest.mark.parametrize(
    ("change", "field"),
    [
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
    state = play(table({}, ("As 2w", "2d 7d", "3d"), dump="9s", stack="4d"), "As")
    with pytest.raises(undercut.BadPosition) as caught:
        undercut.from_position(state.position() | change)
    assert any(fault.startswith(field) for fault in caught.value.faults), caught.value.faults


def test_a_state_fits_into_a_kibibyte_with_any_number_of_packs():
    table = undercut.game("cups", seats=8, rules="mathematicians").fresh_table()
    assert sum(8 * (length or 1) for length in table.lengths.values()) <= 1024
