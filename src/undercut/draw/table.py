"""What lies on a table, in words and cards: made by each game's drawer, shown as text or as SVG."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from undercut.cards import Pack

HIDDEN = "?"
"""A card that the reader of a position may not know."""


class Arrangement(Enum):
    """How the cards of a place lie.

    Example:
        >>> Arrangement.PILE.name
        'PILE'
    """

    ROW = "row"  # side by side while there is room
    FAN = "fan"  # over one another, every corner in sight
    LAYERS = "layers"  # one fan a part, each below the one before
    PILE = "pile"  # face down, with its number of cards and the open cards on top


@dataclass(frozen=True, slots=True)
class Item:
    """A card on the table, with the cards that lie on it.

    Args:
        card: The card as written, or `HIDDEN`.
        over: The cards on it, bottom to top.
        notes: What else is to be said of it, in words ("frozen").
        turned: Whether it lies crosswise.
        onto: The card at which it is aimed; empty for none.
        times: How many equal cards it stands for.
        badge: A short note printed on the card ("= 5"); `notes` say the same in words.
    """

    card: str
    over: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    turned: bool = False
    onto: str = ""
    times: int = 1
    badge: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """Cards that belong together within one place.

    Args:
        items: The cards, in the order in which they lie.
        title: What sets these cards apart; empty where the place says it all.
    """

    items: tuple[Item, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """A pile, row or hand on the table.

    Args:
        id: The field of the view that holds its cards, and the number of the row where that field has several:
            ``"scrap"``, ``"levels-1"``. Unique within a side or the middle.
        label: Its name for people, in lower case.
        parts: Its cards.
        arrangement: How they lie.
        count: The number of its cards, where that is worth saying.
        detail: What else is to be said, in words ("13 of 21").
        meter: How far something has come, and where it ends.
        stays: Whether the place is shown while it is empty.
        short: Its name where there is little room; empty for the full name.
        starts: Whether it starts a new row where not all places fit in one.
        target: What `Move.target` calls it where moves aim at it ("level 1"); empty for none.
        source: What `State.uses` calls it where its top card can be taken up ("s1"); empty for none.
        direction: Which way its numbers go, ``"up"`` or ``"down"``; empty where that is open or has no meaning.
        active: Whether its top card is the active card.
    """

    id: str
    label: str
    parts: tuple[Part, ...] = ()
    arrangement: Arrangement = Arrangement.ROW
    count: int | None = None
    detail: str = ""
    meter: tuple[int, int] | None = None
    stays: bool = True
    short: str = ""
    starts: bool = False
    target: str = ""
    source: str = ""
    direction: str = ""
    active: bool = False

    @property
    def shown(self) -> bool:
        """Whether there is anything to show."""
        return self.stays or bool(self.count) or any(part.items for part in self.parts)


@dataclass(frozen=True, slots=True)
class Side:
    """All places of one player.

    Args:
        owner: Who it is, as the places are called: "Your" or a name.
        heading: Who it is, standing alone: "You" or a name.
        hand: The cards in hand.
        zones: The other places, those next to the hand first.
        turn: Whether this player is to move.
    """

    owner: str
    heading: str
    hand: Zone
    zones: tuple[Zone, ...]
    turn: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """Something to know about the table beside its cards.

    Args:
        id: What it is about, in a word ("direction").
        text: The fact in short, without a full stop.
        detail: What it means; empty where the fact says it all.
    """

    id: str
    text: str
    detail: str = ""

    def __str__(self) -> str:
        """Write it in one line."""
        return f"{self.text}: {self.detail}" if self.detail else self.text


@dataclass(frozen=True, slots=True)
class TableDrawing:
    """A whole table, ready to be shown.

    Args:
        title: The game, and how many play it.
        pack: The pack whose cards lie on it.
        sides: All players, seat 0 first.
        bottom: The seat whose side is at the bottom.
        middle: What all share.
        status: What happens next, or how it ended.
        facts: What else is to be known.
        unique: Whether there is only one of every card.
    """

    title: str
    pack: Pack
    sides: tuple[Side, ...]
    bottom: int
    middle: tuple[Zone, ...]
    status: str
    facts: tuple[Fact, ...] = ()
    unique: bool = True

    @property
    def own(self) -> Side:
        """The side at the bottom."""
        return self.sides[self.bottom]

    @property
    def others(self) -> tuple[Side, ...]:
        """The other sides, the next seat first."""
        return self.sides[self.bottom + 1 :] + self.sides[: self.bottom]

    @property
    def targets(self) -> frozenset[str]:
        """The cards at which others are aimed."""
        return frozenset(item.onto for zone in self.middle for part in zone.parts for item in part.items if item.onto)


@dataclass(frozen=True, slots=True)
class Viewer:
    """For whom a table is described.

    Args:
        seat: The seat at the bottom; None for somebody who only watches.
        names: The players' names; seats without one are called by their number.
        goals: Every player's winning total, where the game has one and the caller knows it.
    """

    seat: int | None = None
    names: Sequence[str] = ()
    goals: Sequence[int] | None = None

    @property
    def bottom(self) -> int:
        """The seat whose side is at the bottom."""
        return self.seat or 0

    def name(self, seat: int) -> str:
        """Call a player by name, or by the number of the seat."""
        given = _printable(self.names[seat]) if seat < len(self.names) else ""
        return given or f"Seat {seat}"

    def owner(self, seat: int) -> str:
        """Say whose a place is."""
        return "Your" if seat == self.seat else self.name(seat)

    def heading(self, seat: int) -> str:
        """Say who sits on a seat."""
        return "You" if seat == self.seat else self.name(seat)


def _printable(text: str) -> str:
    # A name comes from anybody: escape codes must not reach a terminal, nor control characters a document.
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def hand(pack: Pack, cards: Sequence[str], *, seen: Sequence[str] = (), frozen: Sequence[str] = ()) -> Zone:
    """Describe a hand, its open cards in the order of the pack.

    Args:
        seen: The cards of it that others know.
        frozen: Cards that may not be played.
    """
    items: list[Item] = []
    for card in in_order(pack, cards):
        notes = [note for note, among in (("frozen", frozen), ("seen", seen)) if card in among and card != HIDDEN]
        items.append(Item(card, notes=tuple(notes)))
    return Zone("hands", "hand", (Part(tuple(items)),), Arrangement.FAN, count=len(cards))


def in_order(pack: Pack, cards: Sequence[str]) -> list[str]:
    """Sort cards as their pack does, hidden ones last.

    Args:
        cards: The cards; their own order must have no meaning.
    """
    known = sorted((card for card in cards if card != HIDDEN), key=pack.code)
    return known + [HIDDEN] * (len(cards) - len(known))


def simple_items(cards: Sequence[str]) -> tuple[Item, ...]:
    """Make items of cards about which nothing else is to be said.

    Args:
        cards: The cards, in the order in which they lie.
    """
    return tuple(Item(card) for card in cards)
