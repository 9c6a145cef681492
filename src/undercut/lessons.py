"""The lessons and puzzles of each game, a recorded game to watch, and what a learner has done of them."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, cast

from undercut.decoding import JSON, decode
from undercut.errors import BadNotation, UndercutError
from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.games.base.definition import GameSpec
from undercut.games.base.game_types import Move
from undercut.games.base.parts.lessons import Glance, Lesson, Lessons, Position, Step
from undercut.games.base.words import Sight
from undercut.play.loading import from_position
from undercut.play.piles import cards
from undercut.play.state import State
from undercut.translation import N_, _

# --- Puzzles: `lessons/puzzles.json` of a game ------------------------------------------------------------------------

NODES = 3_000  # number of positions to which each proof of a puzzle is limited

DAY = 24 * 60 * 60

_END = N_("Solved: a forced win, whatever the hidden cards are.")
_FIRST = N_("You can force a win, whatever the hidden cards are. Find the first move.")
_ONLY = N_("You can win with one move, whatever the hidden cards are. Find it.")
_NEXT = N_("Right. Go on: not every move keeps the win.")
_LAST = N_("Right. Now win the game.")
_WRONG = N_("That is legal, but it does not force a win. Look again.")
_SAVE = N_(
    "All moves but one lose at once: whatever the hidden cards are, your opponent can win with the next move. Find the "
    "other one."
)
_SAVED = N_("Solved: every other move would have let your opponent win with the next move.")
_LOST = N_("Your opponent can now win with the next move. Look again.")


def puzzles(game: str) -> tuple[Lesson, ...]:
    """List the puzzles of a game, easiest first; an unknown game has none."""
    return _read(game) if game in registry.names() else ()


@cache
def _read(game: str) -> tuple[Lesson, ...]:
    path = files(registry.package(game)).joinpath("lessons", "puzzles.json")
    if not path.is_file():
        return ()
    found = cast("list[dict[str, Any]]", json.loads(path.read_text(encoding="utf-8")))
    return tuple(_puzzle(game, number, one) for number, one in enumerate(found, 1))


def todays_puzzle(game: str, now: float) -> Lesson | None:
    """Return the puzzle of the day; None if the game has none."""
    found = puzzles(game)
    # A step that has no divisor in common with most numbers, so that neighbouring days differ in difficulty.
    return found[int(now // DAY) * 89 % len(found)] if found else None


def _puzzle(game: str, number: int, found: dict[str, Any]) -> Lesson:
    last, saves = len(found["steps"]) - 1, found["aim"] == "save"
    first = _SAVE if saves else _FIRST if last else _ONLY
    steps = [
        Step(
            text=first if place == 0 else _LAST if place == last else _NEXT,
            wanted=tuple(right),
            otherwise=_LOST if saves else _WRONG,
            replies=tuple(answers),
            start=cast("Position", found["start"]) if place == 0 else None,
        )
        for place, (right, answers) in enumerate(found["steps"])
    ]
    return Lesson(
        name=f"puzzle-{number}",
        title=N_("Puzzle"),
        game=game,
        steps=tuple(steps),
        end=_SAVED if saves else _END,
        rating=int(found["rating"]),
    )


# --- Lessons and the first screen: `lessons/lessons.toml` of a game ---------------------------------------------------


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
                step["start"] = _start(registry.spec(game), step["start"])
    found, faults = decode(_joined(data), Lessons)
    if faults:
        message = f"{path}: {'; '.join(faults)}"
        raise UndercutError(message)
    return found


def _joined(value: object) -> object:
    """Join the lines of every text."""
    if isinstance(value, dict):
        return {name: _joined(item) for name, item in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return [_joined(item) for item in cast("list[object]", value)]
    return " ".join(value.split()) if isinstance(value, str) else value


def _start(spec: GameSpec, given: dict[str, JSON]) -> Position:
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


@cache
def first_screen(game: str) -> Glance | None:
    """Return a game on one screen, if it has that."""
    own = course(game)
    return registry.spec(game).glance(own.glance) if own and own.glance else None


def first_lesson(game: str) -> Lesson | None:
    """Return the first lesson of a game; None for an unknown game, or one without lessons."""
    own = course(game)
    return own.first if own else None


def lessons(game: str) -> tuple[Lesson, ...]:
    """List the lessons of a game, the first one first; a game of another distribution may have none."""
    own = course(game)
    return (*((own.first,) if own.first else ()), *own.exercises) if own else ()


def next_lesson(lesson: Lesson) -> Lesson | None:
    """Return the lesson or puzzle that follows; None after the last one."""
    row = puzzles(lesson.game) if lesson.rating else lessons(lesson.game)
    place = row.index(lesson) + 1
    return row[place] if place < len(row) else None


def find_lesson(game: str, name: str) -> Lesson:
    """Return a lesson or puzzle by its game and name."""
    for lesson in (*lessons(game), *puzzles(game)):
        if lesson.name == name:
            return lesson
    message = f"No such lesson: {name[:40]!r}."
    raise UndercutError(message)


def card_anchor(game: str, card: str) -> str:
    """Return the anchor of a card's rule on the page of the rule book; empty if the page has none."""
    screen = first_screen(game)
    return screen.anchor(card) if screen else ""


@cache
def shown_games() -> dict[str, dict[str, object]]:
    """Return the records of the games to watch, by game."""
    paths = [files(registry.package(game)).joinpath("lessons", "shown.json") for game in registry.names()]
    records = [
        cast("dict[str, object]", json.loads(path.read_text(encoding="utf-8"))) for path in paths if path.is_file()
    ]
    return {str(record["game"]): record for record in records}


# --- What a learner has done ------------------------------------------------------------------------------------------

_START, _STEP = 1000, 40  # a learner's first rating, and the most that a puzzle can bring or cost
_SCALE = 400


class Learned(NamedTuple):
    """A lesson or puzzle that was tried on a day."""

    game: str
    lesson: str
    day: str
    right: bool  # no try was wrong before the solution
    done: bool


def puzzle_of_day(game: str, day: str) -> Lesson | None:
    """Return the puzzle of a day; None if the game has none."""
    return todays_puzzle(game, (date.fromisoformat(day) - date(1970, 1, 1)).days * DAY)


def solved(known: Iterable[Learned]) -> set[tuple[str, str]]:
    """Return the games and names of all that was done to the end."""
    return {(one.game, one.lesson) for one in known if one.done}


def days_solved(known: Iterable[Learned]) -> set[str]:
    """Return the days on which one of their puzzles was solved."""
    named = ((one, puzzle_of_day(one.game, one.day)) for one in known if one.done)
    return {one.day for one, puzzle in named if puzzle and puzzle.name == one.lesson}


def rating(known: Sequence[Learned], game: str) -> int:
    """Return a learner's rating in a game: each puzzle counts once, right or wrong at the first try."""
    ratings = {puzzle.name: puzzle.rating for puzzle in puzzles(game)}
    mine, counted = float(_START), set[str]()
    for one in known:
        if one.game == game and one.lesson in ratings and one.lesson not in counted and (one.done or not one.right):
            counted.add(one.lesson)
            expected = 1 / (1 + 10 ** ((ratings[one.lesson] - mine) / _SCALE))
            mine += _STEP * (one.right - expected)
    return round(mine)


def harder(known: Sequence[Learned], game: str, than: int = 0) -> Lesson | None:
    """Return the easiest puzzle left above a rating, or the first left; None if all are solved."""
    done = solved(known)
    left = [puzzle for puzzle in puzzles(game) if (game, puzzle.name) not in done]
    return next((puzzle for puzzle in left if puzzle.rating >= than), left[0] if left else None)


# --- A lesson: coached moves from fixed positions ---------------------------------------------------------------------

YOU = 0  # the learner's seat in every lesson

_NOT_A_MOVE = N_("That is not a move of this game.")


class LessonPosition(NamedTuple):
    """A position of a lesson."""

    start: Position
    moves: tuple[str, ...]

    def state(self) -> State:
        """Return the state, with the moves as its log."""
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
    move = next(move for move in state.legal_moves() if move.notation == text)
    if text in step.wanted or _wins(state, move):
        return TryResult(right=True)
    said = step.answers.get(text) or step.answers.get(move.kind) or step.otherwise
    return TryResult(right=False, text=_(said))


def _wins(state: State, move: Move) -> bool:
    after = state.copy()
    after.play(move)
    return after.result is not None and after.result.winners == (YOU,)
