"""A study as JSON, and back: every fault of a file is named."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from math import isfinite
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from undercut.errors import UndercutError
from undercut.games.base.reader import JSON
from undercut.studies.results import FORMAT, Study

STUDY = "study.json"
"""The file of a study in its folder."""

_MOST_FAULTS = 10


def as_json(study: Study) -> dict[str, JSON]:
    """Return a study as JSON-ready data; its field ``lab`` is the version of the format."""
    return {"lab": FORMAT, **cast("dict[str, JSON]", _plain(study))}


def to_text(study: Study) -> str:
    """Return a study as the text of a file, one estimate, cell or worth on each line."""
    lines = [
        f"{json.dumps(name)}: {_list(value) if isinstance(value, list) else _line(value)}"
        for name, value in as_json(study).items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _list(values: list[JSON]) -> str:
    return "[\n" + ",\n".join(map(_line, values)) + "\n]" if values else "[]"


def _line(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _plain(value: object) -> JSON:
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in cast("Mapping[str, object]", value).items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in cast("tuple[object, ...]", value)]
    # NumPy's numbers are floats, too.
    return float(value) if isinstance(value, float) else cast("JSON", value)


def load(path: Path) -> Study:
    """Read a study."""
    file = path / STUDY if path.is_dir() else path
    try:
        data = cast("object", json.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        message = f"{file}: {error.strerror or error}"
        raise UndercutError(message) from None
    except json.JSONDecodeError as error:
        message = f"{file}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}"
        raise UndercutError(message) from None
    except (UnicodeDecodeError, RecursionError) as error:
        message = f"{file}: not JSON: {error}"
        raise UndercutError(message) from None
    try:
        return read(data)
    except UndercutError as error:
        message = f"{file}: {error}"
        raise UndercutError(message) from None


def read(data: object) -> Study:
    """Read a study from JSON data."""
    version = cast("dict[str, object]", data).get("lab") if isinstance(data, dict) else None
    if version is None:
        message = "not a study: the field 'lab' is missing"
        raise UndercutError(message)
    if version != FORMAT:
        message = f"lab: format {version!r:.20}; this version of Undercut reads format {FORMAT}"
        raise UndercutError(message)
    reader = _Reader()
    content = {name: value for name, value in cast("dict[str, object]", data).items() if name != "lab"}
    study = reader.value("", content, Study)
    if not reader.faults:
        reader.check_cells(study)
    if reader.faults:
        raise UndercutError("; ".join(reader.faults[:_MOST_FAULTS]))
    return study


class _Reader:
    """Converts JSON data to the types of the results, and collects faults."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def fault(self, where: str, text: str) -> None:
        self.faults.append(f"{where or 'study'}: {text}")

    def value(self, where: str, data: object, kind: Any) -> Any:  # noqa: ANN401  as the kind says
        """Read a value of any type that the results have."""
        if is_dataclass(kind):
            return self._object(where, data, cast("type", kind))
        origin, inner = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):
            return self._one_of(where, data, inner)
        if origin is tuple:
            return self._tuple(where, data, inner)
        if origin is Mapping or origin is dict:
            return self._mapping(where, data, inner[1])
        if kind is float and type(data) is int:
            return float(data)
        if isinstance(data, float) and not isfinite(data):
            self.fault(where, f"{data} is not a JSON number")
        elif type(data) is not kind:
            self.fault(where, f"{data!r:.40} is not {_NAMES.get(kind, 'null')}")
        return data

    def _object(self, where: str, data: object, kind: type) -> object:
        if not isinstance(data, dict):
            self.fault(where, f"{data!r:.40} is not an object")
            return None
        given = cast("dict[str, object]", data)
        hints, found = _hints(kind), {}
        for each in fields(kind):
            place = f"{where}.{each.name}".removeprefix(".")
            if each.name in given:
                found[each.name] = self.value(place, given[each.name], hints[each.name])
            elif each.default is MISSING and each.default_factory is MISSING:
                self.fault(place, "missing")
        for name in given.keys() - {each.name for each in fields(kind)}:
            self.fault(f"{where}.{name}".removeprefix(".")[:60], "unknown field")
        return None if self.faults else kind(**found)

    def _one_of(self, where: str, data: object, kinds: tuple[Any, ...]) -> object:
        """Read a value of one of several types: the first without faults."""
        if any(get_origin(kind) is dict for kind in kinds):
            return data  # any JSON value
        for kind in kinds:
            reader = _Reader()
            found = reader.value(where, data, kind)
            if not reader.faults:
                return found
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

    def _mapping(self, where: str, data: object, kind: Any) -> object:  # noqa: ANN401  as above
        if not isinstance(data, dict):
            self.fault(where, f"{data!r:.40} is not an object")
            return {}
        given = cast("dict[str, object]", data)
        return {name: self.value(f"{where}.{name}", item, kind) for name, item in given.items()}

    def check_cells(self, study: Study) -> None:
        """Report every reference to a cell that does not exist."""
        for name in ("estimates", "worths", "openings", "turn_worths", "skills"):
            for place, entry in enumerate(getattr(study, name)):
                numbers = (entry.cell, getattr(entry, "base", None), *(getattr(entry, "minus", None) or ()))
                for number in numbers:
                    if number is not None and not 0 <= number < len(study.cells):
                        self.fault(f"{name}[{place}]", f"cell {number} does not exist")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


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
