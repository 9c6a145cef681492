"""The pages of daily deals: the deals of a day, with all results and pars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Literal

import msgspec
from msgspec import Struct

from undercut.games.base import registry
from undercut.pages.game_cards import GameCard, game_cards
from undercut.pages.lobby.history import played_game
from undercut.table.listing import LobbyTable
from undercut.table.names import is_default
from undercut.table.opening.daily import FIRST_DAY, daily_games, level_of, streak
from undercut.translation import N_, _, ngettext

WEEKS = 5  # number of weeks that the calendar shows
_LISTED = 20
SIGNS = {"won": "★", "drawn": "=", "shared": "=", "lost": "○", "open": "○"}

_MONTHS = (
    *(N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun")),
    *(N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec")),
)
_DRAWN = N_("drawn after {moves} move"), N_("drawn after {moves} moves")
_RESULTS = {
    "won": (N_("won in {moves} move"), N_("won in {moves} moves")),
    "lost": (N_("lost after {moves} move"), N_("lost after {moves} moves")),
}
_HEADLINES = {
    "won": N_("You beat {character}!"),
    "lost": N_("{character} won this time"),
}
_TOLD = {
    "won": (N_("🏆 Beat {character} in {moves} move"), N_("🏆 Beat {character} in {moves} moves")),
    "lost": (
        N_("🌊 Held out against {character} for {moves} move"),
        N_("🌊 Held out against {character} for {moves} moves"),
    ),
}
_TOLD_DRAWN = N_("🤝 Drew with {character} in {moves} move"), N_("🤝 Drew with {character} in {moves} moves")

State = Literal["new", "playing", "over"]


class Par(Struct, frozen=True):
    """The share of wins of a level in many plays of the deal from the same seat, with its interval."""

    level: str
    plays: int
    share: float
    low: float
    high: float

    @property
    def text(self) -> str:
        """The par in a sentence."""
        said = _("{level}: {share} % of {plays} plays ({low} to {high} %)")
        numbers = {"share": round(100 * self.share), "low": round(100 * self.low), "high": round(100 * self.high)}
        return said.format(level=_(self.level), plays=self.plays, **numbers)


class StoredDay(Struct, frozen=True):
    """The stored data of a day's deal, besides its cards."""

    level: str
    par: tuple[Par, ...]


def read_par(data: bytes | None) -> tuple[Par, ...]:
    """Decode a stored par; empty if there is none yet."""
    return msgspec.json.decode(data, type=tuple[Par, ...]) if data else ()


class DailyResult(Struct, frozen=True):
    """A finished try in the day's table of results, with the person's own moves."""

    name: str
    outcome: str
    moves: int
    yours: bool = False

    @property
    def text(self) -> str:
        """The result in words."""
        one, many = _RESULTS.get(self.outcome, _DRAWN)
        return ngettext(one, many, self.moves).format(moves=self.moves)

    def headline(self, character: str) -> str:
        """The result as the page says it to its player."""
        return _(_HEADLINES.get(self.outcome, N_("A draw with {character}"))).format(character=character)

    def told(self, character: str) -> str:
        """The result as its player tells it to others, without a word about the cards."""
        one, many = _TOLD.get(self.outcome, _TOLD_DRAWN)
        return ngettext(one, many, self.moves).format(character=character, moves=self.moves)


class DailyGame(Struct, frozen=True):
    """The deal of a day in one game."""

    game: str
    title: str
    level: str
    character: str
    state: State
    table: str = ""
    result: DailyResult | None = None
    par: tuple[Par, ...] = ()
    results: tuple[DailyResult, ...] = ()
    finished: int = 0
    won: int = 0
    share: str = ""

    @property
    def card(self) -> GameCard:
        """The game as the front page shows it."""
        return next(card for card in game_cards() if card.name == self.game)


class CalendarDay(Struct, frozen=True):
    """A day of the calendar: its deals that you finished, as signs."""

    day: str
    signs: str
    spoken: str
    open: bool = True  # whether the day has deals: not before the first day, nor to come

    @property
    def number(self) -> str:
        """The day of the month; a month's first day names it."""
        day = int(self.day[-2:])
        return str(day) if day > 1 else f"{day} {_(_MONTHS[int(self.day[5:7]) - 1])}"


class DailyPage(Struct, frozen=True):
    """The deals of a day."""

    day: str
    today: str
    games: tuple[DailyGame, ...]
    streak: int
    weeks: tuple[tuple[CalendarDay, ...], ...]
    before: str
    after: str

    @property
    def is_today(self) -> bool:
        """Whether the deals count."""
        return self.day == self.today


def _result(table: LobbyTable, *, yours: bool = False) -> DailyResult:
    seat = next((seat for seat, level in enumerate(table.levels) if not level), 0)  # the person's
    name = _("You") if yours else _("A guest") if is_default(table.players[seat]) else table.players[seat]
    moves = table.played[seat] if table.played else table.moves
    return DailyResult(name, played_game(table, seat).outcome, moves, yours)


def daily_page(
    day: str,
    today: str,
    tries: Sequence[LobbyTable],
    results: Sequence[LobbyTable],
    stored: Mapping[str, StoredDay],
    address: str,
) -> DailyPage:
    """Put together the page of a day; results and par of a game appear once your own try is over, or the day is."""
    shown = date.fromisoformat(day)
    over = [one for one in tries if one.status == "over"]
    return DailyPage(
        day,
        today,
        tuple(
            _game(name, day, today, tries, results, stored.get(name) or StoredDay(level_of(day), ()), address)
            for name in daily_games()
        ),
        streak({one.daily for one in over}, today),
        _weeks(over, today),
        (shown - timedelta(days=1)).isoformat() if day > FIRST_DAY else "",
        (shown + timedelta(days=1)).isoformat() if day < today else "",
    )


def _game(
    name: str,
    day: str,
    today: str,
    tries: Sequence[LobbyTable],
    results: Sequence[LobbyTable],
    stored: StoredDay,
    address: str,
) -> DailyGame:
    spec, level = registry.spec(name), stored.level
    levels = spec.bots()
    character = levels.levels[level].character.name if levels else level
    mine = next((one for one in tries if (one.daily, one.game) == (day, name)), None)
    state: State = "new" if mine is None else "over" if mine.status == "over" else "playing"
    found = DailyGame(name, spec.title, level, character, state, mine.table if mine else "")
    if state != "over" and day == today:
        return found
    own = _result(mine, yours=True) if mine and state == "over" else None
    lines = [line for line in results if line.game == name and not line.closed]
    ranked = sorted((_result(line, yours=mine is not None and line.table == mine.table) for line in lines), key=_rank)
    return msgspec.structs.replace(
        found,
        result=own,
        par=stored.par,
        results=tuple(ranked[:_LISTED]),
        finished=len(ranked),
        won=sum(one.outcome == "won" for one in ranked),
        share=_share(day, spec.title, character, own, stored.par, address) if own else "",
    )


def _rank(result: DailyResult) -> tuple[bool, bool, int]:
    """Wins first, the shortest first; then draws, and the longest defeats."""
    lost = result.outcome == "lost"
    return result.outcome != "won", lost, -result.moves if lost else result.moves


def _share(day: str, title: str, character: str, result: DailyResult, par: tuple[Par, ...], address: str) -> str:
    """Return a text to share, which tells nothing of the cards."""
    lines = [_("Undercut, {day}: {title}").format(day=day, title=title), result.told(character)]
    lines += [
        _("⛳ Par: {level} wins {share} %").format(level=_(one.level), share=round(100 * one.share)) for one in par
    ]
    return "\n".join([*lines, f"{address}/daily/{day}"])


def _weeks(over: Sequence[LobbyTable], today: str) -> tuple[tuple[CalendarDay, ...], ...]:
    """Return the last weeks, Monday first."""
    last = date.fromisoformat(today)
    monday = last - timedelta(days=last.weekday(), weeks=WEEKS - 1)
    found: dict[str, list[str]] = {}
    for one in over:
        found.setdefault(one.daily, []).append(_result(one).outcome)
    weeks: list[tuple[CalendarDay, ...]] = []
    for week in range(WEEKS):
        days = [(monday + timedelta(weeks=week, days=day)).isoformat() for day in range(7)]
        weeks.append(tuple(_calendar_day(day, found.get(day, []), today) for day in days))
    return tuple(weeks)


def _calendar_day(day: str, outcomes: Sequence[str], today: str) -> CalendarDay:
    won = sum(outcome == "won" for outcome in outcomes)
    spoken = ngettext("{day}: {count} deal played, {won} won", "{day}: {count} deals played, {won} won", len(outcomes))
    signs = "".join(SIGNS[outcome] for outcome in outcomes)
    return CalendarDay(day, signs, spoken.format(day=day, count=len(outcomes), won=won), open=FIRST_DAY <= day <= today)
