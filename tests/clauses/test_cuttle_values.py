"""Cuttle, "Cards and values", "Deal and turn", "Rule sets" and "Notation": CU-1 to CU-5, options, and moves as text."""

import random

import pytest

import undercut
from tests.clauses.cuttle_table import EVERY_SET, PACK, RULE_SETS, clause, moves_of, table, then, won
from tests.clauses.shared import allowed, choices, moves, play, refused
from tests.touring import played

# A card, and the card that makes twenty-one with it and a ten.
TO_21 = [("Ac", "Td"), ("2c", "9d"), ("3c", "8d"), ("4c", "7d"), ("5c", "6d")]
TO_21 += [("6c", "5d"), ("7c", "4d"), ("8c", "3d"), ("9c", "2d"), ("Tc", "Ad")]


@clause("CU-1", "CU-10")
@pytest.mark.parametrize(("card", "other"), TO_21)
def test_cu_1_a_point_card_is_worth_its_number_and_no_more(rules, card, other):
    assert won(play(table(rules, hands=(card, "Kd"), points=(f"Th {other}", "")), card), 0)
    then(table(rules, hands=(card, "Kd"), points=(f"9h {other}", "")), card, turn=1)


@clause("CU-1")
def test_cu_1_permanents_and_jacks_are_worth_nothing(rules):
    state = table(rules, hands=("Qd", "9d"), points=("Tc 9c:JcJd", ""), permanents=("Qc 8d 8h", ""))
    then(state, "Qd+", turn=1)


@clause("CU-1", "CU-2")
@pytest.mark.parametrize(("low", "high"), [("c", "d"), ("d", "h"), ("h", "s"), ("c", "s")])
def test_cu_1_suits_rise_from_clubs_to_spades(rules, low, high):
    allowed(table(rules, hands=(f"6{high}", ""), points=("", f"6{low}")), f"6{high}x6{low}")
    refused(table(rules, hands=(f"6{low}", ""), points=("", f"6{high}")), f"6{low}x6{high}", "CU-2", "CU-11")


@clause("CU-2", "CU-11")
@pytest.mark.parametrize(
    ("hand", "theirs", "scuttles"),
    [
        ("7h", "7d 7s 6s 8c", "7hx7d 7hx6s"),
        ("9c 8s", "8h 9d", "9cx8h 8sx8h"),  # rank comes before suit
        ("Ac Ts", "Th Ad", "TsxTh TsxAd"),  # the lowest and the highest card
    ],
)
def test_cu_2_exactly_the_lower_cards_can_be_scuttled(rules, hand, theirs, scuttles):
    state = table(rules, hands=(hand, ""), points=("", theirs))
    assert {move for move in moves(state) if "x" in move} == set(scuttles.split())


@clause("CU-1", "CU-3")
def test_cu_3_the_dealer_has_six_cards_the_other_player_five_and_the_first_turn(rules):
    state = undercut.game("cuttle", rules=rules, seats=2).deal(seed=7)
    at = state.position()
    assert [len(cards) for cards in (*at["hands"], at["stock"])] == [5, 6, 41]
    assert sorted(at["hands"][0] + at["hands"][1] + at["stock"]) == sorted(PACK)
    then(state, turn=0, points=("", ""), permanents=("", ""), scrap="", known=("", ""))


@clause("CU-4")
def test_cu_4_drawing_takes_the_top_card_and_ends_the_turn(rules):
    then(table(rules, hands=("Kd", "4d"), stock="9c 8d"), "draw", turn=1, hands={0: "Kd 9c"}, top="8d")


@clause("CU-4")
def test_cu_4_a_turn_is_one_play_or_one_card_drawn(rules):
    state = table(rules, hands=("Kd 4c", "4d"))
    then(state, "4c", turn=1)
    refused(state, "Kd+")
    then(state, "4d", turn=0)
    then(state, "draw", "draw", turn=0)


@clause("CU-4")
def test_cu_4_a_card_that_is_not_in_hand_cannot_be_played(rules):
    state = table(rules, hands=("Kd", "4d"), stock="9c", scrap="6c")
    for move in ("4d", "9c", "6c", "Kc+"):
        refused(state, move)


@clause("CU-4", "CU-5")
@pytest.mark.parametrize(
    ("hand", "stock", "legal"), [("", "9c", "draw"), ("Kc", "9c", "draw Kc+"), ("", "", "pass"), ("Kc", "", "pass Kc+")]
)
def test_cu_5_one_draws_while_there_is_stock_and_passes_without(rules, hand, stock, legal):
    state = table(rules, hands=(hand, "4d"), stock=stock, rest="scrap")
    then(state, moves=legal)
    refused(state, "pass" if stock else "draw", "CU-4", "CU-5")


@clause("CU-5")
def test_cu_5_the_last_card_can_be_drawn_and_then_passing_begins(rules):
    state = table(rules, hands=("4c", "Kd"), stock="9c", rest="scrap")
    then(state, "draw", turn=1, stock="", moves="Kd+ pass")


@clause("CU-5")
@pytest.mark.parametrize("first", [0, 1])
def test_cu_5_three_passes_in_a_row_are_a_draw(rules, first):
    state = table(rules, hands=("4c", "4d"), rest="scrap", turn=first)
    then(state, "pass", turn=1 - first, passes=1)
    then(state, "pass", turn=first, passes=2)
    then(state, "pass", phase="over", to_move=None, moves="", result={"winners": [], "reason": "passes"})
    assert state.result == undercut.Outcome((), "passes")


@clause("CU-5", "CU-21")
@pytest.mark.parametrize("line", ["Kh+", "Ah! 2d! ok"])
def test_cu_5_any_play_even_a_countered_one_starts_the_count_again(rules, line):
    state = table(rules, hands=("Kh Ah", "2d"), rest="scrap", passes=2)
    then(state, *line.split(), turn=1, passes=0)
    then(state, "pass", "pass", turn=1)
    assert play(state, "pass").result == undercut.Outcome((), "passes")


@clause("CU-4")
@pytest.mark.parametrize(
    "text", ["", "hello", "1h", "Zz", "7", "h7", "7h>", "x6d", "draw!", "10h", "7h x 6d", "-", "+"]
)
def test_cu_4_text_that_is_no_move(rules, text):
    state = table(rules, hands=("7h", "3d"), points=("", "6d"))
    before = state.position()
    with pytest.raises(undercut.BadNotation):
        state.play(text)
    assert state.position() == before


@clause("CU-4", "CU-10", "CU-11", "CU-12", "CU-13", "CU-14")
def test_cu_4_every_listed_move_has_a_sentence_and_can_be_played_by_its_text(rules):
    fields = {"hands": ("2c 7h 9d Jc Kd 8h", "3d 2d"), "points": ("5h", "6d 9s:Js"), "permanents": ("Kh", "8s")}
    for move in table(rules, scrap="Ac", **fields).legal_moves():
        assert move.text not in {"", str(move)}
        by_text, by_move = table(rules, scrap="Ac", **fields), table(rules, scrap="Ac", **fields)
        assert by_text.why_not(str(move)) is None
        by_text.play(str(move))
        by_move.play(move)
        assert by_text.position() == by_move.position()


@clause("CU-4", "CU-21")
def test_cu_4_the_count_of_moves(rules):
    state = table(rules, hands=("Ah Kd", "2d"), stock="3h")
    # Kd+, Ah, Ah! and draw; after the ace's announcement, ok or 2d!.
    assert undercut.perft(state, 1) == 4 == len(state.legal_moves())
    assert undercut.perft(state, 2) == sum(
        len(play(state.copy(), str(move)).legal_moves()) for move in state.legal_moves()
    )


@clause("CU-5", "CU-7")
def test_cu_7_after_the_end_nothing_can_be_played_until_it_is_undone(rules):
    state = table(rules, hands=("2h 3h", "3d"), points=("Tc 9c", ""))
    won = {"winners": [0], "reason": "points"}
    then(state, "2h", result=won)
    for move in ("draw", "3d", "3h", "pass", "ok"):
        refused(state, move)
    then(undercut.from_position(state.position()), result=won, to_move=None, moves="")
    assert state.record()["result"] == won
    state.undo()
    then(state, turn=0)


CHOICES = choices("cuttle", kings=[[15, 12, 9, 6, 3]], hand_limit=[5])

ALONE = [
    pytest.param(
        {"set": name, option.name: value}, marks=pytest.mark.clause(option.clause), id=f"{name}-{option.name}={value}"
    )
    for option, value in CHOICES
    for name in EVERY_SET
]


@pytest.mark.parametrize("rules", ALONE)
def test_cu_options_each_goes_with_every_rule_set(rules):
    state = played(undercut.game("cuttle", rules=rules, seats=2), 2)
    # Loading holds that every card lies in one place.
    assert undercut.from_position(state.position()).position() == state.position()


@clause(*dict.fromkeys(option.clause for option, _ in CHOICES))
@pytest.mark.parametrize("base", EVERY_SET)
def test_cu_options_a_rule_set_is_its_row_of_options(rules, base):
    dice = random.Random(f"{rules} {base}")
    for seed in range(3):
        named = undercut.game("cuttle", rules=rules, seats=2).deal(seed=seed)
        spelled = undercut.from_position({**named.position(), "rules": {"set": base, **RULE_SETS[rules]}})
        for _ in range(300):
            assert moves(named) == moves(spelled)
            if named.result is not None:
                break
            text = dice.choice(sorted(moves(named)))
            one, other = play(named, text).position(), play(spelled, text).position()
            assert {**one, "rules": None} == {**other, "rules": None}


@clause("CU-9a", rules=["cuttle-cards-2", {"set": "cuttle-cards-1", "nine_to": "stock", "nine_freeze": False}])
def test_cu_options_cuttle_cards_2_is_1_with_another_nine(rules):
    state = table(rules, hands=("9d", "3d"), permanents=("", "Kh"), stock="Ac")
    at = play(state, "9d!Kh", "ok").position()
    assert (at["stock"][:2], at["known_top"], at["frozen"]) == (["Kh", "Ac"], 1, [])


@pytest.mark.clause("CU-31", "CU-34", rules=["sipie"])
def test_cu_options_sipie_is_the_default():
    default = undercut.game("cuttle").deal(seed=4).position()
    assert default == undercut.game("cuttle", rules="sipie", seats=2).deal(seed=4).position()


@clause(
    "CU-4a",
    "CU-9a",
    "CU-31",
    rules=[
        {"set": "sipie", "four": "random"},
        {"set": "pagat", "nine_freeze": True},
        {"set": "denexa", "nine_to": "stock"},
        {"set": "akagiri", "queen_guards_queens": True},
    ],
)
def test_cu_options_the_variations_that_akagiri_lists(rules):
    state = table(rules, hands=("4c 9c", "3d"), permanents=("", "Qs Qh"))
    guarded = RULE_SETS[rules["set"]]["queen_guards_queens"] or "queen_guards_queens" in rules
    assert moves_of(state, "9c!") == (set() if guarded else {"9c!Qs", "9c!Qh"})


@clause(
    "CU-6",
    "CU-7a",
    "CU-9a",
    rules=[
        {"set": "sipie", "seven": 3},
        {"set": "sipie", "kings": [21, 14]},
        {"set": "sipie", "nine_two": "stock"},
        {"set": "no such set"},
        "no such set",
    ],
)
def test_cu_options_faulty_rules_are_refused(rules):
    with pytest.raises(ValueError, match=r"."):
        undercut.game("cuttle", rules=rules, seats=2)
