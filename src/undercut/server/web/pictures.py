"""What the templates of the table show: pictures of cards, places, players and all that may be taken up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from undercut.draw.table import HIDDEN
from undercut.server.web.beside import bot_note
from undercut.server.web.moments import ordinal

if TYPE_CHECKING:
    from undercut.draw.table import Fact
    from undercut.server.tables.scene import SceneSeat


@dataclass(frozen=True, slots=True)
class Picture:
    """A card as the table shows it.

    Args:
        card: The card as written, or `?` for one that lies face down.
        name: Its name in words, with all that is to be said of it.
        key: What this card is called on this table and nowhere else on it; empty for hidden cards.
        moved: Whether the last move moved it.
        aimed: Whether a waiting card is aimed at it.
        notes: What else is to be said of it, in words.
        turned: Whether it lies crosswise.
        over: The cards that lie on it, bottom to top.
        times: How many equal cards it stands for.
        badge: A short note printed on the card.
    """

    card: str
    name: str
    key: str = ""
    moved: bool = False
    aimed: bool = False
    notes: tuple[str, ...] = ()
    turned: bool = False
    over: tuple[Picture, ...] = ()
    times: int = 1
    badge: str = ""

    @property
    def hidden(self) -> bool:
        """Whether the card lies face down."""
        return self.card == HIDDEN


@dataclass(frozen=True, slots=True)
class Layer:
    """Cards that lie together within one place.

    Args:
        title: What sets them apart; empty where the place says it all.
        cards: The cards.
    """

    title: str
    cards: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the table.

    Args:
        id: The zone's id, see `undercut.draw.table.Zone`.
        name: Its name in words, in lower case.
        title: Whose it is, and its name: "Your points".
        short: Its name where there is little room.
        target: What a move calls it as a target; empty for none.
        source: What is taken up when its top card is; empty for none.
        direction: Which way its numbers go, ``"up"`` or ``"down"``; empty for neither.
        active: Whether its top card is the active card.
        layers: Its cards.
        count: How many cards there are, hidden or not.
        detail: What else is to be said.
        meter: How far something has come, and where it ends.
        shown: Whether there is anything to show.
    """

    id: str
    name: str
    title: str
    short: str
    target: str
    source: str
    direction: str
    active: bool
    layers: tuple[Layer, ...]
    count: int
    detail: str
    meter: tuple[int, int] | None
    shown: bool

    @property
    def reached(self) -> int:
        """How much of the way to the end of the meter is done, in hundredths."""
        done, whole = self.meter or (0, 1)
        return min(100, 100 * done // whole) if whole > 0 else 100

    @property
    def cards(self) -> tuple[Picture, ...]:
        """All cards of the place."""
        return tuple(card for layer in self.layers for card in layer.cards)


@dataclass(frozen=True, slots=True)
class Use:
    """A legal way to use a card.

    Args:
        move: The move's notation.
        text: What it does, as a sentence.
        target: What it is played on.
    """

    move: str
    text: str
    target: str | None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Uses that are not legal now, for one reason.

    Args:
        texts: What they would do.
        reason: Why they are not legal.
        clause: The clause that says so.
    """

    texts: tuple[str, ...]
    reason: str
    clause: str


@dataclass(frozen=True, slots=True)
class Pick:
    """What a player may take up to use it: a card, or the top of a row or deck.

    Args:
        what: The card as written, or what the rules call the row or deck.
        name: Its name in words.
        cards: The pictures of it: more than one if the hand has equal cards.
        uses: What may be done with it.
        refused: What may not, by reason.
        chosen: Whether it is taken up already.
    """

    what: str
    name: str
    cards: tuple[Picture, ...]
    uses: tuple[Use, ...]
    refused: tuple[Refusal, ...]
    chosen: bool

    @property
    def bare(self) -> Picture:
        """The card alone, with nothing said of it."""
        return Picture(self.cards[0].card, self.name)


@dataclass(frozen=True, slots=True)
class Held:
    """A card of the hand at the bottom of the table, or several equal ones.

    Args:
        cards: The pictures.
        pick: What may be done with them, if the reader is to move.
    """

    cards: tuple[Picture, ...]
    pick: Pick | None


@dataclass(frozen=True, slots=True)
class Player:
    """A player and all that lies on that side of the table.

    Args:
        seat: The seat.
        plate: Who sits there.
        heading: Who it is: "You" or a name.
        hand: The hand.
        places: The other places by id.
        turn: Whether this player is to move.
        named: Whether this is only a name in a record that somebody brought along.
    """

    seat: int
    plate: SceneSeat
    heading: str
    hand: Place
    places: Mapping[str, Place]
    turn: bool
    named: bool = False

    @property
    def bot_note(self) -> str:
        """That a bot sits there and which, as far as its name does not say so."""
        return bot_note(self.plate)

    @property
    def thought(self) -> int:
        """How much of its time a bot has thought, in hundredths."""
        return round(100 * (self.plate.thinking or 0))

    @property
    def queue(self) -> str:
        """Where a bot stands in the queue of those who want to think."""
        return f"{ordinal(self.plate.waiting or 1)} in line to think"


@dataclass(frozen=True, slots=True)
class Board:
    """The whole table.

    Args:
        pack: The name of the pack's sprite.
        status: What happens next, or how it ended.
        facts: What else is to be known.
        own: The player at the bottom: the reader, or seat 0 for who only watches.
        others: The other players, the next seat first.
        middle: What all share, by id.
        hand: The hand at the bottom, equal cards together.
        picks: What the reader may take up, by place: the hand, or the id of another place.
    """

    pack: str
    status: str
    facts: tuple[Fact, ...]
    own: Player
    others: tuple[Player, ...]
    middle: Mapping[str, Place]
    hand: tuple[Held, ...] = ()
    picks: Mapping[str, tuple[Pick, ...]] = field(default_factory=dict[str, "tuple[Pick, ...]"])

    @property
    def spread(self) -> int:
        """How many cards lie side by side at the bottom of the table."""
        return len(self.hand) + sum(len(picks) for place, picks in self.picks.items() if place in self.middle)
