"""Read untrusted JSON field by field, and report every fault with its place."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import cast

from undercut.cards import UNKNOWN, Pack
from undercut.decoding import JSON
from undercut.engine.bits import as_mask, members
from undercut.errors import Fault
from undercut.games.base.sentences import Plural, Template, Text, message_of

_MISSING = Plural("a card of the pack is missing: {cards}", "{count} cards of the pack are missing: {cards}")
_NO_SEAT = "{value} is not a seat from 0 to {last}"


class FieldReader:
    """Reads fields of a JSON object; missing or wrong fields take their defaults, and faults are collected.

    Examples:
        >>> from undercut.cards import FRENCH
        >>> reader = FieldReader({"turn": 5, "scrap": ["Kh", "Zz"]}, FRENCH)
        >>> reader.whole("turn", 0, 1), reader.cards("scrap")
        (0, [50])
        >>> [str(fault) for fault in reader.faults]
        ['turn: 5 is not a whole number from 0 to 1', "scrap[1]: 'Zz' is not a card"]
    """

    def __init__(self, data: Mapping[str, object], pack: Pack) -> None:
        self.data = data
        self.pack = pack
        self.faults: list[Fault | str] = []
        self.is_view = False  # whether an unknown card was found; it is reported once

    def fault(self, where: str, template: Template, **values: object) -> None:
        """Record a fault, in the language of the process; `Fault` says what the names of values mean."""
        said = {name: value.say() if isinstance(value, Text) else value for name, value in values.items()}
        self.faults.append(Fault(where, message_of(template, said), said))

    def only(self, names: set[str]) -> None:
        """Report every unknown field."""
        for name in self.data:
            if name not in names:
                self.fault(field_name(name), "unknown field")

    def whole(self, name: str, least: int, greatest: int, default: int = 0) -> int:
        """Read a whole number."""
        value = self.data.get(name)
        if value is None:
            return default
        if type(value) is not int or not least <= value <= greatest:
            self.fault(
                name,
                "{value} is not a whole number from {least} to {greatest}",
                value=value,
                least=least,
                greatest=greatest,
            )
            return default
        return value

    def flag(self, name: str, default: int = 0) -> int:
        """Read true or false."""
        value = self.data.get(name)
        if value is None:
            return default
        if type(value) is not bool:
            self.fault(name, "{value} is neither true nor false", value=value)
            return default
        return int(value)

    def choice(self, name: str, choices: tuple[str, ...]) -> int:
        """Read one of several words and return its index; the first is the default."""
        value = self.data.get(name)
        if value is None:
            return 0
        if not isinstance(value, str) or value not in choices:
            self.fault(name, "{value} is not one of: {choices}", value=value, choices=", ".join(choices))
            return 0
        return choices.index(value)

    def phase(self, phases: tuple[str, ...]) -> int:
        """Read the phase and return its index: by default the first, or ``over`` if there is a result."""
        if "phase" not in self.data and self.data.get("result") is not None:
            return phases.index("over")
        return self.choice("phase", phases)

    def check_to_move(self, phase: str, seat: int) -> None:
        """Report a seat to move other than the one that follows from the rest; it may be left out."""
        given = self.data.get("to_move")
        if given is None:
            return
        if phase == "over":
            self.fault("to_move", "no seat is to move when the game is over")
        elif type(given) is not int or given != seat:
            self.fault("to_move", "{seat} is to move here", seat=seat)

    def seats(self, where: str, value: object, number: int) -> list[int]:
        """Read a list of different seats, skipping entries that are not seats."""
        found: list[int] = []
        for place, seat in enumerate(self.items(where, value)):
            if type(seat) is not int or not 0 <= seat < number:
                self.fault(f"{where}[{place}]", _NO_SEAT, value=seat, last=number - 1)
            elif seat in found:
                self.fault(f"{where}[{place}]", "{seat} is named twice", seat=seat)
            else:
                found.append(seat)
        return found

    def items(self, where: str, value: object, size: int | None = None) -> list[object]:
        """Read a list, empty for None; one that must have a size is filled with None."""
        if value is None:
            return [None] * (size or 0)
        if not isinstance(value, list | tuple):
            self.fault(where, "{value} is not a list", value=value)
            return [None] * (size or 0)
        found = list(cast("list[object]", value))
        if size is not None and len(found) != size:
            self.fault(where, "there are {count} entries, not {size}", count=len(found), size=size)
            return (found + [None] * size)[:size]
        return found

    def entry(self, where: str, value: object, known: Collection[str] = ()) -> Mapping[str, object]:
        """Read a nested object, empty for None; with known fields, report all others."""
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.fault(where, "{value} is not an object", value=value)
            return {}
        found = cast("dict[str, object]", value)
        for name in found if known else ():
            if name not in known:
                self.fault(where, "unknown field {value}", value=name)
        return found

    def card(self, where: str, value: object) -> int | None:
        """Read a card; None if the value is not a card."""
        if value == UNKNOWN:
            if not self.is_view:
                self.fault(where, "the card is unknown: this is a view, not a complete position")
            self.is_view = True
            return None
        try:
            return self.pack.code(cast("str", value))
        except (ValueError, TypeError):
            self.fault(where, "{value} is not a card", value=value)
            return None

    def cards_of(self, where: str, value: object) -> list[int]:
        """Read a list of cards, skipping entries that are not cards."""
        if (codes := self.pack.codes(value)) is not None:
            return codes
        found = (self.card(f"{where}[{place}]", item) for place, item in enumerate(self.items(where, value)))
        return [card for card in found if card is not None]

    def cards(self, name: str) -> list[int]:
        """Read a field that is a list of cards."""
        return self.cards_of(name, self.data.get(name))

    def rows(self, name: str, size: int) -> list[list[int]]:
        """Read a field that is a list of lists of cards."""
        rows = self.items(name, self.data.get(name), size)
        return [self.cards_of(f"{name}[{place}]", row) for place, row in enumerate(rows)]

    def ending(self, phase: str, seats: int, reasons: tuple[str, ...]) -> tuple[int, int]:
        """Read the result, and check the phase: it is ``over`` exactly when there is a result.

        Return the winners as a mask and the index of the reason: 0 if it is missing or wrong, or if the rules do not
        know it, as with a resignation.
        """
        result = self.data.get("result")
        if result is None:
            if phase == "over":
                self.fault("result", "the game is over, but there is no result")
            return 0, 0
        if phase != "over":
            self.fault("phase", "there is a result, so the game is over")
            return 0, 0
        entry = self.entry("result", result)
        winners = self.seats("result.winners", entry.get("winners"), seats)
        reason = entry.get("reason")
        return as_mask(winners), reasons.index(reason) if isinstance(reason, str) and reason in reasons else 0


class Placed:
    """Records where each card of a pack lies, and reports extra, misplaced and missing cards.

    The codes of further copies of a card may differ by a step from the first.
    """

    def __init__(self, reader: FieldReader, pack: Iterable[int], step: int = 0) -> None:
        self.reader = reader
        self.limits = Counter(pack)
        self.found: dict[int, int] = {}
        self.places: dict[int, str] = {}
        self.step = step

    def put(self, where: str, cards: Iterable[int], allowed: int = -1, wrong: str = "") -> list[int]:
        """Place cards; return those that may lie there, ``wrong`` being the fault of cards that are not allowed."""
        if allowed == -1 and (plainly := self._put_new([*cards], where)) is not None:
            return plainly
        lying: list[int] = []
        for card in cards:
            number, limit = self.found.get(card, 0), self.limits.get(card, 0)
            self.found[card] = number + 1
            if number < limit and allowed >> card & 1:
                lying.append(card + self.step * number)
                self.places.setdefault(card, where)
                continue
            text = self.reader.pack.text(card)
            if not limit:
                self.reader.fault(where, "{card} is not in the pack", card=text)
            elif number < limit:
                self.reader.fault(where, wrong, card=text)
            elif limit == 1:
                self.reader.fault(where, "{card} is in {place} already", card=text, place=self.places[card])
            elif number == limit:
                self.reader.fault(where, "one {card} too many; there are {count}", card=text, count=limit)
            self.places.setdefault(card, where)
        return lying

    def _put_new(self, cards: list[int], where: str) -> list[int] | None:
        """Place cards of the pack that differ, while no other copies lie anywhere; None if they are not such cards."""
        new = dict.fromkeys(cards, 1)
        if len(new) < len(cards) or not new.keys() <= self.limits.keys() or not self.found.keys().isdisjoint(new):
            return None
        self.found |= new
        self.places |= dict.fromkeys(cards, where)
        return cards

    def put_set(self, where: str, cards: Iterable[int], allowed: int = -1, wrong: str = "") -> int:
        """Place cards; return those that may lie there as a set."""
        return as_mask(self.put(where, cards, allowed, wrong))

    def check_all_there(self, where: str) -> None:
        """Report cards that are missing, at the pile where they would lie."""
        if self.found == self.limits:
            return
        missing = [self.reader.pack.text(card) for card in sorted((self.limits - Counter(self.found)).elements())]
        if missing and not self.reader.is_view:
            self.reader.fault(where, _MISSING, count=len(missing), cards=missing)


def unknown(number: int) -> list[JSON]:
    """Write a number of unknown cards."""
    return [UNKNOWN] * number


def write_result(winners: int, reason: str) -> JSON:
    """Write the result of a finished game, given its winners as a mask."""
    return {"winners": [*members(winners)], "reason": reason}


def field_name(name: object) -> str:
    """Return the name of an unknown field, short and without control characters."""
    text = str(name)[:40]
    return text if text.isprintable() else repr(text)
