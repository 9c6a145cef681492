"""Read JSON data into dataclasses by their types, and name every fault with its place.

`undercut.games.base.position_reader` reads positions, whose fields games define; `undercut.draw.read` those to draw.
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

JSON = None | bool | int | float | str | list["JSON"] | dict[str, "JSON"]
"""A JSON value."""

Kind = TypeVar("Kind")


def copied(data: JSON) -> JSON:
    """Copy a JSON value, several times as fast as `copy.deepcopy`."""
    if isinstance(data, dict):
        return {name: copied(value) for name, value in data.items()}
    return [copied(value) for value in data] if isinstance(data, list) else data


_NAMES: dict[object, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    tuple: "a list",
    list: "a list",
    dict: "an object",
    Mapping: "an object",
    NoneType: "null",
}


def decode(data: object, kind: type[Kind], *, unknown: bool = False) -> tuple[Kind, list[str]]:
    """Read a dataclass; use it only if there are no faults. Unknown fields are faults unless they are allowed.

    Examples:
        >>> from dataclasses import make_dataclass
        >>> Point = make_dataclass("Point", [("x", int)])
        >>> decode({"x": 3}, Point), decode({"y": 1}, Point)[1]
        ((Point(x=3), []), ['x: missing', 'y: unknown field'])
    """
    decoder = _Decoder(unknown=unknown)
    return decoder.value("", data, kind), decoder.faults


class _Decoder:
    """Converts JSON data to typed values, and collects faults."""

    def __init__(self, *, unknown: bool) -> None:
        self.faults: list[str] = []
        self.unknown = unknown

    def fault(self, where: str, text: str) -> None:
        self.faults.append(f"{where}: {text}" if where else text)

    def value(self, where: str, data: object, kind: Any) -> Any:  # noqa: ANN401  as the kind says
        if is_dataclass(kind):
            return self._object(where, data, cast("type", kind))
        origin, inner = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):
            return self._one_of(where, data, inner)
        if origin is tuple:
            return self._tuple(where, data, inner)
        if origin in (Mapping, dict):
            given = self._mapping(where, data)
            return {name: self.value(f"{where}.{name}", item, inner[1]) for name, item in given.items()}
        if kind is float and type(data) is int:
            return float(data)
        if isinstance(data, float) and not isfinite(data):
            self.fault(where, f"{data} is not a JSON number")
        elif type(data) is not kind:
            self.fault(where, f"{data!r:.40} is not {_NAMES.get(kind, 'null')}")
        return data

    def _object(self, where: str, data: object, kind: type) -> object:
        before, given = len(self.faults), self._mapping(where, data)
        hints, found = _hints(kind), dict[str, Any]()
        for each in fields(kind) if isinstance(data, Mapping) else ():
            place = f"{where}.{each.name}".removeprefix(".")
            if each.name in given:
                found[each.name] = self.value(place, given[each.name], hints[each.name])
            elif each.default is MISSING and each.default_factory is MISSING:
                self.fault(place, "missing")
        for name in () if self.unknown else [name for name in given if name not in hints]:
            self.fault(f"{where}.{name}".removeprefix(".")[:60], "unknown field")
        return None if len(self.faults) > before else kind(**found)

    def _one_of(self, where: str, data: object, kinds: tuple[Any, ...]) -> object:
        """Read a value of one of several types: the first without faults."""
        if any(get_origin(kind) is dict for kind in kinds):
            return data  # any JSON value
        is_list = isinstance(data, list)
        for kind in kinds:
            decoder = _Decoder(unknown=self.unknown)
            found = decoder.value(where, data, kind)
            if not decoder.faults:
                return found
            if is_list and get_origin(kind) is tuple:
                self.faults += decoder.faults
                return None
        names = dict.fromkeys(_NAMES.get(get_origin(kind) or kind, "null") for kind in kinds)
        self.fault(where, f"{data!r:.40} is not {' or '.join(names)}")
        return None

    def _tuple(self, where: str, data: object, inner: tuple[Any, ...]) -> object:
        if not isinstance(data, list):
            self.fault(where, f"{data!r:.40} is not a list")
            return ()
        items = cast("list[object]", data)
        kinds = [inner[0]] * len(items) if inner[1:] == (...,) else [*inner]
        if len(items) != len(kinds):
            self.fault(where, f"{len(items)} values, not {len(kinds)}")
        return tuple(
            self.value(f"{where}[{place}]", item, kind)
            for place, (item, kind) in enumerate(zip(items, kinds, strict=False))
        )

    def _mapping(self, where: str, data: object) -> dict[str, object]:
        if not isinstance(data, dict):
            self.fault(where, f"{data!r:.40} is not an object")
            return {}
        return cast("dict[str, object]", data)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def differences(found: Mapping[str, object], wanted: Mapping[str, object], where: str) -> str:
    """Name the fields in which the header of a file differs from the one that is wanted; empty if they are equal."""
    return "; ".join(
        f"{name}: {short_json(found.get(name))} {where}, {short_json(wanted.get(name))} now"
        for name in dict.fromkeys([*wanted, *found])
        if found.get(name) != wanted.get(name)
    )


def short_json(value: object) -> str:
    """Write JSON-ready data as text that fits a terminal line."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:77]}..."  # noqa: PLR2004  a terminal line
