"""Puzzles from games between bots: proved again, solved to the end, one for each day."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from tests.amounts import amount
from undercut.bots.thinking.prove import ProofLimit, Result, endgame_of, prove
from undercut.games.base import registry
from undercut.lessons.coach import YOU, answer_try, position_at
from undercut.lessons.course import NODES, find_lesson, puzzles
from undercut.lessons.learner import Learned, harder, nearest, puzzle_of_day, rating


def is_rescue(puzzle):
    """Whether all other moves lose; there is no win to prove."""
    return position_at(puzzle, len(puzzle.steps)).state().result is None


def sample(game, *, rescues):
    found = [puzzle for puzzle in puzzles(game) if is_rescue(puzzle) == rescues]
    return found[:: max(1, len(found) // amount(2, 8))]


WINS, RESCUES = (
    [puzzle for game in registry.names() for puzzle in sample(game, rescues=kind)] for kind in (False, True)
)


@pytest.mark.parametrize("puzzle", RESCUES, ids=lambda puzzle: f"{puzzle.game}-{puzzle.name}")
def test_the_solver_proves_again_that_all_other_moves_lose_at_once(puzzle):
    state = position_at(puzzle, 0).state()
    lost = endgame_of(state.view(YOU), None, ProofLimit(NODES)).losing()
    assert {str(move) for move in state.legal_moves()} - {*lost} == {*puzzle.steps[0].wanted}
    assert "lose at once" in puzzle.steps[0].text
    assert not answer_try(puzzle, 0, lost[0]).right


@pytest.mark.parametrize("puzzle", WINS, ids=lambda puzzle: f"{puzzle.game}-{puzzle.name}")
def test_the_solver_proves_the_win_again_by_the_wanted_moves_alone(puzzle):
    proof = prove(position_at(puzzle, 0).state().view(YOU), nodes=NODES)
    assert proof.result is Result.WIN
    assert set(proof.moves) == set(puzzle.steps[0].wanted)


@pytest.mark.parametrize("game", registry.names())
def test_there_are_puzzles_with_a_choice_and_each_is_solved_by_its_own_moves_and_not_by_all(game):
    found = puzzles(game)
    assert len(found) >= 50
    assert any(len(puzzle.steps) > 1 for puzzle in found)
    for puzzle in found:
        legal = position_at(puzzle, 0).state().legal_moves()
        assert len({(move.card, move.kind, move.target) for move in legal}) >= 4
        assert 0 < len(puzzle.steps[0].wanted) <= len(legal) // 2
        end = position_at(puzzle, len(puzzle.steps)).state().result
        assert end is None if is_rescue(puzzle) else end.winners == (YOU,)


def test_another_winning_move_at_the_end_is_right_and_shown():
    several = (puzzle for puzzle in puzzles("cut_the_rope") if len(puzzle.steps[0].wanted) > 1)
    puzzle = next(several)
    assert all(answer_try(puzzle, 0, move).right for move in puzzle.steps[0].wanted)
    last = puzzle.steps[-1].wanted[0]
    assert position_at(puzzle, len(puzzle.steps), last) == position_at(puzzle, len(puzzle.steps))


@pytest.mark.parametrize("game", registry.names())
def test_each_day_has_a_puzzle_and_the_neighbours_differ(game):
    found = puzzles(game)
    first = date(2026, 1, 1)
    days = [puzzle_of_day(game, str(first + timedelta(day))) for day in range(len(found))]
    assert {one.name for one in days} == {one.name for one in found}
    assert all(one is not other for one, other in pairwise(days))
    assert puzzle_of_day("chess", str(first)) is None


@pytest.mark.parametrize("game", registry.names())
def test_the_next_puzzle_is_harder_until_the_hardest(game):
    known, at = [], 0
    while (one := harder(known, game, at)) is not None:
        assert at < one.rating
        assert nearest(known, game, one.rating).rating == one.rating
        known.append(Learned(game, one.name, "2026-01-01", right=True, done=True))
        at = one.rating
    assert at == puzzles(game)[-1].rating > puzzles(game)[0].rating
    assert rating(known, game) > 1100


def test_puzzles_without_a_choice_keep_their_addresses():
    assert find_lesson("cuttle", "puzzle-1") not in puzzles("cuttle")
