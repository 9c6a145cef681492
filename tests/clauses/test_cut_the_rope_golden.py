"""Cut the Rope, longer scenarios: whole turns and whole games, in which the clauses meet."""

import random
from collections import Counter

import pytest

import undercut
from tests.clauses.rope_table import (
    EVERY_SET,
    PACK,
    clause,
    cleared,
    declared,
    discards,
    ended,
    every_card,
    falling,
    hand,
    level,
    option,
    plain,
    position,
    rising,
    then,
    values,
    waiting,
)
from tests.clauses.shared import play, replayed, turn_of


@clause("CR-10", "CR-13", "CR-14", "CR-15", "CR-18", "CR-3")
def test_cr_18_a_round_with_a_level_and_a_shuffle_in_it(rules):
    start = position(
        rules,
        hands=("X 10 5 9", "3 3", "2 6 6 6 6 6"),
        personal=("10 8 7", "1 8", "7 8"),
        supply=("4 | | ", "2 | | ", ""),
        levels=(rising(8),),
        deck="7 7",
        seats=3,
        rest="supply",
    )
    # Seat 0 completes level 1, begins a row downwards and puts the five down. He draws the two cards of the deck, then
    # three of the ten that have just been cleared, in an order that the record fixes.
    state = replayed(start, ["X 3 1 2 4 5 6 7 8 9"], "9>1", "X>1", "p>2", "5/1")
    then(
        state,
        turn=1,
        hands={0: "10 7 7 X 3 1"},
        deck="2 4 5 6 7 8 9",
        levels={1: "", 2: "down 10", 3: ""},
        supply={0: "4 5 |  | "},
        personal={0: "8 7"},
    )
    # Seat 1 plays from all three sources and puts the second three on an empty row.
    then(
        state,
        "p>1",
        "s1>1",
        "3>1",
        "3/2",
        levels={1: "up 1 2 3"},
        supply={1: " | 3 | "},
        hands={1: "2 4 5 6 7 8"},
        deck="9",
    )
    # Seat 2 plays nothing.
    then(state, "2/1", turn=0, hands={2: "6 6 6 6 6 9"}, deck="", discards="")
    # Seat 0 has nothing to draw any more.
    then(state, "10/3", turn=1, hands={0: "7 7 X 3 1"})


@clause("CR-12", "CR-13", "CR-16", rules=plain())
def test_cr_16_a_row_begun_with_scissors_is_won_on_downwards(rules):
    start = position(rules, hands=("X X 6 9",), personal=("X 7 5 4 3 2 1",), supply=("6 | X | ",))
    state = replayed(start, [], "X>1", "X>1", "p>1", "p>1", "s1>1", "p>1", "p>1", "p>1", "p>1")
    then(state, levels={1: "down X X X 7 6 5 4 3 2"}, personal={0: "1"})
    play(state, "p>1")
    assert ended(state, "emptied", 0)
    then(state, levels={1: ""}, discards="X X X 7 6 5 4 3 2 1", hands={0: "6 9"})


@clause("CR-20", "CR-21", "CR-22", "CR-23", "CR-16", rules=waiting(bookend=True))
def test_cr_21_a_short_game_in_one_turn(rules):
    start = position(
        rules, hands=("X X X X 5 9",), personal=("X 6 8 X 10 10 X",), supply=("9 8 X | 9 | ",), deck="3 3 3 3 3 3"
    )
    state = replayed(start, [], "X>1", "X>1", "X>1", "X>1", "p>1", "p>1u")
    assert level(state) == "up X X X X X 6"
    then(state, "s1>1", "p>1", "s1>1", "s1>1", levels={1: "up X X X X X 6 X 8 8 9"})
    then(state, "p>1", levels={1: ""}, discards="X X X X X 6 X 8 8 9 X")
    then(state, "p>1", "p>1", "s2>1", levels={1: "down 10 10 9"})
    play(state, "p>1")
    assert ended(state, "emptied", 0)
    then(state, levels={1: "down 10 10 9 X"}, hands={0: "5 9"})


@clause("CR-20", "CR-23", "CR-24", "CR-16", rules=declared(bookend=False))
def test_cr_24_declared_scissors_in_one_turn(rules):
    start = position(rules, hands=("X X X 3 6 9",), personal=("X 7 5 X 2 X X",), supply=("4 5 6 | | ",))
    state = replayed(start, [], "X>1", "X>1=", "X>1", "p>1")
    assert values(state) == [0, 0, 1, 2]
    then(state, "p>1", levels={1: "down X X X X 7"}, values={1: [10, 10, 9, 8, 7]})
    then(state, "s1>1", "s1>1", "p>1", "s1>1", "p>1", "p>1", levels={1: "down X X X X 7 6 5 5 4 X 2"})
    assert values(state)[-3:] == [4, 3, 2]
    play(state, "p>1=")
    assert values(state)[-2:] == [2, 2]
    play(state, "p>1")
    assert ended(state, "emptied", 0)
    assert cleared(state)
    assert len(discards(state)) == 13
    assert hand(state, 0) == ["3", "6", "9"]


@clause("CR-13", "CR-10")
def test_cr_13_three_levels_completed_in_one_turn(rules):
    start = position(
        rules, hands=("10 X 6",), personal=("1 9",), levels=(rising(9), falling(2), "down X 9 8 7 6 5 4 3 2")
    )
    state = replayed(start, [], "10>1", "X>2", "p>3")
    assert [cleared(state, row) for row in (1, 2, 3)] == [True] * 3
    assert len(discards(state)) == 30
    assert turn_of(state, 0)


@clause("CR-1", "CR-11", "CR-13", "CR-14", "CR-15", "CR-23", rules=[*EVERY_SET, *declared(), *waiting(bookend=False)])
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_cr_15_what_holds_after_every_move_of_a_random_game(rules, seats):
    chance = random.Random(seats)
    state = undercut.game("cut_the_rope", rules=rules, seats=seats).deal(seed=seats)
    for _ in range(150):
        if state.result is not None:
            break
        seat = state.to_move
        choices = state.legal_moves()
        assert choices, "a turn without a move"
        move = str(chance.choice(choices))
        assert state.why_not(move) is None
        state.play(move)
        at = state.position()
        assert Counter(every_card(at)) == PACK
        for row, direction in zip(at["levels"], at["directions"], strict=True):
            assert (direction is None) == (set(row) <= {"X"})
            if not option(rules, "equal"):
                assert len(row) < 10
            elif row:
                # Only the end value of the row's own direction would have completed it.
                assert row[-1] != {"up": "10", "down": "1"}.get(direction)
        if at["turn"] != seat:
            drawn_up = len(at["hands"][seat]) == 6
            assert drawn_up or (at["deck"], at["discards"]) == ([], [])
            assert at["turn"] == (seat + 1) % seats
    assert undercut.replay(state.record()).position() == state.position()


@clause("CR-14", "CR-15", "CR-18", "CR-19")
@pytest.mark.parametrize("seats", [2, 3, 8])
def test_cr_19_a_game_of_putting_down_only_ends_in_a_stalemate(rules, seats):
    state = undercut.game("cut_the_rope", rules=rules, seats=seats).deal(seed=1)
    most = 160 + 6 * seats
    for _ in range(most):
        if state.result is not None:
            break
        first = next(move for move in map(str, state.legal_moves()) if "/" in move or move == "end")
        play(state, first)
    # All personal decks are still whole: everyone has as few cards as the others.
    assert ended(state, "stalemate", *range(seats))
    at = state.position()
    assert (at["deck"], at["discards"], at["hands"]) == ([], [], [[]] * seats)
