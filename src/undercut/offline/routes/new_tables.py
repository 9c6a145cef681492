"""New tables: the form for one, the daily deal, and imported games."""

import hashlib
import time

from undercut.bots.levels import ADAPTIVE, START
from undercut.errors import BadRecord
from undercut.offline.app import OfflineApp
from undercut.offline.room import YOU
from undercut.offline.routing import Request, Result, Routes
from undercut.pages.answers import Done, Imported, Page, lobby
from undercut.pages.answers.lobby import ImportPage
from undercut.pages.lobby.daily import DailyPage, DayData, daily_page
from undercut.table.commands import NotPossible, OpenTable, form_object
from undercut.table.opening.daily import Day, hours_left, level_of, open_daily
from undercut.table.opening.imports import import_record, read_records, seat_of_reader, summary
from undercut.table.opening.new_table import open_table
from undercut.table.opening.terms import OPEN
from undercut.translation import _

routes = Routes()

_MOST_RECORDS = 2_000  # in one file


routes.pages(
    {
        "/new": lambda app, request: lobby.new_table(form_object(request.query), app.storage.played()),
        "/daily": lambda app, _request: _deals(app, "today"),
        "/import": lambda _app, _request: Page("import.html", ImportPage()),
    }
)


@routes.add("POST", "/new")
def _show_answers(_app: OfflineApp, request: Request) -> Result:
    return lobby.answers(form_object(request.form))


@routes.add("POST", "/tables")
async def _create(app: OfflineApp, request: Request) -> Result:
    draft = lobby.read_new_table(request.command(OpenTable))
    if draft.terms is None and request.wants_page:
        return lobby.refuse_table(draft)
    terms = draft.checked()
    if OPEN in terms.opponents:
        message = _("Only bots can join you here. Choose bots.")
        raise NotPossible(message)
    strength = lobby.strength_in(terms.game.name, app.storage.played()) if ADAPTIVE in terms.opponents else START
    return await app.opened(open_table(terms, YOU, strength))


def public_deal(day: str, name: str) -> Day:
    """Return the deal of a day, whose secret derives from the date, as no server keeps one."""
    secret = hashlib.sha256(f"undercut offline {day} {name}".encode()).hexdigest()
    return Day(day, name, secret, level_of(day))


@routes.add("GET", "/daily/{}")
def _show_day(app: OfflineApp, _request: Request, day: str) -> Result:
    return _deals(app, day)


def _deals(app: OfflineApp, day: str) -> Page[DailyPage]:
    shown, today = lobby.days(day, time.time())
    data = DayData(shown, today, app.storage.tries(), results=[], stored={}, address=app.address)
    return Page("daily.html", daily_page(data), "daily", lambda _preferences: {"hours": hours_left(time.time())})


@routes.add("POST", "/daily/{}/{}")
async def _play_deal(app: OfflineApp, _request: Request, day: str, name: str) -> Result:
    day, today = lobby.days(day, time.time())
    mine = lobby.try_of(app.storage.tries(), day, name)
    if mine and mine.status != "over":
        return await app.back_to(mine.table)
    counts = day == today and mine is None
    return await app.opened(open_daily(public_deal(day, name), "", YOU, counts=counts), tried=counts)


@routes.add("POST", "/import")
async def _import_games(app: OfflineApp, request: Request) -> Result:
    text = request.field("file").strip() or request.field("record")
    try:
        openings = [import_record(record) for record in read_records(text.encode(errors="replace"), _MOST_RECORDS)]
        if len(openings) > 1:
            for opening in openings:
                await app.add(opening.events, summary(opening), seat_of_reader(opening))
            return Done(Imported(len(openings)), "/games")
        table = await app.add(openings[0].events, summary(openings[0]))
    except BadRecord as error:
        return lobby.refuse_import(text, error.faults)
    except RecursionError:
        return lobby.refuse_import(text, ["record: nested too deeply"])
    return Done({"table": table}, f"/t/{table}")
