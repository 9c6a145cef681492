"""The bots' game to watch: recorded games, one for everyone, at the pace of a table."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, cast

from msgspec.structs import replace

from undercut.bots.players.characters import level_of_person
from undercut.lessons.courses import shown_games
from undercut.pages.lists.showcase import Shown, shown
from undercut.table.events import Opened, Sat
from undercut.table.opening.imported import import_record
from undercut.table.scene import Permissions, Scene
from undercut.table.showing import scene
from undercut.table.table import Table

PACE = 4.0  # seconds for each move
_PAUSE = 3  # how long the end is shown, in times of a move


class Moment(NamedTuple):
    """The place of a moment among the games."""

    game: str
    step: int
    wait: float  # seconds until the next move


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    """Replay a game to watch, as a spectator sees it."""
    table, found = Table("watch"), list[Scene]()
    opened, *events = import_record(shown_games()[game]).events
    table.apply(replace(cast("Opened", opened), imported=False), 0.0)  # so that the hands stay hidden
    for event in events:
        sat = event if isinstance(event, Sat) else None
        level = level_of_person(sat.name) if sat else ""
        table.apply(Sat(sat.seat, "bot", sat.name, level) if sat and level else event, 0.0)
        if table.state is not None:
            found.append(replace(scene(table, None), can=Permissions()))
    return tuple(found)


def moment(now: float) -> Moment | None:
    """Return the move shown at a time, one game after the other; None without games."""
    games = [(game, len(scenes(game))) for game in shown_games()]
    if not games:
        return None
    place = int(now / PACE) % sum(count + _PAUSE for _, count in games)
    for game, count in games:
        if place < count + _PAUSE:
            return Moment(game, min(place, count - 1), PACE - now % PACE)
        place -= count + _PAUSE
    return None


def shown_at(now: float) -> Shown | None:
    """Return what is shown at a time."""
    found = moment(now)
    return shown(scenes(found.game)[found.step], found.step, found.wait) if found else None
