"""Typed reading of a position's JSON, whose missing fields have defaults, and of arguments."""

from collections.abc import Mapping
from numbers import Integral
from typing import TypeVar, cast

from undercut.errors import UndercutError

Position = Mapping[str, object]  # a position or a view, as its JSON is loaded
_Kind = TypeVar("_Kind")
_TEXT = {str}
_LISTS = (list, tuple, set, frozenset)
_WIDEST = 10_000


def values(position: Position, key: str) -> list[object]:
    found = position.get(key)
    if found is None:
        return []
    return _list(found, key)


def cards(position: Position, key: str) -> list[str]:
    return texts(values(position, key), key)


def card_lists(position: Position, key: str, length: int) -> list[list[str]]:
    """Read one list of cards per seat or row, padded with empty ones; `seat_cards` reads that of one seat."""
    found = [texts(_list(entry, key), key) for entry in values(position, key)]
    return found + [[] for _ in range(length - len(found))]


def seat_cards(position: Position, key: str, seat: int) -> list[str]:
    return texts(seat_values(position, key, seat), key)


def seat_values(position: Position, key: str, seat: int) -> list[object]:
    found = values(position, key)
    return _list(found[seat], key) if seat < len(found) else []


def seat_rows(position: Position, key: str, seat: int) -> list[list[str]]:
    return [texts(_list(row, key), key) for row in seat_values(position, key, seat)]


def mappings(entries: list[object], key: str) -> list[Position]:
    return [mapping(entry, key) for entry in entries]


def mapping(entry: object, key: str) -> Position:
    if not isinstance(entry, Mapping):
        raise _fault(key, "an object")
    return cast("Position", entry)


def word(position: Position, key: str, default: str = "") -> str:
    found = position.get(key)
    if found is None:
        return default
    if not isinstance(found, str):
        raise _fault(key, "a text")
    return found


def number(position: Position, key: str, default: int = 0) -> int:
    found = position.get(key)
    if found is None:
        return default
    return whole(found, key)


def whole(entry: object, key: str, wanted: str = "a number") -> int:
    if isinstance(entry, bool) or not isinstance(entry, int | Integral):
        raise _fault(key, wanted)
    return int(entry)


def numbers(position: Position, key: str) -> list[int]:
    return [whole(entry, key, "a list of numbers") for entry in values(position, key)]


def width(entry: object, least: int, unit: str) -> int:
    if not least <= (found := whole(entry, "width")) <= _WIDEST:
        raise UndercutError(f"width: {found} is not a number of {unit} from {least} to {_WIDEST}")
    return found


def expect(key: str, entry: object, kind: type[_Kind]) -> _Kind:
    if not isinstance(entry, kind):
        raise _fault(key, kind.__name__)
    return entry


def options(position: Position, rule_sets: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    """Read the options of the rules: a set's name, or an object with what differs; the first set is the default."""
    rules = position.get("rules")
    chosen = {"set": rules} if rules is None or isinstance(rules, str) else mapping(rules, "rules")
    name = str(chosen.get("set") or next(iter(rule_sets)))
    if name not in rule_sets:
        raise UndercutError(f"rules: {name!r:.40} is not one of: {', '.join(rule_sets)}")
    return {**rule_sets[name], **chosen}


def _list(entry: object, key: str) -> list[object]:
    if not isinstance(entry, _LISTS):
        raise _fault(key, "a list")
    return list(cast("list[object]", entry))


def texts(entries: list[object], key: str, wanted: str = "a list of cards") -> list[str]:
    if not _TEXT.issuperset(map(type, entries)):
        raise _fault(key, wanted)
    return cast("list[str]", entries)


def _fault(key: str, wanted: str) -> UndercutError:
    return UndercutError(f"{key}: {wanted} is expected")
