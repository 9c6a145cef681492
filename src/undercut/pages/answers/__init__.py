"""Responses to page requests, shared by the site and the offline edition, and how a reader wants pages to look.

- `lobby`: the front page, games to watch, new tables, daily deals, a reader's own games, and settings
- `tables`: a table, its record, its review, and a mistake to retry
- `books`: lessons, puzzles, rule books, and studies
- `editor`: the position editor
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Generic, Literal, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct

COOKIE = "look"  # the cookie's name; the script writes the cookie too


class Preferences(Struct, frozen=True):
    """How a reader wants pages to look, stored in a cookie; an empty value is the default."""

    theme: Literal["", "light", "dark"] = ""  # empty: the system's setting
    suits: Literal["", "two", "letters", "four"] = ""
    motion: Literal["", "less"] = ""  # ``"less"``: reduced motion; empty: the system's setting
    sound: Literal["", "on", "off"] = ""
    notify: Literal["", "on"] = ""
    answer: Literal["", "auto"] = ""
    back: Literal["", "stripes", "diamonds"] = ""
    cloth: Literal["", "green", "blue", "plum"] = ""
    double: Literal["", "off"] = ""
    sayings: Literal["", "off"] = ""
    speed: Literal["", "slow", "off"] = ""  # of what others play, as it is shown large

    def cookie(self) -> str:
        return ".".join(f"{name}:{value}" for name, value in msgspec.structs.asdict(self).items() if value)


_WORDS = {name: get_args(words) for name, words in get_type_hints(Preferences).items()}


def read_preferences(cookie: str | None) -> Preferences:
    """Parse the value of the cookie; invalid parts get their defaults."""
    parts = (part.partition(":") for part in (cookie or "").split("."))
    return preferences_from({name: value for name, _colon, value in parts})


def preferences_from(fields: dict[str, str]) -> Preferences:
    """Parse the fields of the settings form; invalid ones get their defaults."""
    kept = {name: fields[name] for name, words in _WORDS.items() if fields.get(name) in words}
    return msgspec.convert(kept, Preferences)


Data_co = TypeVar("Data_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Page(Generic[Data_co]):
    """Data for programs, and for people the template that shows it."""

    template: str
    data: Data_co
    here: str = ""  # the entry of the menu
    context: Callable[[Preferences], Mapping[str, object]] | None = None
    status: int = HTTPStatus.OK

    def more(self, preferences: Preferences) -> Mapping[str, object]:
        return {} if self.context is None else self.context(preferences)


@dataclass(frozen=True, slots=True)
class Done(Generic[Data_co]):
    """Data for programs about a command that was carried out, and the address that people are led to."""

    data: Data_co
    address: str


class Created(Struct, frozen=True):
    table: str
    version: int
    seat: int | None
    address: str


class Imported(Struct, frozen=True):
    games: int


class Accepted(Struct, frozen=True):
    table: str
    version: int
