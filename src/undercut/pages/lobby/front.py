"""The front page and the lobby: tables, today's deal, and the bots' game to watch."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from msgspec import Struct

from undercut.games.base import registry
from undercut.pages.game_cards import GameCard, LessonLink, LevelCard
from undercut.pages.lobby.daily import daily_result
from undercut.pages.lobby.duplicates import WaitingDuplicate, in_order
from undercut.pages.lobby.progress import Ladder
from undercut.pages.lobby.rows import Lists, Row, lists
from undercut.pages.lobby.shown_games import Miniature
from undercut.table.listing import LobbyTable
from undercut.table.opening.deals import daily_games, days_before, level_of, streak

_WAITING = 2  # most unfinished games that the front page lists


class DayCount(NamedTuple):
    """How many of a day's deals or puzzles are done."""

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
    before: DayCount = DayCount(0, 0)  # how many of yesterday's deals that you played you won

    @property
    def yesterday(self) -> str:
        return days_before(self.day, 2)[1]


class FrontPage(Struct, frozen=True):
    games: list[GameCard]
    levels: list[LevelCard]
    yours: list[LobbyTable]
    tables: list[LobbyTable]
    shown: Miniature | None = None  # the bot game to watch; None if there is none
    today: Today | None = None
    learned: list[str] = []  # the games whose first lesson is done, or whose first bot is beaten
    begun: dict[str, LessonLink] = {}  # the first lessons that the reader left, by game
    played: list[str] = []  # the games that the reader has played, the latest first
    lesson: LessonLink | None = None  # the first lesson of the latest, until the reader has learned it
    ladders: dict[str, Ladder] = {}  # by game
    deals: DayCount = DayCount(0, 0)  # today's
    puzzles: DayCount = DayCount(0, 0)  # today's
    puzzle_streak: int = 0  # days in a row on which a puzzle was solved
    hours: int = 0  # until the next deals and puzzles
    duplicates: Sequence[WaitingDuplicate] = ()  # those that wait or have news

    @property
    def lists(self) -> Lists:
        return lists(self.yours, self.tables)

    @property
    def waiting(self) -> Sequence[WaitingDuplicate | Row]:
        """The duplicates and tables that the page lists: first those with something to do or to see."""
        return self._all_waiting[:_WAITING]

    @property
    def unlisted(self) -> int:
        """Number of duplicates and tables that wait and are not listed."""
        return max(len(self._all_waiting) - _WAITING, 0)

    @property
    def _all_waiting(self) -> Sequence[WaitingDuplicate | Row]:
        """All that wait except today's deal, which the page shows by itself."""
        todays = self.today.table if self.today else ""
        return in_order(self.duplicates, [row for row in self.lists.yours if row.table.table != todays])

    @property
    def is_back(self) -> bool:
        """Whether the reader has been here before, and done something."""
        tried = self.today is not None and self.today.done
        return bool(self.yours or self.duplicates or self.played or self.learned or tried or self.puzzle_streak)

    @property
    def climb(self) -> Ladder | None:
        """The ladder that the reader climbed last; None at its top, or before a game that counts."""
        begun = [self.ladders[name] for name in self.played if name in self.ladders and self.ladders[name].is_begun]
        return begun[0] if begun and begun[0].next else None


class LobbyPage(Struct, frozen=True):
    tables: list[LobbyTable]
    yours: list[LobbyTable]
    games: list[GameCard] = []
    shown: Miniature | None = None

    @property
    def lists(self) -> Lists:
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
        before=_won_on(tries, days_before(day, 2)[1]),
    )


def _won_on(tries: Sequence[LobbyTable], day: str) -> DayCount:
    outcomes = [daily_result(line).outcome for line in tries if line.daily == day and line.status == "over"]
    return DayCount(outcomes.count("won"), len(outcomes))
