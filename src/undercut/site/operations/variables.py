"""The names of all environment variables, and what their values may be."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Final

from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.site.operations.durations import read_duration
from undercut.site.security.addresses import networks
from undercut.site.store.database import database_url

PREFIX: Final = "UNDERCUT_"
SITE: Final = ("DATA",)
"""Where the site keeps its files; the site's other variables are the fields of `Settings`."""
LIBRARY: Final = ("CACHE", "HOST")
"""Where compiled code is kept, and where the rules run."""
TESTS: Final = ("CHROMIUM", "THOROUGH")
"""The browser of the tests, and how many games they play."""

_LOG_FORMATS: Final = ("text", "json")
_SHORTEST_TOKEN: Final = 16
_SWITCH: Final = {"0": False, "1": True}
_LEAST: Final = {"burst": 1, "largest": 1}
_MOST: Final = {"thinkers": 1024}
_MOST_NUMBER: Final = 1e12


def unknown_names(environment: Iterable[str], settings: Iterable[str]) -> list[str]:
    """Return a fault for each variable that looks like one of Undercut's and is none.

    Example:
        >>> unknown_names(["PATH", "UNDERCUT_HOST", "UNDERCUT_THINKER"], ["thinkers"])
        ['UNDERCUT_THINKER: no such setting; did you mean UNDERCUT_THINKERS?']
    """
    known = [f"{PREFIX}{name.upper()}" for name in (*settings, *SITE, *LIBRARY, *TESTS)]
    return [_unknown(name, known) for name in sorted(environment) if _is_ours(name) and name not in known]


def _is_ours(name: str) -> bool:
    return name.upper().startswith(PREFIX)


def _unknown(name: str, known: list[str]) -> str:
    near = get_close_matches(name[len(PREFIX) :].upper(), [one[len(PREFIX) :] for one in known], n=1)
    hint = f"did you mean {PREFIX}{near[0]}?" if near else "docs/site.md lists all settings"
    return f"{name}: no such setting; {hint}"


def read_value(name: str, kind: str, text: str) -> object:
    """Read the value of a field of `Settings`.

    Raises:
        UndercutError: The value is malformed.
    """
    if kind in _READERS:
        value = _READERS[kind](text)
        check_value(name, value)
        return value
    check_value(name, text)
    return text


def check_value(name: str, value: object) -> None:
    """Check the value of a field of `Settings` that has its type.

    Raises:
        UndercutError: The value is out of range, or malformed.
    """
    if isinstance(value, str):
        _FORMS.get(name, _any_text)(value)
    elif isinstance(value, int | float) and not _LEAST.get(name, 0) <= value <= _MOST.get(name, _MOST_NUMBER):
        least, most = _LEAST.get(name, 0), _MOST.get(name)
        message = f"{value:g} is " + (f"not between {least} and {most}" if most else f"less than {least} or too large")
        raise UndercutError(message)


def library_faults(environment: Mapping[str, str]) -> list[str]:
    """Return a fault for each variable of the library with a malformed value."""
    host = environment.get(f"{PREFIX}HOST")
    names = [one.value for one in Host]
    return [] if host is None or host in names else [f"{PREFIX}HOST: {host[:40]!r} is not one of: {', '.join(names)}"]


def _integer(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,15}", text.strip(), re.ASCII):
        raise _not_a_number(text, "a whole number" if _is_number(text) else "a number")
    return int(text)


def _number(text: str) -> float:
    if not _is_number(text):
        raise _not_a_number(text, "a number")
    return float(text)


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _not_a_number(text: str, wanted: str) -> UndercutError:
    return UndercutError(f"{text[:40]!r} is not {wanted}")


def _switch(text: str) -> bool:
    if text not in _SWITCH:
        message = f"{text[:40]!r} is not 0 or 1"
        raise UndercutError(message)
    return _SWITCH[text]


def _secret(text: str) -> None:
    if not text.strip():
        message = "it is empty; leave the variable out, and the site keeps a secret of its own"
        raise UndercutError(message)


def _log_format(text: str) -> None:
    if text not in _LOG_FORMATS:
        message = f"{text[:40]!r} is not one of: {', '.join(_LOG_FORMATS)}"
        raise UndercutError(message)


def _token(text: str) -> None:
    if text and len(text) < _SHORTEST_TOKEN:
        message = f"it has fewer than {_SHORTEST_TOKEN} characters, so it could be guessed"
        raise UndercutError(message)
    if not re.fullmatch(r"[!-~]*", text):
        message = "it has characters that a header cannot carry; use letters and digits"
        raise UndercutError(message)


def _any_text(_text: str) -> None:
    pass


_READERS: Final[dict[str, Callable[[str], object]]] = {
    "int": _integer,
    "float": _number,
    "bool": _switch,
    "Duration": read_duration,
}
_FORMS: Final[dict[str, Callable[[str], object]]] = {
    "database": database_url,
    "secret": _secret,
    "metrics_token": _token,
    "log": _log_format,
    "proxies": networks,
}
