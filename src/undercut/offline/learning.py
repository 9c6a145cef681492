"""Lessons, puzzles, rule books, studies, and reviews of finished games."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.book import rules_title
from undercut.lessons.courses import Learned, find_lesson, todays_puzzle
from undercut.lessons.lesson import Verdict, judge
from undercut.offline.exchange import Answer, Asked, Routes, Unknown, done, show
from undercut.offline.home import Home
from undercut.pages.books.lab_page import lab_index, lab_page
from undercut.pages.books.lesson_pages import learn_page, lesson_context, lesson_page, puzzles_page
from undercut.pages.books.rule_links import chosen_game, rule_address
from undercut.pages.books.rulebook import rule_sets, rules_page
from undercut.pages.forms.choices import game_cards
from undercut.pages.lists import review_page as reviews
from undercut.pages.lists.review_board import RetryPage, retry_context, review_context
from undercut.table.commands import NotYours
from undercut.table.judged import LONGEST, Progress, Review
from undercut.table.opening.daily import day_at
from undercut.table.table import Table
from undercut.table.thinking import Played, Request
from undercut.translation import _

if TYPE_CHECKING:
    from undercut.games.base.parts.lessons import Lesson

route = Routes()

_LONGEST_MOVE = 60
_SAVED_EVERY = 3.0


def _known(home: Home) -> list[Learned]:
    return [one for _at, one in home.kept.learned]


@route("GET", "/learn")
async def learn(home: Home, asked: Asked) -> Answer:
    """List the lessons of all games."""
    name = asked.get("game")
    chosen = chosen_game(name, asked.get("rules") or None, asked.changes) if name in registry.names() else None
    return show(home, asked, "learn.html", learn_page(_known(home), chosen), here="learn")


@route("GET", "/puzzles")
async def puzzles(home: Home, asked: Asked) -> Answer:
    """Show today's puzzles."""
    return show(home, asked, "puzzles.html", puzzles_page(_known(home), day_at(time.time())), here="learn")


@route("GET", "/learn/{}/today")
async def todays(home: Home, asked: Asked, name: str) -> Answer:
    """Lead to the puzzle of the day."""
    del home, asked
    puzzle = todays_puzzle(name, time.time()) if name in registry.names() else None
    if puzzle is None:
        raise Unknown
    return Answer(status=303, headers={"Location": f"/learn/{name}/{puzzle.name}/1"})


@route("GET", "/learn/{}/{}/{}")
async def show_lesson(home: Home, asked: Asked, game: str, name: str, number: str) -> Answer:
    """Show a step of a lesson."""
    lesson, step = _lesson(game, name, number)
    by = asked.get("by")[:_LONGEST_MOVE]
    is_right = step > 1 and by and judge(lesson, step - 2, by).right
    return _step(home, asked, lesson, step, by=by if is_right else "")


@route("POST", "/learn/{}/{}/{}")
async def try_move(home: Home, asked: Asked, game: str, name: str, number: str) -> Answer:
    """Try a move: on to the next step, or the same step with the reason why not."""
    lesson, step = _lesson(game, name, number)
    if step > len(lesson.steps):
        raise Unknown
    move = asked.field("move")[:_LONGEST_MOVE]
    verdict = judge(lesson, step - 1, move)
    done_now = verdict.right and step == len(lesson.steps)
    if done_now or lesson.rating:
        await home.kept.note_try(Learned(game, name, day_at(time.time()), verdict.right, done_now))
    if not verdict.right:
        return _step(home, asked, lesson, step, verdict)
    other = "" if move == lesson.steps[step - 1].wanted[0] else f"?{urlencode({'by': move})}"
    return Answer(status=303, headers={"Location": f"/learn/{game}/{name}/{step + 1}{other}"})


def _lesson(game: str, name: str, number: str) -> tuple[Lesson, int]:
    try:
        lesson, step = find_lesson(game, name), int(number)
    except (UndercutError, ValueError):
        raise Unknown from None
    if not 1 <= step <= len(lesson.steps) + 1:
        raise Unknown
    return lesson, step


def _step(home: Home, asked: Asked, lesson: Lesson, step: int, verdict: Verdict | None = None, by: str = "") -> Answer:
    page = lesson_page(lesson, step, _known(home) if lesson.rating else [], verdict, by)
    return show(home, asked, "lesson.html", page, here="learn", context=lesson_context(page))


# --- Rule books and studies ------------------------------------------------------------------------------------------


class _RulesIndex(Struct, frozen=True):
    games: list[object]
    rule_sets: dict[str, object]


@route("GET", "/rules")
async def rules_index(home: Home, asked: Asked) -> Answer:
    """List the rule books."""
    page = _RulesIndex([*game_cards()], {name: rule_sets(name) for name in registry.names()})
    return show(home, asked, "rules_index.html", page, here="rules")


@route("GET", "/rules/{}")
async def rules(home: Home, asked: Asked, name: str) -> Answer:
    """Show a rule book."""
    if name not in registry.names():
        raise Unknown
    chosen = chosen_game(name, asked.get("rules") or None, asked.changes)
    return show(home, asked, "rules.html", rules_page(chosen, asked.get("find")[:100]), here="rules")


@route("GET", "/lab")
async def all_studies(home: Home, asked: Asked) -> Answer:
    """List what the rules of each game do."""
    return show(home, asked, "lab_index.html", lab_index(), here="lab")


@route("GET", "/lab/{}")
async def study(home: Home, asked: Asked, name: str) -> Answer:
    """Show what each option of a game does."""
    page = lab_page(name)
    if page is None:
        raise Unknown
    chosen = chosen_game(name, asked.get("rules") or page.rule_set, asked.changes)
    if chosen.rules != page.rule_set:
        others = rules_title(name, chosen.rules)
        page = replace(page, others=others, others_address=rule_address(name, chosen.rules))
    return show(home, asked, "lab.html", page, here="lab")


# --- Reviews ---------------------------------------------------------------------------------------------------------

_running: dict[str, Review] = {}


def progress_of(home: Home, table: Table) -> Progress:
    """Return the review of a finished game, as far as it is computed."""
    if table.state is None or table.phase != "over":
        message = _("The review is available when the game is over.")
        raise NotYours(message)
    if table.id in _running:
        return Progress(_running[table.id], active=True)
    moves = len(table.state.moves)
    stored = home.kept.reviews.get(table.id)
    try:
        review = msgspec.json.decode(stored, type=Review) if stored else Review(moves)
    except msgspec.MsgspecError:  # of an earlier version
        review = Review(moves)
    return Progress(review if review.moves == moves else Review(moves), active=False)


@route("GET", "/t/{}/review")
async def show_review(home: Home, asked: Asked, table: str) -> Answer:
    """Show the review of a finished game."""
    room = await home.room(table)
    progress = progress_of(home, room.table)
    page = reviews.review_page(room.table, room.entry.seat, progress)
    first = reviews.first_shown(progress.review, room.entry.seat)
    number = min(max(1, asked.number("move", first)), page.moves + 1)
    cards: reviews.Cards = "seen" if asked.get("cards") == "seen" else "open"
    address = reviews.Address(table, cards, number, min(asked.number("line", 0), 20))
    context = review_context(room.table, page, address, asked.preferences)
    context["retries"] = len(reviews.mistakes(progress.review, room.entry.seat))
    return show(home, asked, "review.html", page, context=context, here="games")


@route("POST", "/t/{}/review")
async def begin_review(home: Home, asked: Asked, table: str) -> Answer:
    """Have a finished game analysed."""
    now = (await home.room(table)).table
    known = progress_of(home, now)
    if not known.active and not known.review.is_done:
        _running[table] = known.review
        _tasks.add(task := asyncio.get_running_loop().create_task(_judge_all(home, now)))
        task.add_done_callback(_tasks.discard)
    return done(asked, {"table": table}, f"/t/{table}/review")


_tasks: set[asyncio.Task[None]] = set()


async def _judge_all(home: Home, table: Table) -> None:
    """Judge the moves from the last one backwards, so that each position is undone from the one after it."""
    assert table.state is not None  # noqa: S101  the game is over
    state, saved = table.state.copy(), time.monotonic()
    judged = {one.number: one for one in _running[table.id].judged}
    last = len(state.moves)
    try:
        while state.moves and len(state.moves) > last - LONGEST:
            number, played = len(state.moves), state.undo()
            if played is None or number in judged:  # None: the game ended at the table
                continue
            view = state.view(state.to_move)
            request = Request(table.game.name, dict(view), None, 0, 0.0, Played(played, number))
            if found := (await home.think(request)).judged:
                judged[number] = found
            _running[table.id] = Review(last, [judged[key] for key in sorted(judged)])
            if time.monotonic() - saved > _SAVED_EVERY:
                saved = time.monotonic()
                await home.kept.put_review(table.id, msgspec.json.encode(_running[table.id]))
        await home.kept.put_review(table.id, msgspec.json.encode(_running[table.id]))
    finally:
        _running.pop(table.id, None)


@route("GET", "/t/{}/retry")
async def show_retry(home: Home, asked: Asked, table: str) -> Answer:
    """Show a position in which the reader made a mistake, and the judgement of a move that is tried there."""
    room = await home.room(table)
    review, reader = progress_of(home, room.table).review, room.entry.seat
    numbers = reviews.mistakes(review, reader) or reviews.mistakes(review, None)
    number = asked.number("move", numbers[0] if numbers else 0)
    if number not in numbers:
        raise Unknown
    attempt, place = asked.get("try")[:_LONGEST_MOVE], numbers.index(number) + 1
    judged = next(one for one in review.judged if one.number == number)
    said = reviews.answer_to(judged, attempt) if attempt else None
    page = RetryPage(table, room.table.game.spec.title, number, place, len(numbers))
    if said:
        page = replace(page, tried=attempt, found=said.kind in ("best", "good"), text=said.text)
    work = partial(retry_context, room.table, review, number, attempt, said, reader, asked.preferences)
    following = numbers[place] if place < len(numbers) else None
    return show(home, asked, "retry.html", page, context=work() | {"following": following}, here="games")
