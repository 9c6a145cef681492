"""Routes of the review of a finished game, and of retrying its mistakes."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import QueryParameter
from msgspec import Struct

from undercut.bots.advice.analysis import ADDING_UP
from undercut.games.base.book import rules_title
from undercut.pages.books.rule_links import Links
from undercut.pages.forms.choices import levels
from undercut.pages.forms.position_text import pack_position
from undercut.pages.lists.review_board import Position, Sight, draw_position
from undercut.pages.lists.review_page import (
    Address,
    Cards,
    ReviewPage,
    Verdict,
    answer_to,
    chances,
    chances_at,
    first_shown,
    mistakes,
    move_rows,
    percent,
    review_page,
    verdict,
)
from undercut.pages.preferences import Preferences
from undercut.site.routes.replies import done, show, wants_page
from undercut.site.routes.services import ThisGuest, ThisSite
from undercut.site.routes.tables import LOOKS, REFUSALS, TableId, post_command
from undercut.site.security.addresses import clients
from undercut.site.security.guest import SiteRequest, preferences_of
from undercut.table.judged import Study
from undercut.table.table import Reader, Table
from undercut.table.wishes import QUICK
from undercut.translation import _

_MOST = 100_000
_CHARTS = {"narrow": 360, "wide": 760}
"""The widths that the chart is drawn for, by the class of the drawing."""

MoveNumber = Annotated[
    int | None, QueryParameter(description="Number of the move to show, from 1; one more: the end.", ge=1, le=_MOST)
]


class Begun(Struct, frozen=True):
    """The review of a game is computed, or complete."""

    table: str


def _preferences(request: SiteRequest) -> Preferences:
    return preferences_of(request)


@get("/t/{table:str}/review", responses=LOOKS | {403: REFUSALS[403]}, tags=["finished games"])
async def show_review(
    request: SiteRequest,
    site: ThisSite,
    guest: ThisGuest,
    table: TableId,
    move: MoveNumber = None,
    cards: Annotated[Cards, QueryParameter(description="All cards, or those that the player could see.")] = "open",
    line: Annotated[int, QueryParameter(description="Moves of the best line to show as played.", ge=0, le=20)] = 0,
) -> Response[ReviewPage]:
    """Return the review of a finished game: every move judged from its own seat's view, as far as it is computed."""
    room = site.rooms.room(table)
    now = await room.enter()
    progress = await site.reviews.find(now)
    reader = await room.seat_of(guest)
    page = await site.rooms.apart(partial(review_page, now, reader, progress))
    if not wants_page(request):
        return show(request, "review.html", page)
    number = min(move or first_shown(progress.study, reader), page.moves + 1)
    address = Address(table, cards, number, line)
    context = await site.rooms.apart(partial(_context, now, page, address, _preferences(request)))
    context["retries"] = len(mistakes(progress.study, reader))
    return show(request, "review.html", page, context=context, here="games")


def _context(now: Table, page: ReviewPage, address: Address, preferences: Preferences) -> dict[str, object]:
    number = address.move or 1
    found = next((one for one in page.judged if one.number == number), None)
    line = [step.move for step in found.line[: address.line]] if found else []
    position = draw_position(now, number, Sight(address.cards, page.you, line), preferences)
    other: Cards = "open" if address.cards == "seen" else "seen"
    return {
        "position": position,
        "at": number,
        "back": address.at(number - 1) if number > 1 else None,
        "on": address.at(number + 1) if number <= page.moves else None,
        "first": address.at(1),
        "last": address.at(page.moves + 1),
        "cards": address.cards,
        "line": address.line,
        "other_cards": str(address._replace(cards=other)),
        "found": found,
        "verdict": verdict(found) if found else None,
        "line_at": [str(address._replace(line=step + 1)) for step in range(len(found.line))] if found else [],
        "no_line": str(address._replace(line=0)),
        "best_address": str(address._replace(line=1)),
        "charts": {name: chances(page, address, width) for name, width in _CHARTS.items()},
        "rows": move_rows(page, address),
        "points": [(point, address.at(point.cause or point.first)) for point in page.points],
        "percent": percent,
        "adding_up": _(ADDING_UP),
        "shares": chances_at(page, number),
        "levels": levels(),
        "quick": QUICK,
        **_links(now),
        "editor": f"/editor/{now.game.name}?p={pack_position(position.position)}",
    }


@post_command("/t/{table:str}/review", tags=["finished games"])
async def begin_review(request: SiteRequest, site: ThisSite, guest: ThisGuest, table: TableId) -> Response[Begun]:
    """Have a finished game analysed; GET the same address for the progress and the results."""
    now = await site.rooms.room(table).enter()
    await site.reviews.begin(now, guest, clients())
    return done(request, Begun(table), f"/t/{table}/review")


# --- Retrying mistakes -----------------------------------------------------------------------------------------------


class RetryPage(Struct, frozen=True):
    """A position in which a mistake was made, to find a better move."""

    table: str
    title: str
    number: int
    place: int
    mistakes: int
    tried: str | None = None
    found: bool | None = None
    text: str = ""


@get("/t/{table:str}/retry", responses=LOOKS | {403: REFUSALS[403]}, tags=["finished games"])
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
    study = (await site.reviews.find(now)).study
    reader = await room.seat_of(guest)
    numbers = mistakes(study, reader) or mistakes(study, None)
    number = numbers[0] if move is None and numbers else move
    if number not in numbers:
        raise NotFoundException
    place = numbers.index(number) + 1
    judged = next(one for one in study.judged if one.number == number)
    said = answer_to(judged, attempt) if attempt else None
    page = RetryPage(table, now.game.spec.title, number, place, len(numbers))
    if said:
        good = said.kind in ("best", "good")
        page = RetryPage(table, page.title, number, place, len(numbers), attempt, good, said.text)
    following = numbers[place] if place < len(numbers) else None
    work = partial(_retry_context, now, study, number, attempt, said, reader, _preferences(request))
    context = await site.rooms.apart(work)
    return show(request, "retry.html", page, context=context | {"following": following}, here="games")


def _retry_context(
    now: Table, study: Study, number: int, attempt: str, said: Verdict | None, reader: Reader, preferences: Preferences
) -> dict[str, object]:
    judged = next(one for one in study.judged if one.number == number)
    position: Position = draw_position(now, number, Sight("seen", reader, [attempt] if attempt else []), preferences)
    return {
        "position": position,
        "judged": judged,
        "verdict": said,
        "name": now.names[judged.seat],
        "yours": judged.seat == reader,
        **_links(now),
    }


def _links(now: Table) -> dict[str, object]:
    links = Links(now.game.name, now.game.rules)
    return {"links": links, "rules_address": links.rules, "rules_name": rules_title(now.game.name, now.game.rules)}


HANDLERS = (show_review, begin_review, show_retry)
"""Every handler of this module."""
