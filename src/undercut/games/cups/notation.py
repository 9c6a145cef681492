"""Notation of Cups, and the sentences that describe its moves."""

from __future__ import annotations

import re

from undercut.cards import LATIN
from undercut.engine.contract import MoveParts
from undercut.games.cups import words
from undercut.games.cups.moves import (
    ACE,
    BURY,
    BURY_OPEN,
    CALL,
    COVER,
    DRAW,
    GIFTS,
    GIVE,
    IDENTICAL,
    KEEP,
    LEAD,
    NO_CARD,
    OK,
    PLAY,
    SIDE_RUN,
    TAKE,
    UNSEEN,
    answered,
    card_sets,
    coded,
    effect,
    side_run_card,
)
from undercut.games.cups.options import NEVER
from undercut.games.cups.table import FIRST_COURT, NONE, PLAYING, Table, is_cup, pile_size
from undercut.games.sentences import Sentence, Text, the_card

_CARD = "[A2-9TPNQK][cdsw]"
_MOVE = re.compile(rf"(?P<word>keep|bury~?|call|ok)|\+(?P<gift>{_CARD})|(?P<card>{_CARD})(?P<mark>[~^]?)", re.ASCII)
_WORDS = {"keep": KEEP, "bury": BURY, "bury~": BURY_OPEN, "call": CALL, "ok": OK}
_KINDS = {
    PLAY: "play",
    UNSEEN: "ignore",
    SIDE_RUN: "run",
    GIVE: "gift",
    KEEP: "keep",
    BURY: "bury",
    BURY_OPEN: "bury open",
    CALL: "call",
    ACE: "ace",
    OK: "ok",
}
_PLAYS = {LEAD: "lead", COVER: "cover", IDENTICAL: "identical", GIFTS: "gifts", DRAW: "draw", TAKE: "take"}


def parse(s: Table, text: str) -> int:
    """Parse a move.

    Args:
        s: The table; it distinguishes a run on the side pile from an ordinary play.
        text: The move in notation, such as ``"9s"``.

    Raises:
        ValueError: The text is not a move.
    """
    found = _MOVE.fullmatch(text)
    if not found:
        message = f"{text[:40]!r} is not a move; moves look like 9s, 9s~, +3w, keep, bury, bury~, call, Aw^, ok"
        raise ValueError(message)
    part = found.groupdict()
    if part["word"]:
        return coded(_WORDS[part["word"]], NO_CARD)
    if part["gift"]:
        return coded(GIVE, LATIN.code(part["gift"]))
    card = LATIN.code(part["card"])
    if part["mark"]:
        return coded(UNSEEN if part["mark"] == "~" else ACE, card)
    runs = s.phase == PLAYING and not any(card_sets(s)) and side_run_card(s) == 1 << card
    return coded(SIDE_RUN if runs else PLAY, card)


def write(move: int) -> str:
    """Write a move in notation.

    Example:
        >>> write(coded(PLAY, LATIN.code("9s"))), write(coded(GIVE, LATIN.code("3w"))), write(coded(BURY, NO_CARD))
        ('9s', '+3w', 'bury')
    """
    kind, card = move >> 6, move & 63
    if card == NO_CARD:
        return next(word for word, known in _WORDS.items() if known == kind)
    text = LATIN.text(card)
    return "+" + text if kind == GIVE else text + {UNSEEN: "~", ACE: "^"}.get(kind, "")


def parts(move: int) -> MoveParts:
    """Split a move for programs: its kind and the card it names.

    Example:
        >>> parts(coded(GIVE, LATIN.code("3w")))
        MoveParts(kind='gift', card='3w', target=None)
    """
    kind, card = move >> 6, move & 63
    return MoveParts(_KINDS[kind], LATIN.text(card) if card != NO_CARD else None, None)


def sentence(s: Table, move: int, *, hidden: bool = False) -> Sentence:
    """Describe a move in a sentence.

    Args:
        s: The table before the move.
        hidden: Whether to leave the card out, because the reader may not know it.
    """
    kind, card = move >> 6, move & 63
    if card == NO_CARD:
        covers = kind == BURY and s.graves[s.turn] != NONE and s.cover != NEVER
        return words.DEEDS["bury over" if covers else _KINDS[kind]].said()
    named = words.HIDDEN_CARD if hidden else the_card(LATIN, card)
    if kind in (PLAY, UNSEEN):
        return _play_sentence(s, kind, card, named)
    return words.DEEDS[_KINDS[kind]].said(card=named)


def _play_sentence(s: Table, kind: int, card: int, named: Text) -> Sentence:
    clause = effect(s, card, answered(s, 1 if kind == UNSEEN else 0))
    more = [words.UNSEEN] if kind == UNSEEN else []
    if is_cup(card) and s.cup_burns and card < FIRST_COURT and s.stack_size:
        more.append(Text(words.BURNT, {"count": min((card >> 2) + 1, s.stack_size)}))
    count = 0
    if clause == DRAW:
        count = (card >> 2) + 1 if card < FIRST_COURT else s.seats
    elif clause == TAKE:
        count = min(3, pile_size(s, s.dump))
    return words.DEEDS[_PLAYS.get(clause, "play")].said(*more, card=named, count=count)
