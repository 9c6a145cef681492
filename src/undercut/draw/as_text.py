"""Render a table as text: one zone per line, every line labelled."""

import re
from textwrap import fill

from undercut.cards import Pack
from undercut.draw import read
from undercut.draw.style import Colour
from undercut.games.base.parts.drawing import Arrangement, Item, Part, TableDrawing, Zone

_INDENT = "  "
_NARROWEST = 20
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


def render(table: TableDrawing, colour: Colour, width: int) -> str:
    colour, letters = read.expect("colour", colour, Colour), read.width(width, _NARROWEST, "letters")

    def wrapped(text: str) -> str:
        return fill(" ".join(text.split()), letters, subsequent_indent=_INDENT, break_on_hyphens=False)

    def zones(owner: str, *zones: Zone) -> list[str]:
        return [_coloured(wrapped(_zone(zone, owner)), table.pack, colour) for zone in zones if zone.shown]

    lines = [wrapped(table.title), *(wrapped(str(fact)) for fact in table.facts)]
    for side in table.others:
        lines += zones(side.owner, side.hand, *side.zones)
    lines += zones("", *table.middle)
    lines += zones(table.own.owner, *table.own.zones, table.own.hand)
    return "\n".join([*lines, wrapped(table.status)]) + "\n"


def _zone(zone: Zone, owner: str) -> str:
    label = f"{owner} {zone.label}" if owner else zone.label.capitalize()
    is_pile = zone.arrangement is Arrangement.PILE
    if zone.count is not None and not is_pile:
        label += f" ({zone.count})"
    if zone.detail:
        label += f", {zone.detail}"
    parts = [_part(part) for part in zone.parts if part.items]
    if is_pile:
        parts.insert(0, "1 card" if zone.count == 1 else f"{zone.count or 0} cards")
    return f"{label}: {'; '.join(parts) or 'none'}"


def _part(part: Part) -> str:
    items = [_item(item) for item in part.seen]
    # If a card has notes, commas separate the cards.
    told = [(", " if any(" " in item for item in items) else " ").join(items)] if items else []
    told += [f"{part.covered} unknown"] if part.covered else []
    return ": ".join([part.title] * bool(part.title) + [", ".join(told)])


def _item(item: Item) -> str:
    words = [item.card]
    words += [f"x {item.times}"] if item.times > 1 else []
    words += [f"on {item.onto}"] if item.onto else []
    words += ["under", *(top.card for top in item.over)] if item.over else []
    words += [f"({', '.join(item.remarks)})"] if item.remarks else []
    return " ".join(words)


def _coloured(text: str, pack: Pack, colour: Colour) -> str:
    """Colour the cards of a zone, which follow its label."""
    if colour is Colour.NONE or not pack.suits:
        return text
    codes = {suit: _CODES[colour].get(name, "") for suit, name in zip(pack.suits, pack.suit_names, strict=True)}

    def coloured(card: re.Match[str]) -> str:
        code = codes[card[0][-1]]
        return f"{code}{card[0]}{_RESET}" if code else card[0]

    label, colon, cards = text.partition(":")
    return label + colon + re.sub(rf"\b(?:{'|'.join(pack.texts)})\b", coloured, cards)
