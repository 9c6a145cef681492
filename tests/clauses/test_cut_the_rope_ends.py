"""Cut the Rope, the empty deck and the two ends: CR-16, CR-18, CR-19."""

import pytest

from tests.clauses.rope_table import (
    NUMBERS,
    SEATS,
    cards,
    clause,
    cleared,
    discards,
    ended,
    falling,
    hand,
    level,
    plain,
    position,
    rising,
    scissors,
    table,
    then,
)
from tests.clauses.shared import allowed, play, refused, replayed, turn_of

every_number_of_seats = pytest.mark.parametrize("seats", SEATS)


@clause("CR-16")
@every_number_of_seats
def test_cr_16_the_last_personal_card_wins_at_once(rules, seats):
    last = seats - 1
    state = table(rules, seats=seats, turn=last, hands=("6",) * seats, personal=(*["7 8"] * last, "1"), deck="3 4")
    play(state, "p>2")
    assert ended(state, "emptied", last)
    at = state.position()
    assert at["turn"] == last
    then(state, personal={last: ""}, levels={2: "up 1"})
    # No card is put down and none is drawn any more.
    then(state, hands={last: "6"}, top="3 4")


@clause("CR-16")
@pytest.mark.parametrize("move", ["6/1", "end", "p>1", "1>2"])
def test_cr_16_nothing_is_played_after_the_win(rules, move):
    refused(play(table(rules, hands=("1 6", "6 1"), personal=("1",)), "p>1"), move)


@clause("CR-16", "CR-13")
@pytest.mark.parametrize("row", [rising(9), falling(2), "up X 2 3 X 5 6 7 X 9"])
def test_cr_16_a_row_that_the_winning_card_completes_is_cleared_first(rules, row):
    last = "1" if row.startswith("down") else "10"
    state = play(table(rules, hands=("6",), personal=(last,), levels=("", row), discards="4"), "p>2")
    assert ended(state, "emptied", 0)
    then(state, levels={2: ""}, discards=f"4 {row.split(' ', 1)[1]} {last}")


@clause("CR-16", "CR-13", "CR-22")
@pytest.mark.parametrize("row", [rising(9), falling(2)])
def test_cr_16_winning_with_scissors_that_complete_a_row(rules, row):
    state = play(table(rules, hands=("6",), personal=("X",), levels=(row,)), "p>1")
    assert ended(state, "emptied", 0)
    assert cleared(state)
    assert len(discards(state)) == 10


@clause("CR-16", "CR-13", rules=plain())
def test_cr_16_winning_with_the_tenth_scissors(rules):
    state = play(table(rules, hands=("6",), personal=("X",), levels=(scissors(9),)), "p>1")
    assert ended(state, "emptied", 0)
    then(state, levels={1: ""}, discards=["X"] * 10)


@clause("CR-16")
def test_cr_16_scissors_may_win_anywhere(rules):
    state = play(table(rules, hands=("6",), personal=("X",), levels=("up 1",)), "p>3")
    assert ended(state, "emptied", 0)
    assert level(state, 3) == "X"


@clause("CR-16", "CR-10")
def test_cr_16_the_last_two_cards_in_one_turn(rules):
    state = play(table(rules, hands=("6",), personal=("1 2", "7 8")), "p>1")
    assert turn_of(state, 0)
    assert ended(play(state, "p>1"), "emptied", 0)


@clause("CR-16")
def test_cr_16_a_personal_card_left_is_no_win(rules):
    # Neither the last hand card nor the last supply card wins.
    state = play(table(rules, hands=("1",), personal=("7",), supply=("2 | | ",), rest="supply"), "1>1", "s1>1")
    then(state, turn=0, hands={0: ""}, supply={0: " |  | "})
    then(state, "end", turn=1)


@clause("CR-18", reshuffle=True)
def test_cr_18_the_deck_runs_out_in_the_middle_of_a_draw(rules):
    start = position(rules, hands=("1 5",), deck="4 9", discards="2 3 6 8 10 X", rest="supply")
    state = replayed(start, ["X 10 8 6 3 2"], "1>1", "5/1")
    then(state, hands={0: "4 9 X 10 8 6"}, deck="3 2", discards="")
    assert [list(order) for order in state.shuffles] == [["X", "10", "8", "6", "3", "2"]]
    assert turn_of(state, 1)


@clause("CR-18", reshuffle=True)
def test_cr_18_the_new_deck_is_all_the_discards(rules):
    gone = "1 2 3 3 4 5 7 8 9 10 X X"
    state = play(table(rules, hands=("5",), deck="9", discards=gone, rest="supply"), "5/1")
    (order,) = state.shuffles
    assert sorted(order) == cards(gone)
    then(state, hands={0: ["9", *order[:5]]}, deck=list(order[5:]), discards="")


@clause("CR-18", "CR-13", reshuffle=True)
def test_cr_18_a_level_of_this_turn_is_shuffled_too(rules):
    state = table(rules, hands=("10 5",), levels=(rising(9),), rest="supply")
    play(state, "10>1", "5/1")
    (order,) = state.shuffles
    assert sorted(order) == sorted(NUMBERS)
    then(state, hands={0: order[:6]}, deck=list(order[6:]))


@clause("CR-18")
def test_cr_18_no_shuffle_before_a_card_is_due(rules):
    state = play(table(rules, hands=("5 9 9 9 9 9",), deck="4", discards="2 3", rest="supply"), "5/1")
    then(state, hands={0: "4 9 9 9 9 9"}, deck="", discards="2 3", shuffles=[])


@clause("CR-18", reshuffle=True)
def test_cr_18_the_next_card_due_starts_the_shuffle(rules):
    start = position(rules, hands=("5 9 9 9 9 9", "6 8 8 8 8 8"), deck="4", discards="2 3", rest="supply")
    state = replayed(start, ["3 2"], "5/1", "6/1")
    then(state, hands={1: "3 8 8 8 8 8"}, deck="2", discards="")


@clause("CR-18", reshuffle=True)
def test_cr_18_fewer_cards_than_are_due(rules):
    state = play(table(rules, hands=("5",), deck="4", discards="2 3", rest="supply"), "5/1")
    then(state, turn=1, hands={0: "2 3 4"}, deck="", discards="")


@clause("CR-18", reshuffle=True)
def test_cr_18_a_single_discard_is_shuffled_too(rules):
    state = play(table(rules, hands=("5",), discards="2", rest="supply"), "5/1")
    assert hand(state, 0) == ["2"]
    assert [list(order) for order in state.shuffles] == [["2"]]


@clause("CR-18")
def test_cr_18_deck_and_discards_empty(rules):
    state = play(table(rules, hands=("5 9",), rest="supply"), "5/1")
    then(state, turn=1, hands={0: "9"}, deck="", discards="", shuffles=[])


@clause("CR-18")
def test_cr_18_deck_without_discards_is_drawn_to_its_end(rules):
    state = play(table(rules, hands=("5 9",), deck="4 2", rest="supply"), "5/1")
    then(state, turn=1, hands={0: "2 4 9"}, shuffles=[])


@clause("CR-18", reshuffle=False)
def test_cr_18_without_reshuffle_the_discards_stay(rules):
    state = play(table(rules, hands=("5 9",), deck="4 2", discards="3 3 X", rest="supply"), "5/1")
    then(state, turn=1, hands={0: "2 4 9"}, deck="", discards="3 3 X", shuffles=[])


@clause("CR-18", "CR-15", reshuffle=False, refill="when_empty")
def test_cr_18_without_reshuffle_an_emptied_hand_stays_empty(rules):
    state = play(table(rules, hands=("1",), rest="discards"), "1>1")
    then(state, turn=0, hands={0: ""}, moves="end")


@clause("CR-19", "CR-18")
@every_number_of_seats
def test_cr_19_a_full_round_in_which_no_card_moves(rules, seats):
    state = table(rules, seats=seats, hands=("",) * seats, personal=("7", *["7 8"] * (seats - 1)), rest="supply")
    for seat in range(seats):
        then(state, turn=seat, still=seat)
        play(state, "end")
    assert ended(state, "stalemate", 0)
    assert state.position()["turn"] == seats - 1


@clause("CR-19")
@every_number_of_seats
def test_cr_19_a_round_may_begin_at_any_seat(rules, seats):
    state = table(rules, seats=seats, hands=("",) * seats, personal=("7",), rest="supply", turn=1, still=seats - 2)
    then(state, "end", turn=2 % seats, still=seats - 1)
    assert ended(play(state, "end"), "stalemate", 0)


@clause("CR-19")
def test_cr_19_one_turn_less_is_no_round(rules):
    state = table(rules, seats=5, hands=("",) * 5, rest="supply", still=3, turn=2)
    then(state, "end", turn=3)


@clause("CR-19")
def test_cr_19_a_card_played_breaks_the_round(rules):
    state = table(rules, hands=("", ""), personal=("1 8 8",), rest="supply", still=1)
    then(state, "p>1", moved=True)
    then(state, "end", turn=1, still=0, moved=False)
    then(state, "end", turn=0, still=1)


@clause("CR-19")
def test_cr_19_a_supply_card_played_breaks_the_round(rules):
    state = table(rules, hands=("", ""), supply=("1 | | ",), rest="supply", still=1)
    then(state, "s1>1", "end", turn=1, still=0)


@clause("CR-19", "CR-14")
def test_cr_19_a_card_put_down_breaks_the_round(rules):
    state = table(rules, hands=("5", ""), rest="supply", still=1)
    then(state, "5/1", turn=1, hands={0: ""}, still=0)


@clause("CR-19", "CR-15")
def test_cr_19_a_card_drawn_breaks_the_round(rules):
    state = table(rules, hands=("", ""), deck="4", rest="supply", still=1)
    then(state, "end", turn=1, hands={0: "4"}, still=0)


@clause("CR-19", "CR-18", reshuffle=True)
def test_cr_19_a_card_drawn_from_the_shuffled_discards_breaks_it_too(rules):
    state = table(rules, hands=("", ""), discards="4", rest="supply", still=1)
    then(state, "end", turn=1, hands={0: "4"}, still=0)


@clause("CR-19", "CR-18", reshuffle=False)
def test_cr_19_discards_that_are_not_shuffled_are_no_cards_to_draw(rules):
    state = play(table(rules, hands=("", ""), personal=("7 8", "7"), rest="discards"), "end", "end")
    assert ended(state, "stalemate", 1)


@clause("CR-19", "CR-17", supply_scissors=False, reshuffle=False)
def test_cr_19_hands_of_scissors_that_are_kept(rules):
    state = table(rules, hands=("X X", "X"), personal=("7", "7 8"), rest="discards")
    allowed(state, "end", "X>1")
    assert ended(play(state, "end", "end"), "stalemate", 0)


@clause("CR-19", "CR-10")
def test_cr_19_it_does_not_matter_that_cards_could_have_been_played(rules):
    state = table(rules, hands=("", ""), personal=("1 8", "10"), rest="supply")
    allowed(state, "p>1")
    assert ended(play(state, "end", "end"), "stalemate", 1)


@clause("CR-19", stalemate="fewest")
@pytest.mark.parametrize(
    ("decks", "winners"),
    [
        (("7 8 9", "7 8", "7 8 9"), (1,)),
        (("7 8", "7", "9"), (1, 2)),
        (("7", "7 8", "9"), (0, 2)),
        (("7 8", "7 8", "7 8"), (0, 1, 2)),
        (("7 8 9", "7 8", "8"), (2,)),
    ],
)
def test_cr_19_fewest_personal_cards_win_and_ties_share(rules, decks, winners):
    state = table(rules, seats=3, hands=("", "", ""), personal=decks, rest="supply", turn=1)
    assert ended(play(state, "end", "end", "end"), "stalemate", *winners)
    assert state.position()["turn"] == 0


@clause("CR-19", stalemate="draw")
@every_number_of_seats
def test_cr_19_draw_nobody_wins(rules, seats):
    state = table(rules, seats=seats, hands=("",) * seats, personal=("7",), rest="supply", still=seats - 1)
    assert ended(play(state, "end"), "stalemate")
    assert tuple(state.result.winners) == ()


@clause("CR-19", "CR-16", stalemate="draw")
def test_cr_19_draw_does_not_change_the_other_end(rules):
    assert ended(play(table(rules, hands=("6",), personal=("1",)), "p>1"), "emptied", 0)
