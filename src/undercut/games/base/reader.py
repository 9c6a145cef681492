"""Read untrusted JSON field by field, and report every fault with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from undercut.cards import Pack
from undercut.games.base.sentences import Template, Text, say

JSON = None | bool | int | float | str | list["JSON"] | dict[str, "JSON"]
"""A JSON value."""


class FieldReader:
    """Reads fields of a JSON object; missing fields take their defaults, and faults are collected.

    Args:
        data: The JSON object.
        pack: The cards that may occur in it.

    Attributes:
        faults: The faults found so far, each as ``"place: sentence"``.
        is_view: Whether an unknown card was found; it is reported once.

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

    def fault(self, where: str, template: Template, **values: str | int | Text) -> None:
        """Record a fault, in the language of the process.

        Args:
            where: The place, as a path into the object.
            template: The sentence.
            values: The value of each placeholder.
        """
        self.faults.append(f"{where}: {say(template, **values)}")

    def only(self, names: set[str]) -> None:
        """Report every unknown field.

        Args:
            names: The known fields.
        """
        for name in self.data:
            if name not in names:
                self.fault(field_name(name), "unknown field")

    def whole(self, name: str, least: int, greatest: int, default: int = 0) -> int:
        """Read a whole number.

        Args:
            default: The value when the field is missing or wrong.
        """
        value = self.data.get(name)
        if value is None:
            return default
        if type(value) is not int or not least <= value <= greatest:
            self.fault(
                name,
                "{value} is not a whole number from {least} to {greatest}",
                value=_short(value),
                least=least,
                greatest=greatest,
            )
            return default
        return value

    def flag(self, name: str, default: int = 0) -> int:
        """Read true or false.

        Args:
            default: The value when the field is missing or wrong.
        """
        value = self.data.get(name)
        if value is None:
            return default
        if type(value) is not bool:
            self.fault(name, "{value} is neither true nor false", value=_short(value))
            return default
        return int(value)

    def choice(self, name: str, choices: tuple[str, ...]) -> int:
        """Read one of several words and return its index; the first is the default."""
        value = self.data.get(name)
        if value is None:
            return 0
        if not isinstance(value, str) or value not in choices:
            self.fault(name, "{value} is not one of: {choices}", value=_short(value), choices=", ".join(choices))
            return 0
        return choices.index(value)

    def items(self, where: str, value: object, size: int | None = None) -> list[object]:
        """Read a list.

        Args:
            value: The value; None stands for an empty list.
            size: The required length, if any; a missing list is filled with None.
        """
        if value is None:
            return [None] * (size or 0)
        if not isinstance(value, list | tuple):
            self.fault(where, "{value} is not a list", value=_short(value))
            return [None] * (size or 0)
        found = list(cast("list[object]", value))
        if size is not None and len(found) != size:
            self.fault(where, "there are {count} entries, not {size}", count=len(found), size=size)
            return (found + [None] * size)[:size]
        return found

    def entry(self, where: str, value: object) -> Mapping[str, object]:
        """Read a nested object.

        Args:
            value: The value; None stands for an empty object.
        """
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.fault(where, "{value} is not an object", value=_short(value))
            return {}
        return cast("dict[str, object]", value)

    def card(self, where: str, value: object) -> int | None:
        """Read a card; None if the value is not a card."""
        if value == "?":
            if not self.is_view:
                self.fault(where, "the card is unknown: this is a view, not a complete position")
            self.is_view = True
            return None
        try:
            return self.pack.code(cast("str", value))
        except (ValueError, TypeError):
            self.fault(where, "{value} is not a card", value=_short(value))
            return None

    def cards_of(self, where: str, value: object) -> list[int]:
        """Read a list of cards, skipping entries that are not cards.

        Args:
            value: The value; None stands for an empty list.
        """
        found = (self.card(f"{where}[{place}]", item) for place, item in enumerate(self.items(where, value)))
        return [card for card in found if card is not None]

    def cards(self, name: str) -> list[int]:
        """Read a field that is a list of cards."""
        return self.cards_of(name, self.data.get(name))

    def rows(self, name: str, size: int) -> list[list[int]]:
        """Read a field that is a list of lists of cards.

        Args:
            size: How many lists there must be.
        """
        rows = self.items(name, self.data.get(name), size)
        return [self.cards_of(f"{name}[{place}]", row) for place, row in enumerate(rows)]

    def ending(self, phase: str, seats: int, reasons: tuple[str, ...]) -> tuple[int, int]:
        """Read the result, and check the phase: it is ``over`` exactly when there is a result.

        Ends outside the rules, such as a resignation, have reasons that the rules do not know.

        Args:
            phase: The position's phase.
            reasons: The reasons that the rules know, the first of them empty.

        Returns:
            The winners as a mask, and the index of the reason; 0 if missing or wrong.
        """
        result = self.data.get("result")
        if result is None:
            if phase == "over":
                self.fault("result", "the phase is over, but there is no result")
            return 0, 0
        if phase != "over":
            self.fault("phase", "there is a result, so the phase is over, not {phase}", phase=phase)
            return 0, 0
        entry = self.entry("result", result)
        winners = 0
        for seat in self.items("result.winners", entry.get("winners")):
            if type(seat) is not int or not 0 <= seat < seats:
                self.fault("result.winners", "{seat} is not a seat from 0 to {last}", seat=_short(seat), last=seats - 1)
            else:
                winners |= 1 << seat
        reason = entry.get("reason")
        return winners, reasons.index(reason) if isinstance(reason, str) and reason in reasons else 0


def field_name(name: object) -> str:
    """Return the name of an unknown field, short and without control characters."""
    text = str(name)[:40]
    return text if text.isprintable() else repr(text)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004  enough to recognize it in one line
