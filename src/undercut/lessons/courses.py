"""Courses: lessons, puzzles, the game on one screen and games to watch, from the folder ``lessons`` of each game."""

import json
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple, cast

from undercut.decoding import JSON, decode
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.games.base.definition import GameSpec
from undercut.games.base.parts.lessons import CardRule, Glance, Lesson, Lessons, Position, Step
from undercut.games.base.words import Sight
from undercut.play.piles import cards
from undercut.translation import N_, _


def course(game: str) -> Lessons | None:
    return _read_course(game) if game in registry.names() else None


@cache
def _read_course(game: str) -> Lessons | None:
    path = files(registry.package(game)).joinpath("lessons", "lessons.toml")
    if not path.is_file():
        return None
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    spec = registry.spec(game)
    first = {"first": _with_positions(spec, data["first"])} if "first" in data else {}
    exercises = [_with_positions(spec, lesson) for lesson in data.get("exercises", ())]
    found, faults = decode(_joined(data | first | {"exercises": exercises}), Lessons)
    if faults:
        raise UndercutError(f"{path}: {'; '.join(faults)}")
    return found


def _with_positions(spec: GameSpec, lesson: dict[str, Any]) -> dict[str, Any]:
    steps = [{**step, "start": complete(spec, step["start"])} if "start" in step else step for step in lesson["steps"]]
    return {**lesson, "game": spec.name, "steps": steps}


def _joined(value: object) -> object:
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
    left.subtract(cards([position.get(name) for name in {*spec.piles, *(pile.id for pile in spec.words.piles)}]))
    return {**position, stock: [*cast("list[JSON]", position.get(stock, [])), *left.elements()]}


def _listed(value: JSON) -> JSON:
    if isinstance(value, list):
        return [_listed(item) for item in value]
    return [*value.split()] if isinstance(value, str) else value


def _or_null(value: JSON) -> JSON:
    """Put null in the place of each empty text: TOML has no null."""
    return [_or_null(item) for item in value] if isinstance(value, list) else None if value == "" else value


def first_lesson(game: str) -> Lesson | None:
    own = course(game)
    return own.first if own else None


def lessons(game: str) -> tuple[Lesson, ...]:
    own = course(game)
    return (*((own.first,) if own.first else ()), *own.exercises) if own else ()


PUZZLE = "puzzle-"  # begins the name of each, and no lesson's
POSSIBLE = "~"  # begins the answers to a wrong move that surely refute nothing, but may be played

_END = N_("Solved: a forced win, whatever the hidden cards are.")
_FIRST = N_("You can force a win, whatever the hidden cards are. Find the first move.")
_ONLY = N_("You can win with one move, whatever the hidden cards are. Find it.")
_NEXT = N_("Keep going: not every move keeps the win.")
_LAST = N_("Now win the game.")
_WRONG = N_("You may still win after that, but not whatever the hidden cards are, or not as quickly.")
_SAVE = N_(
    "Every move but one lets your opponent win with the next move, whatever the hidden cards are. Find the one that "
    "does not."
)
_SAVED = N_("Solved: the only move that does not lose at once.")
_LOST = N_("Your opponent can now win with the next move:")


@cache
def puzzles(game: str) -> tuple[Lesson, ...]:
    return tuple(sorted((one for one in all_puzzles(game) if not one.retired), key=lambda puzzle: puzzle.rating))


@cache
def all_puzzles(game: str) -> tuple[Lesson, ...]:
    """Read all puzzles of a game; those that earlier versions offered keep their addresses."""
    path = files(registry.package(game)).joinpath("lessons", "puzzles.json") if game in registry.names() else None
    if path is None or not path.is_file():
        return ()
    found: list[JSON] = json.loads(path.read_text(encoding="utf-8"))
    return tuple(_puzzle(registry.spec(game), number, one) for number, one in enumerate(found, 1))


@dataclass(frozen=True, slots=True)
class _WrittenPuzzle:
    seed: int
    aim: str  # ``"win"`` or ``"save"``
    idea: str
    rating: int
    start: dict[str, JSON]
    steps: tuple[
        tuple[tuple[str, ...], tuple[str, ...], dict[str, str]], ...
    ]  # right moves, replies, and against wrong
    retired: bool = False


def _puzzle(spec: GameSpec, number: int, data: JSON) -> Lesson:
    found, faults = decode(data, _WrittenPuzzle)
    if faults:
        raise UndercutError(f"puzzle {number} of {spec.title}: {'; '.join(faults)}")
    last, saves = len(found.steps) - 1, found.aim == "save"
    first = _SAVE if saves else _FIRST if last else _ONLY
    steps = [
        Step(
            text=first if place == 0 else _LAST if place == last else _NEXT,
            wanted=right,
            otherwise=_LOST if saves else _WRONG,
            replies=answers,
            against=against,
            start=complete(spec, found.start) if place == 0 else None,
        )
        for place, (right, answers, against) in enumerate(found.steps)
    ]
    return Lesson(
        name=f"{PUZZLE}{number}",
        title=N_("Puzzle"),
        game=spec.name,
        steps=tuple(steps),
        end=_SAVED if saves else _END,
        rating=found.rating,
        idea=found.idea,
        saves=saves,
        retired=found.retired,
    )


def next_lesson(lesson: Lesson) -> Lesson | None:
    row = lessons(lesson.game)
    place = row.index(lesson) + 1
    return row[place] if place < len(row) else None


def find_lesson(game: str, name: str) -> Lesson:
    for lesson in (*lessons(game), *all_puzzles(game)):
        if lesson.name == name:
            return lesson
    raise UndercutError(_("No such lesson: {name}.").format(name=repr(name[:40])))


# --- What is beside them: the first screen and a game to watch --------------------------------------------------------


@cache
def first_screen(game: str) -> Glance | None:
    own = course(game)
    return registry.spec(game).glance(own.glance) if own and own.glance else None


@lru_cache(maxsize=1024)
def card_rule(game: str, card: str, clause: str) -> CardRule | None:
    """Return what a card does by a clause, as the game on one screen says it; None if no such screen says it."""
    screen = first_screen(game)
    return screen.rule(card, clause) if screen else None


_MOST_SHOWN = 3  # games to watch of each game


class BestMove(NamedTuple):
    move: str
    share: int
    why: str


@dataclass(frozen=True, slots=True)
class ShownGame:
    record: dict[str, object]
    chances: list[list[int]]  # each player's chance in per cent before every move, and at the end
    better: dict[str, BestMove]  # by the number of the mistake


@cache
def shown_games() -> dict[str, ShownGame]:
    """Return the games to watch by name: the first of each game is named like it, others have a number behind."""
    found: dict[str, ShownGame] = {}
    for number in range(1, _MOST_SHOWN + 1):
        behind = f"-{number}" if number > 1 else ""
        for game in registry.names():
            path = files(registry.package(game)).joinpath("lessons", f"shown{behind}.json")
            if path.is_file():
                record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
                chances: list[list[int]] = record.pop("chances", None) or [[]]
                better = {number: BestMove(*one) for number, one in record.pop("better", {}).items()}
                found[game + behind] = ShownGame(record, chances, better)
    return found
