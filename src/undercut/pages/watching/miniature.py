"""A table in small, as the front page shows the bots' games: open cards in rows, and one number for each player."""

from collections.abc import Sequence

from msgspec import Struct

from undercut.draw.tables import Viewer, describe
from undercut.games.base.parts.drawing import Arrangement, Side, TableDrawing, Zone
from undercut.pages.board.players import faces_of
from undercut.table.scene import Scene

_IN_ROW = 10  # most cards of a row; of longer rows, the last ones


class MiniaturePlayer(Struct, frozen=True):
    """A player of the game to watch, and the number that counts: points, or cards left."""

    name: str
    portrait: str
    number: str


class Miniature(Struct, frozen=True):
    """A table at one move, in small."""

    game: str
    title: str
    step: int
    text: str
    wait: float
    players: list[MiniaturePlayer]
    rows: list[list[str]]  # the open cards, row by row


def describe_scene(scene: Scene) -> TableDrawing:
    """Describe the table of a scene for the public."""
    return describe(scene.view or {}, Viewer(None, [seat.name for seat in scene.seats], scene.goals))


def miniature(scene: Scene, step: int, wait: float) -> Miniature:
    """Show the table of a scene in small."""
    table = describe_scene(scene)
    players = [
        MiniaturePlayer(side.heading, faces_of(scene, seat)[0], _number(side)) for seat, side in enumerate(table.sides)
    ]
    text = scene.last.text if scene.last else ""
    return Miniature(scene.game, scene.title, step, text, wait, players, _rows(table))


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
