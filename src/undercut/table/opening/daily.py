"""The daily deal: one deal a day and game for everyone, against the same bot, which answers equal play equally.

All chance of such a table follows from the day's secret, which its log keeps: the deal, the k-th shuffle, and the seed
of each answer of the bot, which depends on what the bot sees and on nothing else.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, cast

import msgspec
from msgspec import Struct

from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.play.game import Game, game
from undercut.play.sources import Seeded
from undercut.table.events import Dealt, Opened, RulesStamp
from undercut.table.opening.new_table import Opening, sitting
from undercut.translation import _

if TYPE_CHECKING:
    from undercut.games.base.facts import View
    from undercut.play.state import State

FIRST = "2026-11-01"
"""The first day of the calendar."""

SEATS = 2
LEVELS = ("easy", "medium", "medium", "hard", "hard", "expert", "master")
"""The level of the bot on each weekday, Monday first."""

STREAK_DAYS = 400
"""How far back tries are read for the streak."""

_BITS = 62


class Day(Struct, frozen=True):
    """The deal of one day in one game."""

    day: str  # such as "2026-11-25", in UTC
    game: str
    secret: str
    level: str

    @property
    def chosen(self) -> Game:
        """The game with the rules that the site suggests."""
        return game(self.game, rules=recommended(registry.spec(self.game)), seats=SEATS)

    def deal(self) -> State:
        """Deal the cards."""
        return self.chosen.deal(seed=number(self.secret, "deal"))

    @property
    def seat(self) -> int:
        """The seat of the person."""
        return number(self.secret, "seat") % SEATS


def games() -> list[str]:
    """Return the games that have a daily deal: ours, of two players.

    Examples:
        >>> games()
        ['cuttle', 'cups', 'cut_the_rope']
    """
    return [name for name in registry.own_names() if SEATS in registry.spec(name).seats]


def day_at(now: float) -> str:
    """Return the day of a moment, in UTC.

    Examples:
        >>> day_at(0.0)
        '1970-01-01'
    """
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def read_day(text: str) -> date | None:
    """Parse a day; None if it is not one, or before the first one.

    Examples:
        >>> read_day("2027-02-30"), read_day("0001-01-01"), read_day("2027-02-28")
        (None, None, datetime.date(2027, 2, 28))
    """
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if found.isoformat() == text >= FIRST else None


def named_day(text: str, now: float) -> tuple[str, str] | None:
    """Return the day that an address names, and today; None if it is not one, or to come: the future has no deals yet.

    Examples:
        >>> named_day("today", 1_800_000_000.0), named_day("2030-01-01", 1_800_000_000.0)
        (('2027-01-15', '2027-01-15'), None)
    """
    today = day_at(now)
    day = today if text == "today" else text
    return None if read_day(day) is None or day > today else (day, today)


def level_of(day: str) -> str:
    """Return the level of a day's bots: the week begins easily.

    Examples:
        >>> level_of("2026-11-23"), level_of("2026-11-29")
        ('easy', 'master')
    """
    return LEVELS[date.fromisoformat(day).weekday()]


def number(secret: str, *parts: str | bytes) -> int:
    """Derive a number from the day's secret and what it is for."""
    return int(derived(secret, *parts)[:16], 16) >> (64 - _BITS)


def derived(secret: str, *parts: str | bytes) -> str:
    """Derive another secret, likewise."""
    said = b"\0".join(part.encode() if isinstance(part, str) else part for part in parts)
    return hmac.digest(secret.encode(), said, hashlib.sha256).hex()


class DayChance:
    """The shuffles of a daily deal: the k-th is the same for everyone, whatever came before it."""

    __slots__ = ("done", "secret")

    def __init__(self, secret: str, done: int) -> None:
        self.secret = secret
        self.done = done

    def order(self, cards: list[int], first: int) -> list[int]:
        """Choose some cards in order; where the cards come from makes no difference."""
        self.done += 1
        return Seeded(number(self.secret, "shuffle", str(self.done))).order(sorted(cards), first)

    def copy(self) -> DayChance:
        """Return an independent source that continues in the same way."""
        return DayChance(self.secret, self.done)


def answer_seed(secret: str, view: View) -> int:
    """Return the seed of a bot's answer, from all that it sees."""
    return number(secret, "answer", msgspec.json.encode(view, order="sorted"))


def open_daily(day: Day, name: str, guest: str, *, counts: bool) -> Opening:
    """Deal the cards of a day to a person and the day's bot; a game that does not count allows hints."""
    chosen = day.chosen
    note = _("The daily deal of {day}; it counts, once") if counts else _("The daily deal of {day}, played again")
    opened = Opened(
        chosen.name,
        cast("RulesStamp", chosen.rules),
        SEATS,
        hints=not counts,
        note=note.format(day=day.day),
        daily=day.day,
        chance=day.secret,
    )
    players = ["" if seat == day.seat else day.level for seat in range(SEATS)]
    dealt = Dealt(dict(day.deal().position()))
    return Opening([opened, *sitting(players, name), dealt], {day.seat: {guest}})


def days_before(day: str, count: int) -> list[str]:
    """Return a day and those before it, the latest first.

    Examples:
        >>> days_before("2026-03-01", 2)
        ['2026-03-01', '2026-02-28']
    """
    last = date.fromisoformat(day)
    return [(last - timedelta(days=back)).isoformat() for back in range(count)]


def streak(days: set[str], today: str) -> int:
    """Return on how many days in a row, up to today or yesterday, a deal was finished.

    Examples:
        >>> streak({"2026-11-23", "2026-11-24"}, "2026-11-25"), streak({"2026-11-22"}, "2026-11-25")
        (2, 0)
    """
    last = date.fromisoformat(today)
    if today not in days:
        last -= timedelta(days=1)
    length = 0
    while last.isoformat() in days:
        length += 1
        last -= timedelta(days=1)
    return length
