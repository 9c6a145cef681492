"""The front page and the lobby: tables, today's deal, and the bots' game to watch."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from msgspec import Struct

from undercut.games.base import registry
from undercut.pages.assets import sprite_address
from undercut.pages.game_cards import GameCard, LevelCard
from undercut.pages.lobby.duplicates import WaitingBoard
from undercut.pages.lobby.ladders import Ladder
from undercut.pages.lobby.rows import Lists, lists
from undercut.pages.watching.miniature import Miniature
from undercut.table.listing import LobbyTable
from undercut.table.opening.daily import daily_games, days_before, level_of, streak
from undercut.translation import N_, _

_FANNED = 6  # number of cards beside today's deal
_LETTERS = (N_("M"), N_("Tu"), N_("W"), N_("Th"), N_("F"), N_("Sa"), N_("Su"))
_DAYS = 7


class DayMark(NamedTuple):
    """A day of the last week: its letter, and whether a deal was finished on it."""

    letter: str
    done: bool


class DayCount(NamedTuple):
    """How many of today's deals or puzzles are done."""

    done: int
    all: int


class Today(Struct, frozen=True):
    """One of today's deals, for the front page; each day shows another game first."""

    day: str
    game: str
    title: str
    character: str
    level: str
    table: str  # your table; empty before your try
    over: bool
    streak: int  # days in a row on which a deal was finished
    done: frozenset[str]  # all days on which a deal was finished

    @property
    def portrait(self) -> str:
        """The portrait of the bot."""
        return self.character.lower()

    @property
    def sprite(self) -> str:
        """The address of the cards' pictures."""
        return sprite_address(registry.spec(self.game).pack)

    @property
    def cards(self) -> list[str]:
        """Some cards of the game, which are not those of the deal."""
        texts = registry.spec(self.game).pack.texts
        first = date.fromisoformat(self.day).toordinal()
        return [texts[(first + place * (len(texts) // _FANNED + 2)) % len(texts)] for place in range(_FANNED)]

    @property
    def week(self) -> list[DayMark]:
        """The last seven days, today last."""
        days = reversed(days_before(self.day, _DAYS))
        return [DayMark(_(_LETTERS[date.fromisoformat(day).weekday()]), day in self.done) for day in days]


class FrontPage(Struct, frozen=True):
    games: list[GameCard]
    levels: list[LevelCard]
    yours: list[LobbyTable]
    tables: list[LobbyTable]
    shown: Miniature | None = None  # the bot game to watch; None if there is none
    today: Today | None = None
    learned: list[str] = []  # the games that the reader has played, or whose first lesson is done
    ladders: dict[str, Ladder] = {}  # by game
    deals: DayCount = DayCount(0, 0)  # today's
    puzzles: DayCount = DayCount(0, 0)  # today's
    puzzle_streak: int = 0  # days in a row on which a puzzle was solved
    hours: int = 0  # until the next deals and puzzles
    boards: Sequence[WaitingBoard] = ()  # of duplicates, waiting for the reader

    @property
    def lists(self) -> Lists:
        """The tables, sorted into lists."""
        return lists(self.yours, self.tables)


class LobbyPage(Struct, frozen=True):
    tables: list[LobbyTable]
    yours: list[LobbyTable]
    games: list[GameCard] = []
    shown: Miniature | None = None

    @property
    def lists(self) -> Lists:
        """The tables, sorted into lists."""
        return lists(self.yours, self.tables)


def todays_deal(tries: Sequence[LobbyTable], day: str) -> Today | None:
    """Choose the deal of the front page: one that you have not finished, if there is any; None without deals."""
    games = daily_games()
    if not games:
        return None
    turn = date.fromisoformat(day).toordinal() % len(games)
    mine = {line.game: line for line in tries if line.daily == day}
    order = games[turn:] + games[:turn]
    left = [name for name in order if name not in mine or mine[name].status != "over"]
    name = (left or order)[0]
    spec, level = registry.spec(name), level_of(day)
    levels = spec.bots()
    done = frozenset(line.daily for line in tries if line.status == "over")
    return Today(
        day=day,
        game=name,
        title=spec.title,
        character=levels.levels[level].character.name if levels else level,
        level=level,
        table=mine[name].table if name in mine else "",
        over=not left,
        streak=streak({*done}, day),
        done=done,
    )
