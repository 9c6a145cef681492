"""Lessons, puzzles, published studies, and reviews of finished games."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from functools import partial
from typing import Annotated
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter, QueryParameter
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER
from msgspec import Struct
from msgspec.structs import replace

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.book import rules_title
from undercut.games.base.parts.lessons import Lesson
from undercut.lessons.courses import Learned, find_lesson, todays_puzzle
from undercut.lessons.lesson import Verdict, judge
from undercut.pages.books.lab_page import LabIndex, LabPage, lab_index, lab_page
from undercut.pages.books.lesson_pages import (
    LearnPage,
    LessonPage,
    PuzzlesPage,
    learn_page,
    lesson_context,
    lesson_page,
    puzzles_page,
)
from undercut.pages.books.rule_links import chosen_game, rule_address
from undercut.pages.lists import review_page as reviews
from undercut.pages.lists.review_board import RetryPage, retry_context, review_context
from undercut.site.routes.replies import Changes, GameName, RuleSet, done, show, wants_page
from undercut.site.routes.services import LARGEST_COMMAND, ThisGuest, ThisSite
from undercut.site.routes.tables import READ_REFUSALS, REFUSALS, TableId, post_command
from undercut.site.security.client import clients
from undercut.site.security.guest import SiteRequest, preferences_of
from undercut.site.store.learned import note_try, read_learned
from undercut.table.opening.daily import day_at

_LONGEST_MOVE = 40

LessonName = Annotated[str, PathParameter(description="The lesson's name.", max_length=40)]
StepNumber = Annotated[int, PathParameter(description="The step, from 1; one more than there are: the end.")]


@get("/learn", include_in_schema=False)
async def learn(
    request: SiteRequest,
    site: ThisSite,
    guest: ThisGuest,
    game: Annotated[str, QueryParameter(description="The game of a table.", max_length=40)] = "",
    rules: RuleSet = None,
    changes: Changes = None,
) -> Response[LearnPage]:
    """List the lessons of all games, and say by which rules; those of a table may be others."""
    chosen = chosen_game(game, rules, changes or []) if game in registry.names() else None
    known = await site.rooms.store.ask(read_learned, guest)
    return show(request, "learn.html", learn_page(known, chosen), here="learn")


@get("/puzzles", responses={429: REFUSALS[429], 503: REFUSALS[503]}, tags=["site"])
async def show_puzzles(request: SiteRequest, site: ThisSite, guest: ThisGuest) -> Response[PuzzlesPage]:
    """Return today's puzzles, your days in a row, and for each game your rating and the next harder puzzle."""
    known = await site.rooms.store.ask(read_learned, guest)
    page = await site.rooms.apart(lambda: puzzles_page(known, day_at(time.time())))
    return show(request, "puzzles.html", page, here="learn")


@get("/learn/{game:str}/{name:str}/{step:int}", include_in_schema=False)
async def show_lesson(
    request: SiteRequest,
    site: ThisSite,
    guest: ThisGuest,
    game: GameName,
    name: LessonName,
    step: StepNumber,
    by: Annotated[str, QueryParameter(description="The right move that led here.", max_length=_LONGEST_MOVE)] = "",
) -> Response[LessonPage]:
    """Show a step of a lesson."""
    lesson = _lesson(game, name, step)
    known = await site.rooms.store.ask(read_learned, guest) if lesson.rating else []
    return _step(request, lesson, step, known, by=by if step > 1 and by and judge(lesson, step - 2, by).right else "")


@get("/learn/{game:str}/today", include_in_schema=False)
async def show_todays_puzzle(game: GameName) -> Redirect:
    """Lead to the puzzle of the day."""
    puzzle = todays_puzzle(game, time.time())
    if puzzle is None:
        raise NotFoundException
    return Redirect(f"/learn/{game}/{puzzle.name}/1", status_code=HTTP_303_SEE_OTHER)


@post(
    "/learn/{game:str}/{name:str}/{step:int}",
    status_code=HTTP_200_OK,
    include_in_schema=False,
    request_max_body_size=LARGEST_COMMAND,
)
async def try_move(
    request: SiteRequest, site: ThisSite, guest: ThisGuest, game: GameName, name: LessonName, step: StepNumber
) -> Response[LessonPage]:
    """Try a move: on to the next step, or the same step with the reason why not."""
    lesson = _lesson(game, name, step)
    if step > len(lesson.steps):
        raise NotFoundException
    move = str((await request.form()).get("move") or "")[:_LONGEST_MOVE]
    verdict = judge(lesson, step - 1, move)
    now, done_now = time.time(), verdict.right and step == len(lesson.steps)
    if done_now or lesson.rating:
        tried = Learned(game, name, day_at(now), verdict.right, done_now)
        await site.rooms.store.make(note_try, guest, now, tried)
    known = await site.rooms.store.ask(read_learned, guest) if lesson.rating else []
    if verdict.right:
        other = "" if move == lesson.steps[step - 1].wanted[0] else f"?{urlencode({'by': move})}"
        address = f"/learn/{game}/{name}/{step + 1}{other}"
        return done(request, lesson_page(lesson, step + 1, known), address)
    return _step(request, lesson, step, known, verdict)


def _lesson(game: str, name: str, step: int) -> Lesson:
    try:
        lesson = find_lesson(game, name)
    except UndercutError:
        raise NotFoundException from None
    if not 1 <= step <= len(lesson.steps) + 1:
        raise NotFoundException
    return lesson


def _step(
    request: SiteRequest,
    lesson: Lesson,
    step: int,
    known: Sequence[Learned],
    verdict: Verdict | None = None,
    by: str = "",
) -> Response[LessonPage]:
    page = lesson_page(lesson, step, known, verdict, by)
    context = lesson_context(page) if wants_page(request) else {}
    return show(request, "lesson.html", page, here="learn", context=context)


@get("/lab", tags=["rules"])
async def all_studies(request: SiteRequest) -> Response[LabIndex]:
    """List what the rules of each game do, from the published studies."""
    page = await asyncio.to_thread(lab_index)
    return show(request, "lab_index.html", page, here="lab")


@get("/lab/{name:str}", responses=READ_REFUSALS, tags=["rules"])
async def study_of_game(
    request: SiteRequest,
    name: GameName,
    rules: RuleSet = None,
    changes: Changes = None,
) -> Response[LabPage]:
    """Return what each option of a game does, from its published study, and whether that is of other rules."""
    page = await asyncio.to_thread(lab_page, name)
    if page is None:
        raise NotFoundException
    chosen = chosen_game(name, rules or page.rule_set, changes or [])
    if chosen.rules != page.rule_set:
        others = rules_title(name, chosen.rules)
        page = replace(page, others=others, others_address=rule_address(name, chosen.rules))
    return show(request, "lab.html", page, here="lab")


# --- The review of a finished game -----------------------------------------------------------------------------------


_MOST = 100_000
MoveNumber = Annotated[
    int | None, QueryParameter(description="Number of the move to show, from 1; one more: the end.", ge=1, le=_MOST)
]


class Begun(Struct, frozen=True):
    """The review of a game is computed, or complete."""

    table: str


@get("/t/{table:str}/review", responses=READ_REFUSALS | {403: REFUSALS[403]}, tags=["finished games"])
async def show_review(
    request: SiteRequest,
    site: ThisSite,
    guest: ThisGuest,
    table: TableId,
    move: MoveNumber = None,
    cards: Annotated[
        reviews.Cards, QueryParameter(description="All cards, or those that the player could see.")
    ] = "open",
    line: Annotated[int, QueryParameter(description="Moves of the best line to show as played.", ge=0, le=20)] = 0,
) -> Response[reviews.ReviewPage]:
    """Return the review of a finished game: every move judged from its own seat's view, as far as it is computed."""
    room = site.rooms.room(table)
    now = await room.enter()
    progress = await site.reviews.find(now)
    reader = await room.seat_of(guest)
    page = await site.rooms.apart(partial(reviews.review_page, now, reader, progress))
    if not wants_page(request):
        return show(request, "review.html", page)
    number = min(move or reviews.first_shown(progress.review, reader), page.moves + 1)
    address = reviews.Address(table, cards, number, line)
    context = await site.rooms.apart(partial(review_context, now, page, address, preferences_of(request)))
    context["retries"] = len(reviews.mistakes(progress.review, reader))
    return show(request, "review.html", page, context=context, here="games")


@post_command("/t/{table:str}/review", tags=["finished games"])
async def begin_review(request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId) -> Response[Begun]:
    """Have a finished game analysed; GET the same address for the progress and the results."""
    now = await site.rooms.room(table).enter()
    await site.reviews.begin(now, guest, clients())
    return done(request, Begun(table), f"/t/{table}/review")


# --- Retrying mistakes -----------------------------------------------------------------------------------------------


@get("/t/{table:str}/retry", responses=READ_REFUSALS | {403: REFUSALS[403]}, tags=["finished games"])
async def show_retry(
    request: SiteRequest,
    site: ThisSite,
    guest: ThisGuest,
    table: TableId,
    move: MoveNumber = None,
    attempt: Annotated[str, QueryParameter(name="try", description="A move to try.", max_length=60)] = "",
) -> Response[RetryPage]:
    """Return a position in which you made a mistake, as you saw it, and the judgement of a move that you try there."""
    room = site.rooms.room(table)
    now = await room.enter()
    review = (await site.reviews.find(now)).review
    reader = await room.seat_of(guest)
    numbers = reviews.mistakes(review, reader) or reviews.mistakes(review, None)
    number = numbers[0] if move is None and numbers else move
    if number not in numbers:
        raise NotFoundException
    place = numbers.index(number) + 1
    judged = next(one for one in review.judged if one.number == number)
    said = reviews.answer_to(judged, attempt) if attempt else None
    page = RetryPage(table, now.game.spec.title, number, place, len(numbers))
    if said:
        good = said.kind in ("best", "good")
        page = RetryPage(table, page.title, number, place, len(numbers), attempt, good, said.text)
    following = numbers[place] if place < len(numbers) else None
    work = partial(retry_context, now, review, number, attempt, said, reader, preferences_of(request))
    context = await site.rooms.apart(work)
    return show(request, "retry.html", page, context=context | {"following": following}, here="games")


HANDLERS = (
    learn,
    show_puzzles,
    show_lesson,
    show_todays_puzzle,
    try_move,
    all_studies,
    study_of_game,
    show_review,
    begin_review,
    show_retry,
)
