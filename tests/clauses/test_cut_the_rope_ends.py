import pytest

import undercut
from tests.clauses.rope_table import NUMBERS, SEATS, clause, falling, plain, position, rising, scissors, table, then
from tests.clauses.shared import allowed, ended, play, refused, replayed

every_number_of_seats = pytest.mark.parametrize("seats", SEATS)


@clause("CR-16")
@every_number_of_seats
def test_cr_16_the_last_personal_card_wins_at_once(rules, seats):
    last = seats - 1
    state = table(rules, seats=seats, turn=last, hands=("6",) * seats, personal=(*["7 8"] * last, "1"), deck="3 4")
    # No card is put down and none is drawn any more.
    then(state, "p>2", personal={last: ""}, levels={2: "up 1"}, hands={last: "6"}, top="3 4")
    assert ended(state, "emptied", last)
    assert state.position()["turn"] == last


@clause("CR-16")
@pytest.mark.parametrize("move", ["6/1", "end", "p>1", "1>2"])
def test_cr_16_nothing_is_played_after_the_win(rules, move):
    refused(play(table(rules, hands=("1 6", "6 1"), personal=("1",)), "p>1"), move)


ROWS = [(rising(9), "10"), (falling(2), "1"), (rising(9), "X"), (falling(2), "X")]
ROWS += [("up X 2 3 X 5 6 7 X 9", "10"), ("down 10 X X X X X X X 2", "X")]


@clause("CR-16", "CR-13", "CR-22")
@pytest.mark.parametrize(("row", "last"), ROWS)
def test_cr_16_a_row_that_the_winning_card_completes_is_cleared_first(rules, row, last):
    state = table(rules, hands=("6",), personal=(last,), levels=("", row), discards="4")
    then(state, "p>2", levels={2: ""}, discards=f"4 {row.split(' ', 1)[1]} {last}")
    assert ended(state, "emptied", 0)


@clause("CR-16", "CR-13", rules=plain())
def test_cr_16_winning_with_the_tenth_scissors(rules):
    state = table(rules, hands=("6",), personal=("X",), levels=(scissors(9),))
    assert ended(then(state, "p>1", levels={1: ""}, discards=["X"] * 10), "emptied", 0)


@clause("CR-16")
def test_cr_16_scissors_may_win_anywhere(rules):
    state = table(rules, hands=("6",), personal=("X",), levels=("up 1",))
    assert ended(then(state, "p>3", levels={3: "X"}), "emptied", 0)


@clause("CR-16", "CR-10")
def test_cr_16_only_the_last_personal_card_wins_also_in_the_turn_of_the_one_before(rules):
    state = then(table(rules, hands=("6",), personal=("1 2", "7 8")), "p>1", turn=0)
    assert ended(play(state, "p>1"), "emptied", 0)
    # Neither the last hand card nor the last supply card wins.
    state = table(rules, hands=("1",), personal=("7",), supply=("2 | | ",), rest="supply")
    then(state, "1>1", "s1>1", turn=0, hands={0: ""}, supply={0: " | | "})
    then(state, "end", turn=1)


@clause("CR-18", reshuffle=True)
def test_cr_18_the_deck_runs_out_in_the_middle_of_a_draw(rules):
    start = position(rules, hands=("1 5",), deck="4 9", discards="2 3 6 8 10 X", rest="supply")
    state = replayed(start, ["X 10 8 6 3 2"], "1>1", "5/1")
    then(state, turn=1, hands={0: "4 9 X 10 8 6"}, deck="3 2", discards="", shuffles=[["X", "10", "8", "6", "3", "2"]])


@clause("CR-18", "CR-13", reshuffle=True)
@pytest.mark.parametrize(
    ("fields", "line", "drawn", "gone"),
    [
        ({"deck": "9", "discards": "1 2 3 3 4 4 5 7 8 9 X X"}, "5/1", ["9"], [*"1233445789XX"]),
        ({"hands": ("10 5",), "levels": (rising(9),)}, "10>1 5/1", [], NUMBERS),  # a level of this turn too
        ({"discards": "2"}, "5/1", [], ["2"]),
    ],
)
def test_cr_18_the_new_deck_is_all_the_discards(rules, fields, line, drawn, gone):
    state = play(table(rules, **{"hands": ("5",), "rest": "supply", **fields}), *line.split())
    (order,) = state.shuffles
    assert sorted(order) == sorted(gone)
    due = 6 - len(drawn)
    then(state, hands={0: [*drawn, *order[:due]]}, deck=order[due:], discards="")


@clause("CR-18")
def test_cr_18_no_shuffle_before_a_card_is_due(rules):
    state = table(rules, hands=("5 9 9 9 9 9",), deck="4", discards="2 3", rest="supply")
    then(state, "5/1", hands={0: "4 9 9 9 9 9"}, deck="", discards="2 3", shuffles=[])


@clause("CR-18", reshuffle=True)
def test_cr_18_the_next_card_due_starts_the_shuffle(rules):
    start = position(rules, hands=("5 9 9 9 9 9", "6 8 8 8 8 8"), deck="4", discards="2 3", rest="supply")
    then(replayed(start, ["3 2"], "5/1", "6/1"), hands={1: "3 8 8 8 8 8"}, deck="2", discards="")
    state = table(rules, hands=("5",), deck="4", discards="2 3", rest="supply")
    then(state, "5/1", turn=1, hands={0: "2 3 4"}, deck="", discards="")  # fewer than are due


@clause("CR-18")
@pytest.mark.parametrize("deck", ["", "4 2"])
def test_cr_18_without_discards_the_deck_is_drawn_to_its_end(rules, deck):
    state = table(rules, hands=("5 9",), deck=deck, rest="supply")
    then(state, "5/1", turn=1, hands={0: f"9 {deck}"}, deck="", discards="", shuffles=[])


@clause("CR-18", reshuffle=False)
def test_cr_18_without_reshuffle_the_discards_stay(rules):
    state = table(rules, hands=("5 9",), deck="4 2", discards="3 3 X", rest="supply")
    then(state, "5/1", turn=1, hands={0: "2 4 9"}, deck="", discards="3 3 X", shuffles=[])


@clause("CR-18", "CR-15", reshuffle=False, refill="when_empty")
def test_cr_18_without_reshuffle_an_emptied_hand_stays_empty(rules):
    then(table(rules, hands=("1",), rest="discards"), "1>1", turn=0, hands={0: ""}, moves="end")


@clause("CR-10", "CR-13", "CR-14", "CR-15", "CR-18", "CR-3")
def test_cr_18_a_round_with_a_level_and_a_shuffle_in_it(rules):
    hands, personal = ("X 10 5 9", "3 3", "2 6 6 6 6 6"), ("10 8 7", "1 8", "7 8")
    fields = {"supply": ("4 | | ", "2 | | ", ""), "levels": (rising(8),), "deck": "7 7", "rest": "supply"}
    start = position(rules, hands=hands, personal=personal, seats=3, **fields)
    # Seat 0 completes level 1, begins a row downwards and puts the five down. He draws the two cards of the deck, then
    # three of the ten that have just been cleared, in an order that the record fixes.
    state = replayed(start, ["X 3 1 2 4 5 6 7 8 9"], "9>1", "X>1", "p>2", "5/1")
    then(state, turn=1, hands={0: "10 7 7 X 3 1"}, supply={0: "4 5 | | "}, personal={0: "8 7"})
    then(state, deck="2 4 5 6 7 8 9", levels={1: "", 2: "down 10", 3: ""})
    # Seat 1 plays from all three sources and puts the second three on an empty row.
    play(state, "p>1", "s1>1", "3>1", "3/2")
    then(state, levels={1: "up 1 2 3"}, supply={1: " | 3 | "}, hands={1: "2 4 5 6 7 8"}, deck="9")
    # Seat 2 plays nothing.
    then(state, "2/1", turn=0, hands={2: "6 6 6 6 6 9"}, deck="", discards="")
    # Seat 0 has nothing to draw any more.
    then(state, "10/3", turn=1, hands={0: "7 7 X 3 1"})


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
def test_cr_19_a_round_may_begin_at_any_seat_and_a_turn_less_is_none(rules, seats):
    state = table(rules, seats=seats, hands=("",) * seats, personal=("7",), rest="supply", turn=1, still=seats - 2)
    then(state, "end", turn=2 % seats, still=seats - 1)
    assert ended(play(state, "end"), "stalemate", 0)


@clause("CR-19")
def test_cr_19_a_card_played_breaks_the_round(rules):
    state = table(rules, hands=("", ""), personal=("1 8 8",), rest="supply", still=1)
    then(state, "p>1", moved=True)
    then(state, "end", turn=1, still=0, moved=False)
    then(state, "end", turn=0, still=1)


@clause("CR-19", "CR-14", "CR-15")
@pytest.mark.parametrize(
    ("fields", "line", "hand"),
    [({"supply": ("1 | | ",)}, "s1>1 end", ""), ({"hands": ("5", "")}, "5/1", ""), ({"deck": "4"}, "end", "4")],
    ids=["played from a supply row", "put down", "drawn"],
)
def test_cr_19_any_card_that_moves_breaks_the_round(rules, fields, line, hand):
    state = table(rules, **{"hands": ("", ""), "rest": "supply", "still": 1, **fields})
    then(state, *line.split(), turn=1, hands={0: hand}, still=0)


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


@clause("CR-14", "CR-15", "CR-18", "CR-19")
@pytest.mark.parametrize("seats", [2, 3, 8])
def test_cr_19_a_game_of_putting_down_only_ends_in_a_stalemate(rules, seats):
    state = undercut.game("cut_the_rope", rules=rules, seats=seats).deal(seed=1)
    while state.result is None:
        play(state, next(move for move in map(str, state.legal_moves()) if "/" in move or move == "end"))
    # All personal decks are still whole: everyone has as few cards as the others.
    assert ended(state, "stalemate", *range(seats))
    then(state, deck="", discards="", hands=[""] * seats)


@clause("CR-19", stalemate="draw")
@every_number_of_seats
def test_cr_19_draw_nobody_wins(rules, seats):
    state = table(rules, seats=seats, hands=("",) * seats, personal=("7",), rest="supply", still=seats - 1)
    assert ended(play(state, "end"), "stalemate")
    assert tuple(state.result.winners) == ()


@clause("CR-19", "CR-16", stalemate="draw")
def test_cr_19_draw_does_not_change_the_other_end(rules):
    assert ended(play(table(rules, hands=("6",), personal=("1",)), "p>1"), "emptied", 0)
