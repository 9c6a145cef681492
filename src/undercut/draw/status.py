"""The status line of a table: who is to do what, or how the game ended."""

from __future__ import annotations

from undercut.draw import read
from undercut.games.base import registry
from undercut.games.base.parts.drawing import Viewer
from undercut.games.base.words import TableEnd
from undercut.translation import _


def status(position: read.Position, viewer: Viewer, you: str, they: str = "", count: int = 0) -> str:
    """Return the status line: who is to do what, or how the game ended."""
    result = position.get("result")
    if result is not None:
        return _ended(read.word(position, "game"), read.mapping(result, "result"), viewer)
    if position.get("to_move") is None:
        return _("No one to move")
    seat = read.number(position, "to_move")
    asked = you if seat == viewer.seat else they or _("%(name)s to move")
    return asked % {"name": viewer.name(seat), "count": count}


def _ended(game: str, result: read.Position, viewer: Viewer) -> str:
    winners = read.numbers(result, "winners")
    reason = read.word(result, "reason")
    why = _(registry.spec(game).words.end_text(reason))
    if reason == TableEnd.ABANDONED.value:
        return _("No one wins %(reason)s") % {"reason": why}
    if not winners:
        return _("A draw %(reason)s") % {"reason": why}
    if len(winners) > 1:
        names = _(" and ").join(map(viewer.heading, winners))
        return _("%(names)s win together %(reason)s") % {"names": names, "reason": why}
    if winners[0] == viewer.seat:
        return _("You win %(reason)s") % {"reason": why}
    return _("%(name)s wins %(reason)s") % {"name": viewer.name(winners[0]), "reason": why}
