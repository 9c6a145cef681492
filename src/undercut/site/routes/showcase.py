"""The bot game on the front page: the same for all visitors, timed by the server."""

from __future__ import annotations

import asyncio
import time
from functools import cache, lru_cache
from typing import NamedTuple

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from undercut import draw
from undercut.games.base.facts import View
from undercut.games.base.registry import spec
from undercut.lessons.shown import shown_games
from undercut.pages.lists.pages import Shown
from undercut.table.opening import import_record
from undercut.table.table import Table

PACE = 4.0
"""Seconds for each move."""

_PAUSE = 3
"""How long the end is shown, in times of a move."""

_KEPT = 300
_STYLE = draw.Style(width=420)


class _Moment(NamedTuple):
    view: View
    names: list[str]
    text: str
    cards: tuple[str, ...]


@cache
def _moments(game: str) -> tuple[_Moment, ...]:
    """Replay a game to watch, as a spectator sees it."""
    table, found = Table("shown"), list[_Moment]()
    for event in import_record(shown_games()[game]).events:
        table.apply(event, 0.0)
        view, line = table.view(None), table.lines[-1].for_reader(None)
        if view is not None:
            found.append(_Moment(view, table.names, line.text, tuple(line.cards)))
    return tuple(found)


def _shown(now: float) -> Shown | None:
    """Return the move shown at a time, one game after the other; None without games."""
    games = [(game, len(_moments(game))) for game in shown_games()]
    if not games:
        return None
    place = int(now / PACE) % sum(count + _PAUSE for _, count in games)
    for game, count in games:
        if place < count + _PAUSE:
            step = min(place, count - 1)
            moment = _moments(game)[step]
            return Shown(game, spec(game).title, step, moment.text, PACE - now % PACE)
        place -= count + _PAUSE
    return None


async def shown_now() -> Shown | None:
    """Return what is shown now."""
    return await asyncio.to_thread(_shown, time.time())


@lru_cache(maxsize=_KEPT)
def _picture(game: str, step: int) -> bytes:
    moment = _moments(game)[step]
    return draw.svg(moment.view, style=_STYLE, names=moment.names, highlight=moment.cards).encode()


@get("/watch/now", include_in_schema=False)
async def watch_now() -> Response[Shown | None]:
    """Return the move that the front page shows now."""
    return Response(await shown_now(), headers={"Cache-Control": "no-store"})


@get("/watch/{game:str}/{name:str}", include_in_schema=False)
async def watch_picture(game: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """Return the picture of a move.

    Raises:
        NotFoundException: There is no such game or move.
    """
    number = name.removesuffix(".svg")
    step = int(number) if number.isascii() and number.isdigit() and len(number) <= len(str(_KEPT)) else _KEPT
    if game not in shown_games() or step >= len(await asyncio.to_thread(_moments, game)):
        raise NotFoundException
    headers = {"Cache-Control": "public, max-age=3600"}
    return Response(await asyncio.to_thread(_picture, game, step), media_type="image/svg+xml", headers=headers)


HANDLERS = (watch_now, watch_picture)
"""Every handler of this module."""
