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

_LATEST = 4
"""How many cards of a row are shown in full."""

_SEVERAL, _MANY = 7, 10
"""Above how many cards a hand is drawn closer, and closer still."""

_CAPTIONS = {"revealed": "Turned up by the seven"}
"""Where cards come from that may be taken up, where the name of the place does not say it."""


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

    @property
    def face(self) -> str:
        """Its picture in the pack's sprite."""
        return "back" if self.hidden else self.card

    @property
    def frozen(self) -> bool:
        """Whether it may not be played yet."""
        return "frozen" in self.notes

    @property
    def known(self) -> bool:
        """Whether it is a card of a hand that the other player has seen."""
        return "seen" in self.notes


@dataclass(frozen=True, slots=True)
class Layer:
    """Cards that lie together within one place.

    Args:
        title: What sets them apart; empty where the place says it all.
    """

    title: str
    cards: tuple[Picture, ...]

    @property
    def seen(self) -> tuple[Picture, ...]:
        """The cards that lie face up."""
        return tuple(card for card in self.cards if not card.hidden)

    @property
    def covered(self) -> int:
        """How many cards lie face down."""
        return len(self.cards) - len(self.seen)


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

    @property
    def seen(self) -> tuple[Picture, ...]:
        """The cards that lie face up."""
        return tuple(card for layer in self.layers for card in layer.seen)

    @property
    def covered(self) -> int:
        """How many cards are face down."""
        return self.count - len(self.seen)

    @property
    def told(self) -> str:
        """Whose it is, its name, and how many cards it holds."""
        return f"{self.title}, {self.count} card{'' if self.count == 1 else 's'}"

    @property
    def arrow(self) -> str:
        """Which way its numbers go, as a sign; empty for neither."""
        return {"up": "↑", "down": "↓"}.get(self.direction, "")


@dataclass(frozen=True, slots=True)
class Use:
    """A legal way to use a card.

    Args:
        move: The move's notation.
        text: What it does, without a full stop.
        target: What it is played on; empty for nothing.
        rest: What is left out of the text where there is little room.
        hinted: Whether the hint recommends it.
    """

    move: str
    text: str
    target: str = ""
    rest: str = ""
    hinted: bool = False


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

    @property
    def several(self) -> str:
        """How many equal cards it stands for, for the style sheet; empty for one."""
        return f"x{len(self.cards)}" if len(self.cards) > 1 else ""


@dataclass(frozen=True, slots=True)
class Offered:
    """Cards outside the hand that may be taken up.

    Args:
        id: The place's id.
        caption: Where the cards come from.
        picks: The cards.
    """

    id: str
    caption: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Tray:
    """A row or deck of the player at the bottom, from whose top cards are played.

    Args:
        place: The row or deck.
        pick: What may be done with its top card, if the reader is to move.
    """

    place: Place
    pick: Pick | None

    @property
    def earlier(self) -> tuple[Picture, ...]:
        """The cards of which only the corners show."""
        return self.place.cards[:-_LATEST]

    @property
    def latest(self) -> tuple[Picture, ...]:
        """The last cards, shown in full."""
        return self.place.cards[-_LATEST:]


@dataclass(frozen=True, slots=True)
class Stage:
    """Cards whose effect is not over yet.

    Args:
        heading: What they are.
        told: What happens with them, for screen readers; empty where the heading says it all.
    """

    heading: str
    cards: tuple[Picture, ...]
    told: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """The direction of play.

    Args:
        side: ``"right"`` or ``"left"``.
        arrow: The same as a sign.
        fact: The same in words.
    """

    side: str
    arrow: str
    fact: Fact


@dataclass(frozen=True, slots=True)
class Player:
    """A player and all that lies on that side of the table.

    Args:
        plate: Who sits there.
        heading: Who it is: "You" or a name.
        places: The other places by id.
        turn: Whether this player is to move.
        named: Whether this is only a name in a record that somebody brought along.
        asked: Whether this player has to give cards to the one who moves.
    """

    seat: int
    plate: SceneSeat
    heading: str
    hand: Place
    places: Mapping[str, Place]
    turn: bool
    named: bool = False
    asked: bool = False

    @property
    def rows(self) -> tuple[Place, ...]:
        """The places onto which cards are played."""
        return tuple(place for place in self.places.values() if place.target)

    @property
    def presence(self) -> str:
        """Whether a person is ``"here"`` or ``"away"``; empty for bots, open seats, and persons who have left."""
        if self.plate.kind != "person" or self.named or self.plate.left:
            return ""
        return "here" if self.plate.present else "away"

    @property
    def who(self) -> str:
        """What is to be said of the seat beside its name."""
        if self.plate.kind == "bot":
            return bot_note(self.plate)
        if self.plate.kind == "open":
            return "open seat"
        return "left" if self.plate.left and not self.named else self.presence

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
        facts: What else is to be known, the direction of play apart.
        own: The player at the bottom: the reader, or seat 0 for who only watches.
        others: The other players, the next seat first.
        middle: What all share, by id.
        hand: The hand at the bottom, equal cards together.
        picks: What the reader may take up, by place: the hand, or the id of another place.
        stages: The cards whose effect is not over yet.
        course: The direction of play, where it can change.
    """

    pack: str
    status: str
    facts: tuple[Fact, ...]
    own: Player
    others: tuple[Player, ...]
    middle: Mapping[str, Place]
    hand: tuple[Held, ...] = ()
    picks: Mapping[str, tuple[Pick, ...]] = field(default_factory=dict[str, "tuple[Pick, ...]"])
    stages: tuple[Stage, ...] = ()
    course: Course | None = None

    @property
    def rows(self) -> tuple[Place, ...]:
        """The places in the middle onto which cards are played."""
        return tuple(place for place in self.middle.values() if place.target)

    @property
    def offered(self) -> tuple[Offered, ...]:
        """The cards in the middle that may be taken up."""
        return tuple(
            Offered(place.id, _CAPTIONS.get(place.id, f"From the {place.name}"), self.picks[place.id])
            for place in self.middle.values()
            if place.id in self.picks
        )

    @property
    def trays(self) -> tuple[Tray, ...]:
        """The reader's own rows and decks from whose tops cards are played."""
        places = [place for place in self.own.places.values() if place.source]
        return tuple(Tray(place, next(iter(self.picks.get(place.id, ())), None)) for place in places)

    @property
    def crowd(self) -> str:
        """How crowded the bottom of the table is: ``"several"``, ``"many"``, or empty."""
        cards = len(self.hand) + sum(len(offered.picks) for offered in self.offered)
        return "many" if cards > _MANY else "several" if cards > _SEVERAL else ""
