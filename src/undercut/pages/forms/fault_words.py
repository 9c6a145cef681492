"""Faults of a position in the words of people: places by their names, players from 1, cards by name."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from undercut.games.base.words import GameWords

_FAULT = re.compile(r"(?P<name>[a-z_]+)(?P<steps>(?:\[\d+\])*)(?:\.[a-z_]+)?: (?P<text>.*)", re.DOTALL)
_PATH = re.compile(r"\b(?P<name>[a-z_]+)(?P<steps>(?:\[\d+\])+)(?:\.card)?")
_ALREADY = re.compile(r"(?<= in )[a-z_]+(?= already)")
_SEAT = re.compile(r"\bseat (\d)\b")
_QUOTED = re.compile(r"'([^']*)'")
_SUITED = re.compile(r"(?<![\w'])([A2-9TJQKPN][a-z])(?![\w'])")
_FEW = 2
"""Most cards of a sentence that are named in full."""

_CARD = {True: N_("card {number} of {player}'s {pile}"), False: N_("card {number} of the {pile}")}
_PILE = {True: N_("{player}'s {pile}"), False: N_("the {pile}")}


def player(seat: int) -> str:
    """Name a seat for people, who count from 1."""
    return _("Player {number}").format(number=seat + 1)


def in_words(fault: str, name: str, labels: Mapping[str, str]) -> str:
    """Say a fault of a game's position in words; `labels` name the fields without cards.

    Examples:
        >>> in_words("points[0][0].card: '9x' is not a card", "cuttle", {})
        "Card 1 of Player 1's points: “9x” is not a card"
        >>> in_words("hands[1]: Ah is in hands[0] already", "cuttle", {})
        "Player 2's hand: ace of hearts is in Player 1's hand already"
    """
    words = registry.spec(name).words
    found = _FAULT.fullmatch(fault)
    text = found["text"] if found else fault
    if len(_SUITED.findall(text)) <= _FEW:
        text = _SUITED.sub(partial(_card, words), text)
    text = _PATH.sub(lambda path: _place(path["name"], path["steps"], words) or path[0], text)
    text = _ALREADY.sub(lambda there: _place(there[0], "", words) or there[0], text)
    text = _SEAT.sub(lambda seat: player(int(seat[1])), _QUOTED.sub(r"“\1”", text))
    if not found:
        return text
    field = found["name"]
    place = _place(field, found["steps"], words) or _(labels.get(field, field.replace("_", " ")))
    return f"{place[:1].upper()}{place[1:]}: {text}"


def _card(words: GameWords, found: re.Match[str]) -> str:
    try:
        return words.pack.name(words.pack.code(found[0]))
    except UndercutError:
        return found[0]


def _place(name: str, steps: str, words: GameWords) -> str:
    """Name the pile, or the card in it, of a path such as ``hands[0][1]``; return an empty text for another path."""
    pile = next((pile for pile in words.piles if pile.id == name), None)
    if pile is None:
        return ""
    numbers = [int(number) for number in re.findall(r"\d+", steps)]
    owner = numbers.pop(0) if pile.owned and numbers else None
    label = _(pile.row).format(numbers.pop(0) + 1) if pile.row and numbers else _(pile.label)
    known = _(_CARD[owner is not None]) if numbers else _(_PILE[owner is not None])
    return known.format(
        player="" if owner is None else player(owner), pile=label, number=numbers[0] + 1 if numbers else 0
    )
