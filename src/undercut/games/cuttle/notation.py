"""How Cuttle's moves are written and said in words."""

from __future__ import annotations

import re

from undercut.cards import FRENCH
from undercut.engine.contract import MoveParts
from undercut.games.cuttle.moves import coded
from undercut.games.cuttle.table import (
    COUNTER,
    COUNTERING,
    DISCARD,
    DISCARDING,
    DRAW,
    JACK,
    JACKS,
    LIMITING,
    NONE,
    OK,
    ONE_OFF,
    PASS,
    PERMANENT,
    POINTS,
    RECYCLING,
    SCUTTLE,
    TAKE,
    Table,
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
_EFFECTS = {
    0: "scrap all point cards",
    2: "take a card from the scrap",
    5: "scrap all permanents",
}


def parse(s: Table, text: str) -> int:
    """Read a move.

    Args:
        s: The table, which tells a counter from a one-off.
        text: The move as the rules write it, such as ``"7hx6d"``.

    Raises:
        ValueError: The text is no move.
    """
    found = _MOVE.fullmatch(text)
    if not found:
        message = f"{text[:40]!r} is no move; moves look like draw, 7h, 7hx6d, Kh+, Jc>9h, 5c!, 2c!Kh, ok, +Kh, -5c"
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
    """Write a move.

    Args:
        move: A move's code.

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
    """Take a move apart for programs: its kind and the cards that it names.

    Args:
        move: A move's code.
    """
    card, target = move >> 6 & 63, move & 63
    return MoveParts(
        _KINDS[move >> 12],
        FRENCH.text(card) if card != NONE else None,
        FRENCH.text(target) if target != NONE else None,
    )


def sentence(s: Table, move: int) -> str:
    """Say in a sentence what a move does.

    Args:
        s: The table before the move.
        move: A move's code.
    """
    kind, card, target = move >> 12, move >> 6 & 63, move & 63
    name = f"the {FRENCH.name(card)}" if card != NONE else ""
    aim = f"the {FRENCH.name(target)}" if target != NONE else _any_target(s, card >> 2)
    if kind == ONE_OFF:
        return f"Play {name} as a one-off: {_effect(s, card >> 2, aim)}."
    if kind == DISCARD:
        return f"Scrap {name}{_occasion(s)}."
    return {
        DRAW: "Draw a card from the stock.",
        PASS: "Pass.",
        OK: "Let it be.",
        POINTS: f"Play {name} for {(card >> 2) + 1} point{'s' if card >> 2 else ''}.",
        SCUTTLE: f"Scuttle {aim} with {name}.",
        PERMANENT: _permanent(name, card),
        JACK: f"Put {name} on {aim}, which changes side.",
        COUNTER: f"Counter with {name}.",
        TAKE: f"Take {name} from the scrap.",
    }[kind]


def _any_target(s: Table, rank: int) -> str:
    return "a permanent" if rank == 1 or not s.nine_targets else "a card"


def _permanent(name: str, card: int) -> str:
    if 1 << card & JACKS:
        return f"Put {name} on a point card, which changes side."
    return f"Play {name}{' as glasses' if card >> 2 == 7 else ''}."  # noqa: PLR2004  the rank of eights


def _effect(s: Table, rank: int, aim: str) -> str:
    if rank in (1, 8):
        home = ("to its owner's hand", "to the hand of who played it", "to the top of the stock")[s.nine_to]
        return f"scrap {aim}" if rank == 1 else f"return {aim} {home}"
    if rank == 3:  # noqa: PLR2004  the rank of fours
        return "the other player scraps two cards" + (" at random" if s.four else "")
    if rank == 4:  # noqa: PLR2004  the rank of fives
        return "discard one card, then draw three" if s.five else "draw two cards"
    if rank == 6:  # noqa: PLR2004  the rank of sevens
        return (
            "turn the top two cards of the stock and play one"
            if s.seven > 1
            else "turn the top card of the stock and play it"
        )
    return _EFFECTS.get(rank, "nothing")


def _occasion(s: Table) -> str:
    return {
        DISCARDING: " for the four",
        RECYCLING: " for the five",
        LIMITING: " for the hand limit",
    }.get(s.phase, ", which cannot be played")
