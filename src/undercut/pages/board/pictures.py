"""Template data of a table: cards, places, players, and the cards that the reader can play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct, field

from undercut.games.base.parts.drawing import HIDDEN
from undercut.pages.board.beside import bot_note, ordinal
from undercut.translation import _, ngettext

if TYPE_CHECKING:
    from undercut.games.base.parts.drawing import Fact
    from undercut.games.base.parts.drawing import Stage as ZoneStage
    from undercut.table.scene import SceneSeat

_CHIPS, _NAMED = 4, 3
"""The most buttons above the hand, and the most choices that one of them names."""

_SEVERAL, _MANY, _CROWD = 8, 12, 24
"""Numbers of cards above which a hand is in two rows on phones, is drawn closer, and is in rows everywhere."""

_IN_ROW = 10
"""Most cards in each of several rows of a hand."""


class Picture(Struct, frozen=True):
    """A card on the table."""

    card: str
    name: str
    key: str = ""  # a unique key of this card on the table; empty for hidden cards
    moved: bool = False
    aimed: bool = False
    frozen: bool = False
    known: bool = False
    turned: bool = False
    over: tuple[Picture, ...] = ()
    times: int = 1
    badge: str = ""

    @property
    def hidden(self) -> bool:
        """Whether the card is face down."""
        return self.card == HIDDEN

    @property
    def face(self) -> str:
        """The id of its picture in the sprite."""
        return "back" if self.hidden else self.card


class Layer(Struct, frozen=True):
    """A group of cards within a place."""

    title: str  # the heading of the group; empty if the place has only one
    cards: tuple[Picture, ...]

    @property
    def seen(self) -> tuple[Picture, ...]:
        """The cards that lie face up."""
        return tuple(card for card in self.cards if not card.hidden)

    @property
    def covered(self) -> int:
        """Number of cards that are face down."""
        return len(self.cards) - len(self.seen)


class Place(Struct, frozen=True, eq=False):
    """A place on the table; compared by identity."""

    id: str
    name: str
    title: str
    short: str
    target: str  # the name of the place as a move's target; empty if it is none
    source: str  # the key of its top card in `Scene.uses`; empty if it cannot be played
    direction: str  # whether its numbers ascend (``"up"``) or descend (``"down"``); empty for neither
    active: bool
    layers: tuple[Layer, ...]
    count: int
    detail: str
    meter: tuple[int, int] | None
    shown: bool
    stage: ZoneStage | None
    caption: str
    accepts: str = ""
    due: str = ""  # the numbers that its next card may have, in short; empty if unknown

    @property
    def reached(self) -> int:
        """The progress towards the goal, in percent."""
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
        """Number of cards that are face down."""
        return self.count - len(self.seen)

    @property
    def spoken(self) -> str:
        """The accessible name: title and number of cards."""
        cards = ngettext("%(place)s, %(count)s card", "%(place)s, %(count)s cards", self.count)
        return cards % {"place": self.title, "count": self.count}

    @property
    def arrow(self) -> str:
        """The direction of its numbers as an arrow; empty for neither."""
        return {"up": "↑", "down": "↓"}.get(self.direction, "")


class Use(Struct, frozen=True):
    """A legal use of a card, or a move without a card."""

    move: str
    text: str
    verb: str
    more: str = ""
    meaning: str = ""
    tone: str = "plain"
    kind: str = ""
    target: str = ""  # the target of the move; empty for none
    where: str = ""  # the name of the place that is the target; empty for none
    seen: Picture | None = None
    hinted: bool = False


class Chip(Struct, frozen=True):
    """A button for the uses of a card of one kind."""

    kind: str
    tone: str
    verb: str
    more: str
    spoken: str
    move: str = ""  # the only move of this kind; empty if there are several
    hinted: bool = False


class Refusal(Struct, frozen=True):
    """Uses that are not legal now for the same reason."""

    texts: tuple[str, ...]
    reason: str
    clause: str


class Pick(Struct, frozen=True):
    """A card that the player can choose: a card of the hand, or the top of a row or deck."""

    what: str
    name: str
    cards: tuple[Picture, ...]
    uses: tuple[Use, ...]
    refused: tuple[Refusal, ...]
    chosen: bool
    rule: str = ""  # the anchor of its rule in the rule book; empty if there is none

    @property
    def bare(self) -> Picture:
        """The card without notes or key."""
        return Picture(self.cards[0].card, self.name)

    @property
    def chips(self) -> tuple[Chip, ...]:
        """A button for each kind of use; if there are more than four kinds, the first three."""
        return chips(self.uses)


def chips(uses: Sequence[Use]) -> tuple[Chip, ...]:
    """Return a button for each kind of use; of more than four kinds, the first three."""
    kinds: dict[str, list[Use]] = {}
    for use in uses:
        kinds.setdefault(use.kind, []).append(use)
    made = tuple(_chip(kind, same) for kind, same in kinds.items())
    return made if len(made) <= _CHIPS else made[: _CHIPS - 1]


def _chip(kind: str, uses: Sequence[Use]) -> Chip:
    first, hinted = uses[0], any(use.hinted for use in uses)
    if len(uses) == 1:
        return Chip(kind, first.tone, first.verb, first.more, first.text, first.move, hinted)
    more = _one_of(list(dict.fromkeys(use.more for use in uses if use.more)), len(uses))
    spoken = _("%(what)s %(more)s: choose one of %(count)s")
    spoken %= {"what": first.verb, "more": more, "count": len(uses)}
    return Chip(kind, first.tone, first.verb, more, spoken, hinted=hinted)


def _one_of(words: list[str], choices: int) -> str:
    """Name up to three things of which one is chosen, or the number of choices."""
    if len(words) > _NAMED:
        return _("one of %(count)s") % {"count": choices}
    if len(words) <= 1:
        return "".join(words)
    *others, last = words
    return _("%(others)s or %(last)s") % {"others": ", ".join(others), "last": last}


class Held(Struct, frozen=True):
    """A card of the reader's hand, or several equal ones."""

    cards: tuple[Picture, ...]
    pick: Pick | None

    @property
    def several(self) -> str:
        """The class for several equal cards, such as ``"x2"``; empty for one."""
        return f"x{len(self.cards)}" if len(self.cards) > 1 else ""


class Offered(Struct, frozen=True):
    """Playable cards outside the hand."""

    id: str
    caption: str
    picks: tuple[Pick, ...]

    @property
    def chip(self) -> Chip | None:
        """The button for all of the cards, if each of them has one use at most, all of one kind."""
        uses = [use for pick in self.picks for use in pick.uses]
        alike = len({use.kind for use in uses}) == 1 and all(len(pick.uses) <= 1 for pick in self.picks)
        return _chip(uses[0].kind, uses) if alike and len(uses) > 1 else None


class Tray(Struct, frozen=True):
    """A row or deck of the reader from whose top cards are played."""

    place: Place
    pick: Pick | None

    @property
    def earlier(self) -> tuple[Picture, ...]:
        """The cards of which only the corners show, the latest first."""
        return self.place.cards[-2::-1]

    @property
    def latest(self) -> tuple[Picture, ...]:
        """The top card, shown in full."""
        return self.place.cards[-1:]


class Stage(Struct, frozen=True):
    """Cards whose effect is in progress."""

    heading: str
    cards: tuple[Picture, ...]
    spoken: str = ""  # a description for screen readers; empty if the heading is enough


class Course(Struct, frozen=True):
    """The direction of play."""

    side: str
    arrow: str
    fact: Fact


class Plate(Struct, frozen=True):
    """The name of a player, and what the player does."""

    player: SceneSeat
    heading: str
    turn: bool
    named: bool = False

    @property
    def presence(self) -> str:
        """Whether a person is ``"here"`` or ``"away"``; empty for bots, open seats, and persons who have left."""
        if self.player.kind != "person" or self.named or self.player.left:
            return ""
        return "here" if self.player.present else "away"

    @property
    def who(self) -> str:
        """A note beside the player's name."""
        if self.player.kind == "bot":
            return bot_note(self.player)
        if self.player.kind == "open":
            return _("open seat")
        if self.player.left and not self.named:
            return _("left")
        return {"here": _("here"), "away": _("away")}.get(self.presence, "")

    @property
    def thought(self) -> int:
        """The share of its time that a bot has used, in percent."""
        return round(100 * (self.player.thinking or 0))

    @property
    def queue(self) -> str:
        """A bot's place in the queue, in words."""
        return _("%(place)s in line to think") % {"place": ordinal(self.player.waiting or 1)}


class Player(Struct, frozen=True, eq=False):
    """A player and the player's places on the table; compared by identity."""

    plate: Plate
    hand: Place
    places: Mapping[str, Place]  # the other places, by id
    asked: bool = False
    next: bool = False
    initials: str = ""

    @property
    def seat(self) -> int:
        """The seat's number."""
        return self.plate.player.seat

    @property
    def heading(self) -> str:
        """The player: "You" or a name."""
        return self.plate.heading

    @property
    def turn(self) -> bool:
        """Whether this player is to move."""
        return self.plate.turn

    @property
    def rows(self) -> tuple[Place, ...]:
        """The places onto which cards are played."""
        return tuple(place for place in self.places.values() if place.target)


class Board(Struct, frozen=True, eq=False):
    """The whole table."""

    pack: str
    status: str
    facts: tuple[Fact, ...]
    own: Player  # the player at the bottom: the reader, or seat 0 for spectators
    others: tuple[Player, ...]
    middle: Mapping[str, Place]  # the shared places, by id
    hand: tuple[Held, ...] = ()
    picks: Mapping[str, tuple[Pick, ...]] = field(default_factory=dict[str, "tuple[Pick, ...]"])
    course: Course | None = None

    @property
    def rows(self) -> tuple[Place, ...]:
        """The places in the middle onto which cards are played."""
        return tuple(place for place in self.middle.values() if place.target)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The cards whose effect is in progress."""
        return tuple(
            Stage(place.stage.heading, place.cards, place.stage.spoken)
            for place in self.middle.values()
            if place.stage and place.cards
        )

    @property
    def offered(self) -> tuple[Offered, ...]:
        """The playable cards in the middle."""
        return tuple(
            Offered(place.id, place.caption, self.picks[place.id])
            for place in self.middle.values()
            if place.id in self.picks
        )

    @property
    def trays(self) -> tuple[Tray, ...]:
        """The reader's rows and decks from whose top cards are played."""
        places = [place for place in self.own.places.values() if place.source]
        return tuple(Tray(place, next(iter(self.picks.get(place.id, ())), None)) for place in places)

    @property
    def hand_rows(self) -> tuple[tuple[Held, ...], ...]:
        """The hand in as few rows as a phone has room for, all of about the same length."""
        rows = 1 if len(self.hand) <= _SEVERAL else -(-len(self.hand) // _IN_ROW)
        ends = [len(self.hand) * row // max(1, rows) for row in range(rows + 1)]
        return tuple(self.hand[start:end] for start, end in pairwise(ends) if end > start)

    @property
    def crowd(self) -> str:
        """The class for a large hand: ``"several"``, ``"many"``, ``"crowd"``, or empty."""
        cards = len(self.hand)
        return "crowd" if cards > _CROWD else "many" if cards > _MANY else "several" if cards > _SEVERAL else ""
