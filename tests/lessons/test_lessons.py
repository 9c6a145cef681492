import random
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest

from tests.amounts import amount
from undercut.bots.thinking.prove import ProofLimit, Result, endgame_of, prove
from undercut.games.base import registry
from undercut.lessons import learner
from undercut.lessons.courses import all_puzzles, find_lesson, first_lesson, lessons, puzzles
from undercut.play.loading import determinize, from_position
from undercut.table.events import Sat
from undercut.table.replay import table_at

ALL = [lesson for game in registry.names() for lesson in lessons(game)]
LESSONS = [(lesson, number) for lesson in ALL for number in range(len(lesson.steps))]
LESSON_IDS = [f"{lesson.game}-{lesson.name}-{number + 1}" for lesson, number in LESSONS]


@pytest.mark.parametrize(("lesson", "number"), LESSONS, ids=LESSON_IDS)
def test_a_step_leads_on_by_the_wanted_moves_alone_and_answers_every_other(lesson, number):
    step, state = lesson.steps[number], learner.position_at(lesson, number).state()
    assert state.to_move == learner.YOU
    legal = state.legal_moves()
    assert set(step.wanted) <= {move.notation for move in legal}
    for move in legal:
        verdict = learner.answer_try(lesson, number, move.notation)
        assert verdict.clause is None
        assert verdict.right or verdict.text
        assert verdict.right >= (move.notation in step.wanted)
    assert set(step.answers) <= {move.notation for move in legal} | {move.kind for move in legal}


@pytest.mark.parametrize(("lesson", "number"), LESSONS, ids=LESSON_IDS)
def test_an_illegal_try_is_answered_by_the_rule(lesson, number):
    state = learner.position_at(lesson, number).state()
    refused = [use for uses in state.uses().values() for use in uses if use.reason]
    for use in refused:
        verdict = learner.answer_try(lesson, number, use.move.notation)
        assert (verdict.right, verdict.text, verdict.clause) == (False, use.reason.text, use.reason.clause)
    assert learner.answer_try(lesson, number, "nonsense").text == "That is not a move of this game."


@pytest.mark.parametrize("game", registry.names())
def test_a_first_lesson_ends_with_your_win_and_ten_exercises_keep_the_win_that_they_promise(game):
    first, *exercises = found = lessons(game)
    assert first is first_lesson(game)
    assert learner.position_at(first, len(first.steps)).state().result.winners == (learner.YOU,)
    assert len(exercises) == 10
    for lesson in exercises:
        after = learner.position_at(lesson, len(lesson.steps)).state()
        assert after.result is None or after.result.winners == (learner.YOU,)
        if "Win this turn" in lesson.steps[0].text:
            assert after.result
    assert len({lesson.name for lesson in found}) == len(found)
    assert find_lesson(game, found[-1].name) is found[-1]


NODES = 3_000


def sample(game, *, rescues):
    found = [puzzle for puzzle in puzzles(game) if puzzle.saves == rescues]
    return found[:: max(1, len(found) // amount(3, 12))]


WINS = [puzzle for game in registry.names() for puzzle in sample(game, rescues=False)]
RESCUES = [puzzle for game in registry.names() for puzzle in sample(game, rescues=True)]


def after(state, move):
    played = state.copy()
    played.play(move)
    return played


def is_forced(state):
    """Whether the reader wins with the next move whatever the other player does, with all cards open."""
    if state.result is not None:
        return state.result.winners == (learner.YOU,)
    following = [after(state, move) for move in state.legal_moves()]
    if state.to_move == learner.YOU and state.position()["phase"] == "play":
        return any(one.result is not None and one.result.winners == (learner.YOU,) for one in following)
    return (any if state.to_move == learner.YOU else all)(map(is_forced, following))


@pytest.mark.parametrize("puzzle", RESCUES, ids=lambda puzzle: f"{puzzle.game}-{puzzle.name}")
def test_all_moves_but_one_lose_at_once(puzzle):
    state = learner.position_at(puzzle, 0).state()
    legal = {str(move) for move in state.legal_moves()}
    if puzzle.game == "cuttle":
        lost = endgame_of(state.view(learner.YOU), None, ProofLimit(NODES)).losing()
        assert legal - {*lost} == {*puzzle.steps[0].wanted}
    for move in legal - {*puzzle.steps[0].wanted}:
        tried = learner.answer_try(puzzle, 0, move)
        for one in tried.refuted:
            state = after(state, one)
        assert not tried.right
        assert tried.text == "Your opponent can now win with the next move:"
        assert state.result.winners == (1 - learner.YOU,)
        state = learner.position_at(puzzle, 0).state()


@pytest.mark.parametrize("puzzle", WINS, ids=lambda puzzle: f"{puzzle.game}-{puzzle.name}")
def test_the_wanted_moves_win_whatever_is_hidden(puzzle):
    view = learner.position_at(puzzle, 0).state().view(learner.YOU)
    proof = prove(view, nodes=NODES)
    if proof:
        assert proof.result is Result.WIN
        assert set(proof.moves) == set(puzzle.steps[0].wanted)
        return
    for seed in range(3):  # with an open hand, which the solver takes for one that may hold every unseen card
        deal = determinize(view, random.Random(seed))
        assert all(is_forced(after(deal, move)) for move in puzzle.steps[0].wanted)


@pytest.mark.parametrize("game", registry.names())
def test_answers_to_wrong_moves_can_be_played_and_are_not_all_alike(game):
    answered = 0
    for puzzle in all_puzzles(game):
        for place, step in enumerate(puzzle.steps):
            start = learner.position_at(puzzle, place).state()
            for move in {str(move) for move in start.legal_moves()} - {*step.wanted}:
                state, refuted = start, learner.answer_try(puzzle, place, move).refuted
                for one in refuted:
                    state = after(state, one)
                answered += len(refuted) > 1
                assert not refuted or state.result or state.to_move == learner.YOU
    assert answered > len(puzzles(game))


def test_a_shuffle_after_a_wrong_move_is_the_same_at_every_try_and_on_the_page():
    tried = learner.position_at(find_lesson("cups", "puzzle-60"), 0)._replace(moves=("5s", "bury"))
    state = tried.state()
    assert state.shuffles
    assert tried.state().position() == state.position()
    players = [Sat(seat, "person", "Ann") for seat in range(2)]
    assert table_at("t", from_position(tried.start), players, tried.moves).state.position() == state.position()


@pytest.mark.parametrize("game", registry.names())
def test_there_are_puzzles_with_a_choice_and_each_is_solved_by_its_own_moves_and_not_by_all(game):
    found = puzzles(game)
    assert len(found) >= 35
    assert sum(len(puzzle.steps) > 1 for puzzle in found) >= 15
    ideas = Counter(puzzle.idea for puzzle in found)
    assert len(ideas) >= 4
    assert 2 * max(ideas.values()) <= len(found)
    for puzzle in found:
        legal = learner.position_at(puzzle, 0).state().legal_moves()
        assert len({(move.card, move.kind, move.target) for move in legal}) >= 4
        assert 0 < len(puzzle.steps[0].wanted) <= len(legal) // 2
        end = learner.position_at(puzzle, len(puzzle.steps)).state().result
        assert end is None if puzzle.saves else end.winners == (learner.YOU,)


@pytest.mark.parametrize("game", ["cups", "cuttle"])
def test_nearly_every_wrong_move_of_a_puzzle_to_win_is_answered_by_a_move_and_the_others_say_what_is_left(game):
    found = [one for one in puzzles(game) if len(one.steps) > 1 and not one.saves]
    wrong = [(one, str(move)) for one in found for move in learner.position_at(one, 0).state().legal_moves()]
    tried = [tried for one, move in wrong if not (tried := learner.answer_try(one, 0, move)).right]
    assert sum(bool(one.refuted) for one in tried) > 0.75 * len(tried)
    assert {"Your opponent may reply:" in one.text for one in tried if one.refuted} == {True, False}
    left = ("You may still win", "Your turn goes on", "That ends the game")
    assert all(one.text.startswith(left) for one in tried if not one.refuted)


def test_another_winning_move_at_the_end_is_right_and_shown():
    several = (puzzle for puzzle in puzzles("cut_the_rope") if len(puzzle.steps[0].wanted) > 1)
    puzzle = next(several)
    assert all(learner.answer_try(puzzle, 0, move).right for move in puzzle.steps[0].wanted)
    end, last = len(puzzle.steps), puzzle.steps[-1].wanted[0]
    assert learner.position_at(puzzle, end, last) == learner.position_at(puzzle, end)


def test_each_day_has_an_easy_a_middle_and_a_hard_puzzle_one_of_each_game_and_the_next_day_others():
    first = date(2026, 1, 1)
    days = [learner.puzzles_of_day(str(first + timedelta(day))) for day in range(400)]
    for today, tomorrow in pairwise(days):
        assert sorted(today) == sorted(registry.names())
        easy, middle, hard = (one.rating for one in today.values())
        assert easy < 1150
        assert easy < middle < hard <= 1400
        assert all(len(one.steps) <= 5 for one in today.values())
        assert all(today[game].idea != tomorrow[game].idea for game in today)
    for game in registry.names():
        short_enough = [one for one in puzzles(game) if len(one.steps) <= 5]
        assert len({day[game].name for day in days}) > len(short_enough) / 2
    assert "chess" not in learner.puzzles_of_day(str(first))


@pytest.mark.parametrize("game", registry.names())
def test_the_next_puzzle_is_harder_and_brings_another_idea(game):
    known, one = [], puzzles(game)[0]
    ratings = [learner.rating(known, game)]
    while one is not None:
        known.append(learner.Learned(game, one.name, "2026-01-01", right=True, done=True))
        ratings.append(learner.rating(known, game))
        assert learner.rating_change(known, one) == ratings[-1] - ratings[-2] > 0
        following = learner.harder(known, one)
        last = [find_lesson(game, solved.lesson).idea.split(",")[0] for solved in known[-2:]]
        if following:
            assert one.rating < following.rating
            left = [puzzle for puzzle in puzzles(game) if puzzle.rating > one.rating]
            others = [puzzle for puzzle in left if puzzle.idea.split(",")[0] not in last]
            assert following in (others or left)
            assert len(following.steps) <= 5 or all(len(puzzle.steps) > 5 for puzzle in others or left)
        one = following
    assert ratings[-1] > 1100


def test_puzzles_without_a_choice_keep_their_addresses():
    assert find_lesson("cuttle", "puzzle-1") not in puzzles("cuttle")
