"""How the moves of Cups are written and said in words."""

from __future__ import annotations

import re

from undercut.cards import LATIN
from undercut.engine.contract import MoveParts
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


def parse(s: Table, text: str) -> int:
    """Read a move.

    Args:
        s: The table, which tells a run on the side pile from an ordinary play.
        text: The move as the rules write it, such as ``"9s"``.

    Raises:
        ValueError: The text is no move.
    """
    found = _MOVE.fullmatch(text)
    if not found:
        message = f"{text[:40]!r} is no move; moves look like 9s, 9s~, +3w, keep, bury, bury~, call, Aw^, ok"
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
    """Write a move.

    Args:
        move: A move's code.

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
    """Take a move apart for programs: its kind and the card that it names.

    Args:
        move: A move's code.

    Example:
        >>> parts(coded(GIVE, LATIN.code("3w")))
        MoveParts(kind='gift', card='3w', target=None)
    """
    kind, card = move >> 6, move & 63
    return MoveParts(_KINDS[kind], LATIN.text(card) if card != NO_CARD else None, None)


def sentence(s: Table, move: int) -> str:
    """Say in a sentence what a move does.

    Args:
        s: The table before the move.
        move: A move's code.
    """
    kind, card = move >> 6, move & 63
    name = f"the {LATIN.name(card)}" if card != NO_CARD else ""
    if kind in (PLAY, UNSEEN):
        return _play_sentence(s, kind, card, name)
    covers = s.graves[s.turn] != NONE and s.cover != NEVER
    return {
        SIDE_RUN: f"Play {name} on the side pile.",
        GIVE: f"Give {name}.",
        KEEP: "Give nothing.",
        BURY: f"Bury your hand{', covering your graveyard,' if covers else ''} and draw as many cards.",
        BURY_OPEN: "Bury your hand, leaving your graveyard open, and draw as many cards.",
        CALL: "Say that no cup is left in play.",
        ACE: f"Play {name} at once, without effect.",
        OK: "Keep the ace that you were dealt.",
    }[kind]


def _play_sentence(s: Table, kind: int, card: int, name: str) -> str:
    clause = effect(s, card, answered(s, 1 if kind == UNSEEN else 0))
    cost = {
        COVER: "; play reverses",
        IDENTICAL: " on its twin",
        GIFTS: "; each of the others may give you a card",
        DRAW: f" and draw {_cards((card >> 2) + 1 if card < FIRST_COURT else s.seats)}",
        TAKE: f" and take {_cards(min(3, pile_size(s, s.dump)))} from the dump",
    }.get(clause, "")
    if is_cup(card) and s.cup_burns and card < FIRST_COURT:
        burnt = min((card >> 2) + 1, s.stack_size)
        cost += f"; {_cards(burnt)} of the stack burn{'' if burnt != 1 else 's'}"
    verb = "Lead" if clause == LEAD else "Play"
    return f"{verb} {name}{', not seeing the cup,' if kind == UNSEEN else ''}{cost}.".replace(",.", ".")


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"
