"""The status line of a table: who is to do what, or how the game ended."""

from __future__ import annotations

from undercut.cards import FRENCH
from undercut.draw import read
from undercut.games.base import registry
from undercut.games.base.parts.drawing import Viewer
from undercut.games.base.words import TableEnd
from undercut.translation import N_, _


def status(position: read.Position, viewer: Viewer, you: str, they: str = "", count: int = 0) -> str:
    """Return the status line: who is to do what, or how the game ended.

    Raises:
        ValueError: A field is invalid.
    """
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


_EFFECTS = {
    "A": N_("%(card)s: scrap all point cards."),
    "2": N_("%(card)s: scrap the %(target)s."),
    "3": N_("%(card)s: take a card from the scrap."),
    "4": N_("%(card)s: the opponent scraps two cards."),
    "5": N_("%(card)s: draw cards."),
    "6": N_("%(card)s: scrap all permanents."),
    "7": N_("%(card)s: play a card from the stock."),
    "8": N_("%(card)s: scrap the %(target)s."),
    "9": N_("%(card)s: send the %(target)s back."),
    "T": N_("%(card)s: bring the %(target)s back."),
}
"""What a one-off does under all rules, by rank."""


def question(card: str, target: str, counters: int) -> str:
    """Return the effect of a one-off, and the question that the players are asked now.

    Example:
        >>> question("Ah", "", 1)
        'Ace of hearts: scrap all point cards. It is countered, so nothing happens. Counter back?'
    """
    known = {"card": _name(card).capitalize(), "target": _name(target) if target else _("target")}
    effect = _(_EFFECTS.get(card[0], N_("%(card)s."))) % known
    if not counters:
        return _("%(effect)s Counter?") % {"effect": effect}
    if counters % 2:
        return _("%(effect)s It is countered, so nothing happens. Counter back?") % {"effect": effect}
    return _("%(effect)s The counter is countered, so it happens. Counter?") % {"effect": effect}


def _name(card: str) -> str:
    return FRENCH.name(FRENCH.code(card))
