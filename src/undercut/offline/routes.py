"""What answers a request to the edition."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import msgspec

from undercut.offline import pages, tables
from undercut.offline.exchange import Answer, Asked, NotKept, Result
from undercut.offline.home import Home
from undercut.pages.answers import Page
from undercut.pages.errors import ErrorPage, Missing, refusal_page
from undercut.table.events import DamagedLog
from undercut.translation import _


async def answered(home: Home, asked: Asked) -> Answer:
    """Answer a request; an error becomes a page that says so."""
    try:
        found = _handler(asked)(home)
        found = await found if isinstance(found, Awaitable) else found
        return found if isinstance(found, Answer) else home.answer(asked, found)
    except Exception as error:  # noqa: BLE001  a fault must end neither the worker nor the other games
        table = next(iter(re.findall("^/t/([^/]+)", asked.path)), None)
        page = msgspec.structs.replace(_refusal(home, error), table=table)
        context = {"damaged": isinstance(error, DamagedLog)}
        return home.answer(asked, Page("error.html", page, context=lambda _preferences: context, status=page.status))


def _handler(asked: Asked) -> Callable[[Home], Result | Awaitable[Result]]:
    found = pages.route.find(asked) or tables.route.find(asked)
    if found is None:
        raise Missing
    return found


def _refusal(home: Home, error: Exception) -> ErrorPage:
    match error:
        case NotKept():
            return ErrorPage(503, _("Not available"), str(error))
        case DamagedLog():
            said = _("It was set aside. Its events can be downloaded; your other games are not affected.")
            return ErrorPage(500, _("This game is damaged"), said, faults=[str(error)])
        case _ if found := refusal_page(error):
            return found
        case _:
            home.faults.append(error)
            return ErrorPage(500, _("Something went wrong"), _("This is a fault of the program."))
