"""Read JSON from outside: one value, a list of values, or one on each line, with every doubtful text refused."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import NoReturn, cast

DEEPEST = 32
"""Most levels of nesting; positions and records have fewer than ten."""

_LARGEST = 1 << 63
_LONGEST_NUMBER = 40


@dataclass(frozen=True, slots=True)
class Found:
    """A JSON value as it was read."""

    # where it was: ``":2"`` for the second line, ``"[1]"`` for the second of a list; empty for a whole text
    source: str
    record: object  # the value; None if there is a fault
    fault: str | None = None  # why it is not JSON with one meaning; None if it is


class _DoubtfulError(ValueError):
    """The text is not JSON with one meaning."""


def decoded(raw: bytes) -> str:
    r"""Decode UTF-8, UTF-16 or UTF-32, with or without a byte order mark; the mark is left out.

    Example:
        >>> decoded(b"\xef\xbb\xbf{}")
        '{}'
    """
    encoding = json.detect_encoding(raw)
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        message = f"byte {error.start} is not {encoding[:6].rstrip('-').upper()}"
        raise ValueError(message) from None


def found_in(raw: bytes, source: str = "") -> Iterator[Found]:
    r"""Yield the values of a text: the values of a JSON list, one for each line, or one for the whole text.

    Example:
        >>> [(found.source, found.record) for found in found_in(b'{"seats": 2}')]
        [('', {'seats': 2})]
        >>> [(found.source, found.record, found.fault) for found in found_in(b'{"seats": 2}\n{"seats": }')]
        [(':1', {'seats': 2}, None), (':2', None, 'not JSON: column 11: Expecting value')]
    """
    try:
        text = decoded(raw)
    except ValueError as error:
        yield Found(source, None, str(error))
        return
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    whole = one_in(text, source)
    record = whole.record
    if isinstance(record, list):
        for place, value in enumerate(cast("list[object]", record)):
            yield Found(f"{source}[{place}]", value)
    elif whole.fault and len(lines) > 1 and all(line.lstrip().startswith("{") for _, line in lines):
        yield from (one_in(line, f"{source}:{number}") for number, line in lines)
    else:
        yield whole


def one_in(text: str, source: str = "") -> Found:
    """Read a text that is one JSON value."""
    try:
        value = cast("object", _DECODER.decode(text))
    except json.JSONDecodeError as error:
        line = "" if source and error.lineno == 1 else f"line {error.lineno}, "
        extra = error.msg == "Extra data"
        kind, said = ("more text follows the JSON value", "") if extra else ("not JSON", f": {error.msg}")
        return Found(source, None, f"{kind}: {line}column {error.colno}{said}")
    except RecursionError:
        return Found(source, None, "nested too deeply")
    except _DoubtfulError as error:
        return Found(source, None, str(error))
    fault = plain_fault(value)
    return Found(source, None if fault else value, fault)


def plain_fault(value: object) -> str | None:
    """Return why a value is more than JSON data of ordinary size; None if it is not.

    Example:
        >>> plain_fault({"seats": 10**30})
        'a number is too large'
    """
    waiting = [(value, 0)]
    while waiting:
        one, depth = waiting.pop()
        if depth > DEEPEST:
            return "nested too deeply"
        if isinstance(one, Mapping):
            entries = cast("Mapping[object, object]", one)
            waiting += [(part, depth + 1) for entry in entries.items() for part in entry]
        elif isinstance(one, list | tuple):
            waiting += [(part, depth + 1) for part in cast("list[object]", one)]
        elif fault := _leaf_fault(one):
            return fault
    return None


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
        message = f"the field {twice[:40]!r} appears twice in one object"
        raise _DoubtfulError(message)
    return found


def _whole(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        message = f"a number of {len(digits)} digits is too large"
        raise _DoubtfulError(message)
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        message = f"the number {digits[:_LONGEST_NUMBER]} is too large"
        raise _DoubtfulError(message)
    return number


def _no_number(word: str) -> NoReturn:
    message = f"{word} is not a number of JSON"
    raise _DoubtfulError(message)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_once_each, parse_int=_whole, parse_float=_finite, parse_constant=_no_number
)
