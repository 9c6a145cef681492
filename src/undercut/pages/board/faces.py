"""The portraits of the players, and their moods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.bots.players.characters import HELLO, HIT, LOST, PERSONS, WON, portrait_of
from undercut.translation import _

if TYPE_CHECKING:
    from undercut.table.scene import Scene


def faces_of(scene: Scene, seat: int) -> tuple[str, str]:
    """Return a player's portrait and mood; no portrait for a person other than the reader."""
    if seat == scene.you and scene.seats[seat].kind != "bot":
        return "you", _mood(scene, seat)
    level = scene.seats[seat].level
    if scene.seats[seat].kind != "bot" or level not in PERSONS:
        return "", ""
    return portrait_of(scene.seats[seat].name, level), _mood(scene, seat)


def saying(scene: Scene, seat: int) -> str:
    """Return a player's phrase since the last move, or what a bot says of the game; else empty."""
    it = scene.seats[seat]
    if seat in scene.said and scene.step is None:
        return scene.said[seat]
    if it.kind != "bot" or it.level not in HELLO or scene.step is not None:
        return ""
    if scene.result is None and scene.steps < len(scene.seats):
        return _(HELLO[it.level]) if _is_first(scene, seat) else ""
    if scene.result is None:
        return _(HIT[it.level]) if _is_hit(scene, seat) else ""
    if not scene.result.winners or not (scene.result.won(seat) or _is_first(scene, seat)):
        return ""
    return _((WON if scene.result.won(seat) else LOST)[it.level])


def _is_first(scene: Scene, seat: int) -> bool:
    """Return whether a bot is the first of its level at the table; several would all say the same."""
    return all(each.level != scene.seats[seat].level for each in scene.seats[:seat])


def _is_hit(scene: Scene, seat: int) -> bool:
    """Return whether the last move was another player's and hit the card of this player's last move."""
    moves = [line for line in reversed(scene.log) if line.number]
    own = next((line for line in moves if line.seat == seat), None)
    return bool(own and moves[0] is not own and own.shown and moves[0].shown and own.shown.card in moves[0].shown.hits)


def _mood(scene: Scene, seat: int) -> str:
    if scene.result is not None and scene.step is None:
        return "glad" if scene.result.won(seat) else "sad" if scene.result.winners else ""
    return "think" if scene.to_move == seat != scene.you else ""
