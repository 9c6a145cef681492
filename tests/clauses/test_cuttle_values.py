import random

import pytest

import undercut
from tests.clauses.cuttle_table import EVERY_SET, PACK, RULE_SETS, clause, moves_of, option, table, then, won
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
    after = [play(state.copy(), move) for move in moves(state)]
    assert undercut.perft(state, 2) == sum(len(one.legal_moves()) for one in after)


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


def alone(name, option, value):
    marks = pytest.mark.clause(option.clause)
    return pytest.param({"set": name, option.name: value}, marks=marks, id=f"{name}-{option.name}={value}")


ALONE = [alone(name, option, value) for option, value in CHOICES for name in EVERY_SET]


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


listed = [{"set": "sipie", "four": "random"}, {"set": "pagat", "nine_freeze": True}]
listed += [{"set": "denexa", "nine_to": "stock"}, {"set": "akagiri", "queen_guards_queens": True}]


@clause("CU-4a", "CU-9a", "CU-31", rules=listed)
def test_cu_options_the_variations_that_akagiri_lists(rules):
    state = table(rules, hands=("4c 9c", "3d"), permanents=("", "Qs Qh"))
    guarded = RULE_SETS[rules["set"]]["queen_guards_queens"] or "queen_guards_queens" in rules
    assert moves_of(state, "9c!") == (set() if guarded else {"9c!Qs", "9c!Qh"})


wrong = [{"set": "sipie"} | option for option in ({"seven": 3}, {"kings": [21, 14]}, {"nine_two": "stock"})]


@clause("CU-6", "CU-7a", "CU-9a", rules=[*wrong, {"set": "no such set"}, "no such set"])
def test_cu_options_faulty_rules_are_refused(rules):
    with pytest.raises(ValueError, match=r"."):
        undercut.game("cuttle", rules=rules, seats=2)


# Worked out by hand: all that a card can do where there is a point card, a permanent and something in the scrap.
WAYS = {
    "Ac": "Ac Ac!",
    "2c": "2c 2c!Kd",
    "3c": "3c 3c!",
    "4c": "4c 4c!",
    "5c": "5c 5cx4d 5c!",
    "6c": "6c 6cx4d 6c!",
    "7c": "7c 7cx4d 7c!",
    "8c": "8c 8cx4d 8c+",
    "9c": "9c 9cx4d 9c!Kd",
    "Tc": "Tc Tcx4d",
    "Jc": "Jc>4d",
    "Qc": "Qc+",
    "Kc": "Kc+",
}


@clause("CU-10", "CU-11", "CU-12", "CU-13", "CU-14", "CU-9a")
@pytest.mark.parametrize("card", WAYS)
def test_cu_10_to_14_what_a_card_of_each_rank_can_do(rules, card):
    state = table(rules, hands=(card, "9s"), points=("", "4d"), permanents=("", "Kd 8d"), scrap="Qd")
    ways = {*WAYS[card].split(), *(f"{card}!8d" for _ in range(card in {"2c", "9c"}))}
    if card == "9c" and option(rules, "nine_targets") == "all":
        ways.add("9c!4d")
    assert moves(state) == ways | {"draw"}
    for move in {card, f"{card}x4d", f"{card}x8d", f"{card}+", f"{card}!", f"{card}>Kd", f"{card}>8d"} - ways:
        refused(state, move)


@clause("CU-10")
def test_cu_10_a_point_card_goes_in_front_of_its_player(rules):
    then(table(rules, hands=("7h Kc", "3d")), "7h", turn=1, points={0: "7h"}, hands={0: "Kc"})


@clause("CU-11", "CU-31", "CU-32")
@pytest.mark.parametrize("queens", ["", "Qc Qd"])
@pytest.mark.parametrize(
    ("theirs", "target", "left", "jacks"),
    [
        ("8s 9d", "8s", "9d", ""),
        ("8s:JcJd 9d:Jh", "8s", "9d:Jh", "Jc Jd"),
        ("4d:Jc", "4d", "", "Jc"),  # a card that a jack took from you is your opponent's
    ],
)
def test_cu_11_a_scuttle_scraps_both_cards_and_every_jack_on_them(rules, theirs, target, left, jacks, queens):
    state = table(rules, hands=("9c", "3d"), points=("", theirs), permanents=("", queens))
    then(state, f"9cx{target}", turn=1, scrap=f"9c {target} {jacks}", points={1: left})


@clause("CU-11", scuttle="opponent")
def test_cu_11_opponent_ones_own_cards_are_no_targets(rules):
    refused(table(rules, hands=("9c", "3d"), points=("4d", "")), "9cx4d", "CU-11")


@clause("CU-11", scuttle="any")
def test_cu_11_any_ones_own_cards_are_targets_too(rules):
    state = table(rules, hands=("9c", "3d"), points=("4d:Jc 9d", "5d"), permanents=("Qc", ""))
    assert {move for move in moves(state) if "x" in move} == {"9cx4d", "9cx5d"}
    then(state, "9cx4d", scrap="9c 4d Jc", points={0: "9d"})


@clause("CU-12")
@pytest.mark.parametrize("card", ["Qs", "Kh", "8d"])
def test_cu_12_queens_kings_and_glasses_stay_in_front_of_their_player(rules, card):
    then(table(rules, hands=(card, "3d")), f"{card}+", turn=1, permanents={0: card}, points={0: ""})


@clause("CU-13")
def test_cu_13_a_jack_brings_a_point_card_over(rules):
    state = table(rules, hands=("Jc", "3d"), points=("4c", "Ac Td 8d:JhJs"))
    assert moves_of(state, "Jc") >= {"Jc>Ac", "Jc>Td", "Jc>8d"}
    then(state, "Jc>Td", turn=1, points=("4c Td:Jc", "Ac 8d:JhJs"))


@clause("CU-13")
def test_cu_13_the_player_of_a_jack_is_noted(rules):
    then(table(rules, hands=("3d", "Jc"), points=("Td", ""), turn=1), "Jc>Td", jacked_by={"Jc": 1})


@clause("CU-13", "CU-31", jack_side="any")
@pytest.mark.parametrize("queen", ["", "Qc"])
def test_cu_13_any_a_jack_on_an_own_card_gives_it_away_whatever_queen_one_has(rules, queen):
    state = table(rules, hands=("Jc", "3d"), points=("Td", ""), permanents=(queen, ""))
    then(state, moves="draw Jc>Td")
    then(state, "Jc>Td", points=("", "Td:Jc"), jacked_by={"Jc": 0})


@clause("CU-13", jack_side="opponent")
def test_cu_13_opponent_never_on_an_own_card(rules):
    state = table(rules, hands=("Jc", "3d"), points=("Td", "4d"))
    assert moves_of(state, "Jc") == {"Jc>4d"}
    refused(state, "Jc>Td", "CU-13")


@clause("CU-13", "CU-7a", jack_side="opponent", seven=1)
def test_cu_13_opponent_not_even_from_a_seven(rules):
    state = table(rules, hands=("7c", "3d"), points=("Td", ""), stock="Jc")
    then(state, "7c!", "ok", moves="-Jc")
    refused(state, "Jc>Td", "CU-13")


@clause("CU-14")
def test_cu_14_a_one_off_is_scrapped_after_its_effect(rules):
    state = table(rules, hands=("6c", "9s"), points=("4d", ""))
    then(state, "6c!", "ok", turn=1, scrap="6c", hands={0: ""})


# Whole lists of moves, worked out by hand: the same table without and with an opposing queen.
ALWAYS = {"draw", "2c", "7h", "7hx6d", "7h!", "9d", "9dx6d", "Kd+", "8h", "8h+", "8hx6d"}
OPEN_ANY = ALWAYS | {"2c!8s", "2c!Kh", "2c!Js", "9d!8s", "9d!Kh", "9d!Js", "Jc>6d", "Jc>9s", "Jc>5h"}
OPEN_OPPONENT = ALWAYS | {"2c!8s", "2c!Js", "9d!8s", "9d!Js", "9d!6d", "9d!9s", "Jc>6d", "Jc>9s"}
QUEEN_ANY = ALWAYS | {"2c!Qd", "2c!Kh", "9d!Qd", "9d!Kh", "Jc>5h"}
QUEEN_ONLY = ALWAYS | {"2c!Qd", "9d!Qd"}


@pytest.mark.parametrize(
    ("rules", "without", "guarded"),
    [
        ("sipie", OPEN_ANY, QUEEN_ANY),
        ("denexa", OPEN_ANY, QUEEN_ONLY),
        ("akagiri", OPEN_ANY, QUEEN_ANY),
        ("pagat", OPEN_ANY, QUEEN_ANY),
        ("cuttle-cards-1", OPEN_OPPONENT, QUEEN_ONLY),
        ("cuttle-cards-2", OPEN_OPPONENT, QUEEN_ONLY),
    ],
)
@pytest.mark.clause("CU-4", "CU-10", "CU-11", "CU-12", "CU-13", "CU-14", "CU-31", "CU-34")
def test_cu_14_all_the_moves_of_a_turn(rules, without, guarded):
    common = {"hands": ("2c 7h 9d Jc Kd 8h", "3d"), "points": ("5h", "6d 9s:Js"), "scrap": "Ac"}
    assert moves(table(rules, permanents=("Kh", "8s"), **common)) == without
    assert moves(table(rules, permanents=("Kh", "8s Qd"), **common)) == guarded
