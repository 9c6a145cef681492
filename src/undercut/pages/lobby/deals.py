"""Pages of deals that others play, too: the deals of a day with all results, and the score sheets of duplicates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Literal

import msgspec
from msgspec import Struct

from undercut.bots.levels import levels_of
from undercut.games.base import registry
from undercut.games.base.book import rules_title
from undercut.pages.books.rule_links import rule_address
from undercut.pages.game_cards import GameCard, LevelCard, game_cards, levels
from undercut.pages.lobby.history import played_game
from undercut.table.listing import LobbyTable
from undercut.table.names import default_name
from undercut.table.opening.deals import (
    DEAL_COUNTS,
    DUPLICATE_PLAYERS,
    FIRST_DAY,
    Duplicate,
    daily_games,
    duplicate_games,
    level_of,
    streak,
)
from undercut.translation import N_, _, ngettext

WEEKS = 5  # number of weeks that the calendar shows
_LISTED = 20
_SIGNS = {"won": "★", "drawn": "=", "shared": "=", "lost": "○", "open": "○"}

_RESULTS = {
    "won": (N_("won in {moves} move"), N_("won in {moves} moves")),
    "lost": (N_("lost after {moves} move"), N_("lost after {moves} moves")),
}

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


class Stored(Struct, frozen=True):
    """The stored data of a day's deal, besides its cards."""

    level: str
    par: tuple[Par, ...]


def read_par(data: bytes | None) -> tuple[Par, ...]:
    """Decode a stored par; empty if there is none yet."""
    return msgspec.json.decode(data, type=tuple[Par, ...]) if data else ()


class DailyResult(Struct, frozen=True):
    """A finished try in the day's table of results."""

    name: str
    outcome: str
    moves: int
    yours: bool = False

    @property
    def text(self) -> str:
        """The result in words."""
        one, many = _RESULTS.get(self.outcome, (N_("drawn after {moves} move"), N_("drawn after {moves} moves")))
        return ngettext(one, many, self.moves).format(moves=self.moves)


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


class CalendarDay(Struct, frozen=True):
    """A day of the calendar: its deals that you finished, as signs."""

    day: str
    signs: str
    spoken: str
    open: bool = True  # whether the day has deals: not before the first day, nor to come

    @property
    def number(self) -> int:
        """The day of the month."""
        return int(self.day[-2:])


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
    return DailyResult(table.players[seat], played_game(table, seat).outcome, table.moves, yours)


def daily_page(
    day: str,
    today: str,
    tries: Sequence[LobbyTable],
    results: Sequence[LobbyTable],
    stored: Mapping[str, Stored],
    address: str,
) -> DailyPage:
    """Put together the page of a day; results and par of a game appear once your own try is over, or the day is."""
    shown = date.fromisoformat(day)
    over = [one for one in tries if one.status == "over"]
    return DailyPage(
        day,
        today,
        tuple(
            _game(name, day, today, tries, results, stored.get(name) or Stored(level_of(day), ()), address)
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
    stored: Stored,
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
        share=_share(day, spec.title, character, own, address) if own else "",
    )


def _rank(result: DailyResult) -> tuple[bool, bool, int]:
    """Wins first, the shortest first; then draws, and the longest defeats."""
    lost = result.outcome == "lost"
    return result.outcome != "won", lost, -result.moves if lost else result.moves


def _share(day: str, title: str, character: str, result: DailyResult, address: str) -> str:
    """Return a text to share, which tells nothing of the cards."""
    said = _("Undercut, {day}: {title} against {character}. {sign} {result}. {address}")
    return said.format(
        day=day,
        title=title,
        character=character,
        sign=_SIGNS[result.outcome],
        result=f"{result.text[:1].upper()}{result.text[1:]}",
        address=f"{address}/daily/{day}",
    )


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
    signs = "".join(_SIGNS[outcome] for outcome in outcomes)
    return CalendarDay(day, signs, spoken.format(day=day, count=len(outcomes), won=won), open=FIRST_DAY <= day <= today)


# --- Duplicates -------------------------------------------------------------------------------------------------------

_SCORES = {"won": 1.0, "drawn": 0.5, "shared": 0.5}
BoardState = Literal["new", "playing", "over", "hidden"]
Played = Mapping[tuple[int, int], LobbyTable]  # by place and board


class Score(Struct, frozen=True):
    """A player's board; hidden: played or not, the reader may not know yet."""

    state: BoardState
    table: str = ""
    sign: str = ""
    score: float = 0.0
    moves: int = 0
    open: bool = False  # whether its cards are open, so that it has a review

    @property
    def pace(self) -> int:
        """The tie-break: quick wins and long defeats are better."""
        return -self.moves if self.score else self.moves


class DuplicateBoard(Struct, frozen=True):
    """A board with the scores of both players."""

    number: int
    deal: int
    seat: int
    scores: tuple[Score, ...]


class DuplicatePage(Struct, frozen=True):
    """A duplicate as one reader may see it."""

    duplicate: str
    game: str
    title: str
    rules: str
    rules_address: str
    level: str
    character: str
    deals: int
    players: list[str]
    you: int | None
    waits: bool  # for the second player
    boards: list[DuplicateBoard]
    totals: list[float]  # over the boards that both have played and the reader may see
    next: int  # the reader's next board, from 1; 0 after the last one
    playing: str  # the reader's table in play; empty if there is none
    over: bool
    ahead: str
    address: str
    share: str


class DuplicatesPage(Struct, frozen=True):
    """Your duplicates, and the choices for a new one."""

    yours: list[DuplicatePage]
    games: list[GameCard]
    levels: list[LevelCard]
    deals: list[int]


def duplicates_page(yours: Sequence[DuplicatePage]) -> DuplicatesPage:
    """List a guest's duplicates."""
    offered = [card for card in game_cards() if card.name in duplicate_games()]
    known = [level for level in levels() if level.name not in ("random", "greedy")]
    return DuplicatesPage([*yours], offered, known, list(DEAL_COUNTS))


def duplicate_page(
    duplicate: Duplicate, names: Mapping[int, str], you: int | None, played: Played, address: str
) -> DuplicatePage:
    """Put together the page of a duplicate for one reader."""
    boards = [_board(duplicate, number, you, played) for number in range(duplicate.boards)]
    seen = [board for board in boards if all(score.state == "over" for score in board.scores)]
    totals = [sum(board.scores[place].score for board in seen) for place in range(DUPLICATE_PLAYERS)]
    mine = [board.scores[you] for board in boards] if you is not None else []
    shown = [_name(duplicate, place, names, played) for place in range(DUPLICATE_PLAYERS)]
    over, waits = len(seen) == len(boards), len(names) < DUPLICATE_PLAYERS and you is not None
    spec = registry.spec(duplicate.game)
    character = levels_of(duplicate.game).levels[duplicate.level].character.name
    here = f"{address}/duplicate/{duplicate.id}"
    ahead = _ahead(shown, totals, seen, over=over)
    return DuplicatePage(
        duplicate.id,
        duplicate.game,
        spec.title,
        rules_title(duplicate.game, duplicate.rules),
        rule_address(duplicate.game, duplicate.rules),
        duplicate.level,
        character,
        duplicate.deals,
        shown,
        you,
        len(names) < DUPLICATE_PLAYERS,
        boards,
        totals,
        next((number for number, score in enumerate(mine, 1) if score.state == "new"), 0),
        next((score.table for score in mine if score.state == "playing"), ""),
        over,
        _("Waiting for your friend.") if waits else ahead,
        here,
        _share_duplicate(spec.title, character, ahead, boards, here, over=over),
    )


def _name(duplicate: Duplicate, place: int, names: Mapping[int, str], played: Played) -> str:
    """Return a player's name: as the latest table has it, which the owner of the site may have changed."""
    for number in reversed(range(duplicate.boards)):
        if table := played.get((place, number)):
            return table.players[duplicate.seat_at(number)]
    return names.get(place, "") or (default_name(place) if place in names else _("your friend"))


def _board(duplicate: Duplicate, number: int, you: int | None, played: Played) -> DuplicateBoard:
    """Return a board: the reader's own result, and both once they may not help the reader any more."""
    seat = duplicate.seat_at(number)

    def done(place: int) -> bool:
        tables = (played.get((place, one)) for one in duplicate.boards_of(number))
        return all(table is not None and table.status == "over" for table in tables)

    known = done(you) if you is not None else all(done(place) for place in range(DUPLICATE_PLAYERS))
    scores = tuple(
        _score(played.get((place, number)), seat, open_cards=done(place)) if known or place == you else Score("hidden")
        for place in range(DUPLICATE_PLAYERS)
    )
    return DuplicateBoard(number + 1, duplicate.deal_of(number) + 1, seat, scores)


def _score(table: LobbyTable | None, seat: int, *, open_cards: bool) -> Score:
    if table is None:
        return Score("new")
    if table.status != "over":
        return Score("playing", table.table)
    outcome = played_game(table, seat).outcome
    sign = _SIGNS.get(outcome, _SIGNS["lost"])
    return Score("over", table.table, sign, _SCORES.get(outcome, 0.0), table.moves, open=open_cards)


def _ahead(names: Sequence[str], totals: Sequence[float], seen: Sequence[DuplicateBoard], *, over: bool) -> str:
    """Say who is ahead, or who has won; equal scores are decided by quick wins and long defeats."""
    if not seen:
        return _("No board has been played by both yet.")
    paces = [sum(board.scores[place].pace for board in seen) for place in range(DUPLICATE_PLAYERS)]
    by_score, by_pace = totals[0] - totals[1], paces[0] - paces[1]
    difference = by_score or by_pace
    if not difference:
        return _("The match is drawn: all boards are equal.") if over else _("Level so far.")
    better = names[difference < 0]
    if not over:
        points = f"{abs(by_score):g}"
        said = _("{name} is ahead by {points}.") if by_score else _("Level by boards; {name} was quicker.")
        return said.format(name=better, points=points)
    if by_score:
        high, low = sorted(totals, reverse=True)
        return _("{name} wins the match {high:g} to {low:g}.").format(name=better, high=high, low=low)
    text = ngettext(
        "{name} wins the match by {count} move: the boards are level.",
        "{name} wins the match by {count} moves: the boards are level.",
        abs(by_pace),
    )
    return text.format(name=better, count=abs(by_pace))


def _share_duplicate(
    title: str, character: str, ahead: str, boards: Sequence[DuplicateBoard], address: str, *, over: bool
) -> str:
    """Return a text to share: an invitation, or the result, which tells nothing of the cards."""
    if not over:
        said = _("Play the same deals of {title} as I do, against {character}. Who does better? {address}")
        return said.format(title=title, character=character, address=address)
    signs = ["".join(board.scores[place].sign for board in boards) for place in range(DUPLICATE_PLAYERS)]
    said = _("Undercut, duplicate at {title} against {character}. {signs} {ahead} {address}")
    return said.format(title=title, character=character, signs=" : ".join(signs), ahead=ahead, address=address)
