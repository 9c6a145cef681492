"""Rule books, lessons, puzzles and published studies."""

import asyncio
import time
from functools import partial
from typing import Annotated

from litestar import Response
from litestar.params import PathParameter, QueryParameter
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER

from undercut.pages.answers import books
from undercut.pages.answers.books import LONGEST_MOVE, RulesIndex
from undercut.pages.books.lab_page import LabIndex, LabPage
from undercut.pages.books.rulebook import RulesPage
from undercut.pages.learning.lessons import LearnPage, LessonPage, PuzzlesPage
from undercut.site.routes.addresses import Changes, GameName, RuleSet, get_hidden, get_page, post_hidden
from undercut.site.routes.visit import Visit
from undercut.site.store.guests import note_try, read_learned


@get_page("/rules", tags=["rules"])
async def rules_index(request: Visit) -> Response[RulesIndex]:
    """List the rule books with their rule sets."""
    return request.reply(books.rules_index())


@get_page("/rules/{name:str}", tags=["rules"])
async def rules(
    request: Visit,
    name: GameName,
    rules: RuleSet = None,
    changes: Changes = None,
    find: Annotated[str, QueryParameter(description="Text to search for.", max_length=100)] = "",
) -> Response[RulesPage]:
    """Return a rule book by clauses, with the changes of the chosen rules marked."""
    return await request.reply_from_thread(lambda: books.rules(name, rules, changes or [], find))


LessonName = Annotated[str, PathParameter(description="The lesson's name.", max_length=40)]

StepNumber = Annotated[int, PathParameter(description="The step, from 1; one more than there are: the end.")]


@get_hidden("/learn")
async def learn(
    request: Visit,
    game: Annotated[str, QueryParameter(description="The game of a table.", max_length=40)] = "",
    rules: RuleSet = None,
    changes: Changes = None,
) -> Response[LearnPage]:
    """List the lessons of all games, and say by which rules; those of a table may be others."""
    known = await request.store.ask(read_learned, request.guest)
    return request.reply(books.learn(known, game, rules, changes or []))


@get_page("/puzzles", tags=["site"])
async def show_puzzles(request: Visit) -> Response[PuzzlesPage]:
    """Return today's puzzles, your days in a row, and for each game your rating and the next harder puzzle."""
    known = await request.store.ask(read_learned, request.guest)
    return await request.reply_from_thread(partial(books.puzzles, known, time.time()))


@get_hidden("/learn/{game:str}/{name:str}/{step:int}")
async def show_lesson(
    request: Visit,
    game: GameName,
    name: LessonName,
    step: StepNumber,
    by: Annotated[str, QueryParameter(description="The right move that led here.", max_length=LONGEST_MOVE)] = "",
) -> Response[LessonPage]:
    lesson = books.lesson_at(game, name, step)
    known = await request.store.ask(read_learned, request.guest) if lesson.is_puzzle else []
    return request.reply(books.step_of(lesson, step, known, by))


@get_hidden("/learn/{game:str}/today")
async def show_todays_puzzle(game: GameName) -> Redirect:
    return Redirect(books.address_of_today(game, time.time()), status_code=HTTP_303_SEE_OTHER)


@post_hidden("/learn/{game:str}/{name:str}/{step:int}")
async def try_move(request: Visit, game: GameName, name: LessonName, step: StepNumber) -> Response[LessonPage]:
    """Try a move: on to the next step, or the same step with the reason why not."""
    lesson, now = books.lesson_at(game, name, step), time.time()
    move = str((await request.form()).get("move") or "")[:LONGEST_MOVE]
    verdict, tried = books.judge_try(lesson, step, move, now)
    if tried:
        await request.store.make(note_try, request.guest, now, tried)
    known = await request.store.ask(read_learned, request.guest) if lesson.is_puzzle else []
    return request.reply(books.after_try(lesson, step, move, verdict, known))


@get_page("/lab", tags=["rules"])
async def all_studies(request: Visit) -> Response[LabIndex]:
    """List what the rules of each game do, from the published studies."""
    return request.reply(await asyncio.to_thread(books.studies))


@get_page("/lab/{name:str}", tags=["rules"])
async def study_of_game(
    request: Visit, name: GameName, rules: RuleSet = None, changes: Changes = None
) -> Response[LabPage]:
    """Return what each option of a game does, from its published study, and whether that is of other rules."""
    return request.reply(await asyncio.to_thread(books.study, name, rules, changes or []))
