"""The pages of daily deals: a day's deal in each game with its results and pars, and the calendar."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from undercut.bots.players import levels_of
from undercut.games.base import registry
from undercut.games.base.sentences import capitalized
from undercut.games.base.words import TableEnd
from undercut.pages.addresses import daily_address
from undercut.pages.lobby.rows import SIGNS, Outcome, days_played, played_game
from undercut.table.listing import LobbyTable
from undercut.table.names import is_default
from undercut.table.opening.deals import FIRST_DAY, daily_games, level_of, streak
from undercut.translation import N_, _, ngettext

State = Literal["new", "playing", "over"]

WEEKS = 5  # the most weeks that the calendar shows
_LISTED = 20  # most results that a deal's page lists

_MONTHS = (
    *(N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June")),
    *(N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December")),
)
_DRAWN = N_("drawn after {moves} move"), N_("drawn after {moves} moves")
_RESULTS = {
    "won": (N_("won in {moves} move"), N_("won in {moves} moves")),
    "lost": (N_("lost after {moves} move"), N_("lost after {moves} moves")),
    "resigned": (N_("resigned after {moves} move"), N_("resigned after {moves} moves")),
}
_GROUPS = {"won": N_("Won in {low} to {high} moves"), "lost": N_("Lost after {low} to {high}")}
_SQUARES, _MOST_SQUARES = str.maketrans("+=-", "🟦⬜🟧"), 10
_HEADLINES = {"won": N_("You beat {character}!"), "lost": N_("{character} won")}
_MESSAGE_DRAWN = N_("🤝 Drew with {character} in {moves} move"), N_("🤝 Drew with {character} in {moves} moves")
_MESSAGES = {
    "won": (N_("🏆 Beat {character} in {moves} move"), N_("🏆 Beat {character} in {moves} moves")),
    "lost": (
        N_("🌊 Held out against {character} for {moves} move"),
        N_("🌊 Held out against {character} for {moves} moves"),
    ),
    "resigned": (
        N_("🏳 Resigned against {character} after {moves} move"),
        N_("🏳 Resigned against {character} after {moves} moves"),
    ),
}


class Par(Struct, frozen=True):
    """The share of wins of a level in many plays of the deal from the same seat, with its interval."""

    level: str
    plays: int
    share: float
    low: float
    high: float

    @property
    def range(self) -> str:
        message = _("{level}: {low} to {high} %, from {plays} plays")
        numbers = {"low": round(100 * self.low), "high": round(100 * self.high)}
        return message.format(level=_(self.level).capitalize(), plays=self.plays, **numbers)


def read_par(data: bytes | None) -> tuple[Par, ...]:
    return msgspec.json.decode(data, type=tuple[Par, ...]) if data else ()


class StoredDay(Struct, frozen=True):
    level: str
    par: tuple[Par, ...]


class DailyResult(Struct, frozen=True):
    name: str
    outcome: Outcome
    moves: int
    yours: bool = False
    course: str = ""  # turn by turn: ahead, level or behind
    resigned: bool = False

    @property
    def text(self) -> str:
        singular, plural = _RESULTS.get("resigned" if self.resigned else self.outcome, _DRAWN)
        return ngettext(singular, plural, self.moves).format(moves=self.moves)

    @property
    def group(self) -> str:
        """The results that the chart of a day counts together, in words: by the outcome, and by tens of moves."""
        tens = max(self.moves - 1, 0) // 10
        message = _(_GROUPS.get(self.outcome, N_("Drawn")))
        return message.format(low=10 * tens + 1, high=10 * tens + 10)

    def headline(self, character: str) -> str:
        return _(_HEADLINES.get(self.outcome, N_("A draw with {character}"))).format(character=character)

    def message(self, character: str) -> str:
        """The result as its player shares it with others, without a word about the cards."""
        singular, plural = _MESSAGES.get("resigned" if self.resigned else self.outcome, _MESSAGE_DRAWN)
        return ngettext(singular, plural, self.moves).format(character=character, moves=self.moves)


def daily_result(table: LobbyTable, *, yours: bool = False) -> DailyResult:
    seat = next((seat for seat, level in enumerate(table.levels) if not level), 0)  # the person's
    name = _("You") if yours else _("A guest") if is_default(table.players[seat]) else table.players[seat]
    moves = table.played[seat] if table.played else table.moves
    course = table.course if yours else ""
    return DailyResult(
        name, played_game(table, seat).outcome, moves, yours, course, table.reason == TableEnd.RESIGNED.value
    )


def rank(result: DailyResult) -> tuple[bool, bool, int]:
    """Order results: wins first, the shortest first; then draws, and the longest defeats."""
    lost = result.outcome == "lost"
    return result.outcome != "won", lost, -result.moves if lost else result.moves


@dataclass(frozen=True, slots=True)
class DayData:
    day: str
    today: str
    tries: Sequence[LobbyTable]  # the reader's, of all days
    results: Sequence[LobbyTable]  # the finished tries of all guests on this day
    stored: Mapping[str, StoredDay]  # by game; empty for games that no one has opened
    address: str  # of the site


class Bar(Struct, frozen=True):
    text: str
    count: int
    yours: bool


class DailyGame(Struct, frozen=True):
    game: str
    title: str
    level: str
    character: str
    state: State
    table: str = ""  # the reader's; empty before the try
    result: DailyResult | None = None  # the reader's
    par: tuple[Par, ...] = ()
    results: tuple[DailyResult, ...] = ()  # the best ones of all guests
    finished: int = 0
    won: int = 0
    better: int = 0  # number of results of others that the reader's is better than
    bars: tuple[Bar, ...] = ()
    share: str = ""  # a text about the reader's result for others

    def invitation(self, *, counts: bool) -> str:
        if self.state == "over":
            return _("Play again")
        return _("Play today's {title}").format(title=self.title) if counts else _("Play for practice")

    @property
    def most(self) -> int:
        return max(bar.count for bar in self.bars)

    @property
    def par_text(self) -> str:
        """How often the bots win the deal from the reader's seat, in a sentence; empty if that is not known."""
        first, following = _("a {level} bot wins {share} of 100 games with your cards"), _("a {level} bot {share}")
        messages = (first, *[following] * len(self.par))
        told = [
            message.format(level=_(par.level), share=round(100 * par.share))
            for message, par in zip(messages, self.par, strict=False)
        ]
        return f"{capitalized(', '.join(told))}." if told else ""


def _spoken_day(day: str) -> str:
    year, month, number = map(int, day.split("-"))
    return _("{number} {month} {year}").format(number=number, month=_(_MONTHS[month - 1]), year=year)


class CalendarDay(Struct, frozen=True):
    day: str
    signs: str
    spoken: str  # the same for screen readers
    open: bool = True  # whether the day has deals: not before the first day, nor to come

    @property
    def number(self) -> str:
        """The day of the month; a month's first day names it."""
        day = int(self.day[-2:])
        return str(day) if day > 1 else f"{day} {_(_MONTHS[int(self.day[5:7]) - 1])[:3]}"


class DailyPage(Struct, frozen=True):
    day: str
    today: str
    games: tuple[DailyGame, ...]
    streak: int
    weeks: tuple[tuple[CalendarDay, ...], ...]
    address: str  # of the page, for friends
    before: str  # the day before; empty for the first one
    after: str  # the day after; empty for today

    @property
    def date(self) -> str:
        return _spoken_day(self.day)

    @property
    def is_today(self) -> bool:
        return self.day == self.today


def daily_page(data: DayData) -> DailyPage:
    """Put together the page of a day; results and par of a game appear once your own try is over, or the day is."""
    shown = date.fromisoformat(data.day)
    over = [line for line in data.tries if line.status == "over"]
    return DailyPage(
        day=data.day,
        today=data.today,
        games=tuple(_daily_game(name, data) for name in daily_games()),
        streak=streak(days_played(over), data.today),
        weeks=_weeks(over, data.today, since=data.day),
        address=data.address + daily_address(data.day),
        before=(shown - timedelta(days=1)).isoformat() if data.day > FIRST_DAY else "",
        after=(shown + timedelta(days=1)).isoformat() if data.day < data.today else "",
    )


def _daily_game(name: str, data: DayData) -> DailyGame:
    stored = data.stored.get(name) or StoredDay(level_of(data.day), ())
    spec, level = registry.spec(name), stored.level
    character = levels_of(name).levels[level].character.name
    mine = next((line for line in data.tries if (line.daily, line.game) == (data.day, name)), None)
    state: State = "new" if mine is None else "over" if mine.status == "over" else "playing"
    table = mine.table if mine else ""
    covered = DailyGame(name, spec.title, level, character, state, table)
    if state != "over" and data.day == data.today:
        return covered
    own = daily_result(mine, yours=True) if mine and state == "over" else None
    lines = [line for line in data.results if line.game == name and not line.closed]
    ranked = sorted(
        (daily_result(line, yours=mine is not None and line.table == mine.table) for line in lines), key=rank
    )
    told = replace(
        covered,
        result=own,
        par=stored.par,
        results=tuple(ranked[:_LISTED]),
        finished=len(ranked),
        won=sum(result.outcome == "won" for result in ranked),
        better=sum(rank(result) > rank(own) for result in ranked) if own else 0,
        bars=_bars(ranked),
    )
    return replace(told, share=_share(told, own, data)) if own else told


def shared_result(data: DayData, table: str) -> str:
    return next((game.share for game in daily_page(data).games if game.table == table), "")


def _bars(ranked: Sequence[DailyResult]) -> tuple[Bar, ...]:
    groups: dict[str, list[bool]] = {}
    for result in ranked:
        groups.setdefault(result.group, []).append(result.yours)
    return tuple(Bar(text, len(yours), any(yours)) for text, yours in groups.items())


def _share(game: DailyGame, result: DailyResult, data: DayData) -> str:
    lines = [
        _("Undercut, {day}: {title}").format(day=_spoken_day(data.day), title=game.title),
        result.message(game.character),
    ]
    if result.course:
        lines.append(_("{squares} (🟦 ahead, ⬜ level, 🟧 behind)").format(squares=_squares(result.course)))
    if game.better:
        message = _("📈 Better than {better} of {others}")
        lines.append(message.format(better=game.better, others=game.finished - 1))
    address = f"{data.address}{daily_address(data.day)}#daily-{game.game}"
    return "\n".join([*lines, _("Play the same cards:"), address])


def _squares(course: str) -> str:
    """Draw whether the player was ahead, turn by turn; a long game in ten parts."""
    count = min(len(course), _MOST_SQUARES)
    ends = ((place + 1) * len(course) // count - 1 for place in range(count))
    return "".join(course[end] for end in ends).translate(_SQUARES)


def _weeks(over: Sequence[LobbyTable], today: str, since: str) -> tuple[tuple[CalendarDay, ...], ...]:
    """Return the last weeks, Monday first, from the first game or a day on."""
    last, first = date.fromisoformat(today), date.fromisoformat(min(since, today, *(line.daily for line in over)))
    monday = last - timedelta(days=last.weekday())
    count = min(WEEKS, -(-(monday - first).days // 7) + 1)
    outcomes: dict[str, list[Outcome]] = {}
    for line in over:
        outcomes.setdefault(line.daily, []).append(daily_result(line).outcome)
    weeks: list[tuple[CalendarDay, ...]] = []
    for week in range(1 - count, 1):
        days = [(monday + timedelta(weeks=week, days=day)).isoformat() for day in range(7)]
        weeks.append(tuple(_calendar_day(day, outcomes.get(day, []), today) for day in days))
    return tuple(weeks)


def _calendar_day(day: str, outcomes: Sequence[Outcome], today: str) -> CalendarDay:
    won = sum(outcome == "won" for outcome in outcomes)
    spoken = ngettext("{day}: {count} deal played, {won} won", "{day}: {count} deals played, {won} won", len(outcomes))
    spoken = spoken if outcomes else "{day}"
    signs = "".join(SIGNS[outcome] for outcome in outcomes)
    return CalendarDay(
        day, signs, spoken.format(day=_spoken_day(day), count=len(outcomes), won=won), open=FIRST_DAY <= day <= today
    )
