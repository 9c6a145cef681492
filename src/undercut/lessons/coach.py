"""The coach of a lesson: its positions, and answers to what a learner tries there."""

from dataclasses import dataclass
from typing import NamedTuple

from undercut.errors import BadNotation
from undercut.games.base.parts.lessons import Lesson, Position, Step
from undercut.play.loading import from_position
from undercut.play.state import State
from undercut.translation import N_, _

YOU = 0  # the learner's seat in every lesson
LESSON = "lesson"  # the name of its table

_NOT_A_MOVE = N_("That is not a move of this game.")
_ENDS = N_("That ends your turn, in which you can win.")


class LessonPosition(NamedTuple):
    start: Position
    moves: tuple[str, ...]

    def state(self) -> State:
        state = from_position(self.start)
        for move in self.moves:
            state.play(move)
        return state


@dataclass(frozen=True, slots=True)
class TryResult:
    """The answer to a try."""

    right: bool  # the lesson goes on
    text: str = ""
    clause: str | None = None  # the one that forbids the move
    refuted: tuple[str, ...] = ()  # a wrong move, and the answers that show why


def position_at(lesson: Lesson, number: int, by: str = "") -> LessonPosition:
    """Return the position before a step, from 0, or after the last one, where `by` may have been played instead."""
    start: Position = {}
    moves: list[str] = []
    before = Step("")
    for step in (*lesson.steps[: number + 1], *([Step("")] if number >= len(lesson.steps) else [])):
        moves += [*before.wanted[:1], *before.replies]
        if step.start is not None:
            start, moves = step.start, []
        before = step
    if by and number >= len(lesson.steps):
        moves = [*moves[: len(moves) - 1 - len(lesson.steps[-1].replies)], by]
    return LessonPosition(start, tuple(moves))


def answer_try(lesson: Lesson, number: int, text: str) -> TryResult:
    """Answer a try in a step: right, or why not."""
    step, state = lesson.steps[number], position_at(lesson, number).state()
    try:
        refused = state.why_not(text)
    except BadNotation:
        return TryResult(right=False, text=_(_NOT_A_MOVE))
    if refused:
        return TryResult(right=False, text=refused.text, clause=refused.clause)
    move = state.play(text)
    if move.notation in step.wanted or (state.result and state.result.winners == (YOU,)):
        return TryResult(right=True)
    wins_now = lesson.rating and not lesson.saves and not any(later.replies for later in lesson.steps[number:])
    otherwise = _ENDS if wins_now and state.to_move != YOU else step.otherwise
    said = step.answers.get(text) or step.answers.get(move.kind) or otherwise
    answers = step.against.get(text, step.against.get("*", "")).split()
    return TryResult(right=False, text=_(said), refuted=(text, *answers) if answers else ())
