"""All addresses of the edition, and what answers a request to them."""

from __future__ import annotations

import re

import msgspec

from undercut.offline import learning, own, starting, tables
from undercut.offline.exchange import Answer, Asked, Handler, NotKept, Unknown, show
from undercut.offline.home import Home
from undercut.pages.lists.pages import ErrorPage, refusal_page
from undercut.table.events import DamagedLog
from undercut.translation import _

_ROUTES = tuple(entry for module in (starting, tables, learning, own) for entry in module.route.entries)


async def answered(home: Home, asked: Asked) -> Answer:
    """Answer a request; an error becomes a page that says so."""
    try:
        handler, parts = _found(asked)
        return await handler(home, asked, *parts)
    except Exception as error:  # noqa: BLE001  a fault must end neither the worker nor the other games
        return _refused(home, asked, error)


def _found(asked: Asked) -> tuple[Handler, tuple[str, ...]]:
    for method, pattern, handler in _ROUTES:
        if method == asked.method and (found := pattern.fullmatch(asked.path)):
            return handler, found.groups()
    raise Unknown


def _refused(home: Home, asked: Asked, error: Exception) -> Answer:
    table = next(iter(re.findall(r"^/t/([^/]+)", asked.path)), None)
    match error:
        case Unknown():
            page = ErrorPage(404, _("Not found"), _("There is nothing at this address."))
        case NotKept():
            page = ErrorPage(503, _("Not available"), str(error))
        case DamagedLog():
            said = _("It was set aside. Its events can be downloaded; your other games are not affected.")
            page = ErrorPage(500, _("This game is damaged"), said, faults=[str(error)])
        case _:
            found = refusal_page(error)
            page = found or ErrorPage(500, _("Something went wrong"), _("This is a fault of the program."))
            if found is None:
                home.note_fault(error)
    page = msgspec.structs.replace(page, table=table)
    return show(home, asked, "error.html", page, status=page.status, context={"damaged": isinstance(error, DamagedLog)})
