"""The front page, the game to watch, new tables, daily deals, a reader's own games, settings, and the page about us."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct, field

from undercut.installed import installed
from undercut.lessons.courses import first_lesson
from undercut.lessons.learner import Learned, score_of, strength_of
from undercut.pages.answers import Page, Preferences
from undercut.pages.board.table_page import board_context
from undercut.pages.errors import Missing, few_faults
from undercut.pages.game_cards import GameCard, game_cards, lesson_link
from undercut.pages.learning.lessons import puzzles_page
from undercut.pages.lobby.daily import DayData, shared_result
from undercut.pages.lobby.front import DayCount, FrontPage, Kept, front_page
from undercut.pages.lobby.history import ChosenFilters, GamesPage, games_page
from undercut.pages.lobby.progress import Gains, gains, ladders, race
from undercut.pages.lobby.rows import PlayedGame, played_game
from undercut.pages.lobby.shown_games import WatchedMove, move_at, scenes, watched_move
from undercut.pages.new_page import NewPage, new_page
from undercut.table.commands import OpenTable
from undercut.table.judged import accuracy
from undercut.table.listing import LobbyTable, for_player
from undercut.table.opening.deals import daily_games, day_at, read_day
from undercut.table.opening.terms import Draft, read_choices
from undercut.table.scene import Scene
from undercut.table.table import Table
from undercut.translation import _

MOST_REVIEWS = 100  # most finished games whose reviews are read for the accuracy
_COUNTED = 50  # most games that count for the strength
_VERSION = installed().version


def front(now: float, kept: Kept, tables: list[LobbyTable]) -> Page[FrontPage]:
    puzzles = puzzles_page(kept.known, day_at(now))
    solved = sum(one.state in ("right", "late") for one in puzzles.puzzles)
    page = front_page(now, kept, tables, DayCount(solved, len(puzzles.puzzles)), puzzles.streak)
    return Page("front.html", page, "play")


def watch(now: float) -> Page[Scene]:
    current = move_at(now)
    if current is None:
        raise Missing
    return _watch(watched_move(*current))


def watch_step(game: str, step: int, guess: str = "", tried: str = "") -> Page[Scene]:
    return _watch(watched_move(game, step, tally=guess, tried=tried))


def _watch(move: WatchedMove) -> Page[Scene]:
    scene = scenes(move.game)[move.step]
    return Page("watch.html", scene, "play", lambda _: board_context(scene) | {"watched": move})


def gained(
    held: Sequence[tuple[LobbyTable, int]], table: Table, known: Sequence[Learned], day: DayData | None = None
) -> Page[Gains]:
    """Show what a finished game brought the reader, and how it went."""
    found = gains([_played(line, seat) for line, seat in held], table.id)
    seat = next((seat for line, seat in held if line.table == table.id), None)
    if seat is not None and table.state is not None:
        found = msgspec.structs.replace(found, race=race(table.state, table.names, seat))
        first, result = first_lesson(table.game.name), table.state.result
        is_lost = result is not None and seat not in result.winners
        is_own = day is None and not table.opened.duplicate
        if first and is_own and is_lost and not (link := lesson_link(first, known)).done:
            found = msgspec.structs.replace(found, lesson=link)
    if day is not None:
        found = msgspec.structs.replace(found, share=shared_result(day, table.id))
    return Page("parts/gains.html", found)


def unfinished(held: Iterable[tuple[LobbyTable, int | None]]) -> list[LobbyTable]:
    """List a reader's unfinished tables: those where it is their move first, those that wait for players last."""
    found: list[LobbyTable] = []
    for line, seat in held:
        mine = for_player(line, seat)
        moves = mine.status == "playing" and mine.you is not None and mine.you == mine.to_move
        found.append(msgspec.structs.replace(mine, yours=moves))
    return sorted(found, key=lambda line: (not line.yours, line.status == "open", -line.updated))


def strength_in(game: str, held: Iterable[tuple[LobbyTable, int]]) -> float:
    """Estimate a reader's place among the levels of a game by the latest finished games against bots, latest first."""
    # A game that a bot finished in the reader's place shows nothing of the reader.
    mine = [
        line for line, seat in held if line.game == game and not line.practice and not any(line.levels[seat : seat + 1])
    ]
    results = (score_of(line.levels, line.winners) for line in reversed(mine[:_COUNTED]))
    return strength_of(result for result in results if result)


def _played(line: LobbyTable, seat: int) -> PlayedGame:
    return played_game(for_player(line, seat), seat)


def your_games(
    kept: Kept, chosen: ChosenFilters, page: int, reviews: Mapping[str, bytes | msgspec.Raw]
) -> Page[GamesPage]:
    history = [_played(line, seat) for line, seat in kept.held]
    judged = ((line.table, accuracy(reviews[line.table], seat)) for line, seat in kept.held if line.table in reviews)
    known = {table: one for table, one in judged if one is not None}
    return Page("games.html", games_page(kept.yours, history, chosen, page, known, kept.duplicates), "games")


def new_table(given: Mapping[str, object], held: Iterable[tuple[LobbyTable, int]] = ()) -> Page[NewPage]:
    """Show the choices for a new table, some of them made; the bots are those that the reader's ladder offers."""
    levels = {ladder.game.name: ladder.level for ladder in ladders([_played(line, seat) for line, seat in held])}
    return Page("new.html", new_page(read_choices(given, levels), with_faults="rules" in given), "play")


def read_new_table(asked: OpenTable) -> Draft:
    """Read what a new table is to be; the seats and rules that are not given are chosen here."""
    given = msgspec.structs.asdict(asked)
    return read_choices({name: value for name, value in given.items() if value not in (None, [])})


def filled_form(draft: Draft, status: int = 422, fault: str = "") -> Page[NewPage]:
    shown = replace(draft, found=(fault,)) if fault else draft
    return Page("new.html", new_page(shown), "play", status=status)


def days(text: str, now: float) -> tuple[str, str]:
    """Return the day that an address names, and today; the future has no deals yet.

    Examples:
        >>> days("today", 1_800_000_000.0)
        ('2027-01-15', '2027-01-15')
    """
    today = day_at(now)
    day = today if text == "today" else text
    if read_day(day) is None or day > today:
        raise Missing
    return day, today


def try_of(tries: Iterable[LobbyTable], day: str, game: str) -> LobbyTable | None:
    if game not in daily_games():
        raise Missing
    return next((line for line in tries if (line.daily, line.game) == (day, game)), None)


class ImportPage(Struct, frozen=True):
    record: str = ""
    faults: list[str] = field(default_factory=list[str])


def refuse_import(text: str, faults: Sequence[str]) -> Page[ImportPage]:
    no_record = _("This text is not an Undercut record.")
    told = [no_record if fault.startswith("record: not") else fault for fault in faults]
    return Page("import.html", ImportPage(text, few_faults(told)), status=422)


class SettingsPage(Struct, frozen=True):
    preferences: Preferences = field(name="look")
    saved: bool = False


def settings(preferences: Preferences, saved: str) -> Page[SettingsPage]:
    return Page("settings.html", SettingsPage(preferences, saved=saved == "yes"), "settings")


class AboutPage(Struct, frozen=True):
    version: str
    games: list[GameCard]
    licences: dict[str, str]  # of what is installed beside Undercut, by name


def about() -> Page[AboutPage]:
    return Page("about.html", AboutPage(_VERSION, game_cards(), _licences()))


@cache
def _licences() -> dict[str, str]:
    text = Path(__file__).parents[1].joinpath("licences.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, str])
