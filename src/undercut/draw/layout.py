"""The layout of a drawn table: cards within a zone, zones within rows, rows below one another."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from undercut.cards import UNKNOWN
from undercut.draw.faces import HEAD, HEIGHT, STRIP, WIDTH
from undercut.games.base.parts.drawing import Arrangement, Item, Zone

PAD = 8.0  # the space between the edge of a zone and its cards
GAP = 8.0  # the space between two zones
DROP = 14  # the vertical offset, in the box of a card, of a card on top of another
SIDEWAYS = 46  # the width of a crosswise card that shows its rank
_LETTER = 0.58  # the width of a letter, as a share of its height, in the widest of common fonts
_TIGHT, _LOOSE = 12, 24  # the visible width of a face-down card beneath the next one
_SPACE = 10  # the space between cards side by side


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """The place of a card in units of a card's box: its top left corner, and the width that the next card leaves."""

    item: Item
    x: float
    y: float
    shown: float


@dataclass(frozen=True, slots=True)
class Spread:
    cards: tuple[PlacedCard, ...]
    height: float


@dataclass(frozen=True, slots=True)
class Box:
    zone: Zone
    spread: Spread
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Sizes:
    card: float  # the width of a card in pixels
    letter: float  # the height of the letters in pixels

    @property
    def scale(self) -> float:
        return self.card / WIDTH

    @property
    def head(self) -> float:
        return self.letter * 1.6


def text_width(text: str, sizes: Sizes) -> float:
    return len(text) * sizes.letter * _LETTER


def heading(zone: Zone) -> tuple[str, str]:
    count = "" if zone.count is None else str(zone.count)
    return zone.heading, " · ".join(part for part in (count, zone.detail) if part)


def flow(zones: Sequence[Zone], x: float, y: float, width: float, sizes: Sizes) -> tuple[list[Box], float]:
    rows: list[list[Zone]] = []
    used = 0.0
    crowded = sum(_least(zone, sizes) + GAP for zone in zones) - GAP > width
    for zone in zones:
        least = _least(zone, sizes)
        if rows and used + GAP + least <= width and not (crowded and zone.starts):
            rows[-1].append(zone)
            used += GAP + least
        else:
            rows.append([zone])
            used = least
    boxes: list[Box] = []
    for row in rows:
        made = _row(row, x, y, width, sizes)
        boxes += made
        y += made[0].height + GAP
    return boxes, y - GAP if rows else y


def fits(zones: Sequence[Zone], width: float, sizes: Sizes) -> bool:
    return all(_least(zone, sizes) <= width for zone in zones)


def _row(zones: Sequence[Zone], x: float, y: float, width: float, sizes: Sizes) -> list[Box]:
    widths = _shared(zones, width - GAP * (len(zones) - 1), sizes)
    spreads = [spread(zone, (each - 2 * PAD) / sizes.scale) for zone, each in zip(zones, widths, strict=True)]
    # Zones in one row end at the same height.
    height = sizes.head + 2 * PAD + max(made.height for made in spreads) * sizes.scale
    boxes: list[Box] = []
    for zone, made, each in zip(zones, spreads, widths, strict=True):
        boxes.append(Box(zone, made, x, y, each, height))
        x += each + GAP
    return boxes


def _shared(zones: Sequence[Zone], width: float, sizes: Sizes) -> list[float]:
    least = [min(_least(zone, sizes), width) for zone in zones]
    wants = [max(0.0, _want(zone, sizes) - low) for zone, low in zip(zones, least, strict=True)]
    free = max(0.0, width - sum(least))
    part = min(1.0, free / sum(wants)) if sum(wants) else 0.0
    widths = [low + part * want for low, want in zip(least, wants, strict=True)]
    # Spare width goes to the zones where cards lie side by side, since more cards may come.
    growing = [zone.arrangement is not Arrangement.PILE for zone in zones]
    if not any(growing):
        growing = [True] * len(zones)
    spare = (width - sum(widths)) / sum(growing)
    return [each + spare * grows for each, grows in zip(widths, growing, strict=True)]


def _least(zone: Zone, sizes: Sizes) -> float:
    lines = [_narrow(list(part), zone.arrangement) for part in _lines_of(zone)]
    rows = 1 if zone.arrangement in {Arrangement.PILE, Arrangement.ROW} else 2
    cards = max([WIDTH, *(line if line <= _SHORT else line / rows for line in lines)])
    return max(cards * sizes.scale, _heading_width(zone, sizes)) + 2 * PAD


_SHORT = 3 * WIDTH  # the width of a fan beyond which it may be split into two lines


def _want(zone: Zone, sizes: Sizes) -> float:
    cards = max([WIDTH, *(_wide(list(part), zone.arrangement) for part in _lines_of(zone))])
    return max(cards * sizes.scale, _heading_width(zone, sizes)) + 2 * PAD


def _heading_width(zone: Zone, sizes: Sizes) -> float:
    name, details = heading(zone)
    return text_width(f"{name}  {details}", sizes)


def _lines_of(zone: Zone) -> list[tuple[Item, ...]]:
    if zone.arrangement is Arrangement.LAYERS:
        return [part.items for part in zone.parts if part.items]
    everything = zone.cards
    if zone.arrangement is Arrangement.PILE:
        face_down = (Item(UNKNOWN),) if (zone.count or 0) > len(everything) else ()
        everything = face_down + everything
    return [everything] if everything else []


def _full(item: Item) -> float:
    return (HEIGHT if item.turned else WIDTH) + STRIP * len(item.over)


def _tall(item: Item) -> float:
    return (WIDTH if item.turned else HEIGHT) + DROP * len(item.over)


def _shown(item: Item, arrangement: Arrangement) -> float:
    if item.card == UNKNOWN:
        return STRIP if arrangement is Arrangement.PILE else _TIGHT
    return SIDEWAYS if item.turned else STRIP * (1 + len(item.over))


def _loose(item: Item, arrangement: Arrangement) -> float:
    if item.card == UNKNOWN and arrangement is not Arrangement.PILE:
        return _LOOSE
    return _full(item) + _SPACE


def _narrow(items: list[Item], arrangement: Arrangement) -> float:
    return sum(_shown(item, arrangement) for item in items[:-1]) + _full(items[-1])


def _wide(items: list[Item], arrangement: Arrangement) -> float:
    return sum(_loose(item, arrangement) for item in items[:-1]) + _full(items[-1])


def spread(zone: Zone, width: float) -> Spread:
    lines = [line for part in _lines_of(zone) for line in _broken(part, zone.arrangement, width)]
    cards: list[PlacedCard] = []
    y = 0.0
    for place, line in enumerate(lines):
        laid = _line(line, zone.arrangement, y, width)
        if place < len(lines) - 1 and zone.arrangement is not Arrangement.ROW:
            # The next line covers all but the corners.
            laid = [replace(card, shown=min(card.shown, STRIP)) for card in laid]
            y += HEAD
        else:
            y += max(map(_tall, line)) + _SPACE
        cards += laid
    height = max((card.y + _tall(card.item) for card in cards), default=float(HEIGHT))
    return Spread(tuple(cards), max(height, HEIGHT))


def _broken(items: tuple[Item, ...], arrangement: Arrangement, width: float) -> list[list[Item]]:
    count = 1
    while count < len(items):
        size = -(-len(items) // count)
        lines = [list(items[start : start + size]) for start in range(0, len(items), size)]
        if all(_narrow(line, arrangement) <= width for line in lines):
            return lines
        count += 1
    return [[item] for item in items]


def _line(items: list[Item], arrangement: Arrangement, y: float, width: float) -> list[PlacedCard]:
    narrow, wide = _narrow(items, arrangement), _wide(items, arrangement)
    ease = 1.0 if wide <= narrow else max(0.0, min(1.0, (width - narrow) / (wide - narrow)))
    cards: list[PlacedCard] = []
    x = 0.0
    for item in items:
        lower = (HEIGHT - WIDTH) / 2 if item.turned else 0
        shown = _shown(item, arrangement)
        step = shown + ease * (_loose(item, arrangement) - shown)
        free = item.turned or len(cards) == len(items) - 1
        cards.append(PlacedCard(item, x, y + lower, _full(item) if free else step))
        x += step
    return cards
