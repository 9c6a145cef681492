import json
import random
import xml.etree.ElementTree as ET
from functools import cache

import pytest

import undercut
from tests.amounts import amount, some
from tests.bots.test_search import position
from tests.clauses import rope_table
from tests.clauses.cuttle_table import table
from undercut.bots.advice.analysis import Analysis, analyse, save_plot
from undercut.bots.advice.evidence import Loss, Mark, Weighing, mark_of
from undercut.bots.advice.hint import advise
from undercut.bots.advice.judging import Judgement, review_move
from undercut.bots.players import levels_of, play_out
from undercut.bots.registry import make
from undercut.bots.thinking.budget import Effort
from undercut.bots.thinking.think import think
from undercut.engine.host import Host
from undercut.games.base.game_types import Outcome
from undercut.games.base.parts.bots import Budget

FEW = Budget(iterations=40)
LIMIT = amount(4, 12)
"""How many moves of a game are judged."""


def played(name, seats=2, seed=3, limit=LIMIT):
    state = undercut.game(name, seats=seats).deal(seed=seed)
    return play_out(state, [make("greedy", name, seed + seat) for seat in range(seats)], limit)


def analysed(state, seats=None, budget=FEW, **others):
    return analyse(state, seats, Effort(budget, Host.PLAIN), **others)


@cache
def whole(name, seats=2):
    state = played(name, seats)
    return state, analysed(state)


@pytest.mark.parametrize(("name", "seats"), some([("cuttle", 2), ("cups", 3), ("cut_the_rope", 4), ("cups", 6)], 3))
def test_every_move_is_judged_by_its_seat(name, seats):
    state, analysis = whole(name, seats)
    assert [str(found.move) for found in analysis.judged] == list(state.moves)
    assert [found.number for found in analysis.judged] == list(range(1, len(state.moves) + 1))
    again = undercut.replay({**state.record(), "moves": [], "shuffles": [], "result": None})
    for found in analysis.judged:
        assert found.seat == again.to_move
        assert found.legal == len(again.legal_moves())
        again.play(found.move) if not again.result else None
        assert 0 <= found.expected <= 1
        assert 0 <= found.loss <= 1
    assert json.loads(json.dumps(analysis.to_json()))["moves"] == len(state.moves)


RACE = {"hands": ("Td 2c 3d", "9c 9d"), "points": ("9h 5h", "Ts Th"), "permanents": ("8s", "")}
"""Whoever does not win now has lost: tens are out of reach, and the other side holds open nines."""


def test_a_win_thrown_away_is_a_blunder():
    state = table(**RACE)
    for move in ("3d", "9c"):
        state.play(move)
    analysis = analysed(state, budget=Budget(iterations=400))
    first, last = analysis.judged
    assert (str(first.best), first.mark, first.mark.sign) == ("Td", Mark.BLUNDER, "??")
    assert (first.expected, last.expected) == (1, 1)
    assert first.loss > 0.5
    loser, winner = analysis.summaries
    assert loser.worst == first
    assert loser.marks[Mark.BLUNDER] == 1
    assert (loser.choices, loser.agreed, winner.worst) == (1, 0, None)


def test_a_mistake_is_explained_beside_the_better_move():
    state = table(**RACE)
    reviewed = review_move(state.view(0), "3d", 1, Effort(Budget(iterations=400), Host.PLAIN))
    assert str(reviewed.why[0]) == "CU-7 you win now"
    assert reviewed.gist == "You win now."
    answers = {value.move: value.answer for value in reviewed.values}
    assert answers["3d"] == "You could win at once."


def test_a_win_by_several_moves_of_one_turn_is_said_of_the_first():
    state = rope_table.table(hands=("5 9", "5"), personal=("6", "6"), levels=("up 1 2 3 4", "", ""))
    legal = [str(move) for move in state.legal_moves()]
    missed = next(move for move in legal if move.startswith("9/"))
    reviewed = review_move(state.view(0), missed, 1, Effort(Budget(iterations=2000), Host.PLAIN))
    assert (reviewed.best, reviewed.gist) == ("5>1", "You can win in this turn.")


def test_the_best_move_is_no_loss():
    state = table(**RACE)
    state.play("Td")
    analysis = analysed(state, budget=Budget(iterations=400))
    (found,) = analysis.judged
    assert (found.loss, found.mark) == (0, Mark.NONE)
    assert found.lead > 0.5
    assert analysis.summaries[0].best == found
    assert analysis.curve(0) == [(1, 1.0), (2, 1.0)]
    assert analysis.curve(1) == [(2, 0.0)]


@pytest.mark.parametrize(
    ("size", "mark", "lead"), [(0.12, Mark.MISTAKE, 0), (0.01, Mark.NONE, 0), (-0.2, Mark.NONE, 0.2)]
)
def test_the_search_s_choice_can_turn_out_worse_than_another_move(monkeypatch, size, mark, lead):
    state = undercut.game("cuttle").deal(seed=7)
    chosen = think(state.view(0), Effort(FEW, Host.PLAIN), random.Random("0/1"), settings=levels_of("cuttle").settings)
    state.play(chosen.best.move)
    monkeypatch.setattr(Weighing, "loss", lambda _self, rivals, *_, **__: Loss(rivals[-1], size, 0.01))
    (found,) = analysed(state).judged
    assert (found.mark, found.lead) == (mark, lead)
    assert (found.best == found.move) == (mark is Mark.NONE)
    assert found.loss == (size if mark is Mark.MISTAKE else 0)


def test_the_same_seed_judges_the_same():
    state, analysis = whole("cuttle")
    assert analysed(state) == analysis
    assert analysed(state, seed=1).judged != analysis.judged


def test_leaving_seats_out_changes_no_judgement():
    state, analysis = whole("cups", 3)
    part = analysed(state, [2])
    assert part.judged == tuple(found for found in analysis.judged if found.seat == 2)
    assert part.seats == (2,)
    with pytest.raises(undercut.UndercutError, match="9 is not a seat"):
        analysed(state, [9])


def test_ends_by_the_table_and_games_without_an_end():
    state = played("cuttle", limit=4)
    assert state.result is None
    assert analysed(state).curve(0)[-1][0] <= 4
    state.finish(Outcome((1,), "resigned"))
    analysis = analysed(state)
    assert analysis.result == Outcome((1,), "resigned")
    assert len(analysis.judged) == 4
    assert analysis.curve(0)[-1] == (5, 0.0)
    assert all(turn.last <= 4 for turn in analysis.turns)


def judgement(number, seat, expected, loss=0.0, error=0.001):
    move = undercut.game("cuttle").deal(seed=7).legal_moves()[0]
    return Judgement(number, seat, str(move), move.text, 5, str(move), move.text, expected, 0.01, loss, error, 0.0)


def analysis_of(*judged, result=None, moves=None):
    return Analysis("cuttle", ("ann", "bob"), (0, 1), moves or len(judged), result, judged)


def test_marks_need_more_than_chance():
    assert [mark_of(loss, 0.01) for loss in (0.04, 0.05, 0.1, 0.2)] == list(Mark)
    assert mark_of(0.3, 0.15) is Mark.NONE


def test_turning_points_and_who_caused_them():
    found = [(0.8, 0.4), (0.3, 0.0), (0.4, 0.0), (0.7, 0.3), (0.7, 0.0), (0.3, 0.0)]
    turns = analysis_of(*(judgement(place + 1, place % 2, *each) for place, each in enumerate(found))).turns
    assert [(turn.seat, turn.first, turn.last) for turn in turns] == [(0, 1, 3), (1, 2, 4), (0, 3, 5), (1, 4, 6)]
    causes = [turn.cause.number if turn.cause else None for turn in turns]
    assert causes == [1, None, 4, 4]
    assert analysis_of(judgement(1, 0, 0.5), judgement(2, 1, 0.5), judgement(3, 0, 0.6)).turns == ()


def test_the_end_counts_only_when_everything_was_judged():
    won = Outcome((0,), "points")
    assert analysis_of(judgement(1, 0, 0.5), judgement(2, 1, 0.5), result=won).curve(0)[-1] == (3, 1.0)
    assert analysis_of(judgement(1, 0, 0.5), result=won, moves=9).curve(0) == [(1, 0.5)]


def test_the_picture_is_an_svg_with_every_seat(tmp_path):
    _, analysis = whole("cups", 3)
    paths = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for path in paths:
        save_plot(analysis, path, "Cups: three of a kind")
    assert paths[0].read_bytes() == paths[1].read_bytes()
    root = ET.parse(paths[0]).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    comments = paths[0].read_text()
    for text in ("Cups: three of a kind", "seat 0 (seat 0)", "seat 2 (seat 2)", "expected result, %"):
        assert text in comments


def test_the_picture_is_a_png(tmp_path):
    path = tmp_path / "picture.PNG"
    save_plot(analysis_of(judgement(1, 0, 0.5, 0.3), judgement(2, 1, 0.5, 0.1), judgement(3, 0, 0.2, 0.06)), path)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_pictures_that_cannot_be_drawn(tmp_path, monkeypatch):
    analysis = analysis_of(judgement(1, 0, 0.5))
    with pytest.raises(undercut.UndercutError, match=r"must end in \.svg or \.png"):
        save_plot(analysis, tmp_path / "picture.pdf")
    with pytest.raises(undercut.UndercutError, match="no such folder"):
        save_plot(analysis, tmp_path / "nowhere" / "picture.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(undercut.UndercutError, match=r"folder\.svg: Is a directory"):
        save_plot(analysis, tmp_path / "folder.svg")
    monkeypatch.setattr("undercut.bots.advice.analysis.has_pixels", lambda: False)
    with pytest.raises(undercut.UndercutError, match=r"pip install 'undercut\[lab\]'; or write an \.svg"):
        save_plot(analysis, tmp_path / "picture.png")


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_chances_of_all_players_add_up_at_every_move(seats):
    chance = random.Random(seats)
    shares = [chance.choice((0.0, chance.random(), 1.0)) for _ in range(39)]
    judged = [judgement(number, chance.randrange(seats), share) for number, share in enumerate(shares, 1)]
    names = tuple(f"player {seat}" for seat in range(seats))
    won = Outcome((0, seats - 1), "points")
    analysis = Analysis("cups", names, tuple(range(seats)), len(judged), won, tuple(judged))
    curves = [analysis.chances(seat) for seat in range(seats)]
    assert {tuple(number for number, _share in curve) for curve in curves} == {tuple(range(1, 41))}
    for points in zip(*curves, strict=True):
        assert sum(share for _number, share in points) == pytest.approx(1)
        assert all(0 <= share <= 1 for _number, share in points)
    for found in judged:
        assert dict(curves[found.seat])[found.number] == found.expected
    assert [curve[-1][1] for curve in curves] == [0.5, *[0.0] * (seats - 2), 0.5]
    shown = [dict(curve) for curve in analysis.to_json()["curves"].values()]
    totals = [sum(curve[number] for curve in shown) for number in range(1, 41)]
    assert totals == pytest.approx([1] * 40, abs=1e-3)


def test_a_draw_counts_as_an_equal_part_for_each():
    drawn = analysis_of(judgement(1, 0, 0.3), result=Outcome((), "passes"))
    assert [drawn.chances(seat) for seat in (0, 1)] == [[(1, 0.3), (2, 0.5)], [(1, 0.7), (2, 0.5)]]


@pytest.mark.parametrize(("name", "seats"), [("cuttle", 2), ("cups", 4), ("cut_the_rope", 3)])
def test_a_review_does_not_blame_a_move_that_a_hint_advised(name, seats):
    """Both search anew; a loss counts only beyond chance."""
    for plies in some(range(4, 13, 2), 2):
        state = position(name, plies, plies, seats)
        effort = Effort(Budget(iterations=300), Host.PLAIN)
        advised = advise(state, None, effort, chance=random.Random(plies)).best.move
        found = review_move(state.view(state.to_move), str(advised), plies + 1, effort)
        assert found.mark is Mark.NONE
