"""Lessons, puzzles, rule books and studies."""

import time

from undercut.offline.app import OfflineApp
from undercut.offline.routing import Request, Result, Routes, see_other
from undercut.pages.answers import books

routes = Routes()

routes.pages(
    {
        "/learn": lambda app, request: books.learn(
            app.storage.known, request.get("game"), request.rules, request.changes
        ),
        "/puzzles": lambda app, _request: books.puzzles(app.storage.known, time.time()),
        "/rules": lambda _app, _request: books.rules_index(),
        "/lab": lambda _app, _request: books.studies(),
    }
)


@routes.add("GET", "/rules/{}")
def _show_rules(_app: OfflineApp, request: Request, name: str) -> Result:
    return books.rules(name, request.rules, request.changes, request.get("find")[:100])


@routes.add("GET", "/lab/{}")
def _show_study(_app: OfflineApp, request: Request, name: str) -> Result:
    return books.study(name, request.rules, request.changes)


@routes.add("GET", "/learn/{}/today")
def _show_todays_puzzle(_app: OfflineApp, _request: Request, game: str) -> Result:
    return see_other(books.address_of_today(game, time.time()))


@routes.add("GET", "/learn/{}/{}/#")
def _show_lesson(app: OfflineApp, request: Request, game: str, name: str, step: int) -> Result:
    lesson = books.lesson_at(game, name, step)
    return books.step_of(lesson, step, app.storage.known, request.get("by")[: books.LONGEST_MOVE])


@routes.add("POST", "/learn/{}/{}/#")
async def _try_move(app: OfflineApp, request: Request, game: str, name: str, step: int) -> Result:
    lesson, move = books.lesson_at(game, name, step), request.field("move")[: books.LONGEST_MOVE]
    verdict, tried = books.judge_try(lesson, step, move, time.time())
    if tried:
        await app.storage.note_try(tried)
    return books.after_try(lesson, step, move, verdict, app.storage.known)
