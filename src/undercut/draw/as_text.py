"""Render a table as text: one zone per line, every line labelled."""

from collections.abc import Iterable
from dataclasses import dataclass

from undercut.cards import UNKNOWN, Pack
from undercut.draw.style import Colour
from undercut.games.base.parts.drawing import Arrangement, Item, Part, TableDrawing, Zone

_INDENT = "  "
_RESET = "\x1b[0m"
# Bright colours, readable on black and on white; the suit's letter carries the same information.
_RED, _BLUE, _GREEN, _YELLOW = "\x1b[31m", "\x1b[34m", "\x1b[32m", "\x1b[33m"
_CODES = {
    Colour.TWO: {"diamonds": _RED, "hearts": _RED, "cups": _RED, "coins": _RED},
    Colour.FOUR: {
        "clubs": _GREEN,
        "diamonds": _BLUE,
        "hearts": _RED,
        "cups": _RED,
        "coins": _YELLOW,
        "swords": _BLUE,
        "wands": _GREEN,
    },
}


@dataclass(frozen=True, slots=True)
class _Word:
    """A run of letters that is never broken, and its escape code."""

    text: str
    code: str = ""


def render(table: TableDrawing, colour: Colour, width: int) -> str:
    if width < _NARROWEST:
        raise ValueError(f"width: at least {_NARROWEST} letters are needed, not {width}")
    writer = _Writer(table.pack, colour)
    lines: list[list[_Word]] = [_words(table.title)]
    lines += [_words(str(fact)) for fact in table.facts]
    for side in table.others:
        lines += writer.zones(side.owner, side.hand, *side.zones)
    lines += writer.zones("", *table.middle)
    lines += writer.zones(table.own.owner, *table.own.zones, table.own.hand)
    lines.append(_words(table.status))
    return "\n".join(_wrapped(line, width) for line in lines) + "\n"


_NARROWEST = 20


@dataclass(frozen=True, slots=True)
class _Writer:
    pack: Pack
    colour: Colour

    def zones(self, owner: str, *zones: Zone) -> list[list[_Word]]:
        return [self.zone(zone, owner) for zone in zones if zone.shown]

    def zone(self, zone: Zone, owner: str) -> list[_Word]:
        label = f"{owner} {zone.label}" if owner else zone.label.capitalize()
        if zone.count is not None and zone.arrangement is not Arrangement.PILE:
            label += f" ({zone.count})"
        if zone.detail:
            label += f", {zone.detail}"
        parts = [self.part(part) for part in zone.parts if part.items]
        if zone.arrangement is Arrangement.PILE:
            parts.insert(0, _words(_cards(zone.count or 0)))
        return [*_words(label + ":"), *_joined(parts, ";")] if parts else _words(f"{label}: none")

    def part(self, part: Part) -> list[_Word]:
        words = _words(f"{part.title}:") if part.title else []
        hidden = sum(item.card == UNKNOWN for item in part.items)
        open_items = [self.item(item) for item in part.items if item.card != UNKNOWN]
        # If a card has notes, commas separate the cards.
        noted = any(len(item) > 1 for item in open_items)
        words += _joined(open_items, "," if noted else "")
        if hidden and open_items:
            words[-1] = _with(words[-1], ",")
        return words + (_words(f"{hidden} unknown") if hidden else [])

    def item(self, item: Item) -> list[_Word]:
        words = [self.card(item.card)]
        if item.times > 1:
            words += _words(f"x {item.times}")
        if item.onto:
            words += [_Word("on"), self.card(item.onto)]
        if item.over:
            words += [_Word("under"), *(self.card(top.card) for top in item.over)]
        if item.remarks:
            words += _words(f"({', '.join(item.remarks)})")
        return words

    def card(self, card: str) -> _Word:
        if self.colour is Colour.NONE or not self.pack.suits:
            return _Word(card)
        suit = self.pack.suit_names[self.pack.suits.index(card[-1])]
        return _Word(card, _CODES[self.colour].get(suit, ""))


def _words(text: str) -> list[_Word]:
    return [_Word(word) for word in text.split()]


def _with(word: _Word, mark: str) -> _Word:
    return _Word(word.text + mark, word.code)


def _joined(parts: list[list[_Word]], mark: str) -> list[_Word]:
    words: list[_Word] = []
    for part in parts:
        if words:
            words[-1] = _with(words[-1], mark)
        words += part
    return words


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _wrapped(words: list[_Word], width: int) -> str:
    lines: list[list[_Word]] = [[]]
    used = 0
    for word in _short(words, width - len(_INDENT)):
        if lines[-1] and used + 1 + len(word.text) > width:
            lines.append([])
            used = len(_INDENT) - 1
        used += len(word.text) + (1 if lines[-1] or len(lines) > 1 else 0)
        lines[-1].append(word)
    return ("\n" + _INDENT).join(" ".join(map(_coloured, line)) for line in lines)


def _short(words: Iterable[_Word], longest: int) -> Iterable[_Word]:
    for word in words:
        for start in range(0, len(word.text), longest):
            yield _Word(word.text[start : start + longest], word.code)


def _coloured(word: _Word) -> str:
    return f"{word.code}{word.text}{_RESET}" if word.code else word.text
