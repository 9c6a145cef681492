"""How moves of Cut the Rope are written: in notation, in sentences, and as fixed numbers."""

import re
from collections.abc import Mapping
from typing import Any

from undercut.cards import ROPE, UNKNOWN
from undercut.engine.contract import MoveParts, Numbers
from undercut.games.base.game_types import Move
from undercut.games.base.layout import ActionNumbers
from undercut.games.base.parts.explanation import Aftermath
from undercut.games.base.sentences import Sentence, Text, not_a_move
from undercut.games.cut_the_rope import moves, table, words
from undercut.games.cut_the_rope.moves import encode, move_card, move_kind, move_row, move_source, source_card
from undercut.games.cut_the_rope.table import Table

_MOVE = re.compile(
    r"(?P<end>end)|(?:(?P<card>10|[1-9]|X)|s(?P<supply>[123])|p)(?:>(?P<level>[123])(?P<mark>[ud=]?)|/(?P<row>[123]))",
    re.ASCII,
)
_MARKS = {moves.PLAY: "", moves.SAME: "=", moves.GO_UP: "u", moves.GO_DOWN: "d"}


def parse(s: Table, text: str) -> int:
    found = _MOVE.fullmatch(text)
    if not found:
        raise not_a_move(text, "5>1, X>2, s2>1, p>3, X>1=, 5>1u, 5>1d, 5/2, end")
    part = found.groupdict()
    if part["end"]:
        return moves.ENDING
    if part["card"]:
        source = ROPE.code(part["card"])
    else:
        source = table.KINDS_OF_CARDS + int(part["supply"]) - 1 if part["supply"] else moves.PERSONAL_SOURCE
    if part["row"]:
        kind, row = moves.PUT, int(part["row"]) - 1
    else:
        kind = next(kind for kind, mark in _MARKS.items() if mark == part["mark"])
        row = int(part["level"]) - 1
    return encode(kind, source_card(s, source), source, row)


def split(move: int) -> tuple[int, int, int, int]:
    """Split a move's code into kind, card, source and row."""
    return move_kind(move), move_card(move), move_source(move), move_row(move)


def write(move: int) -> str:
    kind, _, source, row = split(move)
    if kind == moves.END:
        return "end"
    if source < table.KINDS_OF_CARDS:
        start = ROPE.text(source)
    else:
        start = "p" if source == moves.PERSONAL_SOURCE else f"s{source - table.KINDS_OF_CARDS + 1}"
    return f"{start}/{row + 1}" if kind == moves.PUT else f"{start}>{row + 1}{_MARKS[kind]}"


def parts(move: int) -> MoveParts:
    """Split a move for programs: where the card comes from (or what ends the turn), the card, where it goes."""
    kind, card, source, row = split(move)
    if kind == moves.END:
        return MoveParts("end", None, None)
    if kind == moves.PUT:
        word = "put"
    elif source < table.KINDS_OF_CARDS:
        word = "hand"
    else:
        word = "personal" if source == moves.PERSONAL_SOURCE else "supply"
    target = f"{'supply' if kind == moves.PUT else 'level'} {row + 1}"
    return MoveParts(word, ROPE.text(card) if card != table.NONE else None, target)


def sentence(s: Table, move: int) -> Sentence:
    kind, card, source, row = split(move)
    deed = words.DEEDS[parts(move).kind]
    if kind == moves.END:
        return deed.said()
    return deed.said(
        card=words.named(card),
        row=row + 1,
        source=source - table.KINDS_OF_CARDS + 1,
        meaning=_meaning(s, card, row, kind) or "",
    )


def _meaning(s: Table, card: int, row: int, kind: int) -> Text | None:
    """Name the value of a card on a level row, or the way that the row goes; None if it is obvious."""
    if kind in (moves.GO_UP, moves.GO_DOWN):
        return words.GOES_UP if kind == moves.GO_UP else words.GOES_DOWN
    if card != table.SCISSORS or s.open_scissors:
        return None
    step = s.reach[row] - (1 if kind == moves.SAME else 0)
    if s.way[row] != table.NO_WAY:
        number = words.named(step if s.way[row] == table.UP else table.COMPLETE - 1 - step)
        return Text(words.AS_NUMBER, {"number": number})
    if s.equal and s.reach[row]:
        return words.SAME_NUMBER if kind == moves.SAME else words.NEXT_NUMBER
    return None


def aftermath(_move: Move, before: Mapping[str, Any], after: Mapping[str, Any], *, shuffled: bool) -> Aftermath | None:
    """Say that a row is full (CR-13), or that the discards have become the new deck (CR-18)."""
    if shuffled:
        return Aftermath(words.RENEWED, words.NEW_DECK, UNKNOWN)
    for row, (cards, left) in enumerate(zip(before["levels"], after["levels"], strict=True), 1):
        if cards and not left:
            return Aftermath(Text(words.FULL, {"row": row, "count": len(cards) + 1}), words.ROW_FULL)
    return None


# --- Fixed numbers: the same under all rule sets, and only ever appended to -------------------------------------------

_PLACES = (table.KINDS_OF_CARDS + table.SEAT_PILES) * table.ROWS  # number of ways from a source to a row


def action(move: int) -> int:
    kind, place = move_kind(move), table.ROWS * move_source(move) + move_row(move)
    if kind == moves.END:
        return 0
    return 1 + kind * _PLACES + place


CODES = Numbers(
    (
        moves.ENDING,
        *(
            encode(kind, source if source < table.KINDS_OF_CARDS else table.NONE, source, row)
            for kind in (moves.PLAY, moves.SAME, moves.GO_UP, moves.GO_DOWN)
            for source in range(table.KINDS_OF_CARDS + table.SEAT_PILES)
            for row in range(table.ROWS)
        ),
        *(
            encode(moves.PUT, source, source, row)
            for source in range(table.KINDS_OF_CARDS)
            for row in range(table.ROWS)
        ),
    )
)
"""A code of each move, in the order of their numbers, without the cards of supply rows and personal decks."""


def move_of(s: Table, number: int) -> int:
    move = CODES[number]
    source = move_source(move)
    return encode(move_kind(move), source_card(s, source), source, move_row(move)) if number else move


ACTIONS = ActionNumbers(action, tuple(map(write, CODES)))
