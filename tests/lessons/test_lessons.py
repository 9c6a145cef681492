"""Every lesson holds by the rules: its moves are legal, every try is answered, and it ends as it says."""

import pytest

from undercut.games.base import registry
from undercut.lessons.coach import YOU, answer_try, position_at
from undercut.lessons.course import find_lesson, first_lesson, lessons

LESSONS = [
    (lesson, number) for game in registry.names() for lesson in lessons(game) for number in range(len(lesson.steps))
]
LESSON_IDS = [f"{lesson.game}-{lesson.name}-{number + 1}" for lesson, number in LESSONS]


@pytest.mark.parametrize(("lesson", "number"), LESSONS, ids=LESSON_IDS)
def test_a_step_leads_on_by_the_wanted_moves_alone_and_answers_every_other(lesson, number):
    step, state = lesson.steps[number], position_at(lesson, number).state()
    assert state.to_move == YOU
    legal = state.legal_moves()
    assert set(step.wanted) <= {move.notation for move in legal}
    for move in legal:
        verdict = answer_try(lesson, number, move.notation)
        assert verdict.clause is None
        assert verdict.right or verdict.text
        assert verdict.right >= (move.notation in step.wanted)
    assert set(step.answers) <= {move.notation for move in legal} | {move.kind for move in legal}


@pytest.mark.parametrize(("lesson", "number"), LESSONS, ids=LESSON_IDS)
def test_an_illegal_try_is_answered_by_the_rule(lesson, number):
    state = position_at(lesson, number).state()
    refused = [use for uses in state.uses().values() for use in uses if use.reason]
    for use in refused:
        verdict = answer_try(lesson, number, use.move.notation)
        assert (verdict.right, verdict.text, verdict.clause) == (False, use.reason.text, use.reason.clause)
    assert answer_try(lesson, number, "nonsense").text == "That is not a move of this game."


@pytest.mark.parametrize("game", registry.names())
def test_a_first_lesson_ends_with_your_win_and_ten_exercises_keep_the_win_that_they_promise(game):
    first, *exercises = found = lessons(game)
    assert first is first_lesson(game)
    assert position_at(first, len(first.steps)).state().result.winners == (YOU,)
    assert len(exercises) == 10
    for lesson in exercises:
        after = position_at(lesson, len(lesson.steps)).state()
        assert after.result is None or after.result.winners == (YOU,)
        if "Win this turn" in lesson.steps[0].text:
            assert after.result
    assert len({lesson.name for lesson in found}) == len(found)
    assert find_lesson(game, found[-1].name) is found[-1]
