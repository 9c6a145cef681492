"""The moves of Cups to offer for each card, legal or not."""

from __future__ import annotations

from undercut.cards import LATIN
from undercut.games.cups.options import MAY, MUST
from undercut.games.cups.table import GIVING, NONE, REDEALING, Table, kind_of


def taken_up(move: str) -> str | None:
    """Return the card that a move uses; None for a move without a card.

    Example:
        >>> taken_up("9s~"), taken_up("+3w"), taken_up("bury")
        ('9s', '3w', None)
    """
    return None if move in ("keep", "bury", "bury~", "call", "ok") else move.lstrip("+")[:2]


def attempts(s: Table) -> dict[str, list[str]]:
    """List the moves to offer for each card that the player to move may pick, legal or not.

    Returns:
        Moves in notation by card, the cards in the order of their values.
    """
    hand = s.hands[s.to_move]
    cards = [LATIN.text(card) for card in range(56) if hand >> card & 1]
    if s.phase == GIVING:
        if not cards and s.graves[s.to_move] != NONE:
            cards = [LATIN.text(kind_of(s.graves[s.to_move]))]
        return {card: [f"+{card}"] for card in cards}
    if s.phase == REDEALING:
        return {card: [f"{card}^"] for card in cards}
    unseen = s.side_active and s.unseen_cup in (MAY, MUST)
    return {card: [card, f"{card}~"] if unseen else [card] for card in cards}
