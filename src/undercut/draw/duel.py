"""The question that a waiting one-off of Cuttle asks: its effect, and whether to counter it or the last counter."""

from __future__ import annotations

from undercut.cards import FRENCH
from undercut.translation import N_, _

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
