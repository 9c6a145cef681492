"""What a reader can choose on a table: cards and their uses, and the players around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from markupsafe import Markup
from msgspec import Struct

from undercut.cards import FRENCH, LATIN, ROPE, Pack
from undercut.draw.faces import sprite
from undercut.games.base.parts.drawing import Item
from undercut.pages.assets import asset_address, version_of
from undercut.pages.board.panel import bot_note, ordinal
from undercut.translation import _

if TYPE_CHECKING:
    from undercut.games.base.parts.drawing import Fact, Side, TableDrawing, Zone
    from undercut.pages.board.clock_texts import SeatClock
    from undercut.table.scene import SceneSeat

PACKS = {"french": FRENCH, "latin": LATIN, "rope": ROPE}
"""The packs by the names of their sprites."""


@cache
def sprite_address(pack: Pack) -> str:
    """Return the address of a pack's sprite, which contains a hash of its content."""
    name = next(name for name, known in PACKS.items() if known is pack)
    return f"/cards/{name}.svg?v={version_of(name, lambda: sprite(pack))}"


_CHIPS, _NAMED = 4, 3
"""The most buttons above the hand, and the most choices that one of them names."""

_SEVERAL, _MANY, _CROWD = 8, 12, 24
"""Numbers of cards above which a hand is in two rows on phones, is drawn closer, and is in rows everywhere."""

_SHORT = 8
"""Most letters of what is written on a card."""

_IN_ROW = 10
"""Most cards in each of several rows of a hand."""


class Use(Struct, frozen=True):
    """A legal use of a card, or a move without a card."""

    move: str
    text: str
    verb: str
    more: str = ""
    meaning: str = ""
    tone: str = "plain"
    icon: str = ""
    hits: str = ""  # the cards on the table that it affects
    score: int | None = None  # the player's score after it
    added: int = 0  # how many cards it adds to the hand, where that is what counts
    kind: str = ""
    target: str = ""  # the target of the move; empty for none
    where: str = ""  # the name of the place that is the target; empty for none
    seen: Item | None = None
    hinted: bool = False


class Chip(Struct, frozen=True):
    """A button for the uses of a card of one kind."""

    kind: str
    tone: str
    verb: str
    more: str
    spoken: str
    icon: str = ""
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
    cards: tuple[Item, ...]
    uses: tuple[Use, ...]
    refused: tuple[Refusal, ...]
    chosen: bool
    rule: str = ""  # the anchor of its rule in the rule book; empty if there is none

    @property
    def bare(self) -> Item:
        """The card without notes or key."""
        return Item(self.cards[0].card, name=self.name)

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
        return Chip(kind, first.tone, first.verb, first.more, first.text, first.icon, first.move, hinted)
    more = _one_of(list(dict.fromkeys(use.more for use in uses if use.more)), len(uses))
    spoken = _("%(what)s %(more)s: choose one of %(count)s")
    spoken %= {"what": first.verb, "more": more, "count": len(uses)}
    return Chip(kind, first.tone, first.verb, more, spoken, first.icon, hinted=hinted)


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

    cards: tuple[Item, ...]
    pick: Pick | None

    @property
    def several(self) -> str:
        """The class for several equal cards, such as ``"x2"``; empty for one."""
        return f"x{len(self.cards)}" if len(self.cards) > 1 else ""

    @property
    def cost(self) -> Chip | None:
        """What playing it costs, if there is only one way; None if there is none, or nothing to say of it."""
        found = self.pick.chips if self.pick else ()
        return found[0] if len(found) == 1 and 0 < len(found[0].more) <= _SHORT else None

    @property
    def added(self) -> int:
        """How many cards playing it adds to the hand, where that is its cost."""
        return self.pick.uses[0].added if self.pick and self.cost else 0


class Offered(Struct, frozen=True):
    """Playable cards outside the hand."""

    zone: Zone
    picks: tuple[Pick, ...]

    @property
    def caption(self) -> str:
        """Where they lie."""
        return self.zone.caption or _("From the %(place)s") % {"place": self.zone.label}

    @property
    def chip(self) -> Chip | None:
        """The button for all of the cards, if each of them has one use at most, all of one kind."""
        uses = [use for pick in self.picks for use in pick.uses]
        alike = len({use.kind for use in uses}) == 1 and all(len(pick.uses) <= 1 for pick in self.picks)
        return _chip(uses[0].kind, uses) if alike and len(uses) > 1 else None


class Tray(Struct, frozen=True):
    """A row or deck of the reader from whose top cards are played."""

    zone: Zone
    pick: Pick | None

    @property
    def earlier(self) -> tuple[Item, ...]:
        """The cards of which only the corners show, the latest first."""
        return self.zone.cards[-2::-1]

    @property
    def latest(self) -> tuple[Item, ...]:
        """The top card, shown in full."""
        return self.zone.cards[-1:]


class Plate(Struct, frozen=True):
    """The name of a player, and what the player does."""

    player: SceneSeat
    heading: str
    turn: bool
    named: bool = False
    face: str = ""  # the portrait; empty for a person other than the reader, whose initials stand there
    mood: str = ""
    initials: str = ""
    clock: SeatClock | None = None
    own: bool = False
    says: str = ""

    @property
    def presence(self) -> str:
        """Whether a person is ``"here"`` or ``"away"``; empty for bots, open seats, and persons who have left."""
        if self.player.kind != "person" or self.named or self.player.left or self.own:
            return ""
        return "here" if self.player.present else "away"

    @property
    def who(self) -> str:
        """A note beside the player's name."""
        if self.own:
            return _("Your move") if self.turn else ""
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


class Player(Struct, frozen=True):
    """A player: the side of the table, and the plate with the name."""

    side: Side
    plate: Plate

    @property
    def marker(self) -> Markup:
        """The player's picture as a part of a drawing, 38 units wide."""
        if not self.plate.face:
            return Markup(
                '<circle class="hue-{}" cx="19" cy="19" r="19"/><text class="dark" x="19" y="24">{}</text>'
            ).format(self.seat % 8, self.plate.initials)
        address = f"{asset_address('portraits.svg')}#{self.plate.face}"
        return Markup('<svg width="38" height="38" class="round-pic"><use href="{}"/></svg>').format(address)

    @property
    def seat(self) -> int:
        """The seat's number."""
        return self.plate.player.seat


class Latest(Struct, frozen=True):
    """The last move."""

    plate: Plate
    cards: tuple[str, ...]
    text: str


class Board(Struct, frozen=True):
    """The picture of the table, and what the reader can choose on it."""

    picture: TableDrawing
    own: Player  # at the bottom: the reader, or seat 0 for spectators
    others: tuple[Player, ...]  # the next seat first
    hand: tuple[Held, ...]
    picks: Mapping[str, tuple[Pick, ...]]  # by the zone's id; "hand" for the reader's hand
    latest: Latest | None = None

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, the one at the bottom last."""
        return (*self.others, self.own)

    @property
    def by_seat(self) -> Mapping[int, Player]:
        """The players by the numbers of their seats."""
        return {player.seat: player for player in self.players}

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts about the table, without the direction of play."""
        return tuple(fact for fact in self.picture.facts if not fact.course)

    @property
    def course(self) -> Fact | None:
        """The direction of play; None if it never changes."""
        return next((fact for fact in self.picture.facts if fact.course), None)

    @property
    def offered(self) -> tuple[Offered, ...]:
        """The playable cards in the middle."""
        return tuple(Offered(zone, self.picks[zone.id]) for zone in self.picture.middle if zone.id in self.picks)

    @property
    def trays(self) -> tuple[Tray, ...]:
        """The reader's rows and decks from whose top cards are played."""
        zones = [zone for zone in self.own.side.zones if zone.source]
        return tuple(Tray(zone, next(iter(self.picks.get(zone.id, ())), None)) for zone in zones)

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
