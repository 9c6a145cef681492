"""Names and marks of the cards of a table: which the last move moved, and which others target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import lru_cache

from undercut.cards import Pack
from undercut.games.base.parts.drawing import Item, Part, TableDrawing, Zone
from undercut.translation import _

Arrived = Callable[[str, int | None], Collection[str]]
"""Returns the cards that the last move brought to a zone, given its id and its owner's seat."""

_REMEMBERED = 4096


def marked(table: TableDrawing, moved: Collection[str] = (), arrived: Arrived | None = None) -> TableDrawing:
    """Name every card, and mark those that the last move moved and those that others target.

    Of equal cards in a zone, the last is marked, if the move brought it there; in a hand no one can tell which it is.
    """
    marker = _Marker(table, frozenset(moved), table.targets, arrived or (lambda _zone, _seat: moved))
    sides = (
        replace(
            side,
            hand=marker.zone(side.hand, side.owner, seat),
            zones=tuple(marker.zone(zone, side.owner, seat) for zone in side.zones),
        )
        for seat, side in enumerate(table.sides)
    )
    return replace(table, sides=tuple(sides), middle=tuple(marker.zone(zone, "", None) for zone in table.middle))


@dataclass(frozen=True, slots=True)
class _Marker:
    """Marks the zones of one table."""

    table: TableDrawing
    moved: frozenset[str]
    aimed: frozenset[str]
    arrived: Arrived

    def zone(self, zone: Zone, owner: str, seat: int | None) -> Zone:
        cards = _cards_in(zone)
        moved, prefix = self.moved & cards, ""
        if not self.table.unique:
            prefix = zone.id if seat is None else f"{zone.id} {seat}"
            moved = moved and moved.intersection(() if zone.id == "hands" else self.arrived(zone.id, seat))
        return _marked(self.table.pack, zone, owner, prefix, moved, self.aimed & cards)


@lru_cache(maxsize=_REMEMBERED)
def _cards_in(zone: Zone) -> frozenset[str]:
    return frozenset(card.card for item in zone.cards for card in (item, *item.over))


@lru_cache(maxsize=_REMEMBERED)
def _marked(pack: Pack, zone: Zone, owner: str, prefix: str, moved: frozenset[str], aimed: frozenset[str]) -> Zone:
    """Mark a zone; one that looks as before is the same object and keeps its drawing."""
    marks = _Marks(pack, prefix, moved, aimed)
    return replace(zone, owner=owner, parts=tuple(map(marks.part, zone.parts)))


@dataclass(frozen=True, slots=True)
class _Marks:
    """Marks the cards of one zone, with a unique key for each."""

    pack: Pack
    prefix: str  # the beginning of the keys; empty if every card exists only once
    moved: frozenset[str]
    aimed: frozenset[str]
    keys: Counter[str] = field(default_factory=Counter[str])

    def part(self, part: Part) -> Part:
        last = len(part.items) - 1
        return Part(tuple(self.item(item, last=place == last) for place, item in enumerate(part.items)), part.title)

    def item(self, item: Item, *, last: bool) -> Item:
        if item.hidden:
            return replace(item, name=_("face-down card"))
        moved, aimed = item.card in self.moved and (last or not self.prefix), item.card in self.aimed
        spoken = [self.card_name(item.card)]
        spoken += [_("on the %(card)s") % {"card": self.card_name(item.onto)}] if item.onto else []
        spoken += item.remarks
        spoken += [_("%(count)s times") % {"count": item.times}] if item.times > 1 else []
        spoken += [_("target")] * aimed + [_("last move")] * moved
        return replace(
            item,
            name=", ".join(spoken),
            key=self.key(item.card),
            moved=moved,
            aimed=aimed,
            over=tuple(self.item(top, last=last) for top in item.over),
        )

    def key(self, card: str) -> str:
        if not self.prefix:
            return card
        self.keys[card] += 1
        return f"{self.prefix} {card} {self.keys[card]}"

    def card_name(self, card: str) -> str:
        return self.pack.name(self.pack.code(card))
