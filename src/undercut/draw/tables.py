"""The table of any game, described by its own drawer or one zone for each pile, and the marks of its cards."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from undercut.cards import UNKNOWN, Pack
from undercut.draw import read
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.parts import drawing
from undercut.games.base.parts.drawing import Arrangement, Drawer, Fact, Item, Part, Side, TableDrawing, Viewer, Zone
from undercut.games.base.words import GameWords, Pile, Sight, TableEnd
from undercut.translation import N_, _

_HANDS = "hands"


def table(position: read.Position, viewer: Viewer) -> TableDrawing:
    words = registry.spec(read.word(position, "game")).words
    seats = read.number(position, "seats", 2)
    return TableDrawing(
        title=f"{words.title}, {seats} players",
        pack=words.pack,
        sides=tuple(_side(position, viewer, seat) for seat in range(seats)),
        bottom=viewer.bottom,
        middle=tuple(_zone(pile, tuple(read.cards(position, pile.id))) for pile in words.piles if not pile.owned),
        status=status(position, viewer, _("Your move")),
        facts=tuple(_facts(position, viewer, words)),
    )


def _side(position: read.Position, viewer: Viewer, seat: int) -> Side:
    words = registry.spec(read.word(position, "game")).words
    held = {pile: read.seat_cards(position, pile.id, seat) for pile in words.piles if pile.owned}
    return Side(
        viewer.owner(seat),
        viewer.heading(seat),
        drawing.hand(words.pack, read.seat_cards(position, _HANDS, seat)),
        tuple(_zone(pile, tuple(cards)) for pile, cards in held.items() if pile.id != _HANDS),
        turn=position.get("to_move") == seat,
    )


def _facts(position: read.Position, viewer: Viewer, words: GameWords) -> Iterator[Fact]:
    for name, number in words.told_numbers.items():
        if not number.shown or (number.while_in and not read.cards(position, number.while_in)):
            continue
        value = read.number(position, name, number.values.start)
        word = viewer.heading(value) if number.is_seat else _(said) if (said := number.word(value)) else ""
        if word:
            label = _(number.label) if number.label else name.replace("_", " ")
            yield Fact(name, label.capitalize(), word)


@drawing.kept
def _zone(pile: Pile, cards: tuple[str, ...]) -> Zone:
    known = drawing.simple_items([card for card in cards if card != UNKNOWN])
    arrangement = Arrangement.ROW if pile.sight is Sight.ALL else Arrangement.PILE
    return Zone(pile.id, _(pile.label), (Part(known),), arrangement, count=len(cards))


def drawer(game: str) -> Drawer:
    return registry.spec(game).drawing() or table


def describe(position: read.Position, viewer: Viewer) -> TableDrawing:
    game = read.word(position, "game")
    if game not in registry.names():
        raise UndercutError(f"game: {registry.no_such_game(game)}")
    spec, seats = registry.spec(game), read.number(position, "seats", 2)
    if seats not in spec.seats:
        raise UndercutError(f"seats: {seats} is not one of: {', '.join(map(str, spec.seats))}")
    read.options(position, spec.rule_sets | spec.research.rule_sets)
    check_seats("seat", [] if viewer.seat is None else [viewer.seat], seats)
    check_seats("to_move", [] if position.get("to_move") is None else [read.number(position, "to_move")], seats)
    if position.get("result") is not None:
        check_seats("result.winners", read.numbers(read.mapping(position["result"], "result"), "winners"), seats)
    if viewer.goals is not None and len(viewer.goals) != seats:
        raise UndercutError(f"goals: {len(viewer.goals)} for {seats} seats")
    return drawer(game)(position, viewer)


def check_seats(key: str, given: Iterable[int], seats: int) -> None:
    for seat in given:
        if not 0 <= seat < seats:
            raise UndercutError(f"{key}: {seat} is not a seat from 0 to {seats - 1}")


Cards = Callable[[str, int | None], Collection[str]]
"""Returns the cards to mark in a zone, given its id and its owner's seat."""

_REMEMBERED = 4096
_Marks = tuple[Pack, str, frozenset[str], frozenset[str], tuple[str, str]]  # the first fields of `_ZoneMarker`


def marked(table: TableDrawing, moved: Collection[str] = (), arrived: Cards | None = None) -> TableDrawing:
    """Name every card, and mark those that the last move moved, and those that others target."""

    def at(zone: str, seat: int | None) -> Collection[str]:
        if table.unique or (arrived is None and zone != "hands"):
            return moved
        return frozenset(moved).intersection(arrived(zone, seat) if arrived and zone != "hands" else ())

    return _marked(_TableMarker(table, at, lambda _zone, _seat: table.targets))


class Ring(NamedTuple):
    """The cards of one of two moves that are set side by side, and where they lie and go."""

    cards: frozenset[str]
    lying: Cards
    goes_to: frozenset[tuple[str, int | None]]  # zones, by id and the owner's seat


_LAST, _PLAYED = (N_("last move"), N_("target")), (N_("played"), "")  # of two moves, the text tells the better one


def ringed(table: TableDrawing, played: Ring, better: Ring) -> TableDrawing:
    """Name every card, and mark those of two moves: of the first like moved ones, of the second like targets."""
    if table.unique:
        other = better.cards - played.cards
        return _marked(_TableMarker(table, lambda _zone, _seat: played.cards, lambda _zone, _seat: other, said=_PLAYED))
    places = {**dict.fromkeys(played.goes_to, "moved"), **dict.fromkeys(better.goes_to, "aimed")}
    return _marked(_TableMarker(table, played.lying, better.lying, places, _PLAYED))


def _marked(marker: "_TableMarker") -> TableDrawing:
    table = marker.table
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
class _TableMarker:
    table: TableDrawing
    moved: Cards
    aimed: Cards
    places: Mapping[tuple[str, int | None], str] = field(default_factory=dict[tuple[str, int | None], str])
    said: tuple[str, str] = _LAST

    def zone(self, zone: Zone, owner: str, seat: int | None) -> Zone:
        moved, aimed = (_cards_in(zone).intersection(cards(zone.id, seat)) for cards in (self.moved, self.aimed))
        prefix = "" if self.table.unique else zone.id if seat is None else f"{zone.id} {seat}"
        found = _marked_zone(zone, owner, (self.table.pack, prefix, moved, aimed, self.said))
        mark = self.places.get((zone.id, seat))
        return replace(found, mark=mark) if mark else found


@lru_cache(maxsize=_REMEMBERED)
def _cards_in(zone: Zone) -> frozenset[str]:
    return frozenset(card.card for item in zone.cards for card in (item, *item.over))


@lru_cache(maxsize=_REMEMBERED)
def _marked_zone(zone: Zone, owner: str, marks: _Marks) -> Zone:
    """Mark a zone; one that looks as before is the same object and keeps its drawing."""
    return replace(zone, owner=owner, parts=tuple(map(_ZoneMarker(*marks).part, zone.parts)))


@dataclass(frozen=True, slots=True)
class _ZoneMarker:
    pack: Pack
    prefix: str  # the beginning of the keys; empty if every card exists only once
    moved: frozenset[str]
    aimed: frozenset[str]
    said: tuple[str, str]  # of a moved card, and of one that is aimed at; may be empty
    keys: Counter[str] = field(default_factory=Counter[str])

    def part(self, part: Part) -> Part:
        last = len(part.items) - 1
        in_hand = self.prefix.startswith("hands")
        items = (self.item(item, last=in_hand or place == last) for place, item in enumerate(part.items))
        return Part(tuple(items), part.title)

    def item(self, item: Item, *, last: bool) -> Item:
        if item.hidden:
            return replace(item, name=_("face-down card"))
        moved, aimed = item.card in self.moved and (last or not self.prefix), item.card in self.aimed
        spoken = [self.card_name(item.card)]
        spoken += [_("on the {card}").format(card=self.card_name(item.onto))] if item.onto else []
        spoken += item.remarks
        spoken += [_("{count} times").format(count=item.times)] if item.times > 1 else []
        spoken += [_(said) for said, is_marked in zip(self.said, (moved, aimed), strict=True) if said and is_marked]
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


def status(position: read.Position, viewer: Viewer, you: str, they: str = "", count: int = 0) -> str:
    """Return the status line: who is to do what, or how the game ended."""
    result = position.get("result")
    if result is not None:
        return _ended(read.word(position, "game"), read.mapping(result, "result"), viewer)
    if position.get("to_move") is None:
        return _("No one to move")
    seat = read.number(position, "to_move")
    asked = you if seat == viewer.seat else they or _("{name} to move")
    return asked.format(name=viewer.name(seat), count=count)


def _ended(game: str, result: read.Position, viewer: Viewer) -> str:
    winners = read.numbers(result, "winners")
    reason = read.word(result, "reason")
    why = _(registry.spec(game).words.end_text(reason))
    if reason == TableEnd.ABANDONED.value:
        return _("No one wins {reason}").format(reason=why)
    if not winners:
        return _("A draw {reason}").format(reason=why)
    if len(winners) > 1:
        names = _(" and ").join(map(viewer.heading, winners))
        return _("{names} win together {reason}").format(names=names, reason=why)
    if winners[0] == viewer.seat:
        return _("You win {reason}").format(reason=why)
    return _("{name} wins {reason}").format(name=viewer.name(winners[0]), reason=why)
