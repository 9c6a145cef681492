"""The piles of a view, and the movements of cards between two views, as far as one reader can know them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple, cast

from undercut.cards import UNKNOWN
from undercut.games.base.words import Pile, Sight

_CARD = {str}


class Place(NamedTuple):
    pile: str
    seat: int | None = None  # the owner of the pile; None if it is shared
    row: int | None = None

    @property
    def zone(self) -> str:
        return self.pile if self.row is None else f"{self.pile}-{self.row}"


class Movement(NamedTuple):
    card: str
    source: Place
    target: Place


class Played(NamedTuple):
    card: str
    hand: Place
    is_open: bool  # whether the reader sees all of the hand


class Changes(NamedTuple):
    """The cards that changed places have lost and gained; unknown cards are ``"?"``."""

    lost: dict[Place, list[str]]
    gained: dict[Place, list[str]]


def cards(value: object) -> Iterator[str]:
    """List the cards of a pile in order; an object of the JSON is its `card` and the lists of cards that lie on it."""
    rest = [value]
    while rest:
        item = rest.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, list):
            rest += reversed(cast("list[object]", item))
        elif isinstance(item, dict):
            entry = cast("dict[str, object]", item)
            rest += [each for each in entry.values() if isinstance(each, list)][::-1]
            rest.append(entry.get("card"))


def _flat(value: object) -> list[str]:
    if isinstance(value, list) and _CARD.issuperset(map(type, cast("list[object]", value))):
        return cast("list[str]", value)[:]
    return [*cards(cast("object", value))]


def contents(piles: Iterable[Pile], view: Mapping[str, object]) -> Mapping[Place, object]:
    """Split a view or position by place: the content of each, in the format of the view."""
    return {place: value for pile in piles for place, value in _places(pile, view[pile.id])}


def changed(
    piles: Iterable[Pile], before: Sequence[Mapping[str, object]], after: Sequence[Mapping[str, object]]
) -> list[Changes]:
    """Find the places that look different to each of some readers, comparing once what several of them see."""
    found = [Changes({}, {}) for _ in after]
    for pile in piles:
        known: list[tuple[object, object, Changes]] = []
        for changes, old, new in zip(found, before, after, strict=True):
            was, now = old[pile.id], new[pile.id]
            if was == now:
                continue
            seen = next((seen for other, then, seen in known if other == was and then == now), None)
            if seen is None:
                seen = _differences(pile, was, now)
                known.append((was, now, seen))
            changes.lost.update(seen.lost)
            changes.gained.update(seen.gained)
    return found


def _differences(pile: Pile, was: object, now: object) -> Changes:
    changes = Changes({}, {})
    for (place, before), (_, after) in zip(_places(pile, was), _places(pile, now), strict=True):
        if after != before:
            changes.lost[place], changes.gained[place] = _exchanged(before, after)
    return changes


def _exchanged(before: object, after: object) -> tuple[list[str], list[str]]:
    """Return the cards that only the content before has, and those that only the content after has."""
    if isinstance(before, list) and isinstance(after, list):
        before, after = _without_ends(cast("list[object]", before), cast("list[object]", after))
    lost, gained = list[str](), _flat(cast("object", after))
    for card in _flat(cast("object", before)):
        if card in gained:
            gained.remove(card)
        else:
            lost.append(card)
    return lost, gained


def _without_ends(before: list[object], after: list[object]) -> tuple[list[object], list[object]]:
    """Leave out what two lists have in common at both ends: most moves change one card of a long pile."""
    shorter = min(len(before), len(after))
    start = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    rest = shorter - start
    end = next((place for place in range(rest) if before[-1 - place] != after[-1 - place]), rest)
    return before[start : len(before) - end], after[start : len(after) - end]


def _places(pile: Pile, value: object) -> Iterator[tuple[Place, object]]:
    owners = enumerate(cast("list[object]", value)) if pile.owned else [(None, value)]
    for owner, part in owners:
        if pile.row:
            for number, row in enumerate(cast("list[object]", part), 1):
                yield _place(pile.id, owner, number), row
        else:
            yield _place(pile.id, owner, None), part


_place = lru_cache(maxsize=1024)(Place)  # every game has a few dozen; making one takes longer than finding it


def movements(
    piles: Iterable[Pile],
    places: Iterable[Place],
    changes: Changes,
    *,
    played: Played | None = None,
    shuffled: bool = False,
) -> list[Movement]:
    lost, gained = _copied(changes.lost), _copied(changes.gained)
    if played:
        _count_played(lost, gained, played)
    changed = [*gained]
    if not changed:
        return []
    routes = _routes(tuple(piles), (*changed, *places), shuffled=shuffled)
    matcher = _Matcher(lost, gained, routes)
    if played:
        matcher.match_played(played.card, played.hand)
    matcher.match(changed, lambda left, came: left == came != UNKNOWN)
    matcher.match_in_place(changed)
    matcher.match(changed, lambda left, came: left == UNKNOWN != came)
    matcher.match(changed, lambda left, came: left != UNKNOWN == came)
    matcher.match(changed, lambda left, came: left == UNKNOWN == came)
    # A known card can be exchanged for another known card only through a pile that is hidden from the reader.
    matcher.match(changed, lambda left, came: UNKNOWN not in (left, came))
    if shuffled:
        matcher.match_rest()
    return matcher.found


def _copied(cards: Mapping[Place, list[str]]) -> dict[Place, list[str]]:
    return {place: some[:] for place, some in cards.items()}


def _count_played(lost: dict[Place, list[str]], gained: dict[Place, list[str]], played: Played) -> None:
    """Count the played card among those that left the hand, even if as many cards came and the hand looks the same."""
    left, came = lost.setdefault(played.hand, []), gained.setdefault(played.hand, [])
    if played.card in left or UNKNOWN in left:
        return
    gone = played.card if played.is_open or (came and UNKNOWN not in came) else UNKNOWN
    left.append(gone)
    came.append(gone)


def reveals(changes: Changes) -> bool:
    lost, gained = (Counter(chain.from_iterable(cards.values())) for cards in changes)
    return not (gained - lost).keys() <= {UNKNOWN}


class _Routes:
    def __init__(self, piles: Sequence[Pile], places: Iterable[Place], *, shuffled: bool) -> None:
        """Look up the piles; earlier places are preferred as stops."""
        by_id = {pile.id: pile for pile in piles}
        self.places = list(dict.fromkeys(places))
        self.pile = {place: by_id[place.pile] for place in self.places}
        self._ways: dict[tuple[Place, Place, bool], list[Place] | None] = {}
        # A pile that was shuffled into the stock has lost its cards only to the stock.
        stocks = [pile for pile in by_id.values() if pile.sight is Sight.NOBODY and pile.comes_from]
        self.only = {source: stock.id for stock in stocks if shuffled for source in stock.comes_from}

    def direct(self, source: Place, target: Place) -> bool:
        from_, to = self.pile[source], self.pile[target]
        if self.only.get(from_.id, to.id) != to.id:
            return False
        if not to.comes_from:
            return True
        return from_.id in to.comes_from and (source.seat == target.seat or not (from_.owned and to.owned))

    def between(self, source: Place, target: Place, *, unseen: bool) -> list[Place] | None:
        """Return a route of at most four places, including both ends, or None.

        With `unseen`, the route must pass through a pile where the reader may lose sight of the card.
        """
        if (source, target, unseen) not in self._ways:
            self._ways[source, target, unseen] = self._search(source, target, unseen=unseen)
        return self._ways[source, target, unseen]

    def _search(self, source: Place, target: Place, *, unseen: bool) -> list[Place] | None:
        # Cards do not pass through the piles of a player at neither end.
        near = [place for place in self.places if place.seat in (None, source.seat, target.seat)]
        ways = [[source]]
        for _ in range(3):
            longer = [
                [*way, place] for way in ways for place in near if place not in way and self.direct(way[-1], place)
            ]
            arrived = (way for way in longer if way[-1] == target)
            if found := next((way for way in arrived if not unseen or self.lost_sight(way)), None):
                return found
            ways = [way for way in longer if way[-1] != target]
        return None

    def lost_sight(self, way: list[Place]) -> int | None:
        """Return the first stop, from 1, where a reader may lose sight of the card; None if there is none."""
        stops = range(1, len(way) - 1)
        return next((stop for stop in stops if self.pile[way[stop]].sight in (Sight.NOBODY, Sight.OWNER)), None)


_routes = lru_cache(maxsize=4096)(_Routes)  # most moves change places that others have changed before


@dataclass(slots=True)
class _Matcher:
    lost: dict[Place, list[str]]
    gained: dict[Place, list[str]]
    routes: _Routes
    found: list[Movement] = field(default_factory=list[Movement])

    def match(self, places: list[Place], fits: Callable[[str, str], bool]) -> None:
        if not any(self.gained.values()):
            return
        wanting = [place for place in places if self.gained[place]]
        for target in sorted(wanting, key=lambda place: not self.routes.pile[place].comes_from):
            sources = sorted(
                (place for place in places if place != target),
                key=lambda place: (not self.routes.direct(place, target), place.seat != target.seat),
            )
            for came in tuple(self.gained[target]):
                self._take(came, target, sources, fits)

    def _take(self, came: str, target: Place, sources: list[Place], fits: Callable[[str, str], bool]) -> None:
        for source in sources:
            left = next((card for card in self.lost[source] if fits(card, came)), None)
            if left is None:
                continue
            swapped = left != came and UNKNOWN not in (left, came)
            if way := self.routes.between(source, target, unseen=swapped):
                self._settle(left, came, way)
                return

    def match_played(self, card: str, hand: Place) -> None:
        """Pair the card that was played, before others that the reader cannot tell from it."""
        left = card if card in self.lost[hand] else UNKNOWN
        if left not in self.lost[hand]:
            return
        for target in (place for place, came in self.gained.items() if card in came and place != hand):
            if way := self.routes.between(hand, target, unseen=False):
                self._settle(left, card, way)
                return
        self.lost[hand].remove(left)  # it went on to where the reader does not see it

    def match_rest(self) -> None:
        """Let cards of unknown origin come to a hand from the stock: what a shuffle brings there hides what left it."""
        stock = next((place for place, pile in self.routes.pile.items() if pile.id in self.routes.only.values()), None)
        for target, came in self.gained.items():
            if stock and self.routes.pile[target].sight is Sight.OWNER:
                self.found += [Movement(card, stock, target) for card in came]

    def match_in_place(self, places: list[Place]) -> None:
        for place in places:
            for came in tuple(self.gained[place]):
                left = next((card for card in self.lost[place] if UNKNOWN in (card, came)), None)
                if left is not None:
                    self._settle(left, came, [place, place])

    def _settle(self, left: str, came: str, way: list[Place]) -> None:
        self.lost[way[0]].remove(left)
        self.gained[way[-1]].remove(came)
        if way[0] == way[-1]:
            if came != UNKNOWN:
                self.found.append(Movement(came, way[0], way[-1]))
            return
        hidden = self.routes.lost_sight(way)
        if hidden is None:
            # The card is the same all the way, and the reader knows it at one end at least.
            names = [left] * (len(way) - 2) + [came if left == UNKNOWN else left]
        else:
            names = [left] * hidden + [came] * (len(way) - 1 - hidden)
        self.found += [Movement(name, *step) for name, step in zip(names, pairwise(way), strict=True)]
