"""Reading of untrusted JSON, field by field, with every fault noted and the place where it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from undercut.cards import Pack

JSON = None | bool | int | float | str | list["JSON"] | dict[str, "JSON"]
"""A JSON value."""


class FieldReader:
    """Takes fields out of a JSON object; what is missing takes its default, what is wrong is noted.

    Args:
        data: The object.
        pack: The cards that may occur in it.

    Attributes:
        faults: What is wrong so far, one text each: place, colon, sentence.
        is_view: Whether an unknown card was found; it is noted once.

    Example:
        >>> from undercut.cards import FRENCH
        >>> reader = FieldReader({"turn": 5, "scrap": ["Kh", "Zz"]}, FRENCH)
        >>> reader.whole("turn", 0, 1), reader.cards("scrap")
        (0, [50])
        >>> reader.faults
        ['turn: 5 is not a whole number from 0 to 1', "scrap[1]: 'Zz' is not a card"]
    """

    def __init__(self, data: Mapping[str, object], pack: Pack) -> None:
        """Start with no faults."""
        self.data = data
        self.pack = pack
        self.faults: list[str] = []
        self.is_view = False

    def fault(self, where: str, what: str) -> None:
        """Note a fault.

        Args:
            where: The place, as a path into the object.
            what: What is wrong with it.
        """
        self.faults.append(f"{where}: {what}")

    def only(self, names: set[str]) -> None:
        """Note every field that should not be there.

        Args:
            names: The fields that may.
        """
        for name in self.data:
            if name not in names:
                self.fault(str(name)[:40], "unknown field")

    def whole(self, name: str, least: int, greatest: int, default: int = 0) -> int:
        """Read a whole number.

        Args:
            name: The field.
            least: The least value allowed.
            greatest: The greatest value allowed.
            default: The value when the field is missing or wrong.
        """
        value = self.data.get(name)
        if value is None:
            return default
        if type(value) is not int or not least <= value <= greatest:
            self.fault(name, f"{_short(value)} is not a whole number from {least} to {greatest}")
            return default
        return value

    def flag(self, name: str, default: int = 0) -> int:
        """Read true or false.

        Args:
            name: The field.
            default: The value when the field is missing or wrong.
        """
        value = self.data.get(name)
        if value is None:
            return default
        if type(value) is not bool:
            self.fault(name, f"{_short(value)} is neither true nor false")
            return default
        return int(value)

    def choice(self, name: str, choices: tuple[str, ...]) -> int:
        """Read one of some words, and give its place among them; the first is the default.

        Args:
            name: The field.
            choices: The words.
        """
        value = self.data.get(name)
        if value is None:
            return 0
        if not isinstance(value, str) or value not in choices:
            self.fault(name, f"{_short(value)} is not one of: {', '.join(choices)}")
            return 0
        return choices.index(value)

    def items(self, where: str, value: object, size: int | None = None) -> list[object]:
        """Read a list.

        Args:
            where: The place of the value.
            value: The value; None stands for an empty list.
            size: How long the list must be, if that is fixed; a missing list is filled with None.
        """
        if value is None:
            return [None] * (size or 0)
        if not isinstance(value, list | tuple):
            self.fault(where, f"{_short(value)} is not a list")
            return [None] * (size or 0)
        found = list(cast("list[object]", value))
        if size is not None and len(found) != size:
            self.fault(where, f"there are {len(found)} entries, not {size}")
            return (found + [None] * size)[:size]
        return found

    def entry(self, where: str, value: object) -> Mapping[str, object]:
        """Read an object inside the object.

        Args:
            where: The place of the value.
            value: The value; None stands for an empty object.
        """
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.fault(where, f"{_short(value)} is not an object")
            return {}
        return cast("dict[str, object]", value)

    def card(self, where: str, value: object) -> int | None:
        """Read a card; None if it is none.

        Args:
            where: The place of the value.
        """
        if value == "?":
            if not self.is_view:
                self.fault(where, "the card is unknown: this is a view, not a complete position")
            self.is_view = True
            return None
        try:
            return self.pack.code(cast("str", value))
        except (ValueError, TypeError):
            self.fault(where, f"{_short(value)} is not a card")
            return None

    def cards_of(self, where: str, value: object) -> list[int]:
        """Read a list of cards, leaving out what is none.

        Args:
            where: The place of the value.
            value: The value; None stands for an empty list.
        """
        found = (self.card(f"{where}[{place}]", item) for place, item in enumerate(self.items(where, value)))
        return [card for card in found if card is not None]

    def cards(self, name: str) -> list[int]:
        """Read a field that is a list of cards.

        Args:
            name: The field.
        """
        return self.cards_of(name, self.data.get(name))

    def rows(self, name: str, size: int) -> list[list[int]]:
        """Read a field that is a list of lists of cards.

        Args:
            name: The field.
            size: How many lists there must be.
        """
        rows = self.items(name, self.data.get(name), size)
        return [self.cards_of(f"{name}[{place}]", row) for place, row in enumerate(rows)]

    def ending(self, phase: str, seats: int, reasons: tuple[str, ...]) -> tuple[int, int]:
        """Read the result, and hold it against the phase, which is ``over`` exactly when there is one.

        Ends that a table decides (somebody resigned, and so on) have reasons that the rules do not know.

        Args:
            phase: The position's phase.
            reasons: The reasons that the rules know, the first of them no reason at all.

        Returns:
            The winners as a mask, and the place of the reason among the reasons; 0 for what is missing or wrong.
        """
        result = self.data.get("result")
        if result is None:
            if phase == "over":
                self.fault("result", "the phase is over, but there is no result")
            return 0, 0
        if phase != "over":
            self.fault("phase", f"there is a result, so the phase is over, not {phase}")
            return 0, 0
        entry = self.entry("result", result)
        winners = 0
        for seat in self.items("result.winners", entry.get("winners")):
            if type(seat) is not int or not 0 <= seat < seats:
                self.fault("result.winners", f"{_short(seat)} is not a seat from 0 to {seats - 1}")
            else:
                winners |= 1 << seat
        reason = entry.get("reason")
        return winners, reasons.index(reason) if isinstance(reason, str) and reason in reasons else 0


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004  enough to recognize it in one line
