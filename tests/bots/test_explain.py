import random
import re
from collections import Counter
from itertools import islice

import pytest

import undercut
from tests.amounts import amount
from tests.clauses import cups_table, rope_table
from tests.clauses.cuttle_table import table
from tests.clauses.shared import play
from tests.server.untranslated import untranslated
from tests.touring import shape, tours, under
from undercut.bots.advice import explain
from undercut.bots.advice.explain import Explainer, cause
from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.games.base.sentences import Text

SHARES = " tried"
CODE = re.compile(r"\b[A2-9TJQKPN][cdhsw]\b")
"""A card in notation: sentences name cards in words."""
GLASSES = {"permanents": ("8s", "")}
GUARDED = {"permanents": ("Qc", "")}


def explained(state, seed=1):
    return Explainer(state.view(state.to_move), random.Random(seed)), {str(move): move for move in state.legal_moves()}


def reasons_for(state, *moves):
    explainer, legal = explained(state)
    return [[*map(str, explainer.reasons(legal[move]))] for move in moves]


def says(state, move, *sentences):
    (found,) = reasons_for(state, move)
    assert [each for each in found if each in sentences] == [*sentences], found


def is_silent(state, move, part):
    (found,) = reasons_for(state, move)
    assert not any(part in each for each in found), found


def cups(hands, dump, **more):
    return cups_table.table(hands=hands, dump=dump, **more)


# --- Cuttle ---


def test_what_a_move_does():
    said = {
        "Td": ["CU-7 you win now", "CU-10 you get 24 points, and 21 are enough to win"],
        "Kc+": ["CU-7 you win now", "CU-33 you need 14 points to win, not 21"],
        "8h+": ["CU-30 you see the 2 cards of seat 1"],
        "Tdx3c": ["CU-11 seat 1 goes from 3 to 0 of 14 points"],
        "2c!Kd": ["CU-2a seat 1 needs 21 points to win, not 14; seat 1 loses the king of diamonds"],
        "Ac!": ["CU-A you go from 14 to 0 of 21 points; seat 1 goes from 3 to 0 of 14 points"],
        "4c!": ["CU-4a seat 1 loses both cards in hand", "CU-21 3 unseen twos could counter it"],
        "draw": ["CU-4 your cards stay out of reach in your hand, and you draw another"],
    }
    hands = ("Td 2c Kc 8h Ac 4c 6s", "9c 3d")
    state = table(hands=hands, points=("9h 5h", "3c"), permanents=("", "Kd"))
    for found, expected in zip(reasons_for(state, *said), said.values(), strict=True):
        assert [reason for reason in found if reason in expected] == expected


def test_wins_that_are_near():
    stops = "CU-7 it keeps seat 1 from winning next turn, which other moves allow in 75\N{NO-BREAK SPACE}% of "
    stops += "the deals tried"
    says(BEHIND, "draw", "CU-7 seat 1 can win next turn in all of the deals tried")
    says(BEHIND, "Tsx9h", stops, "CU-11 seat 1 goes from 19 to 10 of 21 points")
    is_silent(QUEEN, "4d!", "next turn")


BEHIND = table(hands=("Ts 3d", "9c 9d"), points=("", "Td 9h"), **GLASSES)
QUEEN = table(hands=("7c 4d", "9c 9d"), points=("Ts", ""), **GUARDED)
EARLY = table(hands=("Qd 5c", "9c"))
SCRAP = table(hands=("3c 4d", "9c 9d"), points=("Ts 5h", ""), scrap="7c Kd 9s")
CUPS = cups(("4d 9d As 6w Kc 8c", "2c 3c"), "3w 5d 8d")
REVERSED = cups(("9d 4s", "2s", "5w 6w 7w"), "8c")
GRAVE = cups(("9d", "2s 3c"), "8d", graveyards=("4s 5s", ""))
LEVELS = {"levels": ("up 1 2 3 4", "", "")}
STUCK = rope_table.table(hands=("9 8", "1"), personal=("9", "6"), levels=("up 1 2 3 4",) * 3)
FARTHEST = "No card of yours fits a row; the nine is the farthest from fitting; on supply 2 it covers no card."
BLOCKING = rope_table.table(hands=("6 9", "1"), personal=("2 7", "6 3"), levels=("up 1 2 3 4 5", "", ""))
CAT = rope_table.table("cat-and-mouse", hands=("5", "1"), **LEVELS)
FITTING = rope_table.table(hands=("5 9", "1"), personal=("6 7", "8 8"), **LEVELS)
FEEDING = rope_table.table(hands=("5 9", "1"), personal=("2 7", "6"), **LEVELS)


@pytest.mark.parametrize(
    ("state", "move", "why"),
    [
        (BEHIND, "Tsx9h", ["Stop seat 1 now: 2 more points are enough.", "It takes 9 points off seat 1."]),
        (BEHIND, "draw", ["A draw gives you more to choose from than 2 cards."]),
        (QUEEN, "7c", ["Next turn the four of diamonds wins, unless seat 1 stops it."]),
        (table(hands=("7c 3d", "9c"), points=("Ts", "")), "7c", ["A four or more is then enough to win."]),
        (table(hands=("9h Ts", "2c 3c")), "9h", ["It puts you 9 points ahead."]),
        (table(hands=("9h Ts", "2c 3c")), "Ts", ["Nothing is left that could scuttle it."]),
        (table(hands=("9s", "8c"), **GLASSES), "9s", ["Seat 1 holds nothing that could scuttle it."]),
        (table(hands=("9s Td", "8c")), "9s", ["Only 3 unseen cards could scuttle it."]),
        (table(hands=("Jc 4c", "9c"), points=("", "5s")), "Jc>5s", ["It moves 5 points from seat 1 to you."]),
        (table(hands=("Qd 5c", "9c"), points=("Ts", "")), "Qd+", ["It keeps jacks off your 10 points."]),
        (EARLY, "Qd+", ["The cards that you play next are then safe from jacks, twos and nines."]),
        (table(hands=("Kd 5c", "9c")), "Kd+", ["You then need only 14 more points to win."]),
        (table(hands=("8d 5c", "9c")), "8d+", ["You then see what seat 1 holds, and what is safe to play."]),
        (table(hands=("2c 5c", "9c"), permanents=("", "Kd")), "2c!Kd", ["Seat 1 then needs 21 points to win, not 14."]),
        (table(hands=("2c 5c", "9c"), permanents=("", "Qd")), "2c!Qd", ["No queen guards seat 1's cards any more."]),
        (table(hands=("2c 5c", "9c"), permanents=("", "8d")), "2c!8d", ["Seat 1 no longer sees your hand."]),
        (table(hands=("4c 5c", "9c 3d")), "4c!", ["Seat 1 is left without a card in hand."]),
        (table(hands=("4c 5c", "9c 3d 3c")), "4c!", ["Seat 1 is left with 1 card."]),
        (table(hands=("4c 5c", "9c 3d")), "5c!", ["You get 2 cards for one."]),
        (table(hands=("9c 5c", "9d"), permanents=("", "Kd")), "9c!Kd", ["Seat 1 then needs 21 points to win, not 14."]),
        (table(hands=("Ac", "9d"), points=("2h", "9h")), "Ac!", ["Seat 1 loses 9 points, and you lose 2."]),
        # A six gives a stolen ten back, and that is enough.
        (table(hands=("6c", "9d"), points=("9s 3h", "Ts:Jc")), "6c!", ["It wins unless seat 1 counters it."]),
        (table(hands=("3c", ""), scrap="7c"), "3c!", ["The scrap offers you the seven of clubs."]),
        (SCRAP, "3c!", ["The seven of clubs comes back, and wins next turn unless seat 1 stops it."]),
        (CUPS, "9d", ["It is the only play that costs you nothing."]),
        (CUPS, "6w", ["You get 6 cards more to choose from."]),
        (cups(("4d 9d 3w", "2c"), "8c"), "3w", []),
        (cups(("4d 9d 3w", "2c"), "8c"), "9d", ["Fewer cards can follow it at no cost than any other of yours."]),
        (cups(("4d 6d 3w", "2c"), "8c"), "4d", ["You keep cards of 2 suits to follow with."]),
        (cups(("6w 2s", "2c"), "8d"), "2s", ["It costs you only 2 cards, less than any other play."]),
        (cups(("6w 8c", "2c"), "3w 5d 8d"), "8c", ["Taking 3 cards is better than drawing 6 or more."]),
        (cups(("2s 3c", "2d"), "4w 9s"), "bury", ["No card of yours fits, so you have to bury your hand."]),
        (cups(("Kd 9w", "2s"), "8d"), "Kd", ["No one can follow it at no cost."]),
        (REVERSED, "9d", ["It keeps seat 1, with only 1 card left, from playing next."]),
        (GRAVE, "9d", ["Your hand is gone: you pick up your graveyard of 2 cards."]),
        (FITTING, "5>1", ["Then your personal card, the six, fits row 1."]),
        (FITTING, "9/1", ["Seat 1's personal card, the eight, still fits nowhere."]),
        (FEEDING, "9/1", ["Any card on a row would make room for seat 1's personal card, the six."]),
        (STUCK, "9/2", [FARTHEST]),
        (BLOCKING, "6>1", ["It blocks seat 1's personal card, the six."]),
        (CAT, "5>1", ["Then row 1 lacks only the six before your personal card, the seven."]),
        (play(FITTING.copy(), "5>1"), "p>1", ["One card nearer to winning: 1 card left in your personal deck."]),
    ],
)
def test_why_to_play_a_move(state, move, why):
    """The strongest reason comes first, in the game's own terms; what the move's own sentence says is none."""
    explainer, legal = explained(state)
    assert [*explainer.motives(legal[move])][: max(len(why), not why)] == why


def test_a_win_that_the_best_move_leaves_is_said():
    explainer, legal = explained(BEHIND)
    assert explainer.warning(legal["draw"]) == "Even so, seat 1 may well win next turn: 2 more points are enough."
    assert explainer.warning(legal["Tsx9h"]) == ""


def test_which_cards_could_scuttle():
    hidden, opened = table(hands=("9h Ts", "2c 3c")), table(hands=("7h 9s", "8c 3c"), **GLASSES)
    says(hidden, "9h", "CU-11 4 unseen cards could scuttle it")
    says(hidden, "Ts", "CU-2 nothing is left that could scuttle it")
    says(opened, "7h", "CU-11 seat 1 holds the eight of clubs, which could scuttle it")
    says(opened, "9s", "CU-11 seat 1 holds nothing that could scuttle it")
    many = table(hands=("4h 9s", "5c 6c 8c 9c"), **GLASSES)
    says(many, "4h", "CU-11 seat 1 holds 4 cards, which could scuttle it")
    frozen = table("cuttle-cards-1", hands=("7h", "8c 3c"), frozen="8c", scrap="9d", **GLASSES)
    says(frozen, "7h", "CU-11 seat 1 holds nothing that could scuttle it")


def test_what_could_counter():
    says(table(hands=("Ac", "2c")), "Ac!", "CU-21 4 unseen twos could counter it")
    opened = table(hands=("Ac", "2c"), **GLASSES)
    says(opened, "Ac!", "CU-21 seat 1 holds the two of clubs, which could counter it")
    says(table(hands=("Ac", "3c"), **GLASSES), "Ac!", "CU-21 seat 1 holds no two to counter it")
    gone = table(hands=("Ac", "3c"), scrap="2c 2d 2h 2s", **GLASSES)
    says(gone, "Ac!", "CU-21 no two is left that could counter it")
    says(table("sipie", hands=("Ac", "2c"), **GUARDED), "Ac!", "CU-22 your queen protects it from counters")
    twos = table("pagat", hands=("Ac 2c", "2d"), permanents=("Qc", "Kd"))
    says(twos, "Ac!", "CU-21 3 unseen twos could counter it")
    says(twos, "2c!Kd", "CU-22 your queen protects it from counters")


def test_what_a_queen_guards():
    says(table(hands=("7c", "9c 9d"), **GUARDED), "7c", "CU-31 your queen guards it")
    says(table(hands=("Kd 3c", "9d"), **GUARDED), "Kd+", "CU-31 your queen guards it")


def test_answering_a_one_off_and_a_counter():
    state = play(table(hands=("2c 3d", "Ah 9d"), points=("Tc 9c", ""), turn=1), "Ah!")
    says(state, "ok", "CU-21 the ace of hearts takes effect; you go from 19 to 0 of 21 points")
    says(state, "2c!", "CU-21 otherwise you lose 19 points", "CU-21 the ace of hearts has no effect")
    state = table(hands=("Ah 2d", "2c 9d"), points=("", "Tc 9c"), rest="scrap", stock="3c 4c")
    play(state, "Ah!", "2c!")
    says(state, "ok", "CU-21 the ace of hearts has no effect")
    says(state, "2d!", "CU-21 the ace of hearts takes effect; seat 1 goes from 19 to 0 of 21 points")


@pytest.mark.parametrize("forbidden", ["scuttle_targets", "counter_cards"])
def test_reasons_ask_the_rules_what_is_possible(monkeypatch, forbidden):
    """A house rule may forbid scuttling, or countering, altogether: no sentence then claims that it could happen."""
    state = table(hands=("9h Ac", "2c Td"), permanents=("8s", ""))
    monkeypatch.setitem(state.game.engine.functions.legal_moves.__globals__, forbidden, lambda _: 0)
    (found,) = reasons_for(state, "9h" if "scuttle" in forbidden else "Ac!")
    claims = [reason for reason in found if "which could" in reason or "unseen" in reason]
    assert claims == []


# --- Cups ---

SIT_OUT = {"set": "simple", "empty_hand": "sit_out"}


def test_what_a_card_costs():
    takes = "CP-16 you take the eight of coins, the five of coins and the three of wands into your hand"
    free = "CP-12 it costs nothing, as it is higher in the same suit"
    says(CUPS, "9d", free, "CP-12 others may hold 5 cards that can follow at no cost")
    says(CUPS, "6w", "CP-14 it costs you 6 cards, as it changes the suit")
    says(cups(("6w 2s", "2c"), "8d"), "2s", "CP-14 it costs you 2 cards, as it changes the suit")
    says(CUPS, "8c", takes, "CP-11 any card but a cup can then follow at no cost")
    text = "CP-17 you can play no card: 3 cards become your graveyard, "
    few = cups(("2s 3c 4s", "2d"), "4w 9s", stack="Td", rest="away")
    says(few, "bury", f"{text}1 card is drawn")
    says(cups(("2s 3c 4s", "2d"), "4w 9s"), "bury", f"{text}3 cards are drawn")


@pytest.mark.parametrize(("short_draw", "drawn"), [("rest", 2), ("dump", 5), ("league", 3), ("magellan", 2)])
def test_a_draw_costs_what_it_finds(short_draw, drawn):
    rules = {"set": "simple", "short_draw": short_draw}
    state = cups_table.table(rules, hands=("6w 9d", "2c 3c"), dump="3w 5d 8d", stack="Td 3s", rest="away")
    says(state, "6w", f"CP-14 it costs you {drawn} cards, as it changes the suit")


def test_a_hand_that_is_gone():
    says(cups(("9d", "2s 3c"), "8d"), "9d", "CP-18 you win now", "CP-18 your hand is gone")
    says(GRAVE, "9d", "CP-18 your hand is gone: you pick up your graveyard of 2 cards")
    state = cups_table.table(SIT_OUT, hands=("9d", "2s 3c"), graveyards=("4s 5s", ""), dump="8d")
    says(state, "9d", "CP-33 your hand is gone: you sit out the rest of the game")
    # A hand that is filled again is not gone.
    is_silent(cups(("3d", "2s 3c"), "8w", graveyards=("4s 5s", "")), "3d", "hand is gone")


def test_who_follows_when_play_reverses():
    state = cups_table.table(hands=("9d 4s", "2s 3c", "5w"), dump="8c")
    reverses = "CP-11 play reverses: seat 2 with 1 card is next, not seat 1 with 2 cards"
    says(state, "9d", "CP-11 it costs nothing, as it goes on a cup", reverses)
    (found,) = reasons_for(state, "9d")
    assert any(SHARES in reason and "seat 2" in reason for reason in found)
    hands = ("9d 4s", "2s 3c", "6d 7d", "")
    state = cups_table.table(SIT_OUT, hands=hands, graveyards=("", "", "", "5w"), dump="8c", out=[3])
    says(state, "9d", "CP-11 play reverses: seat 2 with 2 cards is next, not seat 1 with 2 cards")


def test_a_call_is_called_false_only_where_its_seat_can_know():
    rules, away = {"set": "simple", "no_cups_end": "on_call"}, {"stack": "Kd", "rest": "away"}
    said, wrong = (f"CP-22 you say that no cup is left in play{end}" for end in ("", ", which is wrong"))
    says(cups_table.table(rules, hands=("2s 3c", "2d"), dump="4w 9s"), "call", wrong)
    hands = ("2s 3s", "2d 5c")
    says(cups_table.table(rules, hands=hands, dump="4w 9s", **away), "call", said)
    says(cups_table.table({**rules, "cups_apart": True}, hands=hands, dump="4w 9s", **away), "call", wrong)


# --- Cut the Rope ---


def test_the_personal_deck():
    nearer = "CR-16 one card nearer to winning: 1 card left in your personal deck"
    says(FITTING, "5>1", "CR-10 then your personal card, the six, fits row 1")
    says(FITTING, "9/1", "CR-14 it covers nothing on supply 1; your turn ends")
    says(play(FITTING.copy(), "5>1"), "p>1", nearer)
    last = rope_table.table(hands=("9", "1"), personal=("6", "8"), levels=("up 1 2 3 4 5", "", ""))
    says(last, "p>1", "CR-16 you win now")
    state = rope_table.table(hands=("5 9", "1"), personal=("X 7", "8 8"), **LEVELS)
    says(state, "5>1", "CR-10 your personal card, scissors, still fits row 1")


def test_feeding_the_next_player():
    says(FEEDING, "5>1", "CR-10 seat 1 can then play the six from the personal deck on row 1")
    six = "CR-10 seat 1 can play the six from the personal deck on row 1"
    wins = "CR-16 seat 1 can win next turn in all of the deals tried"
    says(play(FEEDING.copy(), "5>1"), "9/1", six, wins)


def test_what_is_drawn():
    says(CAT, "5>1", "CR-15 your hand fills up again: you draw 6 cards")
    free = "CR-15 it costs you no card: your hand fills up again when your turn ends"
    says(rope_table.table(hands=("5", "1"), **LEVELS), "5>1", free)
    said = "CR-10 0 cards left in your hand"
    says(rope_table.table({"set": "standard"}, hands=("5", "1"), deck="3 4", rest="discards", **LEVELS), "5>1", said)
    rules = {"set": "standard", "reshuffle": False}
    few = rope_table.table(rules, hands=("5 9", "1"), deck="3 4", rest="discards")
    says(few, "9/1", "CR-15 your hand fills up again: you draw 2 cards")
    is_silent(rope_table.table(rules, hands=("5 9", "1"), rest="discards"), "9/1", "you draw")


def test_levels_that_scissors_open_or_close():
    levels = (rope_table.scissors(9), rope_table.rising(9), "X X")
    state = rope_table.table("short", hands=("10 9", "1"), levels=levels)
    says(state, "10>1u", "CR-23 it completes row 1, which is cleared")
    says(state, "9>3", "CR-21 row 3 goes down from here")


def test_how_far_a_personal_card_is():
    """Waiting scissors may be a step each; a row that has to be completed first is not told."""
    state = rope_table.table("short", hands=("X 2", "1"), personal=("8 8", "9 9"), levels=("up 1 2 3 4 X", "", ""))
    says(state, "X>1", "CR-10 then row 1 lacks only the seven before your personal card, the eight")
    state = rope_table.table(hands=("9 2", "1"), personal=("2 8", "9 9"), levels=(rope_table.rising(8),) * 3)
    is_silent(state, "9>1", "lacks")


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


@pytest.fixture
def few_deals(monkeypatch):
    monkeypatch.setattr(explain, "DEALS", amount(2, explain.DEALS))


@pytest.mark.usefixtures("few_deals")
@pytest.mark.parametrize("name", registry.names())
def test_a_move_that_an_option_allows_is_explained_by_the_clause_of_the_option(name):
    found = []
    for option, state, move in allowed_by_an_option(name):
        (reasons,) = reasons_for(state, move)
        assert not any("changes nothing" in reason for reason in reasons), (option.name, move)
        found.append((option.name, move, option.clause in {reason.split()[0] for reason in reasons}))
    assert found
    assert {(option, move) for option, move, cited in found if not cited and option not in CITED_ELSEWHERE} == set()


@pytest.mark.parametrize("name", registry.names())
def test_reasons_never_depend_on_what_was_imagined(name):
    """But for shares of deals; and every clause that is named is in the book."""
    book = read_book(name)
    for state in islice(tours(name, 1, moves=60), 0, None, amount(200, 9)):
        (one, legal), (other, _) = (explained(state, seed) for seed in (1, 2))
        for move in legal.values():
            found = one.reasons(move)
            assert found
            assert all(book.clause(reason.clause).id == reason.clause for reason in found)
            assert not any(CODE.search(reason.text) for reason in found)
            assert not any(reason.text == "you win now" for reason in found[1:])
            steady = [reason for reason in found if SHARES not in reason.text]
            assert [reason for reason in other.reasons(move) if SHARES not in reason.text] == steady


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.usefixtures("pseudo", "few_deals")
def test_every_reason_passes_through_the_catalogue(name):
    for state in islice(tours(name, 2, moves=60), 0, None, amount(76, 19)):
        explainer, legal = explained(state)
        first = next(iter(legal.values()))
        for move in legal.values():
            contrast = explainer.outlook.contrast(first, move)
            other = Text(first.text)
            said = [reason.text for reason in explainer.reasons(move)]
            said += [*explainer.motives(move), explainer.warning(move)]
            said += [each.reason(other).text for each in contrast.gains]
            said.append(cause(explainer.outlook, move, first, other))
            assert [text for text in said if untranslated(text)] == []


def test_a_line_is_followed_as_far_as_it_goes():
    state = undercut.game("cuttle").deal(seed=7)
    explainer, _ = explained(state)
    steps = explainer.follow(["7c", "draw", "draw", "Ks+x"][:3])
    assert [(seat, str(move)) for seat, move in steps] == [(0, "7c"), (1, "draw"), (0, "draw")]
    assert len(explainer.follow(["7c", "7c"])) == 1


def answer_kinds(state, move, *answers):
    explainer, legal = explained(state)
    return explainer.answers(legal[move], [(answer, 1 / len(answers)) for answer in answers])


def test_answers_are_sorted_by_what_they_do():
    state = table(hands=("7c", "9c"))
    found = answer_kinds(state, "7c", "9cx7c", "draw", "8dx7c")
    assert found == [("scuttle", 0.6667, "9cx7c"), ("draw", 0.3333, "draw")]
    state = cups_table.table(hands=("9d 4s", "2s 3c"), dump="8d")
    kinds = {"Td": "play at no cost", "2s": "play and draw", "9c": "take with a cup", "Ad": "ace"}
    assert answer_kinds(state, "9d", *kinds) == [(kind, 0.25, answer) for answer, kind in kinds.items()]
    kinds = {"X>1": "play from hand", "p>1": "play the personal card", "1/2": "end the turn"}
    assert answer_kinds(FITTING, "9/1", *kinds) == [(kind, 0.3333, answer) for answer, kind in kinds.items()]
    assert answer_kinds(FITTING, "5>1", "p>1") == []
