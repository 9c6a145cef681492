"""Positions for lessons, from the cards that matter: the rest of the pack fills the hidden piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from undercut.games.base.reader import JSON


def cards(text: str) -> list[str]:
    """Split cards in notation, separated by spaces."""
    return text.split()


def texts(value: JSON) -> list[str]:
    """List the cards in a value of JSON."""
    return [str(card) for card in value] if isinstance(value, list) else []


def rest(pack: Iterable[str], named: Iterable[str]) -> list[str]:
    """Return the cards of a pack without those named."""
    left = Counter(pack)
    left.subtract(named)
    return [*left.elements()]
