"""The moves of Cuttle to offer for each card, legal or not."""

from __future__ import annotations

from undercut.cards import FRENCH
from undercut.engine.contract import Cells
from undercut.games.cuttle.options import OPPONENT
from undercut.games.cuttle.position import card_texts
from undercut.games.cuttle.table import (
    COUNTERING,
    DISCARDING,
    EIGHTS,
    JACKS,
    LIMITING,
    NINES,
    POINT_CARDS,
    RECYCLING,
    TAKING,
    TENS,
    TURNED,
    TWOS,
    Table,
    side_jacks,
)

_PERMANENT = sum(0b1111 << 4 * rank for rank in (7, 11, 12))
_UNTARGETED = sum(0b1111 << 4 * rank for rank in (0, 2, 3, 4, 5, 6))


def taken_up(move: str) -> str | None:
    """Return the card that a move uses; None for a move without a card.

    Example:
        >>> taken_up("7hx6d"), taken_up("+Kh"), taken_up("draw")
        ('7h', 'Kh', None)
    """
    return None if move in ("draw", "pass", "ok") else move.lstrip("+-")[:2]


def attempts(s: Table) -> dict[str, list[str]]:
    """List the moves to offer for each card that the player to move may pick, legal or not.

    Returns:
        Moves in notation by card, the cards in the order of their values.
    """
    hand = s.hands[s.to_move]
    if s.phase == COUNTERING:
        return {card: [f"{card}!"] for card in card_texts(hand)}
    if s.phase == TAKING:
        return {card: [f"+{card}"] for card in card_texts(s.scrap)}
    if s.phase in (DISCARDING, RECYCLING, LIMITING):
        return {card: [f"-{card}"] for card in card_texts(hand)}
    if s.phase == TURNED:
        return {card: [*_plays(s, card), f"-{card}"] for card in card_texts(s.revealed)}
    return {card: _plays(s, card) for card in card_texts(hand)}


def _plays(s: Table, card: str) -> list[str]:
    bit = 1 << FRENCH.code(card)
    found: list[str] = []
    if bit & POINT_CARDS:
        found += [card, *(f"{card}x{target}" for target in card_texts(_sides(s, s.points, s.scuttle)))]
    if bit & JACKS:
        targets = card_texts(_sides(s, s.points, s.jack_side))
        found += [f"{card}>{target}" for target in targets] or [f"{card}+"]
    if bit & _PERMANENT:
        found.append(f"{card}+")
    if bit & (_UNTARGETED | TENS if s.ten_undoes_scuttle else _UNTARGETED):
        found.append(f"{card}!")
    if bit & (TWOS | NINES):
        aims = _sides(s, s.permanents, s.target_side) | _sides(s, [side_jacks(s, 0), side_jacks(s, 1)], s.target_side)
        if bit & NINES and s.nine_targets:
            aims |= _sides(s, s.points, s.target_side)
        found += [f"{card}!{target}" for target in card_texts(aims)] or [f"{card}!"]
    if bit & EIGHTS and s.eight_scraps_eight:
        aims = _sides(s, s.permanents, s.target_side) & EIGHTS
        found += [f"{card}!{target}" for target in card_texts(aims)] or [f"{card}!"]
    return found


def _sides(s: Table, cards: Cells, whose: int) -> int:
    return cards[1 - s.turn] if whose == OPPONENT else cards[0] | cards[1]
