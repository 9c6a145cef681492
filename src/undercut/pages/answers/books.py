"""Lessons, puzzles, rule books and studies."""

from collections.abc import Sequence
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.book import rules_title
from undercut.games.base.parts.lessons import Lesson
from undercut.lessons.courses import find_lesson
from undercut.lessons.learner import Learned, TryResult, answer_try, puzzles_of_day
from undercut.pages.addresses import chosen_game, lesson_address, rule_address
from undercut.pages.answers import Done, Page
from undercut.pages.board.table_page import board_context
from undercut.pages.books.lab_page import LabIndex, LabPage, lab_index, lab_page
from undercut.pages.books.rulebook import RuleSetLine, RulesPage, rule_sets, rules_page
from undercut.pages.errors import Missing
from undercut.pages.game_cards import GameCard, game_cards
from undercut.pages.learning.lessons import LearnPage, LessonPage, PuzzlesPage, learn_page, lesson_page, puzzles_page
from undercut.table.opening.deals import day_at

LONGEST_MOVE = 40


def learn(known: Sequence[Learned], game: str, rules: str | None, changes: Sequence[str]) -> Page[LearnPage]:
    chosen = chosen_game(game, rules, changes) if game in registry.names() else None
    return Page("learn.html", learn_page(known, chosen), "learn")


def puzzles(known: Sequence[Learned], now: float) -> Page[PuzzlesPage]:
    return Page("puzzles.html", puzzles_page(known, day_at(now)), "learn")


def address_of_today(game: str, now: float) -> str:
    puzzle = puzzles_of_day(day_at(now)).get(game)
    if puzzle is None:
        raise Missing
    return lesson_address(game, puzzle.name, 1)


def lesson_at(game: str, name: str, step: int) -> Lesson:
    try:
        lesson = find_lesson(game, name)
    except UndercutError:
        raise Missing from None
    if not 1 <= step <= len(lesson.steps) + 1:
        raise Missing
    return lesson


def step_of(lesson: Lesson, step: int, known: Sequence[Learned], by: str) -> Page[LessonPage]:
    is_right = step > 1 and by and answer_try(lesson, step - 2, by).right
    return _step(lesson, step, known, by=by if is_right else "")


def judge_try(lesson: Lesson, step: int, move: str, now: float) -> tuple[TryResult, Learned | None]:
    if step > len(lesson.steps):
        raise Missing
    verdict = answer_try(lesson, step - 1, move)
    is_done = verdict.right and step == len(lesson.steps)
    following = 0 if is_done or lesson.is_puzzle else step + 1
    tried = Learned(lesson.game, lesson.name, day_at(now), verdict.right, is_done, following)
    return verdict, tried if verdict.right or lesson.is_puzzle else None


def after_try(
    lesson: Lesson, step: int, move: str, verdict: TryResult, known: Sequence[Learned]
) -> Page[LessonPage] | Done[LessonPage]:
    if not verdict.right:
        return _step(lesson, step, known, verdict)
    address = f"{lesson_address(lesson.game, lesson.name, step + 1)}?{urlencode({'by': move})}"
    return Done(lesson_page(lesson, step + 1, known, by=move), address)


def _step(
    lesson: Lesson, step: int, known: Sequence[Learned], verdict: TryResult | None = None, by: str = ""
) -> Page[LessonPage]:
    page = lesson_page(lesson, step, known, verdict, by)
    return Page("lesson.html", page, "learn", lambda _: board_context(page.scene))


class RulesIndex(Struct, frozen=True):
    games: list[GameCard]
    rule_sets: dict[str, tuple[RuleSetLine, ...]]


def rules_index() -> Page[RulesIndex]:
    page = RulesIndex(game_cards(), {name: rule_sets(name) for name in registry.names()})
    return Page("rules_index.html", page, "rules")


def rules(name: str, rules: str | None, changes: Sequence[str], find: str) -> Page[RulesPage]:
    if name not in registry.names():
        raise Missing
    return Page("rules.html", rules_page(chosen_game(name, rules, changes), find), "rules")


def studies() -> Page[LabIndex]:
    return Page("lab_index.html", lab_index(), "lab")


def study(name: str, rules: str | None, changes: Sequence[str]) -> Page[LabPage]:
    page = lab_page(name)
    if page is None:
        raise Missing
    chosen = chosen_game(name, rules or page.rule_set, changes)
    if chosen.rules != page.rule_set:
        others = rules_title(name, chosen.rules)
        page = replace(page, others=others, others_address=rule_address(name, chosen.rules))
    return Page("lab.html", page, "lab")
