"""Each game on one screen."""

from __future__ import annotations

from undercut.games.base import registry


def card_anchor(game: str, card: str) -> str:
    """Return the anchor of a card's rule on the page of the rule book; empty if the page has none.

    Example:
        >>> card_anchor("cuttle", "7h"), card_anchor("cups", "3c"), card_anchor("cut_the_rope", "10")
        ('card-7', 'card-cup', 'card-first')
    """
    glance = registry.spec(game).glance()
    return glance.anchor(card) if glance else ""
