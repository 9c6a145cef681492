import json
import random
import re

import pytest

import undercut
from tests.amounts import some
from tests.bots.test_search import position
from tests.clauses import rope_table
from tests.clauses.cuttle_table import table
from undercut.bots.advice.explain import Explainer, compare
from undercut.bots.advice.hint import Suggestion, advise, told
from undercut.bots.advice.judging import review_move
from undercut.bots.thinking.budget import QUIET, Effort, Watch
from undercut.bots.thinking.think import MoveStats
from undercut.engine.host import Host
from undercut.games.base.game_types import Outcome
from undercut.games.base.parts.bots import Budget
from undercut.games.base.sentences import named

FEW = Budget(iterations=150)


def advised(state, seed=1, seat=None, watch=QUIET, **others):
    return advise(state, seat, Effort(FEW, Host.PLAIN, watch), chance=random.Random(seed), **others)


def test_a_win_is_advised_and_said():
    advice = advised(table(hands=("Td 2c", "9c 9d"), points=("9h 5h", "3c")))
    assert str(advice.best.move) == "Td"
    assert advice.best.chances == "chance to win 100 %, proven"
    why = ["CU-7 you win now", "CU-10 you get 24 points, and 21 are enough to win"]
    assert [str(reason) for reason in advice.best.why] == why
    assert advice.plain == "You win now."
    assert advice.verdict == "Td is clearly best."
    (step,) = advice.best.line
    assert (step.seat, step.move, step.text) == (0, "Td", "Play the ten of diamonds for 10 points.")


def test_the_only_legal_move_is_advised_without_a_search():
    state = table(hands=("", "9c 9d"), points=("", "3c"))
    endless = Budget(iterations=10**15)
    advice = advise(state, None, Effort(endless, Host.PLAIN))
    assert [str(one.move) for one in advice.moves] == ["draw"]
    assert advice.iterations == 0
    assert advice.verdict == "draw is the only legal move."
    assert advice.to_json()["moves"][0]["chances"] == "not tried"


def test_what_the_other_side_would_answer():
    state = table(hands=("Ac 3d", "2h 9d"), points=("", "Tc 9c"), permanents=("8s", ""))
    ace = next(move for move in advised(state, explained=9).moves if str(move.move) == "Ac!")
    assert ace.answers[0].kind in ("counter", "let be")
    assert sum(answer.share for answer in ace.answers) == pytest.approx(1)
    assert {answer.move for answer in ace.answers} <= {"2h!", "ok"}


@pytest.mark.parametrize(("name", "seats"), [("cuttle", 2), ("cups", 2), ("cups", 5), ("cut_the_rope", 3)])
def test_every_legal_move_is_judged_and_the_best_explained(name, seats):
    state = position(name, seats, 6, seats)
    advice = advised(state, explained=2)
    assert {str(one.move) for one in advice.moves} == set(map(str, state.legal_moves()))
    assert (advice.seat, advice.seats) == (state.to_move, seats)
    # Each of the two that are explained may have got a second look, with an eighth of the budget.
    assert 150 <= advice.iterations <= 150 + 2 * 19
    for place, one in enumerate(advice.moves):
        assert bool(one.why) == bool(one.line) == (place < 2)
    for one in advice.moves[:2]:
        again = state.copy()
        assert one.line[0].seat == state.to_move
        assert one.line[0].move == str(one.move)
        assert again.play(one.line[0].move).text == one.line[0].text


@pytest.mark.parametrize(
    ("name", "seats"), [("cuttle", 2), ("cups", 2), ("cups", 5), ("cut_the_rope", 2), ("cut_the_rope", 4)]
)
def test_a_hint_is_short_and_says_more_than_its_move(name, seats):
    """It stands beside the marked card: no decimals, nothing twice, at most 140 letters before one asks why."""
    for plies in some(range(4, 13, 2), 2):
        advice = advised(position(name, plies, plies, seats))
        assert len(named(advice.lead, ["W" * 20] * seats)) <= 140
        assert advice.plain.startswith(advice.lead)
        assert not re.search(r"\d[.,]\d", advice.plain)
        assert advice.best.move.text.rstrip(".") not in advice.plain
        sentences = re.split(r"(?<=\.) ", advice.plain)
        assert len({*sentences}) == len(sentences)
        assert len(re.findall(r"[.](?: |$)", advice.more)) <= 2


@pytest.mark.parametrize(
    ("state", "alike", "apart"),
    [
        (table(hands=("4s 4d 9c 2h", "3c 5c 8d")), ("4s!", "4d!"), ("4s!", "4s")),
        (rope_table.table(hands=("4 7", "1"), levels=("up 1", "up 1", "")), ("7/1", "7/2", "7/3"), ("7/1", "4/1")),
        (rope_table.table(hands=("2 7", "1"), levels=("up 1", "up 1", "")), ("2>1", "2>2"), ("2>1", "2/1")),
    ],
)
def test_moves_that_differ_in_a_suit_or_a_place_are_one(state, alike, apart):
    """They have one value, and a review calls none of them worse than another."""
    found = {str(one.move): (one.expected, one.error, one.visits) for one in advised(state).moves}
    assert len({found[move] for move in alike}) == 1
    assert found[apart[0]] != found[apart[1]]
    effort = Effort(Budget(iterations=300), Host.PLAIN)
    reviewed = [review_move(state.view(0), move, 1, effort) for move in alike]
    assert not any(one.best != one.move and one.best in alike for one in reviewed)


def test_a_choice_among_equal_moves_alone_costs_nothing():
    state = table(hands=("4h 9c", "5c 5d 5h"))
    for move in ("4h!", "ok"):
        state.play(move)
    reviewed = review_move(state.view(1), "-5d", 3, Effort(Budget(iterations=100), Host.PLAIN))
    assert (reviewed.best, reviewed.loss) == ("-5d", 0)


def test_what_is_true_of_a_worse_move_is_no_reason():
    state = table(hands=("9h Ts", "2c 3c"))
    explainer = Explainer(state.view(0), random.Random(1))
    nine, ten = (next(move for move in state.legal_moves() if str(move) == each) for each in ("9h", "Ts"))
    both = MoveStats(ten, 0.6, 0.01, 100), MoveStats(nine, 0.4, 0.01, 100)
    assert told(explainer, both, "") == explainer.motives(ten)
    assert told(explainer, (both[0], MoveStats(ten, 0.4, 0.01, 100)), "") == explainer.motives(ten)[:1]


def test_the_same_seed_gives_the_same_json():
    state = position("cuttle", 3, 6)
    written = json.dumps(advised(state).to_json())
    assert written == json.dumps(advised(state).to_json())
    assert written != json.dumps(advised(state, seed=2).to_json())
    assert list(json.loads(written)) == ["game", "seats", "seat", "verdict", "proof", "contrast", "iterations", "moves"]
    first = json.loads(written)["moves"][0]
    assert list(first) == ["move", "text", "expected", "error", "visits", "chances", "why", "line", "answers"]


def test_what_the_search_gave_up_is_looked_at_again():
    """Only a win at once saves this; of the other moves a search that knows it learns next to nothing."""
    race = {"hands": ("Td 2c 3d", "9c 9d"), "points": ("9h 5h", "Ts Th"), "permanents": ("8s", "")}
    effort = Effort(Budget(iterations=800), Host.PLAIN)
    best, second, third = advise(table(**race), None, effort, chance=random.Random(1)).moves[:3]
    assert str(best.move) == "Td"
    assert second.visits == third.visits == 100
    assert max(second.expected, third.expected) < 0.4


def test_progress_runs_once_and_can_be_stopped():
    seen = []
    advised(position("cuttle", 3, 6), watch=Watch(progress=seen.append))
    assert seen == sorted(seen)
    effort = Effort(Budget(seconds=60), Host.PLAIN, Watch(cancelled=lambda: True))
    assert advise(position("cuttle", 3, 6), None, effort).iterations < 1000


def test_who_cannot_be_advised():
    state = undercut.game("cuttle").deal(seed=7)
    with pytest.raises(undercut.UndercutError, match="seat 1 is not to move; advice is only for seat 0"):
        advised(state, seat=1)
    with pytest.raises(undercut.UndercutError, match="9 is not a seat"):
        advised(state, seat=9)
    state.finish(Outcome((0,), "resigned"))
    with pytest.raises(undercut.UndercutError, match="the game is over"):
        advised(state)


def suggestion(move, expected, error, visits=100):
    return Suggestion(move, expected, error, visits)


def test_verdicts_say_how_clear_it_is():
    state = undercut.game("cuttle").deal(seed=7)
    advice = advised(state)
    moves = [one.move for one in advice.moves]
    cases = {
        "draw is the only legal move.": [(0.5, 0.01)],
        "draw is clearly best.": [(0.6, 0.01), (0.5, 0.01)],
        "draw looks best, but no move is clearly worse.": [(0.6, 0.05), (0.5, 0.05)],
        "draw looks best; Ah may be as good.": [(0.6, 0.01), (0.59, 0.01), (0.2, 0.01)],
    }
    by_name = sorted(moves, key=lambda move: ["draw", "Ah"].index(str(move)) if str(move) in ("draw", "Ah") else 9)
    for verdict, figures in cases.items():
        made = tuple(suggestion(move, *one) for move, one in zip(by_name, figures, strict=False))
        assert advice.__class__("cuttle", 2, 0, made, 100, 0.1).verdict == verdict
    assert suggestion(moves[0], 0.0, 0.0, 0).chances == "not tried"
    own = "Your chance to win after this move, if all play well:"
    chances = {
        "Every move loses against good play; this one keeps most chances.": (0.004, 0.0),
        "": (1.0, 0.999),
        f"{own} over 99\N{NO-BREAK SPACE}%. If you play the ace of hearts for 1 point: about 5\N{NO-BREAK SPACE}%.": (
            1.0,
            0.05,
        ),
        f"{own} about 60\N{NO-BREAK SPACE}%. You could as well play the ace of hearts for 1 point: either is fine.": (
            0.6,
            0.6,
        ),
    }
    for prospect, shares in chances.items():
        made = tuple(suggestion(move, share, 0.0) for move, share in zip(by_name, shares, strict=False))
        assert advice.__class__("cuttle", 2, 0, made, 100, 0.1).prospect == prospect
    made = tuple(suggestion(move, 0.6, 0.0) for move in by_name)
    plain = next(one.move for one in made if one.move.kind == "points" and str(one.move) != "Ah")
    prospect = advice.__class__("cuttle", 2, 0, made, 100, 0.1, obvious=str(plain)).prospect
    assert plain.text[1:-1] in prospect, "compared with what a beginner would play"


@pytest.mark.parametrize(
    ("figures", "sentence", "words"),
    [
        ([(0.6, 0.01), (0.4, 0.01)], "Better than “Draw a card from the stock” (40\N{NO-BREAK SPACE}%). If you ", True),
        ([(0.6, 0.01), (0.4, 0.01, 0)], "Better than “Draw a card from the stock”. If you ", True),
        (
            [(0.6, 0.05), (0.59, 0.05)],
            "About as good as “Draw a card from the stock” (59\N{NO-BREAK SPACE}%). If you ",
            False,
        ),
        # What is rounded to equal shares is not called better, however sure the search is.
        (
            [(0.6, 0.0001), (0.598, 0.0001)],
            "About as good as “Draw a card from the stock” (60\N{NO-BREAK SPACE}%). If you ",
            False,
        ),
        ([(1.0, 0.0), (0.4, 0.01)], "", False),
        ([(0.6, 0.01)], "", False),
    ],
)
def test_the_best_move_is_compared_with_the_next(figures, sentence, words):
    state = table(hands=("Ts 3d", "9c 9d"), points=("", "Td 9h"), permanents=("8s", ""))
    moves = [next(move for move in state.legal_moves() if str(move) == each) for each in ("Tsx9h", "draw")]
    known = zip(moves, figures, strict=False)
    ranked = [MoveStats(move, share, error, *(tried or [100])) for move, (share, error, *tried) in known]
    outlook = Explainer(state.view(0), random.Random(1)).outlook
    said = compare(outlook, ranked)
    assert said.figures.startswith(sentence)
    plain = "If you draw a card from the stock, seat 1 usually wins soon."
    assert said.words == (plain if words else "")


@pytest.mark.parametrize(
    ("lead", "sentence"), [(0.0, "The choice hardly matters."), (0.1, "The difference shows only later in the game.")]
)
def test_moves_that_no_game_tells_apart(lead, sentence):
    state = table(hands=("Ac Ad", "9c 9d"), points=("", "Td 9h"))
    moves = [next(move for move in state.legal_moves() if str(move) == each) for each in ("Ac!", "Ad!")]
    ranked = [MoveStats(moves[0], 0.5 + lead, 0.01, 100), MoveStats(moves[1], 0.5, 0.01, 100)]
    outlook = Explainer(state.view(0), random.Random(1)).outlook
    said = compare(outlook, ranked).figures
    assert "“Play the ace of diamonds as a one-off: scrap all point cards”" in said
    assert said.endswith(sentence)


DRAWN = table(hands=("5h 4c 2d", "2c"), points=("9c", "Ts"), rest="scrap")
LOST = table(hands=("7h 7c 7d Kc", "3c 4d 9s"), points=("Tc", "6s 7s"), rest="scrap")


@pytest.mark.parametrize(
    ("state", "verdict"),
    [
        (table(hands=("Td 2c", "9c 9d"), points=("9h 5h", "3c")), "Td wins: forced win in 1, proven."),
        (DRAWN, " keeps the draw: draw with best play, proven."),
        (LOST, " resists longest: lost in 4, proven."),
    ],
)
def test_what_is_proven_is_said(state, verdict):
    advice = advise(state, None, Effort(Budget(iterations=1000), Host.PLAIN), chance=random.Random(1))
    assert advice.verdict.endswith(verdict)
    assert str(advice.best.move) in advice.proof.moves
    assert advice.best.error == 0
    proof = advice.proof
    assert advice.to_json()["proof"] == {"text": proof.text, "moves": [*proof.moves], "line": [*proof.line]}
