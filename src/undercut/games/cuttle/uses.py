"""The moves of Cuttle to offer for each card, legal or not, and their short words."""

from __future__ import annotations

from undercut.cards import FRENCH
from undercut.engine.bits import count, lowest
from undercut.engine.contract import Cells
from undercut.games.base.sentences import Brief, Text, Tone
from undercut.games.cuttle import words
from undercut.games.cuttle.options import OPPONENT
from undercut.games.cuttle.position import card_texts
from undercut.games.cuttle.table import (
    COUNTER,
    COUNTERING,
    DISCARD,
    DISCARDING,
    EIGHTS,
    JACK,
    JACKS,
    KINGS,
    LIMITING,
    NINES,
    NONE,
    PERMANENT,
    PLAYING,
    POINT_CARDS,
    POINTS,
    QUEENS,
    RECYCLING,
    SCUTTLE,
    TAKE,
    TAKING,
    TENS,
    TURNED,
    TWOS,
    Table,
    goal,
    side_jacks,
    total,
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


# --- Short words -----------------------------------------------------------------------------------------------------

_SIGNS = "♣♦♥♠"


def brief(s: Table, move: int) -> Brief:
    """Describe a legal move of a card in short words."""
    kind, card, target = move >> 12, move >> 6 & 63, move & 63
    if kind in (COUNTER, DISCARD):
        return words.COUNTERS if kind == COUNTER else words.DISCARDS
    if kind == POINTS:
        worth = (card >> 2) + 1
        score = {"total": total(s, s.turn) + worth, "goal": goal(s, s.turn)}
        return Brief(Text(words.SCORES, {"count": worth}), Tone.GAIN, Text(words.SO_MANY_OF, score))
    if kind == SCUTTLE:
        return Brief(words.SCUTTLES, Tone.STRIKE, _short(target))
    if kind == JACK:
        own = s.points[s.turn] >> target & 1
        return Brief(words.GIVES_AWAY if own else words.STEALS, Tone.STRIKE, _short(target))
    if kind == TAKE:
        return Brief(words.TAKES, Tone.GAIN, _short(card))
    return _permanent(s, card) if kind == PERMANENT else _one_off(s, card, target)


def _permanent(s: Table, card: int) -> Brief:
    if 1 << card & EIGHTS:
        return words.GLASSES
    if 1 << card & QUEENS:
        return words.QUEEN
    lower = s.kings[min(count(s.permanents[s.turn] & KINGS) + 1, 4)]
    return Brief(words.KING, Tone.SAFE, Text(words.NEW_GOAL, {"goal": lower}))


def _one_off(s: Table, card: int, target: int) -> Brief:
    on = _short(target)
    return {
        0: words.SCRAPS_POINTS,
        1: Brief(words.SCRAPS_ONE, Tone.SPELL, on),
        2: words.TAKES_BACK,
        3: words.FOUR_FOR_ONE if count(s.hands[1 - s.turn]) == 1 else words.RANDOM_FOUR if s.four else words.FOUR,
        4: _five(s),
        5: words.SCRAPS_PERMANENTS,
        6: words.TURNS_TWO if min(s.seven, s.stock_size) > 1 else words.TURNS_ONE,
        7: Brief(words.SCRAPS_GLASSES, Tone.SPELL, on),
        8: Brief(words.RETURNS[s.nine_to], Tone.SPELL, on),
        9: Brief(words.UNDOES, Tone.SPELL, _short(lowest(s.scuttled) if s.scuttled else NONE)),
    }[card >> 2]


def _five(s: Table) -> Brief:
    draws = Text(words.DRAWS_SOME, {"count": min(3 if s.five else 2, s.stock_size)})
    discards = s.five and count(s.hands[s.turn]) > (s.phase == PLAYING)
    return Brief(draws, Tone.SPELL, words.AFTER_DISCARD if discards else None)


def _short(card: int) -> Text | None:
    """Return a card by its rank and the sign of its suit."""
    if card == NONE:
        return None
    rank = FRENCH.ranks[card >> 2].replace("T", "10")
    return Text("{card}", {"card": rank + _SIGNS[card & 3]})
