"""Responses to page requests, shared by the site and the offline edition.

- `lobby`: the front page, games to watch, new tables, daily deals, a reader's own games, and settings
- `tables`: a table, its record, its review, and a mistake to retry
- `books`: lessons, puzzles, rule books, and studies
- `editor`: the position editor
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Generic, TypeVar

from msgspec import Struct

from undercut.pages.preferences import Preferences

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
        """Return what the template needs besides the data."""
        return {} if self.context is None else self.context(preferences)


@dataclass(frozen=True, slots=True)
class Done(Generic[Data_co]):
    """Data for programs about a command that was carried out, and the address that people are led to."""

    data: Data_co
    address: str


class Created(Struct, frozen=True):
    """A table was opened."""

    table: str
    version: int
    seat: int | None
    address: str


class Imported(Struct, frozen=True):
    """Several games were imported."""

    games: int


class Accepted(Struct, frozen=True):
    """A command was carried out and stored."""

    table: str
    version: int
