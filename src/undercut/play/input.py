"""What comes from outside: arguments of public functions, and JSON texts that are read without trust."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from typing import NoReturn, TypeVar, cast

from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.games.base.game_types import Outcome
from undercut.games.base.sentences import say
from undercut.games.base.words import TableEnd

_Kind = TypeVar("_Kind")

_SEEDS = 1 << 63


def read_whole(name: str, value: object, least: int, greatest: int) -> int:
    """Check an integer of any integral type, such as NumPy's; booleans are refused."""
    return _within(value, least, greatest, name, f"whole number from {least} to {greatest}")


def read_seed(seed: object) -> int | None:
    """Check a seed, 0 to 2**63 - 1, or None for the system's secure source."""
    if seed is None:
        return None
    return _within(seed, 0, _SEEDS - 1, "seed", "whole number from 0 to 2**63 - 1")


def read_seat(seat: object, seats: int) -> int | None:
    if seat is None:
        return None
    return _within(seat, 0, seats - 1, "seat", f"seat from 0 to {seats - 1}")


def read_host(host: object) -> Host | None:
    return None if host is None else expect("host", host, Host)


def expect(name: str, value: object, kind: type[_Kind]) -> _Kind:
    if not isinstance(value, kind):
        raise UndercutError(f"{name}: {value!r:.40} is not a {kind.__name__}")
    return value


def read_path(argument: str, value: object) -> Path:
    text = str(cast("object", value)) if isinstance(value, str | PathLike) else ""
    if not text or "\0" in text:
        raise UndercutError(f"{argument}: {value!r:.40} is not the path of a file or folder")
    return Path(text)


def split_names(text: str, separator: str = ",") -> list[str]:
    """Split a list at its separators, except between quotes; empty entries are left out.

    Examples:
        >>> split_names("greedy, 'exec:./bot 1,2'")
        ['greedy', "'exec:./bot 1,2'"]
    """
    found = re.findall(rf"""(?:"[^"]*"|'[^']*'|[^{separator}])+""", text)
    return [name for each in found if (name := each.strip())]


def unquoted(name: str) -> str:
    """Remove the quotes around a whole name."""
    return name[1:-1] if name[0] in "\"'" and name.find(name[0], 1) == len(name) - 1 else name


def integer(value: object) -> int | None:
    """Convert any integral number except a boolean to an int; None for everything else."""
    if isinstance(value, bool):
        return None
    return int(value) if isinstance(value, Integral) else None


def _within(value: object, least: int, greatest: int, name: str, accepted: str) -> int:
    number = integer(value)
    if number is None or not least <= number <= greatest:
        raise UndercutError(f"{name}: {value!r:.40} is not a {accepted}")
    return number


def outcome_fault(outcome: Outcome, seats: int, reasons: tuple[str, ...]) -> str | None:
    if outcome.reason not in reasons:
        return say(
            "reason: {reason} is not one of: {reasons}", reason=f"{outcome.reason!r:.20}", reasons=", ".join(reasons)
        )
    if not isinstance(outcome.winners, tuple):  # pyright: ignore[reportUnnecessaryIsInstance]  callers may not check types
        return say("winners: {winners} is not a tuple of seats", winners=f"{outcome.winners!r:.40}")
    for seat in outcome.winners:
        number = integer(seat)
        if number is None or not 0 <= number < seats:
            return say("winners: {seat} is not a seat from 0 to {last}", seat=seat, last=seats - 1)
    if len(set(outcome.winners)) != len(outcome.winners):
        return say("winners: a seat appears twice")
    if outcome.reason == TableEnd.AGREED.value and outcome.winners:
        return say("winners: an agreed draw has no winners")
    if outcome.abandoned and outcome.winners:
        return say("winners: a game that every player gave up has no winners")
    return None


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


def _parsed(text: str, source: str) -> Parsed:
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
