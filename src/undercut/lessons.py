"""The lessons and puzzles of each game, the coach who answers what a learner tries, and what a learner has done.

What a game teaches is in its folder ``lessons``: lessons, puzzles, its first screen, recorded games to watch.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from importlib.resources import files
from math import gcd
from typing import Any, NamedTuple, cast

from undercut.decoding import JSON, decode
from undercut.errors import BadNotation, UndercutError
from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.games.base.definition import GameSpec
from undercut.games.base.words import Glance, Lesson, Lessons, Position, Sight, Step
from undercut.play.loading import from_position
from undercut.play.piles import cards
from undercut.play.state import State
from undercut.translation import N_, _

# --- Lessons: `lessons/lessons.toml` of a game ------------------------------------------------------------------------


def course(game: str) -> Lessons | None:
    """Return what a game teaches; None for an unknown game, or one without lessons."""
    return _read_course(game) if game in registry.names() else None


@cache
def _read_course(game: str) -> Lessons | None:
    path = files(registry.package(game)).joinpath("lessons", "lessons.toml")
    if not path.is_file():
        return None
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    for lesson in (*filter(None, [data.get("first")]), *data.get("exercises", ())):
        lesson["game"] = game
        for step in lesson["steps"]:
            if "start" in step:
                step["start"] = complete(registry.spec(game), step["start"])
    found, faults = decode(_joined(data), Lessons)
    if faults:
        raise UndercutError(f"{path}: {'; '.join(faults)}")
    return found


def _joined(value: object) -> object:
    """Join the lines of every text."""
    if isinstance(value, dict):
        return {name: _joined(item) for name, item in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return [_joined(item) for item in cast("list[object]", value)]
    return " ".join(value.split()) if isinstance(value, str) else value


def complete(spec: GameSpec, given: dict[str, JSON]) -> Position:
    """Complete a position: you are to move, and the cards that it does not name lie at the bottom of the stock."""
    rules = recommended(spec)
    position: dict[str, JSON] = {"game": spec.name, "rules": rules, "seats": len(cast("list[JSON]", given["hands"]))}
    position |= {"turn": 0, "to_move": 0, "phase": "play"}
    position |= {name: _listed(value) if name in spec.piles else _or_null(value) for name, value in given.items()}
    stock = next(pile.id for pile in spec.words.piles if pile.sight is Sight.NOBODY and not pile.owned)
    left = Counter(map(spec.pack.text, spec.full_pack(spec.rule_sets[rules])))
    left.subtract(cards([position.get(name) for name in (*spec.piles, "waiting")]))
    return {**position, stock: [*cast("list[JSON]", position.get(stock, [])), *left.elements()]}


def _listed(value: JSON) -> JSON:
    """Split each text of several cards."""
    if isinstance(value, list):
        return [_listed(item) for item in value]
    return [*value.split()] if isinstance(value, str) else value


def _or_null(value: JSON) -> JSON:
    """Put null in the place of each empty text: TOML has no null."""
    return [_or_null(item) for item in value] if isinstance(value, list) else None if value == "" else value


def first_lesson(game: str) -> Lesson | None:
    """Return the first lesson of a game; None for an unknown game, or one without lessons."""
    own = course(game)
    return own.first if own else None


def lessons(game: str) -> tuple[Lesson, ...]:
    """List the lessons of a game, the first one first; a game of another distribution may have none."""
    own = course(game)
    return (*((own.first,) if own.first else ()), *own.exercises) if own else ()


# --- Puzzles: `lessons/puzzles.json` of a game ------------------------------------------------------------------------

_END = N_("Solved: a forced win, whatever the hidden cards are.")
_FIRST = N_("You can force a win, whatever the hidden cards are. Find the first move.")
_ONLY = N_("You can win with one move, whatever the hidden cards are. Find it.")
_NEXT = N_("Go on: not every move keeps the win.")
_LAST = N_("Now win the game.")
_WRONG = N_("That does not force a win, or not as fast.")
_SAVE = N_(
    "Every move but one lets your opponent win with the next move, whatever the hidden cards are. Find the one that "
    "does not."
)
_SAVED = N_("Solved: after any other move, your opponent could have won with the next one.")
_LOST = N_("Your opponent can now win with the next move.")


@cache
def puzzles(game: str) -> tuple[Lesson, ...]:
    """List the puzzles that a game offers, easiest first; an unknown game has none."""
    return tuple(sorted((one for one in all_puzzles(game) if not one.retired), key=lambda puzzle: puzzle.rating))


@cache
def all_puzzles(game: str) -> tuple[Lesson, ...]:
    """Read all puzzles of a game; those that earlier versions offered keep their addresses."""
    path = files(registry.package(game)).joinpath("lessons", "puzzles.json") if game in registry.names() else None
    if path is None or not path.is_file():
        return ()
    found = cast("list[dict[str, Any]]", json.loads(path.read_text(encoding="utf-8")))
    return tuple(_puzzle(registry.spec(game), number, one) for number, one in enumerate(found, 1))


def _puzzle(spec: GameSpec, number: int, found: dict[str, Any]) -> Lesson:
    last, saves = len(found["steps"]) - 1, found["aim"] == "save"
    first = _SAVE if saves else _FIRST if last else _ONLY
    steps = [
        Step(
            text=first if place == 0 else _LAST if place == last else _NEXT,
            wanted=tuple(right),
            otherwise=_LOST if saves else _WRONG,
            replies=tuple(answers),
            against=against,
            start=complete(spec, found["start"]) if place == 0 else None,
        )
        for place, (right, answers, against) in enumerate(found["steps"])
    ]
    return Lesson(
        name=f"puzzle-{number}",
        title=N_("Puzzle"),
        game=spec.name,
        steps=tuple(steps),
        end=_SAVED if saves else _END,
        rating=int(found["rating"]),
        idea=str(found["idea"]),
        saves=saves,
        retired="retired" in found,
    )


# --- A lesson or puzzle -----------------------------------------------------------------------------------------------


def next_lesson(lesson: Lesson) -> Lesson | None:
    """Return the lesson that follows; None after the last one."""
    row = lessons(lesson.game)
    place = row.index(lesson) + 1
    return row[place] if place < len(row) else None


def find_lesson(game: str, name: str) -> Lesson:
    for lesson in (*lessons(game), *all_puzzles(game)):
        if lesson.name == name:
            return lesson
    raise UndercutError(f"No such lesson: {name[:40]!r}.")


# --- What is beside them: the first screen and a game to watch --------------------------------------------------------


@cache
def first_screen(game: str) -> Glance | None:
    own = course(game)
    return registry.spec(game).glance(own.glance) if own and own.glance else None


@lru_cache(maxsize=1024)
def card_anchor(game: str, card: str) -> str:
    """Return the anchor of a card's rule on the page of the rule book; empty if the page has none."""
    screen = first_screen(game)
    return screen.anchor(card) if screen else ""


_MOST_SHOWN = 3  # games to watch of each game


@dataclass(frozen=True, slots=True)
class ShownGame:
    record: dict[str, object]
    chances: list[list[int]]  # each player's chance in per cent before every move, and at the end
    better: dict[str, tuple[str, int, str]]  # by a mistake's number: the best move, its share, why


@cache
def shown_games() -> dict[str, ShownGame]:
    """Return the games to watch by name: the first of each game is named like it, others have a number behind."""
    found: dict[str, ShownGame] = {}
    for number in range(1, _MOST_SHOWN + 1):
        behind = f"-{number}" if number > 1 else ""
        for game in registry.names():
            path = files(registry.package(game)).joinpath("lessons", f"shown{behind}.json")
            if path.is_file():
                record = cast("dict[str, object]", json.loads(path.read_text(encoding="utf-8")))
                chances = cast("list[list[int]]", record.pop("chances", [])) or [[]]
                better = cast("dict[str, tuple[str, int, str]]", record.pop("better", {}))
                found[game + behind] = ShownGame(record, chances, better)
    return found


# --- The coach --------------------------------------------------------------------------------------------------------

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


# --- What a learner has done ------------------------------------------------------------------------------------------

_START, _STEP = 1000, 40  # a learner's first rating, and the most that a puzzle can bring or cost
_SCALE = 400
_NOT_AGAIN = 2  # the next puzzle has another idea than the last ones solved
_DAYS = 64


class Learned(NamedTuple):
    """A lesson or puzzle that was tried on a day."""

    game: str
    lesson: str
    day: str
    right: bool  # no try was wrong before the solution
    done: bool
    step: int = 0  # the step of a lesson that comes next, from 1; 0 in a puzzle, or in one done to the end


def puzzle_of_day(game: str, day: str) -> Lesson | None:
    return puzzles_of_day(day).get(game)


@lru_cache(maxsize=_DAYS)
def puzzles_of_day(day: str) -> dict[str, Lesson]:
    """Return the day's puzzle of each game: no two are to be won, or saved, in the same number of moves."""
    found: dict[str, Lesson] = {}
    days = (date.fromisoformat(day) - date(1970, 1, 1)).days
    for game, row in ((game, puzzles(game)) for game in registry.names() if puzzles(game)):
        # A step without a common divisor: every puzzle has its turn, and neighbouring days differ in difficulty.
        step = next(step for step in range(max(2, len(row) * 3 // 8), 2 * len(row) + 3) if gcd(step, len(row)) == 1)
        place, before = days * step % len(row), row[(days - 1) * step % len(row)].idea
        tasks = {(one.saves, len(one.steps)) for one in found.values()}
        others = (one for one in (*row[place:], *row[:place]) if (one.saves, len(one.steps)) not in tasks)
        found[game] = next((one for one in others if one.idea != before), row[place])
    return found


def solved(known: Iterable[Learned]) -> set[tuple[str, str]]:
    """Return the games and names of all that was done to the end."""
    return {(one.game, one.lesson) for one in known if one.done}


def place_in(known: Iterable[Learned], lesson: Lesson) -> int:
    """Return the step at which a learner left a lesson; 0 if it was not begun, or is done."""
    mine = [one for one in known if (one.game, one.lesson) == (lesson.game, lesson.name)]
    return 0 if not mine or any(one.done for one in mine) else min(mine[-1].step, len(lesson.steps))


def days_solved(known: Iterable[Learned]) -> set[str]:
    """Return the days on which a puzzle was solved for the first time."""
    first: dict[tuple[str, str], str] = {}
    for one in known:
        if one.done and one.lesson.startswith("puzzle-"):
            first.setdefault((one.game, one.lesson), one.day)
    return {*first.values()}


def rating(known: Sequence[Learned], game: str) -> int:
    """Return a learner's rating in a game."""
    return next(reversed(_ratings(known, game).values()), _START)


def rating_change(known: Sequence[Learned], lesson: Lesson) -> int | None:
    """Return by how much a puzzle changed a learner's rating; None before the first try is over."""
    after = _ratings(known, lesson.game)
    if lesson.name not in after:
        return None
    before = [_START, *after.values()][[*after].index(lesson.name)]
    return after[lesson.name] - before


def _ratings(known: Sequence[Learned], game: str) -> dict[str, int]:
    """Return a learner's rating after each puzzle, which counts once, right or wrong at the first try."""
    ratings = {puzzle.name: puzzle.rating for puzzle in all_puzzles(game)}
    mine, found = float(_START), dict[str, int]()
    for one in known:
        if one.game == game and one.lesson in ratings and one.lesson not in found and (one.done or not one.right):
            expected = 1 / (1 + 10 ** ((ratings[one.lesson] - mine) / _SCALE))
            mine += _STEP * (one.right - expected)
            found[one.lesson] = round(mine)
    return found


def harder(known: Sequence[Learned], than: Lesson) -> Lesson | None:
    """Return the easiest unsolved harder puzzle, of another idea than the last ones if there is one."""
    row = [one for one in _unsolved(known, than.game) if one.rating > than.rating]
    return min(row, key=_after(known, than.game, than.idea), default=None)


def nearest(known: Sequence[Learned], game: str, to: int) -> Lesson | None:
    """Return the unsolved puzzle nearest to a rating, of another idea than the last ones; None if all are solved."""
    is_like = _after(known, game)
    return min(_unsolved(known, game), key=lambda one: (is_like(one), abs(one.rating - to)), default=None)


def _after(known: Sequence[Learned], game: str, idea: str = "") -> Callable[[Lesson], bool]:
    """Return what tells whether a puzzle has the idea of one of the last ones solved, or the given one."""
    done = [one.lesson for one in known if one.game == game and one.done][-_NOT_AGAIN:]
    ideas = {idea, *(one.idea for one in all_puzzles(game) if one.name in done)}
    return lambda one: one.idea in ideas


def _unsolved(known: Sequence[Learned], game: str) -> list[Lesson]:
    done = solved(known)
    return [puzzle for puzzle in puzzles(game) if (game, puzzle.name) not in done]
