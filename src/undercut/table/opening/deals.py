"""Deals that are the same for several people: the daily deal, one a day and game, and duplicates of two friends.

In a duplicate, two friends play the same deals from both sides against the same bots, and the difference decides. All
chance of such a table follows from the secret of its deal: the deal itself, the k-th shuffle, and the seed of each
answer of a bot, which depends on what the bot sees and on nothing else. The log of the table keeps the secret.
"""

from datetime import UTC, date, datetime, timedelta
from itertools import count

from msgspec import Struct

from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.play.game import Game, game
from undercut.play.sources import secret_number, secret_text
from undercut.play.state import State
from undercut.table.events import Opened, RulesStamp
from undercut.table.opening.new_table import Opening, open_dealt
from undercut.translation import _

FIRST_DAY = "2026-11-01"  # the first day of the calendar
DAILY_SEATS = 2
DAY_LEVELS = ("easy", "medium", "medium", "hard", "hard", "expert", "master")
"""The level of the bot on each weekday, Monday first."""

DUPLICATE_PLAYERS = 2
DEAL_COUNTS = (1, 2, 3)  # the numbers of deals of a duplicate to choose from

STREAK_DAYS = 400  # how far back tries are read for the streak


class Day(Struct, frozen=True):
    day: str  # such as "2026-11-25", in UTC
    game: str
    secret: str
    level: str

    @property
    def chosen(self) -> Game:
        return game(self.game, rules=recommended(registry.spec(self.game)), seats=DAILY_SEATS)

    def deal(self) -> State:
        return self.chosen.deal(seed=secret_number(self.secret, "deal"))

    @property
    def seat(self) -> int:
        return secret_number(self.secret, "seat") % DAILY_SEATS


def daily_games() -> list[str]:
    """Return the games that have a daily deal: ours, of two players."""
    return [name for name in registry.own_names() if DAILY_SEATS in registry.spec(name).seats]


def day_at(now: float) -> str:
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def time_left(now: float) -> tuple[int, int]:
    """Return in how many hours and minutes the next day begins.

    Examples:
        >>> time_left(0.0), time_left(86_399.0)
        ((24, 0), (0, 0))
    """
    return divmod((86_400 - int(now % 86_400)) // 60, 60)


def read_day(text: str) -> date | None:
    """Parse a day; None if it is not one, or before the first one.

    Examples:
        >>> read_day("2027-02-30"), read_day("0001-01-01"), read_day("2027-02-28")
        (None, None, datetime.date(2027, 2, 28))
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text >= FIRST_DAY else None


def level_of(day: str) -> str:
    """Return the level of a day's bots: the week begins easily.

    Examples:
        >>> level_of("2026-11-23"), level_of("2026-11-29")
        ('easy', 'master')
    """
    return DAY_LEVELS[date.fromisoformat(day).weekday()]


def open_daily(day: Day, name: str, guest: str, *, counts: bool) -> Opening:
    """Deal the cards of a day to a person and the day's bot; a game that does not count allows hints."""
    chosen = day.chosen
    note = _("The daily deal of {day}; it counts, once") if counts else _("The daily deal of {day}, played again")
    opened = Opened(
        chosen.name,
        chosen.rules,
        DAILY_SEATS,
        hints=not counts,
        note=note.format(day=day.day),
        daily=day.day,
        chance=day.secret,
    )
    return open_dealt(opened, day.deal(), day.seat, day.level, name, guest)


def days_before(day: str, count: int) -> list[str]:
    last = date.fromisoformat(day)
    return [(last - timedelta(days=back)).isoformat() for back in range(count)]


def streak(days: set[str], today: str) -> int:
    """Return on how many days in a row, up to today or yesterday, a deal was finished."""
    last = date.fromisoformat(today) - timedelta(days=int(today not in days))
    return next(back for back in count() if (last - timedelta(days=back)).isoformat() not in days)


class Duplicate(Struct, frozen=True):
    id: str
    game: str
    rules: RulesStamp
    seats: int
    level: str
    deals: int
    secret: str

    @property
    def chosen(self) -> Game:
        return game(self.game, rules=self.rules, seats=self.seats)

    @property
    def boards(self) -> int:
        """Number of games that each friend plays."""
        return 2 * self.deals

    def deal_of(self, board: int) -> int:
        """Return the deal of a board: first all deals come from one side, then all from the other."""
        return board % self.deals

    def boards_of(self, board: int) -> tuple[int, int]:
        deal = self.deal_of(board)
        return deal, deal + self.deals

    def seat_at(self, board: int) -> int:
        return self.seats // 2 if board >= self.deals else 0

    def chance_of(self, board: int) -> str:
        return secret_text(self.secret, "deal", str(self.deal_of(board)))

    def deal(self, board: int) -> State:
        return self.chosen.deal(seed=secret_number(self.chance_of(board), "deal"))


def duplicate_games() -> list[str]:
    return [name for name in registry.names() if registry.spec(name).seats[-1] > 1]


def open_board(duplicate: Duplicate, board: int, name: str, guest: str) -> Opening:
    """Deal the cards of a board to a person; bots of one level sit in all other seats."""
    note = _("Board {board} of {boards} of a duplicate; it counts, once")
    opened = Opened(
        duplicate.game,
        duplicate.rules,
        duplicate.seats,
        hints=False,
        note=note.format(board=board + 1, boards=duplicate.boards),
        chance=duplicate.chance_of(board),
        duplicate=duplicate.id,
    )
    return open_dealt(opened, duplicate.deal(board), duplicate.seat_at(board), duplicate.level, name, guest)
