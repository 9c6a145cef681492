"""JSON texts from outside, read without trust: encodings, ambiguous numbers and fields, size, nesting."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import NoReturn, cast

_DEEPEST = 32  # most levels of nesting; positions and records have fewer than ten
_LARGEST = 1 << 63
_LONGEST_NUMBER = 40


@dataclass(frozen=True, slots=True)
class Parsed:
    source: str  # ``":2"`` for the second line, ``"[1]"`` for the second of a list; empty for a whole text
    record: object  # None if there is a fault
    fault: str | None = None


class _AmbiguousError(ValueError):
    """The text is JSON that readers may understand in different ways."""


def _decoded(raw: bytes) -> str:
    """Decode UTF-8, UTF-16 or UTF-32, with or without a byte order mark; the mark is left out."""
    encoding = json.detect_encoding(raw)
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is not {encoding[:6].rstrip('-').upper()}") from None


def parsed_in(raw: bytes, source: str = "") -> Iterator[Parsed]:
    """Yield the values of a text: the values of a JSON list, one for each line, or one for the whole text."""
    try:
        text = _decoded(raw)
    except ValueError as error:
        yield Parsed(source, None, str(error))
        return
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    whole = _parsed(text, source)
    record = whole.record
    if isinstance(record, list):
        for place, value in enumerate(cast("list[object]", record)):
            yield Parsed(f"{source}[{place}]", value)
    elif whole.fault and len(lines) > 1 and all(line.lstrip().startswith("{") for _, line in lines):
        yield from (_parsed(line, f"{source}:{number}") for number, line in lines)
    else:
        yield whole


def _parsed(text: str, source: str = "") -> Parsed:
    try:
        value = cast("object", _DECODER.decode(text))
    except json.JSONDecodeError as error:
        line = "" if source and error.lineno == 1 else f"line {error.lineno}, "
        extra = error.msg == "Extra data"
        kind, said = ("more text follows the JSON value", "") if extra else ("not JSON", f": {error.msg}")
        return Parsed(source, None, f"{kind}: {line}column {error.colno}{said}")
    except RecursionError:
        return Parsed(source, None, "nested too deeply")
    except _AmbiguousError as error:
        return Parsed(source, None, str(error))
    fault = plain_fault(value)
    return Parsed(source, None if fault else value, fault)


def plain_fault(value: object) -> str | None:
    """Return why a value is more than JSON data of ordinary size; None if it is not."""
    waiting = [value]
    for _ in range(_DEEPEST + 1):
        parts: list[object] = []
        for one in waiting:
            if isinstance(one, list | tuple):
                parts += () if _are_plain_words(cast("list[object]", one)) else one
            elif isinstance(one, Mapping):
                parts += [*one, *one.values()]
            elif fault := _leaf_fault(one):
                return fault
        waiting = [part for part in parts if not _is_plain(part)]
        if not waiting:
            return None
    return "nested too deeply"


def _is_plain(value: object) -> bool:
    """Return whether a value needs no closer look, as most do not."""
    return value is None or (type(value) is str and value.isascii()) or (type(value) is int and abs(value) < _LARGEST)


def _are_plain_words(values: list[object]) -> bool:
    """Return whether all are texts of ASCII, as in most lists, such as those of cards and moves."""
    try:
        return "".join(cast("list[str]", values)).isascii()
    except TypeError:
        return False


def _leaf_fault(value: object) -> str | None:
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return "a text has half a character (a lone surrogate)"
    elif isinstance(value, Integral):
        return None if -_LARGEST <= int(value) < _LARGEST else "a number is too large"
    elif isinstance(value, Real) and not math.isfinite(value):
        return f"{value} is not a number of JSON"
    return None


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen = set[str]()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))
        raise _AmbiguousError(f"the field {twice[:40]!r} appears twice in one object")
    return found


def _whole(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise _AmbiguousError(f"a number of {len(digits)} digits is too large")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _AmbiguousError(f"the number {digits[:_LONGEST_NUMBER]} is too large")
    return number


def _no_number(word: str) -> NoReturn:
    raise _AmbiguousError(f"{word} is not a number of JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_once_each, parse_int=_whole, parse_float=_finite, parse_constant=_no_number
)
