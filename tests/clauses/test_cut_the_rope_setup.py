import json
from collections import Counter

import pytest

import undercut
from tests.clauses.rope_table import EVERY_SET, PACK, SEATS, clause, every_card, position, table, then
from tests.clauses.shared import play

every_number_of_seats = pytest.mark.parametrize("seats", SEATS)

BY_PLAYERS = {2: 20, 3: 20, 4: 16, 5: 16, 6: 12, 7: 12, 8: 10}


def dealt(rules, seats, seed=7):
    return undercut.game("cut_the_rope", rules=rules, seats=seats).deal(seed=seed)


@clause("CR-1")
@every_number_of_seats
def test_cr_1_fourteen_of_each_number_and_twenty_scissors(rules, seats):
    assert Counter(every_card(dealt(rules, seats).position())) == PACK
    assert PACK.total() == 160


@pytest.mark.parametrize("name", EVERY_SET)
@every_number_of_seats
@pytest.mark.clause("CR-1", rules=["standard", "quick"])
def test_cr_1_personal_decks_go_by_players_in_full_or_half_or_have_a_number(name, seats):
    full, most = BY_PLAYERS[seats], 160 // seats - 6
    for personal, size in ((None, full), ("half", full // 2), (1, 1), (13, 13), (most, most)):
        position = dealt({"set": name, "personal": personal}, seats).position()
        assert {len(pile) for pile in position["personal"]} == {size}
        assert len(position["deck"]) == 160 - seats * (size + 6)


@clause("CR-1", "CR-2", personal=None)
@pytest.mark.parametrize(("seats", "left"), [(2, 108), (3, 82), (4, 72), (5, 50), (6, 52), (7, 34), (8, 32)])
def test_cr_2_the_other_cards_are_the_deck(rules, seats, left):
    assert len(dealt(rules, seats).position()["deck"]) == left


@pytest.mark.parametrize(
    ("changes", "seats", "fault"),
    [
        *(({"personal": 160 // seats - 5}, seats, rf"rules\.personal: {seats} players") for seats in SEATS[1:]),
        ({"personal": 75}, 2, r"rules\.personal: 75 is not a whole number from 1 to 74, nor null, nor 'half'"),
        *(({"personal": other}, 2, r"rules\.personal: ") for other in ("third", "20", 0, True, [3])),
        *(({}, seats, f"seats: {seats}") for seats in (1, 9)),
    ],
)
@pytest.mark.parametrize("name", EVERY_SET)
@pytest.mark.clause("CR-1", rules=list(EVERY_SET))
def test_cr_1_decks_larger_than_the_pack_allows_and_other_words_and_seats_are_refused(name, changes, seats, fault):
    with pytest.raises(undercut.BadRules, match=fault):
        dealt({"set": name, **changes}, seats)


@clause("CR-1")
@pytest.mark.parametrize(("out", "put_in"), [("1", ["2"]), ("X", ["10"]), ("5", ["X"]), ("6", [])])
def test_cr_1_a_position_with_another_pack_is_refused(rules, out, put_in):
    wrong = position(rules)
    wrong["deck"].remove(out)
    wrong["deck"] += put_in
    with pytest.raises(undercut.BadPosition, match="deck"):
        undercut.from_position(wrong)


@clause("CR-2", "CR-3", "CR-4")
@every_number_of_seats
def test_cr_2_hands_of_six_empty_rows_and_the_top_of_each_personal_deck_turned_up(rules, seats):
    state = then(dealt(rules, seats), turn=0, supply=[" | | "] * seats, levels=dict.fromkeys((1, 2, 3), ""))
    then(state, directions=[None] * 3, discards="")
    assert [len(cards) for cards in state.position()["hands"]] == [6] * seats
    piles = state.position()["personal"]
    for viewer in (None, *range(seats)):
        assert state.view(viewer)["personal"] == [[pile[0], *"?" * (len(pile) - 1)] for pile in piles]


@clause("CR-2", "CR-3")
def test_cr_2_the_deal_is_shuffled_and_seat_0_starts(rules):
    deals = [then(dealt(rules, 4, seed), turn=0) for seed in range(5)]
    assert len({tuple(deal.position()["deck"]) for deal in deals}) == 5


@clause("CR-3")
@every_number_of_seats
def test_cr_3_play_goes_to_the_left_and_round(rules, seats):
    state = table(rules, seats=seats, hands=("6",) * seats)
    for seat in (*range(seats), 0):
        then(state, turn=seat)
        play(state, f"{state.position()['hands'][seat][0]}/1")
    then(state, turn=1)


OPEN = {
    "seats": 3,
    "hands": ("1 3", "4 5 X", "6"),
    "personal": ("2 8 9", "10 1", "7"),
    "supply": ("5 6 | X | ", " | | 9 8", ""),
    "levels": ("up 1 2", "", "X"),
    "deck": "3 4 5",
    "discards": "9 9 X",
}


@clause("CR-4")
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_cr_4_rows_and_discards_are_open_and_of_decks_and_other_hands_only_size_and_top(rules, viewer):
    state = table(rules, **OPEN)
    at, view = state.position(), state.view(viewer)
    for field in ("levels", "directions", "supply"):
        assert view[field] == at[field]
    assert sorted(view["discards"]) == ["9", "9", "X"]
    assert view["personal"] == [["2", "?", "?"], ["10", "?"], ["7"]]
    assert view["deck"] == ["?"] * len(at["deck"])
    for seat, shown in enumerate(["? ?", "? ? ?", "?"]):
        then(state, seen={(viewer, seat): OPEN["hands"][seat] if seat == viewer else shown})


@clause("CR-4", "CR-10")
def test_cr_4_the_next_personal_card_is_seen_by_all_once_it_is_turned(rules):
    state = play(table(rules, hands=("4",), personal=("1 8 9", "7 3")), "p>1")
    for viewer in (0, 1, None):
        assert state.view(viewer)["personal"] == [["8", "?"], ["7", "?"]]


@clause("CR-4", "CR-14", "CR-15")
def test_cr_4_a_drawn_card_is_seen_by_its_owner_alone_and_one_put_down_by_all(rules):
    state = table(rules, hands=("5 4 4 4 4 4",), supply=("2 | | ",), deck="9 8")
    then(state, "5/1", seen={(0, 0): "4 4 4 4 4 9", (1, 0): "? ? ? ? ? ?", (None, 0): "? ? ? ? ? ?"})
    for viewer in (0, 1, None):
        assert state.view(viewer)["supply"][0] == [["2", "5"], [], []]


@clause("CR-4", "CR-18")
def test_cr_4_shuffled_discards_are_hidden_again(rules):
    state = table(rules, hands=("5",), discards="1 2 3 4 9 10 X X", rest="supply")
    then(state, "5/1", seen={(1, 0): "? ? ? ? ? ?", (None, 0): "? ? ? ? ? ?"})
    for viewer in (0, 1, None):
        assert (state.view(viewer)["deck"], state.view(viewer)["discards"]) == (["?"] * 2, [])


# What a seat cannot know may change without changing one byte of its view.
@clause("CR-4")
@pytest.mark.parametrize(
    ("viewers", "change"),
    [
        ((0, None), {"deck": "5 4 3"}),
        ((0, None), {"hands": ("1 3", "2 9 9", "6")}),
        ((0, None), {"hands": ("1 3", "4 5 X", "10")}),
        ((0, None), {"personal": ("2 9 8", "10 1", "7")}),
        ((0, None), {"personal": ("2 X X", "10 1", "7")}),
        ((0, None), {"personal": ("2 8 9", "10 6", "7")}),
        ((1, 2, None), {"hands": ("10 9", "4 5 X", "6")}),
    ],
)
def test_cr_4_what_a_seat_cannot_know_does_not_change_its_view(rules, viewers, change):
    one, two = table(rules, **OPEN), table(rules, **{**OPEN, **change})
    assert one.position() != two.position()
    for viewer in viewers:
        assert json.dumps(one.view(viewer)) == json.dumps(two.view(viewer))
