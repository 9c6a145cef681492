"""The coach who answers what a learner tries, and what a learner has done: progress, rating, opponents."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache, reduce
from math import ceil, gcd
from typing import NamedTuple

from undercut.errors import BadNotation
from undercut.games.base import registry
from undercut.games.base.parts.bots import LEVEL_NAMES
from undercut.games.base.parts.lessons import Lesson, Position
from undercut.lessons.courses import POSSIBLE, PUZZLE, all_puzzles, puzzles
from undercut.play.loading import from_position
from undercut.play.sources import source
from undercut.play.state import State
from undercut.translation import N_, _

YOU = 0  # the learner's seat in every lesson
LESSON = "lesson"  # the name of its table

_NOT_A_MOVE = N_("That is not a move of this game.")
_ENDS = N_("That ends your turn, but you can win in it.")
_GOES_ON = N_("Your turn goes on, but this way a win is not certain, or takes more moves.")
_LOSES = N_("That ends the game, and you do not win it.")
_POSSIBLY = N_("That does not force a win, or not as quickly. Your opponent may reply:")
_SURELY = N_("That no longer forces a win. The reply:")


class LessonPosition(NamedTuple):
    start: Position
    moves: tuple[str, ...]

    def state(self) -> State:
        """Play the moves; shuffles are the same at every try, and as `undercut.table.replay.table_at` makes them."""
        state = from_position(self.start)
        state.set_chance(source(0))
        for move in self.moves:
            state.play(move)
        return state


@dataclass(frozen=True, slots=True)
class TryResult:
    right: bool  # the lesson goes on
    text: str = ""
    clause: str | None = None  # the one that forbids the move
    refuted: tuple[str, ...] = ()  # a wrong move, and the answers that show why
    tried: str = ""  # a wrong move that is legal, in words


def position_at(lesson: Lesson, number: int, by: str = "") -> LessonPosition:
    """Return the position before a step, from 0, or after the last one, where `by` may have been played instead."""
    start: Position = {}
    moves: list[str] = []
    for place, step in enumerate(lesson.steps[: number + 1]):
        if step.start is not None:
            start, moves = step.start, []
        if by and place + 1 == len(lesson.steps) == number:
            moves.append(by)
        elif place < number:
            moves += [*step.wanted[:1], *step.replies]
    return LessonPosition(start, tuple(moves))


def answer_try(lesson: Lesson, number: int, text: str) -> TryResult:
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
    known = step.against.get(text, step.against.get("*", ""))
    answers = known.removeprefix(POSSIBLE).split()
    said = step.answers.get(text) or step.answers.get(move.kind) or _fault(lesson, number, state, known)
    return TryResult(right=False, text=_(said), refuted=(text, *answers) if answers else (), tried=move.text)


def _fault(lesson: Lesson, number: int, state: State, known: str) -> str:
    """Say why a legal move is wrong, from the table after it and the answers that are known."""
    if state.result:
        return _LOSES
    wins_now = _wins_this_turn(lesson, number)
    if state.to_move == YOU and (wins_now or (lesson.is_puzzle and not known)):
        return _GOES_ON
    if wins_now:
        return _ENDS
    if not known or lesson.saves:
        return lesson.steps[number].otherwise
    return _POSSIBLY if known.startswith(POSSIBLE) else _SURELY


def _wins_this_turn(lesson: Lesson, number: int) -> bool:
    """Tell whether a lesson is a puzzle to be won from a step on without a turn of the other players."""
    return lesson.is_puzzle and not lesson.saves and not any(step.replies for step in lesson.steps[number:])


FIRST_RATING, _MOST_CHANGE = 1000, 40  # of a learner, and the most that a puzzle can bring or cost
_SCALE = 400
_NOT_AGAIN = 2  # the next puzzle has another idea than the last ones tried
_DAYS = 64
_LONG, _HARDEST = 5, 1400  # most own moves of puzzles before the long ones, and the highest rating of the day's


class Learned(NamedTuple):
    game: str
    lesson: str
    day: str
    right: bool  # no try was wrong before the solution
    done: bool
    step: int = 0  # the step of a lesson that comes next, from 1; 0 in a puzzle, or in one done to the end

    @property
    def is_puzzle(self) -> bool:
        return self.lesson.startswith(PUZZLE)


@lru_cache(maxsize=_DAYS)
def puzzles_of_day(day: str) -> dict[str, Lesson]:
    """Return the day's puzzle of each game, from easy to hard."""
    days = (date.fromisoformat(day) - date(1970, 1, 1)).days
    # Days with odd numbers have other ideas than the days beside them.
    beside = (_puzzles_of(days - 1), _puzzles_of(days + 1)) if days % 2 else ()
    found = _puzzles_of(days, frozenset(one.idea for other in beside for one in other))
    return {one.game: one for one in found}


@lru_cache(maxsize=_DAYS)
def _puzzles_of(days: int, others: frozenset[str] = frozenset()) -> tuple[Lesson, ...]:
    found: list[Lesson] = []
    names = [game for game in registry.names() if puzzles(game)]
    for turn in range(len(names)):
        game = names[(days + turn) % len(names)]
        mild = [one for one in puzzles(game) if not is_long(one) and one.rating <= _HARDEST] or puzzles(game)
        # Each day takes another part of a game's puzzles than the days beside it.
        part = mild[len(mild) * turn // len(names) : len(mild) * (turn + 1) // len(names)] or mild
        harder = [one for one in part if not found or one.rating > found[-1].rating] or part
        row = [one for one in harder if one.idea not in others] or harder
        # A step without a common divisor gives every puzzle its turn.
        step = next(step for step in range(max(2, len(row) * 3 // 8), 2 * len(row) + 3) if gcd(step, len(row)) == 1)
        found.append(row[days // len(names) * step % len(row)])
    return tuple(found)


def is_long(puzzle: Lesson) -> bool:
    return len(puzzle.steps) > _LONG


def solved(known: Iterable[Learned]) -> set[tuple[str, str]]:
    return {(one.game, one.lesson) for one in known if one.done}


def place_in(known: Iterable[Learned], lesson: Lesson) -> int:
    """Return the step at which a learner left a lesson; 0 if it was not begun, or is done."""
    mine = [one for one in known if (one.game, one.lesson) == (lesson.game, lesson.name)]
    return 0 if not mine or any(one.done for one in mine) else min(mine[-1].step, len(lesson.steps))


def days_solved(known: Iterable[Learned]) -> set[str]:
    first: dict[tuple[str, str], str] = {}
    for one in known:
        if one.done and one.is_puzzle:
            first.setdefault((one.game, one.lesson), one.day)
    return {*first.values()}


def rating(known: Sequence[Learned], game: str) -> int:
    return next(reversed(_ratings(known, game).values()), FIRST_RATING)


def rating_change(known: Sequence[Learned], lesson: Lesson) -> int | None:
    """Return by how much a puzzle changed a learner's rating; None before the first try is over."""
    after = _ratings(known, lesson.game)
    if lesson.name not in after:
        return None
    before = [FIRST_RATING, *after.values()][[*after].index(lesson.name)]
    return after[lesson.name] - before


def _ratings(known: Sequence[Learned], game: str) -> dict[str, int]:
    """Return a learner's rating after each puzzle, which counts once, right or wrong at the first try."""
    ratings = {puzzle.name: puzzle.rating for puzzle in all_puzzles(game)}
    mine, found = float(FIRST_RATING), dict[str, int]()
    for one in known:
        if one.game == game and one.lesson in ratings and one.lesson not in found and (one.done or not one.right):
            expected = 1 / (1 + 10 ** ((ratings[one.lesson] - mine) / _SCALE))
            mine += _MOST_CHANGE * (one.right - expected)
            found[one.lesson] = round(mine)
    return found


def harder(known: Sequence[Learned], than: Lesson) -> Lesson | None:
    """Return the easiest unsolved harder puzzle; one of another idea than the last ones, and short, if there is one."""
    row = [one for one in _unsolved(known, than.game) if one.rating > than.rating]
    return min(row, key=_comes_later(known, than.game, than.idea), default=None)


def nearest(known: Sequence[Learned], game: str, to: int, but: Lesson | None = None) -> Lesson | None:
    """Return the unsolved puzzle nearest to a rating, likewise; None if all others are solved."""
    later, row = _comes_later(known, game), [one for one in _unsolved(known, game) if one != but]
    return min(row, key=lambda one: (later(one), abs(one.rating - to)), default=None)


def _comes_later(known: Sequence[Learned], game: str, idea: str = "") -> Callable[[Lesson], tuple[bool, bool]]:
    """Return the key that sorts puzzles: those like the last ones tried or the given one, and long ones, come later."""
    tried = [*dict.fromkeys(one.lesson for one in known if one.game == game)][-_NOT_AGAIN:]
    kinds = {_kind(idea), *(_kind(one.idea) for one in all_puzzles(game) if one.name in tried)}
    return lambda one: (_kind(one.idea) in kinds, is_long(one))


def _kind(idea: str) -> str:
    """Return the first part of an idea, which names the first right move."""
    return idea.partition(",")[0]


def _unsolved(known: Sequence[Learned], game: str) -> list[Lesson]:
    done = solved(known)
    return [puzzle for puzzle in puzzles(game) if (game, puzzle.name) not in done]


# --- The level of adaptive bots, which follows a person's results ---

# A win against a level at least as strong as the estimate raises it by one level. A loss against a level at most as
# strong lowers it: by one level with two seats, by half a level with three, by a third with four. So a person who wins
# a fair share of the games, one in n at a table of n, stays at the level. A draw changes nothing.

START = LEVEL_NAMES.index("easy")


@dataclass(frozen=True, slots=True)
class GameScore:
    level: str
    won: bool | None  # whether the person won; None: a draw or a shared win
    seats: int = 2


def updated_strength(strength: float, score: GameScore) -> float:
    level = LEVEL_NAMES.index(score.level)
    if score.won and level >= _level_number(strength):
        return min(strength + 1, len(LEVEL_NAMES) - 1.0)
    if score.won is False and level <= _level_number(strength):
        return max(strength - 1 / (score.seats - 1), 0.0)
    return strength


def strength_of(scores: Iterable[GameScore]) -> float:
    return reduce(updated_strength, scores, float(START))


def level_at(strength: float) -> str:
    return LEVEL_NAMES[_level_number(strength)]


def _level_number(strength: float) -> int:
    return ceil(strength - 0.5)


def strength_note(strength: float) -> str:
    note = _("the adaptive bot plays as {level} now: one level up when you win, down when you lose")
    return note.format(level=level_at(strength))


def score_of(levels: list[str], winners: list[int] | tuple[int, ...] | None) -> GameScore | None:
    """Return what a game says about the strength of the people in it; None if it says nothing."""
    bots = [level for level in levels if level in LEVEL_NAMES]
    if winners is None or not bots or "" not in levels:
        return None
    people_won = {not levels[seat] for seat in winners}
    won = people_won.pop() if len(people_won) == 1 else None
    return GameScore(max(bots, key=LEVEL_NAMES.index), won, len(levels))
