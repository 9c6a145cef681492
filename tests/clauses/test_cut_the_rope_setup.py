"""Cut the Rope, "Setting up": CR-1 to CR-3; what is open and hidden (CR-4) has a file of its own."""

from collections import Counter

import pytest

import undercut
from tests.clauses.rope_table import EVERY_SET, PACK, SEATS, clause, every_card, position, table, then, under
from tests.clauses.shared import play, turn_of

every_number_of_seats = pytest.mark.parametrize("seats", SEATS)

BY_PLAYERS = {2: 20, 3: 20, 4: 16, 5: 16, 6: 12, 7: 12, 8: 10}


def dealt(rules, seats, seed=7):
    return undercut.game("cut_the_rope", rules=rules, seats=seats).deal(seed=seed)


def sizes(state):
    return {len(pile) for pile in state.position()["personal"]}


@clause("CR-1")
@every_number_of_seats
def test_cr_1_fourteen_of_each_number_and_twenty_scissors(rules, seats):
    assert Counter(every_card(dealt(rules, seats).position())) == PACK
    assert PACK.total() == 160


@clause("CR-1", personal=None)
@every_number_of_seats
def test_cr_1_null_personal_decks_go_by_players(rules, seats):
    assert sizes(dealt(rules, seats)) == {BY_PLAYERS[seats]}


@clause("CR-1", personal="half")
@every_number_of_seats
def test_cr_1_half_personal_decks(rules, seats):
    assert sizes(dealt(rules, seats)) == {BY_PLAYERS[seats] // 2}


@clause("CR-1", rules=[*under(personal=1), *under(personal=13)])
@every_number_of_seats
def test_cr_1_a_number_is_the_size_for_any_number_of_players(rules, seats):
    number = rules["personal"]
    assert sizes(dealt(rules, seats)) == {number}


@pytest.mark.parametrize("name", EVERY_SET)
@every_number_of_seats
@pytest.mark.clause("CR-1", rules=list(EVERY_SET))
def test_cr_1_as_many_personal_cards_as_the_pack_allows(name, seats):
    most = 160 // seats - 6
    state = dealt({"set": name, "personal": most}, seats)
    assert sizes(state) == {most}
    assert len(state.position()["deck"]) == 160 - seats * (most + 6)


@pytest.mark.parametrize("name", EVERY_SET)
@every_number_of_seats
@pytest.mark.clause("CR-1", rules=list(EVERY_SET))
def test_cr_1_one_personal_card_too_many_is_refused(name, seats):
    with pytest.raises(undercut.BadRules) as caught:
        undercut.game("cut_the_rope", rules={"set": name, "personal": 160 // seats - 5}, seats=seats)
    assert caught.value.faults


@pytest.mark.parametrize("personal", ["third", "20"])
@pytest.mark.clause("CR-1", rules=["standard"])
def test_cr_1_other_words_for_the_personal_decks_are_refused(personal):
    with pytest.raises(undercut.BadRules) as caught:
        undercut.game("cut_the_rope", rules={"set": "standard", "personal": personal}, seats=2)
    assert caught.value.faults


@clause("CR-1")
@pytest.mark.parametrize("seats", [1, 9])
def test_cr_1_two_to_eight_play(rules, seats):
    with pytest.raises(undercut.BadRules) as caught:
        undercut.game("cut_the_rope", rules=rules, seats=seats)
    assert caught.value.faults


@clause("CR-1")
@pytest.mark.parametrize(("out", "put_in"), [("1", "2"), ("X", "10"), ("5", "X")])
def test_cr_1_a_position_with_another_pack_is_refused(rules, out, put_in):
    wrong = position(rules)
    wrong["deck"][wrong["deck"].index(out)] = put_in
    with pytest.raises(undercut.BadPosition) as caught:
        undercut.from_position(wrong)
    assert caught.value.faults


@clause("CR-1")
def test_cr_1_a_position_with_a_card_too_few_is_refused(rules):
    wrong = position(rules)
    wrong["deck"].pop()
    with pytest.raises(undercut.BadPosition):
        undercut.from_position(wrong)


@clause("CR-2")
@every_number_of_seats
def test_cr_2_hands_of_six(rules, seats):
    assert [len(cards) for cards in dealt(rules, seats).position()["hands"]] == [6] * seats


@clause("CR-2")
@every_number_of_seats
def test_cr_2_three_empty_supply_rows_each_and_three_empty_level_rows(rules, seats):
    at = dealt(rules, seats).position()
    assert at["supply"] == [[[], [], []]] * seats
    assert at["levels"] == [[], [], []]
    assert at["directions"] == [None, None, None]
    assert at["discards"] == []


@clause("CR-1", "CR-2", personal=None)
@pytest.mark.parametrize(("seats", "left"), [(2, 108), (3, 82), (4, 72), (5, 50), (6, 52), (7, 34), (8, 32)])
def test_cr_2_the_other_cards_are_the_deck(rules, seats, left):
    assert len(dealt(rules, seats).position()["deck"]) == left


@clause("CR-2", "CR-4")
@every_number_of_seats
def test_cr_2_only_the_top_of_each_personal_deck_is_turned_up(rules, seats):
    state = dealt(rules, seats)
    piles = state.position()["personal"]
    for viewer in (None, *range(seats)):
        assert state.view(viewer)["personal"] == [[pile[0], *"?" * (len(pile) - 1)] for pile in piles]


@clause("CR-2")
def test_cr_2_the_deal_is_shuffled(rules):
    decks = {tuple(dealt(rules, 4, seed).position()["deck"]) for seed in range(5)}
    assert len(decks) == 5
    assert dealt(rules, 4, 3).position() == dealt(rules, 4, 3).position()


@clause("CR-3")
@every_number_of_seats
def test_cr_3_seat_0_starts(rules, seats):
    for seed in range(3):
        assert turn_of(dealt(rules, seats, seed), 0)


@clause("CR-3")
@every_number_of_seats
def test_cr_3_play_goes_to_the_left_and_round(rules, seats):
    state = table(rules, seats=seats, hands=("6",) * seats)
    for seat in (*range(seats), 0):
        assert turn_of(state, seat)
        play(state, f"{state.position()['hands'][seat][0]}/1")
    assert turn_of(state, 1)


@clause("CR-3")
@every_number_of_seats
def test_cr_3_after_the_last_seat_comes_seat_0(rules, seats):
    state = table(rules, seats=seats, hands=("6",) * seats, turn=seats - 1)
    then(state, "6/2", turn=0)
