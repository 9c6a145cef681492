"""The bots' games to watch: on the front page in small, as a table of their own move by move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from undercut.bots.levels import level_of_person
from undercut.draw.tables import Viewer, describe
from undercut.games.base import registry
from undercut.games.base.parts.drawing import Arrangement, Side, TableDrawing, Zone
from undercut.lessons.course import shown_games
from undercut.pages.assets import sprite_address
from undercut.pages.board.log import WATCHED
from undercut.pages.board.players import faces_of
from undercut.pages.errors import Missing
from undercut.pages.game_cards import GameCard, game_cards
from undercut.table.events import Sat
from undercut.table.opening.imports import import_record
from undercut.table.scene import Permissions, Scene
from undercut.table.showing import scene as scene_of
from undercut.table.table import Table

_IN_ROW = 10  # most cards of a row in small; of longer rows, the last ones


class ShownPlayer(Struct, frozen=True):
    """A player of the game to watch, and the number that counts: points, or cards left."""

    name: str
    portrait: str
    number: str


class Shown(Struct, frozen=True):
    """The move of a bot game that the front page shows."""

    game: str
    title: str
    step: int
    text: str
    wait: float
    players: list[ShownPlayer]
    rows: list[list[str]]  # the open cards, row by row

    @property
    def sprite(self) -> str:
        """The address of the cards' pictures."""
        return sprite_address(registry.spec(self.game).pack)


def shown(scene: Scene, step: int, wait: float) -> Shown:
    """Show the table of a scene in small."""
    table = describe(scene.view or {}, Viewer(None, [seat.name for seat in scene.seats], scene.goals))
    players = [
        ShownPlayer(side.heading, faces_of(scene, seat)[0], _number(side)) for seat, side in enumerate(table.sides)
    ]
    text = scene.last.text if scene.last else ""
    return Shown(scene.game, scene.title, step, text, wait, players, _rows(table))


def _number(side: Side) -> str:
    first = side.zones[0] if side.zones else side.hand
    if first.detail:
        return first.detail
    return str((first if first.arrangement is Arrangement.PILE else side.hand).count or 0)


def _rows(table: TableDrawing) -> list[list[str]]:
    """Return the rows of the middle that moves go to; without any, those of the players, or else the open pile."""
    rows = [_faces([zone]) for zone in table.middle if zone.target and zone.arrangement is Arrangement.ROW]
    laid = [[zone for zone in side.zones if zone.arrangement is Arrangement.ROW] for side in table.sides]
    rows = rows or [_faces(zones) for zones in laid if zones]
    return rows or [max([_faces([zone]) for zone in table.middle], key=len)]


def _faces(zones: Sequence[Zone]) -> list[str]:
    items = [item for zone in zones for part in zone.parts for item in part.seen]
    return [card.face for item in items for card in (item, *item.over)][-_IN_ROW:]


PACE = 4.0  # seconds for each move
_PAUSE = 3  # how long the end is shown, in times of a move


class ShownMove(NamedTuple):
    """The place of a moment among the games."""

    game: str
    step: int
    wait: float  # seconds until the next move


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    """Replay a game to watch, with all hands open: the bots have played it before."""
    table, found = Table(WATCHED), list[Scene]()
    opened, *events = import_record(shown_games()[game].record).events
    table.apply(opened, 0.0)
    for event in events:
        sat = event if isinstance(event, Sat) else None
        level = level_of_person(sat.name) if sat else ""
        table.apply(Sat(sat.seat, "bot", sat.name, level) if sat and level else event, 0.0)
        if table.state is not None:
            found.append(replace(scene_of(table, None), can=Permissions(), imported=False))
    return tuple(found)


def moment(now: float) -> ShownMove | None:
    """Return the move shown at a time, one game after the other; None without games."""
    lengths = [(game, len(scenes(game))) for game in shown_games()]
    if not lengths:
        return None
    place = int(now / PACE) % sum(count + _PAUSE for _, count in lengths)
    for game, count in lengths:
        if place < count + _PAUSE:
            return ShownMove(game, min(place, count - 1), PACE - now % PACE)
        place -= count + _PAUSE
    return None


class Watched(NamedTuple):
    """A move of a game to watch, and the addresses around it."""

    game: str
    step: int
    steps: int
    wait: float
    before: str  # empty at the deal
    after: str  # empty at the end
    next: str  # of the next move, and after the end that of another game
    games: list[GameCard]
    chances: list[int]  # of each player to win, in per cent; empty if they are not known

    @property
    def bars(self) -> list[tuple[int, int]]:
        """Where each player's part of the bar begins, and how wide it is."""
        return [(sum(self.chances[:seat]), share) for seat, share in enumerate(self.chances)]


def watch_address(game: str, step: int) -> str:
    """Return the address of a move of a game to watch."""
    return f"/watch/{game}/{step}"


def watched(game: str, step: int, wait: float = PACE) -> Watched:
    """Find the way from a move of a game to watch.

    Raises:
        UndercutError: There is no such game or move.
    """
    games = list(shown_games())
    if game not in games or not 0 <= step < len(scenes(game)):
        raise Missing
    last = len(scenes(game)) - 1
    before = watch_address(game, step - 1) if step else ""
    after = watch_address(game, step + 1) if step < last else ""
    other = games[(games.index(game) + 1) % len(games)]
    cards = [card for card in game_cards() if card.name in games]
    wait = wait if after else _PAUSE * PACE
    curve = shown_games()[game].chances
    chances = curve[min(step, len(curve) - 1)]
    return Watched(game, step, last, wait, before, after, after or watch_address(other, 0), cards, chances)


def shown_at(now: float) -> Shown | None:
    """Return what is shown at a time."""
    found = moment(now)
    return shown(scenes(found.game)[found.step], found.step, found.wait) if found else None
