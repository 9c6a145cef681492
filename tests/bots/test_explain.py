"""Why moves are good or bad: true sentences, which rest on clauses and on nothing that a seat cannot know."""

import random
import re
from collections import Counter
from itertools import islice

import pytest

import undercut
from tests.amounts import amount
from tests.clauses import cups_table, rope_table
from tests.clauses.cuttle_table import table
from tests.server.untranslated import untranslated
from tests.touring import shape, tours, under
from undercut.bots.advice.explain import Explainer
from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.play.determinize import determinize

SHARES = " tried"
CODE = re.compile(r"\b[A2-9TJQKPN][cdhsw]\b")
"""A card in notation: sentences name cards in words."""


def why(state, move, seed=1):
    explainer = Explainer(state.view(state.to_move), random.Random(seed))
    found = next(legal for legal in state.legal_moves() if str(legal) == move)
    return list(map(str, explainer.reasons(found)))


# --- Cuttle ---


@pytest.mark.parametrize(
    ("move", "reasons"),
    [
        ("Td", ["CU-7 wins now", "CU-10 you rise from 14 to 24 of 21 points"]),
        ("Kc+", ["CU-7 wins now", "CU-33 your goal falls from 21 to 14, you have 14"]),
        ("8h+", ["CU-30 their hand of 2 cards is open to you"]),
        ("Tdx3c", ["CU-11 they fall from 3 to 0 of 14 points"]),
        ("2c!Kd", ["CU-2a their goal rises from 14 to 21, they have 3; they lose the king of diamonds"]),
        ("Ac!", ["CU-A you fall from 14 to 0 of 21 points; they fall from 3 to 0 of 14 points"]),
        ("4c!", ["CU-4a they lose 2 of 2 cards", "CU-21 3 unseen twos could counter it"]),
        ("draw", ["CU-4 you then hold 8 cards"]),
    ],
)
def test_what_a_move_does(move, reasons):
    hand = "Td 2c Kc 8h Ac 4c 6s"
    state = table(hands=(hand, "9c 3d"), points=("9h 5h", "3c"), permanents=("", "Kd"))
    assert why(state, move)[: len(reasons)] == reasons


def test_scuttling_what_would_win():
    state = table(hands=("Ts 3d", "9c 9d"), points=("", "Td 9h"), permanents=("8s", ""))
    assert why(state, "draw")[-1] == "CU-7 the other side can win next turn in all of the deals tried"
    assert why(state, "Tsx9h") == [
        "CU-7 stops a win of the other side next turn, which other moves allow in 75 % of the deals tried",
        "CU-11 they fall from 19 to 10 of 21 points",
    ]


def test_which_cards_could_scuttle():
    hidden = table(hands=("9h Ts", "2c 3c"))
    assert why(hidden, "9h")[1] == "CU-11 4 unseen cards could scuttle it"
    assert why(hidden, "Ts")[1] == "CU-2 no card is left that could scuttle it"
    opened = table(hands=("7h 9s", "8c 3c"), permanents=("8s", ""))
    assert why(opened, "7h")[1] == "CU-11 they hold the eight of clubs, which could scuttle it"
    assert why(opened, "9s")[1] == "CU-11 they hold no card that could scuttle it now"


def test_what_could_counter():
    assert why(table(hands=("Ac", "2c")), "Ac!")[-1] == "CU-21 4 unseen twos could counter it"
    opened = {"permanents": ("8s", "")}
    assert (
        why(table(hands=("Ac", "2c"), **opened), "Ac!")[-1]
        == "CU-21 they hold the two of clubs, which could counter it"
    )
    assert why(table(hands=("Ac", "3c"), **opened), "Ac!")[-1] == "CU-21 they hold no two to counter it"
    assert (
        why(table(hands=("Ac", "3c"), scrap="2c 2d 2h 2s"), "Ac!")[-1] == "CU-21 no two is left that could counter it"
    )
    guarded = table("sipie", hands=("Ac", "2c"), permanents=("Qc", ""))
    assert why(guarded, "Ac!")[-1] == "CU-22 your queen protects it from counters"
    assert "counter" in why(table("pagat", hands=("Ac", "2c"), permanents=("Qc", "")), "Ac!")[-1]


def test_more_than_three_cards_are_counted():
    state = table(hands=("4h 9s", "5c 6c 8c 9c"), permanents=("8s", ""))
    assert why(state, "4h")[1] == "CU-11 they hold 4 cards, which could scuttle it"


def test_threats_and_guards():
    state = table(hands=("7c 4d", "9c 9d"), points=("Ts", ""), permanents=("Qc", ""))
    found = why(state, "7c")
    assert "CU-31 your queen guards it against jacks" in found
    assert "CU-7 threatens to win with the four of diamonds on your next turn" in found
    assert not any("threatens" in reason for reason in why(state, "4d!"))


def test_a_two_that_a_queen_guards_is_not_said_to_be_countered():
    state = table("pagat", hands=("2c 3c", "2d"), permanents=("Qc", "Kd"))
    assert why(state, "2c!Kd")[-1] == "CU-22 your queen protects it from counters"


def test_a_frozen_card_is_not_said_to_scuttle():
    state = table({"set": "cuttle-cards-1"}, hands=("7h", "8c 3c"), permanents=("8s", ""), frozen="8c", scrap="9d")
    assert why(state, "7h")[1] == "CU-11 they hold no card that could scuttle it now"


def test_a_queen_guards_against_what_could_choose_the_card():
    state = table(hands=("Kd 3c", "9d"), permanents=("Qc", ""))
    assert "CU-31 your queen guards it against twos and nines" in why(state, "Kd+")
    state = table("cuttle-cards-2", hands=("7c 4d", "9c 9d"), permanents=("Qc", ""))
    assert "CU-31 your queen guards it against nines and jacks" in why(state, "7c")


@pytest.mark.parametrize("forbidden", ["scuttle_targets", "counter_cards"])
def test_reasons_ask_the_rules_what_is_possible(monkeypatch, forbidden):
    """A house rule may forbid scuttling, or countering, altogether: no sentence then claims that it could happen."""
    state = table(hands=("9h Ac", "2c Td"), permanents=("8s", ""))
    monkeypatch.setitem(state.game.engine.functions.legal_moves.__globals__, forbidden, lambda _: 0)
    found = why(state, "9h" if "scuttle" in forbidden else "Ac!")
    claims = [reason for reason in found if "which could" in reason or "unseen" in reason]
    assert claims == []


def test_answering_a_one_off():
    state = table(hands=("2c 3d", "Ah 9d"), points=("Tc 9c", ""), turn=1)
    state.play("Ah!")
    assert why(state, "ok") == ["CU-21 the ace of hearts takes effect: you fall from 19 to 0 of 21 points"]
    assert why(state, "2c!") == ["CU-21 stops the ace of hearts; else you fall from 19 to 0 of 21 points"]


def test_the_answer_to_a_counter():
    state = table(hands=("Ah 2d", "2c 9d"), points=("", "Tc 9c"), rest="scrap", stock="3c 4c")
    state.play("Ah!")
    state.play("2c!")
    assert why(state, "ok")[0] == "CU-21 the ace of hearts is scrapped without effect"
    assert "CU-21 the ace of hearts takes effect after all: they fall from 19 to 0 of 21 points" in why(state, "2d!")


def test_a_one_off_that_wins():
    """A six gives a stolen ten back, and that is enough."""
    state = table(hands=("6c", "9d"), points=("9s 3h", "Ts:Jc"))
    assert "CU-7 wins if it is not countered" in why(state, "6c!")


# --- Cups ---


def test_what_a_card_costs():
    state = cups_table.table(hands=("4d 9d As 6w Kc 8c", "2c 3c"), dump="3w 5d 8d")
    assert why(state, "9d")[0] == "CP-12 higher in the same suit: costs nothing"
    assert why(state, "6w")[0] == "CP-14 another suit: costs you 6 cards"
    assert (
        why(state, "8c")[0]
        == "CP-16 costs you what it takes from the dump: the eight of coins, the five of coins and the three of wands"
    )
    assert why(state, "8c")[1] == "CP-18 you then have 8 cards to get rid of"


def test_going_out():
    state = cups_table.table(hands=("9d", "2s 3c"), dump="8d")
    assert why(state, "9d")[0] == "CP-18 wins now"


def test_a_hand_that_is_gone_but_for_the_graveyard():
    state = cups_table.table(hands=("9d", "2s 3c"), graveyards=("4s 5s", ""), dump="8d")
    assert "CP-18 your hand is gone: you pick up your graveyard of 2 cards" in why(state, "9d")


def test_who_follows_when_play_reverses():
    state = cups_table.table(hands=("9d 4s", "2s 3c", "5w"), dump="8c")
    found = why(state, "9d")
    assert found[0] == "CP-11 goes on a cup: costs nothing"
    assert "CP-11 play reverses: seat 2 with 1 card is next, not seat 1" in found
    assert any(SHARES in reason and "seat 2" in reason for reason in found)


@pytest.mark.parametrize(("short_draw", "drawn"), [("rest", 2), ("dump", 5), ("league", 3), ("magellan", 2)])
def test_a_draw_costs_what_it_finds(short_draw, drawn):
    rules = {"set": "simple", "short_draw": short_draw}
    state = cups_table.table(rules, hands=("6w 2s", "2c 3c"), dump="3w 5d 8d", stack="Td 3s", rest="away")
    assert why(state, "6w")[0] == f"CP-14 another suit: costs you {drawn} cards"


def test_a_bury_draws_what_it_finds():
    state = cups_table.table(hands=("2s 3c 4s", "2d"), dump="4w 9s", stack="Td", rest="away")
    text = "CP-17 you can play no card: 3 cards become your graveyard, "
    assert why(state, "bury")[0] == text + "1 card is drawn"
    state = cups_table.table(hands=("2s 3c 4s", "2d"), dump="4w 9s")
    assert why(state, "bury")[0] == text + "3 cards are drawn"


def test_a_hand_that_is_filled_again_is_not_said_to_be_gone():
    state = cups_table.table(hands=("3d", "2s 3c"), graveyards=("4s 5s", ""), dump="8w")
    assert not any("graveyard of" in reason for reason in why(state, "3d") if "hand is gone" in reason)


def test_a_hand_that_is_gone_sits_out_under_that_option():
    rules = {"set": "simple", "empty_hand": "sit_out"}
    state = cups_table.table(rules, hands=("9d", "2s 3c"), graveyards=("4s 5s", ""), dump="8d")
    assert why(state, "9d")[1:2] == ["CP-33 your hand is gone: you sit out the rest of the game"]


def test_a_player_who_sits_out_does_not_follow_when_play_reverses():
    rules = {"set": "simple", "empty_hand": "sit_out"}
    state = cups_table.table(
        rules, hands=("9d 4s", "2s 3c", "6d 7d", ""), graveyards=("", "", "", "5w"), dump="8c", out=[3]
    )
    assert "CP-11 play reverses: seat 2 with 2 cards is next, not seat 1" in why(state, "9d")


def test_a_call_is_called_false_only_where_its_seat_can_know():
    rules = {"set": "simple", "no_cups_end": "on_call"}
    said = "CP-22 says that no cup is left in play"
    shown = cups_table.table(rules, hands=("2s 3c", "2d"), dump="4w 9s")
    assert why(shown, "call")[0] == f"{said}, which is wrong"
    away = {"stack": "Kd", "rest": "away"}
    hidden = cups_table.table(rules, hands=("2s 3s", "2d 5c"), dump="4w 9s", **away)
    assert why(hidden, "call")[0] == said
    apart = cups_table.table({**rules, "cups_apart": True}, hands=("2s 3s", "2d 5c"), dump="4w 9s", **away)
    assert why(apart, "call")[0] == f"{said}, which is wrong"


# --- Cut the Rope ---


def test_the_personal_deck():
    state = rope_table.table(hands=("5 9", "1"), personal=("6 7", "8 8"), levels=("up 1 2 3 4", "", ""))
    assert "CR-10 your personal card, the six, then fits level row 1" in why(state, "5>1")
    assert "CR-14 on supply row 1 it starts an empty row, and ends your turn" in why(state, "9/1")
    state.play("5>1")
    assert why(state, "p>1")[0] == "CR-16 your personal deck shrinks to 1 card"


def test_the_last_personal_card():
    state = rope_table.table(hands=("9", "1"), personal=("6", "8"), levels=("up 1 2 3 4 5", "", ""))
    assert why(state, "p>1")[0] == "CR-16 wins now"


def test_feeding_the_next_player():
    state = rope_table.table(hands=("5 9", "1"), personal=("2 7", "6"), levels=("up 1 2 3 4", "", ""))
    assert "CR-10 opens level row 1 to the six of the other side" in why(state, "5>1")
    state.play("5>1")
    found = why(state, "9/1")
    assert "CR-10 leaves level row 1 open to the six of the other side" in found
    assert found[-1] == "CR-16 the other side can win next turn in all of the deals tried"


def test_a_hand_that_is_filled_at_once():
    state = rope_table.table("cat-and-mouse", hands=("5", "1"), levels=("up 1 2 3 4", "", ""))
    found = why(state, "5>1")
    assert "CR-15 your hand is empty, and you draw 6 cards" in found
    assert "CR-10 0 cards left in your hand" in why(rope_table.table(hands=("5", "1"), levels=("up 1 2 3 4",)), "5>1")


def test_a_turn_that_ends_draws_what_there_is():
    state = rope_table.table(hands=("5 9", "1"), deck="3 4", rest="supply")
    assert "CR-15 you draw 2 cards" in why(state, "9/1")
    state = rope_table.table(hands=("5 9", "1"), rest="supply")
    assert not any("you draw" in reason for reason in why(state, "9/1"))


def test_levels_that_scissors_open_or_close():
    state = rope_table.table(
        "short", hands=("10 9", "1"), levels=(rope_table.scissors(9), "up 1 2 3 4 5 6 7 8 9", "X X")
    )
    assert "CR-23 completes level row 1, which is cleared" in why(state, "10>1u")
    assert "CR-21 level row 3 goes down from here" in why(state, "9>3")


def test_how_far_a_personal_card_is():
    """Waiting scissors may be a step each, and a cleared row starts anew."""
    state = rope_table.table("short", hands=("X 2", "1"), personal=("8 8", "9 9"), levels=("up 1 2 3 4 X", "", ""))
    assert "CR-10 1 play more until your personal card, the eight, fits" in why(state, "X>1")
    state = rope_table.table(hands=("9 2", "1"), personal=("2 8", "9 9"), levels=(rope_table.rising(8),) * 3)
    assert "CR-10 2 plays more until your personal card, the two, fits" in why(state, "9>1")


def test_scissors_are_named_without_an_article():
    state = rope_table.table(hands=("5 9", "1"), personal=("X 7", "8 8"), levels=("up 1 2 3 4", "", ""))
    assert "CR-10 your personal card, scissors, still fits level row 1" in why(state, "5>1")


# --- All games ---

CITED_ELSEWHERE = {
    "target_side": "what the two, eight or nine does is said by its own clause",
    "queen_guards_queens": "it only takes a guard away",
    "jack_side": "what the jack does is said by its own clause",
    "equal": "what the card does is said by the clauses of level rows",
    "spot_equal": "it costs nothing by the clause that it widens",
}
"""Options whose moves are explained by another clause, and why."""


COMPARED = amount(1, 4)
"""How often a kind of move with a kind of card is compared."""


def allowed_by_an_option(name):
    """Find moves that only the value of an option allows, some of each kind with each card."""
    usual = next(iter(registry.spec(name).rule_sets.values()))
    seen = Counter()
    for state in (state for seed in range(amount(1, 2)) for state in tours(name, seed, games=amount(1, 2))):
        legal = {str(move): shape(move) for move in state.legal_moves()}
        for option in registry.spec(name).options:
            asked = {(option.name, state.game.options[option.name], each) for each in legal.values()}
            if state.game.options[option.name] == usual[option.name] or all(seen[each] >= COMPARED for each in asked):
                continue
            seen.update(asked)
            without = under(state, option.name, usual[option.name])
            for move in {*legal} - ({str(move) for move in without.legal_moves()} if without else {*legal}):
                yield option, state, move


@pytest.mark.parametrize("name", registry.names())
def test_a_move_that_an_option_allows_is_explained_by_the_clause_of_the_option(name):
    found = []
    for option, state, move in allowed_by_an_option(name):
        reasons = why(state, move)
        assert not any("changes nothing" in reason for reason in reasons), (option.name, move)
        found.append((option.name, move, option.clause in {reason.split()[0] for reason in reasons}))
    assert found
    assert {(option, move) for option, move, cited in found if not cited and option not in CITED_ELSEWHERE} == set()


@pytest.mark.parametrize("name", registry.names())
def test_reasons_never_depend_on_what_was_imagined(name):
    """But for shares of deals; and every clause that is named is in the book."""
    book = read_book(name)
    for state in islice(tours(name, 1, moves=60), 0, None, amount(60, 9)):
        view = state.view(state.to_move)
        one, other = (Explainer(view, random.Random(seed)) for seed in (1, 2))
        for move in state.legal_moves():
            found = one.reasons(move)
            assert found
            assert all(book.clause(reason.clause).id == reason.clause for reason in found)
            assert not any(CODE.search(reason.text) for reason in found)
            steady = [
                [reason for reason in reasons if SHARES not in reason.text] for reasons in (found, other.reasons(move))
            ]
            assert steady[0] == steady[1]


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.usefixtures("pseudo")
def test_every_reason_passes_through_the_catalogue(name):
    for state in islice(tours(name, 2, moves=60), 0, None, amount(76, 19)):
        explainer = Explainer(state.view(state.to_move), random.Random(1))
        for move in state.legal_moves():
            assert [reason.text for reason in explainer.reasons(move) if untranslated(reason.text)] == []


@pytest.mark.parametrize("name", registry.names())
def test_reasons_are_the_same_whatever_is_hidden(name):
    chance = random.Random(3)
    for state in islice(tours(name, 3, moves=60), 0, None, amount(52, 13)):
        seat = state.to_move
        other = determinize(state.view(seat), chance)
        one, two = (Explainer(some.view(seat), random.Random(1)) for some in (state, other))
        for move in state.legal_moves():
            assert one.reasons(move) == two.reasons(move)


def test_a_line_is_followed_as_far_as_it_goes():
    state = undercut.game("cuttle").deal(seed=7)
    explainer = Explainer(state.view(0), random.Random(1))
    steps = explainer.follow(["7c", "draw", "draw", "Ks+x"][:3])
    assert [(seat, str(move)) for seat, move in steps] == [(0, "7c"), (1, "draw"), (0, "draw")]
    assert len(explainer.follow(["7c", "7c"])) == 1


def answer_kinds(state, move, *answers):
    explainer = Explainer(state.view(state.to_move), random.Random(1))
    found = next(legal for legal in state.legal_moves() if str(legal) == move)
    return explainer.answers(found, [(answer, 1 / len(answers)) for answer in answers])


def test_answers_are_sorted_by_what_they_do():
    state = table(hands=("7c", "9c"))
    assert answer_kinds(state, "7c", "9cx7c", "draw", "8dx7c") == [
        ("scuttle", 0.6667, "9cx7c"),
        ("draw", 0.3333, "draw"),
    ]
    state = cups_table.table(hands=("9d 4s", "2s 3c"), dump="8d")
    assert answer_kinds(state, "9d", "Td", "2s", "9c", "Ad") == [
        ("play at no cost", 0.25, "Td"),
        ("play and draw", 0.25, "2s"),
        ("take with a cup", 0.25, "9c"),
        ("ace", 0.25, "Ad"),
    ]
    state = rope_table.table(hands=("5 9", "1"), personal=("6 7", "8 8"), levels=("up 1 2 3 4", "", ""))
    assert answer_kinds(state, "9/1", "X>1", "p>1", "1/2") == [
        ("play from hand", 0.3333, "X>1"),
        ("play the personal card", 0.3333, "p>1"),
        ("end the turn", 0.3333, "1/2"),
    ]
    assert answer_kinds(state, "5>1", "p>1") == []
