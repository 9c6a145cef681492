"""The description of a table: made by each game's drawer, rendered as text or as SVG."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, ParamSpec, TypeVar, cast

from undercut.cards import UNKNOWN, Pack
from undercut.translation import _, ngettext

_P = ParamSpec("_P")
_T = TypeVar("_T")


def kept(make: Callable[_P, _T]) -> Callable[_P, _T]:
    """Cache the zones that a function makes: a zone that looks as before is the same object and keeps its drawing."""
    return cast("Callable[_P, _T]", lru_cache(maxsize=4096)(make))


class Arrangement(Enum):
    """The arrangement of the cards of a zone."""

    ROW = "row"  # side by side while there is room
    FAN = "fan"  # overlapping, every corner visible
    LAYERS = "layers"  # one fan per part, each below the previous one
    PILE = "pile"  # face down, with its number of cards and the open cards on top


@dataclass(frozen=True, slots=True)
class Item:
    """A card on the table, with the cards on top of it.

    The last four fields belong to `undercut.draw.tables`, which writes them for every drawer; a game leaves them alone.
    """

    card: str  # the card in notation, or `UNKNOWN`
    over: "tuple[Item, ...]" = ()  # the cards on it, bottom to top
    notes: tuple[str, ...] = ()  # further facts about it, in words ("glasses")
    frozen: bool = False  # whether it cannot be played yet
    seen: bool = False  # whether it is in a hand and others know it
    turned: bool = False  # whether it lies crosswise
    onto: str = ""  # the card that it targets; empty for none
    times: int = 1  # the number of equal cards it stands for
    badge: str = ""  # a short text printed on the card ("5"); `notes` have the same in words
    name: str = ""  # everything about it in words, beginning with the card
    key: str = ""  # a unique key of the card on the table; empty for hidden cards
    moved: bool = False  # whether the last move moved it
    aimed: bool = False  # whether another card targets it

    def __hash__(self) -> int:
        """Hash the card and its key, which is fast and tells most items apart."""
        return hash((self.card, self.key))

    @property
    def hidden(self) -> bool:
        """Whether the card is face down."""
        return self.card == UNKNOWN

    @property
    def face(self) -> str:
        """The id of its picture in a sprite."""
        return "back" if self.hidden else self.card

    @property
    def remarks(self) -> tuple[str, ...]:
        """Everything about it in words."""
        return (_("frozen"),) * self.frozen + (_("seen"),) * self.seen + self.notes


@dataclass(frozen=True, slots=True)
class Part:
    """Cards that belong together within one zone."""

    items: tuple[Item, ...]  # the cards in order
    title: str = ""  # what distinguishes these cards; empty if the zone has a single part

    @property
    def seen(self) -> tuple[Item, ...]:
        """The cards that lie face up."""
        return tuple(item for item in self.items if not item.hidden)

    @property
    def covered(self) -> int:
        """Number of cards that are face down."""
        return len(self.items) - len(self.seen)


class Meter(NamedTuple):
    """How far a zone has come towards its goal."""

    done: int
    goal: int
    whole: int = 0  # what the whole length of its bar stands for; 0: the goal
    ticks: tuple[int, ...] = ()  # further numbers that the bar marks, such as other goals

    def share(self, number: int) -> float:
        """The place of a number on the bar, in percent."""
        return 100 * number / (self.whole or self.goal)


@dataclass(frozen=True, slots=True, eq=False)
class Zone:
    """A pile, row or hand on the table; compared by identity."""

    # The field of the view that holds its cards, and the number of the row where that field has several: ``"scrap"``,
    # ``"levels-1"``. Unique within a side or the middle.
    id: str
    label: str  # its name for people, in lower case
    parts: tuple[Part, ...] = ()  # its cards
    arrangement: Arrangement = Arrangement.ROW  # the arrangement of its cards
    count: int | None = None  # the number of its cards, if it is shown
    detail: str = ""  # further facts, in words ("13 of 21")
    meter: Meter | None = None
    stays: bool = True  # whether the zone is shown while it is empty
    short: str = ""  # its name where space is short; empty for the full name
    starts: bool = False  # whether it starts a new row if the zones do not fit in one
    target: str = ""  # its name in `Move.target` ("level 1"); empty for none
    source: str = ""  # its name in `State.uses` if its top card can be played ("s1"); empty for none
    direction: str = ""  # the direction of its numbers, ``"up"`` or ``"down"``; empty if open or without meaning
    active: bool = False  # whether its top card is the active card
    stage: str = ""  # the heading of its cards while their effect is in progress; empty if they have none
    caption: str = ""  # the caption of its cards when they can be played; empty if the label is enough
    accepts: tuple[str, ...] = ()  # the kinds of moves that put their card here, apart from those with a target
    room: tuple[str, ...] = ()  # what is written on the places that are still empty, the next one first
    mark: str = ""  # "moved" or "aimed" if one of two moves that are set side by side leads here
    # The owner in words, as in `Side.owner`; written by `undercut.draw.tables`, empty for a shared zone.
    owner: str = ""

    @property
    def field(self) -> str:
        """The field of the view that holds its cards."""
        return self.id.partition("-")[0]

    @property
    def shown(self) -> bool:
        """Whether there is anything to show."""
        return self.stays or bool(self.count) or any(part.items for part in self.parts)

    @property
    def cards(self) -> tuple[Item, ...]:
        """All cards that are described, in order."""
        return tuple(item for part in self.parts for item in part.items)

    @property
    def seen(self) -> tuple[Item, ...]:
        """The cards that lie face up."""
        return tuple(item for item in self.cards if not item.hidden)

    @property
    def size(self) -> int:
        """Number of all its cards, also of those that are not described."""
        return len(self.cards) if self.count is None else self.count

    @property
    def covered(self) -> int:
        """Number of cards that are face down."""
        return self.size - len(self.seen)

    @property
    def heading(self) -> str:
        """Its name where space is short."""
        return self.short or self.label.capitalize()

    @property
    def title(self) -> str:
        """Its owner and its name."""
        if not self.owner:
            return self.label.capitalize()
        whose = self.owner if self.owner == _("Your") else _("{name}'s").format(name=self.owner)
        return f"{whose} {self.label}"

    @property
    def spoken(self) -> str:
        """Its owner, its name and its number of cards."""
        cards = ngettext("{place}, {count} card", "{place}, {count} cards", self.size)
        return cards.format(place=self.title, count=self.size)

    @property
    def arrow(self) -> str:
        """The direction of its numbers as an arrow; empty for neither."""
        return {"up": "↑", "down": "↓"}.get(self.direction, "")

    @property
    def kinds(self) -> str:
        """The kinds of moves that it accepts, as one attribute of a page."""
        return " ".join(kind.replace(" ", "-") for kind in self.accepts)


zone = kept(Zone)
"""Makes a zone."""


@dataclass(frozen=True, slots=True)
class Side:
    """All zones of one player."""

    owner: str  # the player as the owner of zones: "Your" or a name
    heading: str  # the player alone: "You" or a name
    hand: Zone  # the cards in hand
    zones: tuple[Zone, ...]  # the other zones, those next to the hand first
    turn: bool = False  # whether this player is to move
    asked: bool = False  # whether this player is still to give a card
    score: str = ""  # how near this player is to winning, in words ("13 of 21"); empty if the game has no measure
    next: bool = False  # whether this player is next, in games where that can change
    lift: int = 0  # by how many units the player's mark on a shared scale is moved up, so that it hides no other

    @property
    def places(self) -> dict[str, Zone]:
        """The zones other than the hand, by id."""
        return {zone.id: zone for zone in self.zones}

    @property
    def rows(self) -> tuple[Zone, ...]:
        """The zones onto which cards are played."""
        return tuple(zone for zone in self.zones if zone.target)


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about the table besides its cards."""

    id: str  # its subject in a word ("direction")
    text: str  # the fact in short, without a full stop
    detail: str = ""  # its meaning; empty if the text is enough
    course: str = ""  # the direction of play, ``"right"`` or ``"left"``, if the fact is about that

    def __str__(self) -> str:
        return f"{self.text}: {self.detail}" if self.detail else self.text


@dataclass(frozen=True, slots=True)
class TableDrawing:
    """A whole table, ready to be rendered."""

    title: str  # the game, and the number of players if it varies
    pack: Pack  # the pack whose cards lie on it
    sides: tuple[Side, ...]  # all players, seat 0 first
    bottom: int  # the seat whose side is at the bottom
    middle: tuple[Zone, ...]  # the shared zones
    status: str  # the status line: what happens next, or how the game ended
    facts: tuple[Fact, ...] = ()  # further facts
    prompt: str = ""  # what is unusual about the viewer's move; empty at a usual one
    unique: bool = True  # whether every card exists only once
    by_suit: bool = False  # whether hands are sorted by suit before rank where there is room
    in_row: int = 8  # most cards of a hand that are in one row on a phone

    @property
    def own(self) -> Side:
        """The side at the bottom."""
        return self.sides[self.bottom]

    @property
    def others(self) -> tuple[Side, ...]:
        """The other sides, the next seat first."""
        return self.sides[self.bottom + 1 :] + self.sides[: self.bottom]

    @property
    def places(self) -> dict[str, Zone]:
        """The shared zones, by id."""
        return {zone.id: zone for zone in self.middle}

    @property
    def rows(self) -> tuple[Zone, ...]:
        """The shared zones onto which cards are played."""
        return tuple(zone for zone in self.middle if zone.target)

    @property
    def targets(self) -> frozenset[str]:
        """The cards that others target."""
        return frozenset(item.onto for zone in self.middle for item in zone.cards if item.onto)


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer of a table."""

    seat: int | None = None  # the seat at the bottom; None for a spectator
    names: Sequence[str] = ()  # the players' names; seats without a name are shown by number
    goals: Sequence[int] | None = None  # every player's winning total, where the game has one and the caller knows it
    # The kinds of the viewer's legal moves; empty if the caller does not know them.
    choices: frozenset[str] = frozenset()

    @property
    def bottom(self) -> int:
        """The seat whose side is at the bottom."""
        return self.seat or 0

    def name(self, seat: int) -> str:
        """Return a player's name, or the number of the seat."""
        given = _printable(self.names[seat]) if seat < len(self.names) else ""
        return given or _("Seat {number}").format(number=seat)

    def owner(self, seat: int) -> str:
        """Return the owner of a zone: "Your" or a name."""
        return _("Your") if seat == self.seat else self.name(seat)

    def heading(self, seat: int) -> str:
        """Return the player of a seat: "You" or a name."""
        return _("You") if seat == self.seat else self.name(seat)


Drawer = Callable[[Mapping[str, object], Viewer], TableDrawing]
"""Describes a table, given a position or a view, and who looks at it."""


@lru_cache(maxsize=4096)
def _printable(text: str) -> str:
    # Names are untrusted: escape codes must not reach a terminal, nor control characters a document.
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def hand(pack: Pack, cards: Sequence[str], *, seen: Sequence[str] = (), frozen: Sequence[str] = ()) -> Zone:
    """Describe a hand in the order of the pack, with the cards that others have seen and those that are frozen."""
    return _hand(pack, tuple(cards), tuple(seen), tuple(frozen))


@kept
def _hand(pack: Pack, cards: tuple[str, ...], seen: tuple[str, ...], frozen: tuple[str, ...]) -> Zone:
    items = tuple(
        Item(card, frozen=card in frozen, seen=card in seen) if card in frozen or card in seen else _plain_item(card)
        for card in in_order(pack, cards)
    )
    return Zone("hands", _("hand"), (Part(items),), Arrangement.FAN, count=len(cards))


def in_order(pack: Pack, cards: Sequence[str]) -> list[str]:
    """Sort cards, whose order has no meaning, as their pack does, hidden ones last."""
    known = sorted((card for card in cards if card != UNKNOWN), key=pack.code)
    return known + [UNKNOWN] * (len(cards) - len(known))


def simple_items(cards: Sequence[str]) -> tuple[Item, ...]:
    """Make items of cards without notes."""
    return tuple(map(_plain_item, cards))


def part_of(cards: Sequence[str], title: str = "") -> Part:
    """Make a part of cards without notes."""
    return Part(simple_items(cards), title)


@lru_cache(maxsize=1024)
def _plain_item(card: str) -> Item:
    return Item(card)
