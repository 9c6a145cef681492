"""Draws the zones of a table as places with pictures of cards; places that look as before are reused."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from hashlib import sha256

from undercut.cards import FRENCH, LATIN, ROPE, Pack
from undercut.draw.faces import sprite
from undercut.games.base.parts.drawing import HIDDEN, Item, Part, TableDrawing, Zone
from undercut.pages.board.pictures import Layer, Picture, Place
from undercut.table.scene import SceneLine, ScenePlace
from undercut.translation import _

PACKS = {"french": FRENCH, "latin": LATIN, "rope": ROPE}
"""The packs by the names of their sprites."""


def pack_name(pack: Pack) -> str:
    """Return the name of a pack's sprite."""
    return next(name for name, known in PACKS.items() if known is pack)


@cache
def sprite_address(pack: str) -> str:
    """Return the address of a pack's sprite, which contains a hash of its content."""
    return f"/cards/{pack}.svg?v={sha256(sprite(PACKS[pack]).encode()).hexdigest()[:10]}"


_REMEMBERED = 4096
_NONE: frozenset[str] = frozenset()


class Brush:
    """Draws the places of one table."""

    __slots__ = ("_last", "_moved", "_targets", "pack", "unique")

    def __init__(self, table: TableDrawing, last: SceneLine | None) -> None:
        """Note what is to be marked."""
        self.pack = table.pack
        self.unique = table.unique
        self._last = last
        self._moved = frozenset(last.cards) if last else _NONE
        self._targets = table.targets

    def place(self, zone: Zone, owner: str, seat: int | None) -> Place:
        """Draw a zone."""
        cards = _cards_in(zone)
        moved, aimed = self._moved & cards, self._targets & cards
        if moved and not self.unique:
            moved &= self._arrived(ScenePlace(zone.id, seat))
        whose = zone.id if seat is None else f"{zone.id} {seat}"
        return _place(self.pack, zone, owner, "" if self.unique else whose, moved, aimed)

    def card_name(self, card: str) -> str:
        """Return a card's name in words."""
        return self.pack.name(self.pack.code(card))

    def _arrived(self, where: ScenePlace) -> frozenset[str]:
        """Return the cards that the last move brought to a place; in a hand it is not visible which of several."""
        went = self._last.went if self._last and where.zone != "hands" else ()
        return frozenset(one.card for one in went if one.target == where != one.source)


@lru_cache(maxsize=_REMEMBERED)
def _cards_in(zone: Zone) -> frozenset[str]:
    items = [item for part in zone.parts for item in part.items]
    return frozenset(card for item in items for card in (item.card, *item.over))


@lru_cache(maxsize=_REMEMBERED)
def _place(pack: Pack, zone: Zone, owner: str, prefix: str, moved: frozenset[str], aimed: frozenset[str]) -> Place:
    label, layers = zone.label, _Layers(pack, prefix, moved, aimed).draw(zone.parts)
    whose = owner if owner == _("Your") else _("%(name)s's") % {"name": owner}
    return Place(
        id=zone.id,
        name=label,
        title=f"{whose} {label}" if owner else label.capitalize(),
        short=zone.short or label.capitalize(),
        target=zone.target,
        source=zone.source,
        direction=zone.direction,
        active=zone.active,
        layers=layers,
        count=zone.count if zone.count is not None else sum(len(layer.cards) for layer in layers),
        detail=zone.detail,
        meter=zone.meter,
        shown=zone.shown,
        stage=zone.stage,
        caption=zone.caption or _("From the %(place)s") % {"place": label},
        accepts=" ".join(kind.replace(" ", "-") for kind in zone.accepts),
        due=zone.due,
    )


class _Layers:
    """Draws the cards of one place, with a unique key for each."""

    def __init__(self, pack: Pack, prefix: str, moved: frozenset[str], aimed: frozenset[str]) -> None:
        self.pack = pack
        self.prefix = prefix
        self.marked = moved
        self.aimed = aimed
        self.keys = Counter[str]()

    def draw(self, parts: tuple[Part, ...]) -> tuple[Layer, ...]:
        return tuple(
            Layer(
                part.title,
                tuple(self.picture(item, last=place == len(part.items)) for place, item in enumerate(part.items, 1)),
            )
            for part in parts
        )

    def picture(self, item: Item, *, last: bool) -> Picture:
        if item.card == HIDDEN:
            return Picture(HIDDEN, _("face-down card"))
        moved = self.moved(item.card, last=last)
        aimed = item.card in self.aimed
        onto = (_("on the %(card)s") % {"card": self.card_name(item.onto)},) if item.onto else ()
        spoken = [self.card_name(item.card), *onto, *item.remarks]
        spoken += [_("%(count)s times") % {"count": item.times}] * (item.times > 1)
        spoken += [_("target")] * aimed + [_("last move")] * moved
        return Picture(
            card=item.card,
            name=", ".join(spoken),
            key=self.key(item.card),
            moved=moved,
            aimed=aimed,
            frozen=item.frozen,
            known=item.seen,
            turned=item.turned,
            over=tuple(
                Picture(card, self.card_name(card), self.key(card), self.moved(card, last=last), card in self.aimed)
                for card in item.over
            ),
            times=item.times,
            badge=item.badge,
        )

    def moved(self, card: str, *, last: bool) -> bool:
        # Of several equal cards only the last of a row was moved.
        return card in self.marked and (last or not self.prefix)

    def key(self, card: str) -> str:
        if not self.prefix:
            return card
        self.keys[card] += 1
        return f"{self.prefix} {card} {self.keys[card]}"

    def card_name(self, card: str) -> str:
        return self.pack.name(self.pack.code(card))
