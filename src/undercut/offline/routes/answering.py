"""Any request answered: by the handler of its address, or with a page that says what is wrong."""

import re
from collections.abc import Awaitable

import msgspec

from undercut.offline.app import OfflineApp
from undercut.offline.routes import books, editor, lobby, new_tables, tables
from undercut.offline.routing import NotKept, Request, Response, Routes
from undercut.pages.answers import Page
from undercut.pages.errors import ErrorPage, refusal_page
from undercut.table.events import DamagedLog
from undercut.translation import _

_ROUTES = Routes(*(module.routes for module in (books, editor, lobby, new_tables, tables)))


async def answer_request(app: OfflineApp, request: Request) -> Response:
    """Answer a request; an error becomes a page that says so."""
    try:
        result = _ROUTES.handle(app, request)
        result = await result if isinstance(result, Awaitable) else result
        return result if isinstance(result, Response) else app.answer(request, result)
    except Exception as error:  # noqa: BLE001  a fault must end neither the worker nor the other games
        table = next(iter(re.findall("^/t/([^/]+)", request.path)), None)
        page = msgspec.structs.replace(_refusal(app, error), table=table)
        context = {"damaged": isinstance(error, DamagedLog)}
        return app.answer(request, Page("error.html", page, context=lambda _preferences: context, status=page.status))


def _refusal(app: OfflineApp, error: Exception) -> ErrorPage:
    match error:
        case NotKept():
            return ErrorPage(503, _("Not available"), str(error))
        case DamagedLog():
            detail = _("It was set aside. Its events can be downloaded; your other games are not affected.")
            return ErrorPage(500, _("This game is damaged"), detail, faults=[str(error)])
        case _ if page := refusal_page(error):
            return page
        case _:
            app.faults.append(error)
            return ErrorPage(500, _("Something went wrong"), _("This is a fault of the program."))
