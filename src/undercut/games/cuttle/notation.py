"""Notation of Cuttle, and the sentences that describe its moves."""

from __future__ import annotations

import re

from undercut.cards import FRENCH
from undercut.engine.bits import count, lowest
from undercut.engine.contract import MoveParts
from undercut.games.base.sentences import Sentence, Text, the_card
from undercut.games.cuttle import words
from undercut.games.cuttle.moves import coded
from undercut.games.cuttle.table import (
    COUNTER,
    COUNTERING,
    DISCARD,
    DISCARDING,
    DRAW,
    EIGHTS,
    JACK,
    JACKS,
    LIMITING,
    NONE,
    OK,
    ONE_OFF,
    PASS,
    PERMANENT,
    PLAYING,
    POINTS,
    RECYCLING,
    SCUTTLE,
    TAKE,
    TENS,
    Table,
    row_mask,
)

_CARD = "[A2-9TJQK][cdhs]"
_MOVE = re.compile(
    rf"(?P<word>draw|pass|ok)|(?P<sign>[+-])(?P<one>{_CARD})"
    rf"|(?P<card>{_CARD})(?:(?P<onto>[x>])(?P<victim>{_CARD})|(?P<permanent>\+)|(?P<announce>!)(?P<target>{_CARD})?)?",
    re.ASCII,
)
_WORDS = {"draw": DRAW, "pass": PASS, "ok": OK}
_KINDS = {
    DRAW: "draw",
    PASS: "pass",
    POINTS: "points",
    SCUTTLE: "scuttle",
    PERMANENT: "permanent",
    JACK: "jack",
    ONE_OFF: "one-off",
    COUNTER: "counter",
    OK: "let be",
    TAKE: "take",
    DISCARD: "discard",
}


def parse(s: Table, text: str) -> int:
    """Parse a move.

    Raises:
        ValueError: The text is not a move.
    """
    found = _MOVE.fullmatch(text)
    if not found:
        message = f"{text[:40]!r} is not a move; moves look like draw, 7h, 7hx6d, Kh+, Jc>9h, 5c!, 2c!Kh, ok, +Kh, -5c"
        raise ValueError(message)
    part = found.groupdict()
    if part["word"]:
        return coded(_WORDS[part["word"]], NONE, NONE)
    if part["sign"]:
        return coded(TAKE if part["sign"] == "+" else DISCARD, FRENCH.code(part["one"]), NONE)
    card = FRENCH.code(part["card"])
    if part["onto"]:
        return coded(SCUTTLE if part["onto"] == "x" else JACK, card, FRENCH.code(part["victim"]))
    if part["permanent"]:
        return coded(PERMANENT, card, NONE)
    if not part["announce"]:
        return coded(POINTS, card, NONE)
    if part["target"]:
        return coded(ONE_OFF, card, FRENCH.code(part["target"]))
    return coded(COUNTER if s.phase == COUNTERING else ONE_OFF, card, NONE)


def write(move: int) -> str:
    """Write a move in notation.

    Example:
        >>> write(coded(SCUTTLE, FRENCH.code("7h"), FRENCH.code("6d")))
        '7hx6d'
    """
    kind, card, target = move >> 12, move >> 6 & 63, move & 63
    if card == NONE:
        return next(word for word, known in _WORDS.items() if known == kind)
    text = FRENCH.text(card)
    if kind in (TAKE, DISCARD):
        return ("+" if kind == TAKE else "-") + text
    tail = FRENCH.text(target) if target != NONE else ""
    return text + {POINTS: "", SCUTTLE: "x", PERMANENT: "+", JACK: ">", ONE_OFF: "!", COUNTER: "!"}[kind] + tail


def parts(move: int) -> MoveParts:
    """Split a move for programs: its kind and the cards it names."""
    card, target = move >> 6 & 63, move & 63
    return MoveParts(
        _KINDS[move >> 12],
        FRENCH.text(card) if card != NONE else None,
        FRENCH.text(target) if target != NONE else None,
    )


def sentence(s: Table, move: int) -> Sentence:
    """Describe a move in a sentence."""
    kind, card, target = move >> 12, move >> 6 & 63, move & 63
    deed = words.DEEDS[_deed(s, kind, card)]
    if kind == OK:
        return _let_be(s)
    if card == NONE:
        return deed.said_of_drawing(1) if kind == DRAW else deed.said()
    named = the_card(FRENCH, card)
    if kind == COUNTER:
        return deed.said(card=named, target=the_card(FRENCH, _to_counter(s)))
    aim = the_card(FRENCH, target) if target != NONE else _any_target(s, card)
    if kind == POINTS:
        return deed.said(card=named, count=(card >> 2) + 1)
    if kind == ONE_OFF:
        return deed.said(card=named, effect=_effect(s, card >> 2, aim))
    return deed.said(card=named, target=aim)


def _deed(s: Table, kind: int, card: int) -> str:
    if kind == DISCARD:
        occasions = {DISCARDING: " for four", RECYCLING: " for five", LIMITING: " for limit"}
        return "discard" + occasions.get(s.phase, "")
    if kind == PERMANENT:
        return "jack" if 1 << card & JACKS else "glasses" if 1 << card & EIGHTS else "permanent"
    if kind == ONE_OFF and card >> 2 == 3:  # noqa: PLR2004  the rank of fours
        if count(s.hands[1 - s.turn]) == 1:
            return "four for one"
        return "random four" if s.four else "four"
    return _KINDS[kind]


def _let_be(s: Table) -> Sentence:
    """What the one-off that waits comes to when no one counters any more (CU-21)."""
    card, twos = the_card(FRENCH, s.waiting), count(row_mask(s.counters))
    if not twos:
        return words.DEEDS["let be"].said(card=card)
    deed = words.DEEDS["let counter be" if twos & 1 else "let second counter be"]
    return deed.said(card=card, two=the_card(FRENCH, _to_counter(s)))


def _to_counter(s: Table) -> int:
    """The card that a counter would undo: the last two, or the one-off itself."""
    last = 0
    while s.counters >> last + 8:
        last += 8
    return (s.counters >> last) - 1 if s.counters else s.waiting


def _any_target(s: Table, card: int) -> Text:
    if 1 << card & JACKS:
        return words.ANY_POINT_CARD
    if 1 << card & TENS:
        return the_card(FRENCH, lowest(s.scuttled)) if s.scuttled else words.ANY_POINT_CARD
    if 1 << card & EIGHTS:
        return words.ANY_GLASSES
    return words.ANY_PERMANENT if card >> 2 == 1 or not s.nine_targets else words.ANY_CARD


def _effect(s: Table, rank: int, aim: Text) -> Text:
    return {
        0: words.SCRAP_POINTS,
        1: Text(words.SCRAP_TARGET, {"target": aim}),
        2: words.TAKE_FROM_SCRAP,
        4: _draw(s),
        5: words.SCRAP_PERMANENTS,
        6: words.TURN_TWO if min(s.seven, s.stock_size) > 1 else words.TURN_ONE,
        7: Text(words.SCRAP_TARGET, {"target": aim}),
        8: Text(words.RETURN_TARGET[s.nine_to], {"target": aim}),
        9: Text(words.UNDO_SCUTTLE, {"target": aim}),
    }.get(rank, words.NOTHING)


def _draw(s: Table) -> Text:
    """What a five does: it draws no more than the stock has, and needs another card in hand to discard one."""
    number = min(3 if s.five else 2, s.stock_size)
    discards = s.five and count(s.hands[s.turn]) > (s.phase == PLAYING)
    return Text(words.DISCARD_AND_DRAW if discards else words.DRAW, {"count": number})
