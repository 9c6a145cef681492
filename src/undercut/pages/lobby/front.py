"""The front page and the lobby: tables, today's deal, and the bots' game to watch."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from msgspec import Struct, structs

from undercut.bots.players import levels_of
from undercut.games.base import registry
from undercut.lessons.courses import first_lesson
from undercut.lessons.learner import Learned
from undercut.pages.addresses import daily_address, ladder_address, table_address
from undercut.pages.game_cards import GameCard, LessonLink, LevelCard, game_cards, lesson_link, opponents
from undercut.pages.lobby.daily import daily_result
from undercut.pages.lobby.duplicates import WaitingDuplicate, in_order
from undercut.pages.lobby.progress import Ladder, Rung, in_a_row, ladders
from undercut.pages.lobby.rows import Lists, PlayedGame, Row, days_played, ending_of, lists, played_game
from undercut.pages.lobby.shown_games import Miniature, miniature_at
from undercut.table.listing import LobbyTable, for_player
from undercut.table.opening.deals import daily_games, day_at, days_before, level_of, time_left
from undercut.table.opening.deals import streak as days_in_a_row
from undercut.translation import _

_WAITING = 2  # most unfinished games that the front page lists


class DayCount(NamedTuple):
    done: int
    all: int


class Today(Struct, frozen=True):
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


@dataclass(frozen=True, slots=True)
class Kept:
    yours: list[LobbyTable]  # unfinished tables
    held: Sequence[tuple[LobbyTable, int]]  # finished games with the reader's seat, the latest first
    tries: Sequence[LobbyTable] = ()  # at daily deals
    known: Sequence[Learned] = ()
    duplicates: Sequence[WaitingDuplicate] = ()  # those that wait or have news


class Day(Struct, frozen=True):
    deal: Today | None
    left: tuple[int, int]  # until the next deals and puzzles
    deals: DayCount
    puzzles: DayCount
    puzzle_streak: int  # days in a row on which a puzzle was solved


class Learning(Struct, frozen=True):
    learned: list[str]  # the games whose first lesson is done, or whose first bot is beaten
    begun: dict[str, LessonLink]  # the first lessons that the reader left, by game
    lesson: LessonLink | None  # the first lesson of the game played last, to go on with it


class News(NamedTuple):
    address: str
    icon: str  # or a face
    words: str
    note: str = ""
    face: str = ""


class FrontPage(Struct, frozen=True):
    games: list[GameCard]
    levels: list[LevelCard]
    yours: list[LobbyTable]
    tables: list[LobbyTable]
    day: Day
    learning: Learning
    ladders: dict[str, Ladder]  # by game
    played: list[str]  # the games that the reader has played, the latest first
    last: PlayedGame | None  # the game played last, if its cards are open
    duplicates: Sequence[WaitingDuplicate]
    shown: Miniature | None  # the bot game to watch; None if there is none

    @property
    def lists(self) -> Lists:
        return lists(self.yours, self.tables)

    @property
    def waiting(self) -> Sequence[WaitingDuplicate | Row]:
        return self._all_waiting[:_WAITING]

    @property
    def _all_waiting(self) -> Sequence[WaitingDuplicate | Row]:
        return in_order(self.duplicates, self.lists.yours)

    @property
    def is_back(self) -> bool:
        tried = self.day.deal is not None and self.day.deal.done
        played = self.yours or self.duplicates or self.played
        return bool(played or self.learning.learned or tried or self.day.puzzle_streak)

    @property
    def first_lesson(self) -> LessonLink | None:
        game = self.games[0]
        if begun := self.learning.begun.get(game.name):
            return structs.replace(begun, title=f"{game.title}: {begun.words}")
        title = _("Learn {title} in 3 minutes").format(title=game.title)
        return LessonLink(title, game.lesson) if game.lesson else None

    def lesson_of(self, game: GameCard) -> LessonLink | None:
        if begun := self.learning.begun.get(game.name):
            return begun
        return LessonLink(_("Learn in 3 minutes"), game.lesson) if game.lesson else None

    def rung_of(self, game: GameCard) -> Rung | None:
        """Return the next rung of a ladder that is begun; the news have that of the game played last."""
        ladder = self.ladders[game.name]
        return ladder.next if ladder.is_begun and game.name not in self.played[:1] else None

    @property
    def news(self) -> list[News]:
        found: list[News] = []
        if self.last and (ending := ending_of(self.last.table, self.last.outcome)):
            words = _("{title}: {result}").format(title=self.last.table.title, result=ending)
            icon = "ok" if self.last.outcome == "won" else "log"
            found.append(News(table_address(self.last.table.table, "review"), icon, words, _("See what decided it")))
        begun = (ladder for game in self.played if (ladder := self.ladders.get(game)) and ladder.is_begun)
        if (ladder := next(begun, None)) and (rung := ladder.next):
            said = _("{title}: {result}") if rung.results else "{title}"
            note = said.format(title=ladder.game.title, result=rung.record)
            found.append(News(ladder_address(ladder.game.name), "", rung.task, note, rung.face))
        if (count := len(self._all_waiting)) > _WAITING:
            found.append(News("/games", "board", _("All {count} unfinished games").format(count=count)))
        if self.day.deal:
            found += _news_of_deals(self.day.deal, self.day.left)
        done, streak = self.day.puzzles, self.day.puzzle_streak
        words = _("Puzzles: {done} of {count} solved").format(done=done.done, count=done.all)
        found.append(News("/puzzles", "puzzle", words, in_a_row(streak) if streak else _("today")))
        lesson = self.learning.lesson
        return [*found, News(lesson.address, "book", lesson.offer)] if lesson else found


def _news_of_deals(deal: Today, left: tuple[int, int]) -> Iterator[News]:
    if deal.streak:
        if deal.day in deal.done:
            note = _("next deals in {hours} h {minutes} min")
        else:
            note = _("play within {hours} h {minutes} min to keep it")
        yield News("/daily", "streak", in_a_row(deal.streak), note.format(hours=left[0], minutes=left[1]))
    if deal.before.all:
        words = _("You won {won} of {count}").format(won=deal.before.done, count=deal.before.all)
        yield News(daily_address(deal.yesterday), "day", words, _("yesterday's deals"))


def front_page(now: float, kept: Kept, tables: list[LobbyTable], puzzles: DayCount, streak: int) -> FrontPage:
    played = [played_game(for_player(line, seat), seat) for line, seat in kept.held]
    day = day_at(now)
    over = {line.game for line in kept.tries if line.daily == day and line.status == "over"}
    deals = DayCount(len(over), len(daily_games()))
    games, climbed = list(dict.fromkeys(one.table.game for one in played)), ladders(played, kept.yours)
    return FrontPage(
        games=game_cards(),
        levels=opponents(),
        yours=kept.yours,
        tables=tables,
        day=Day(todays_deal(kept.tries, day), time_left(now), deals, puzzles, streak),
        learning=_learning(kept.known, [one.table.game for one in played], climbed),
        ladders={ladder.game.name: ladder for ladder in climbed},
        played=games,
        last=next((one for one in played[:1] if not one.table.sealed), None),
        duplicates=kept.duplicates,
        shown=miniature_at(now),
    )


def _learning(known: Sequence[Learned], played: Sequence[str], climbed: Iterable[Ladder]) -> Learning:
    firsts = {name: lesson_link(first, known) for name in registry.names() if (first := first_lesson(name))}
    learned = {game for game, link in firsts.items() if link.done}
    learned |= {ladder.game.name for ladder in climbed if ladder.rungs[0].passed}
    begun = {game: link for game, link in firsts.items() if link.step}
    # Who has played a game without the lesson is not asked again.
    left = next((begun[game] for game in played[:1] if game in begun and game not in learned), None)
    return Learning(sorted(learned), begun, left)


class LobbyPage(Struct, frozen=True):
    tables: list[LobbyTable]
    yours: list[LobbyTable]
    games: list[GameCard] = []
    shown: Miniature | None = None

    @property
    def lists(self) -> Lists:
        return lists(self.yours, self.tables)


def todays_deal(tries: Sequence[LobbyTable], day: str) -> Today | None:
    games = daily_games()
    if not games:
        return None
    turn = date.fromisoformat(day).toordinal() % len(games)
    mine = {line.game: line for line in tries if line.daily == day}
    order = games[turn:] + games[:turn]
    left = [name for name in order if name not in mine or mine[name].status != "over"]
    name = (left or order)[0]
    level = level_of(day)
    done = frozenset(line.daily for line in tries if line.status == "over")
    return Today(
        day=day,
        game=name,
        title=registry.spec(name).title,
        character=levels_of(name).levels[level].character.name,
        level=level,
        table=mine[name].table if name in mine else "",
        over=not left,
        streak=days_in_a_row(days_played(tries), day),
        done=done,
        before=_won_on(tries, days_before(day, 2)[1]),
    )


def _won_on(tries: Sequence[LobbyTable], day: str) -> DayCount:
    outcomes = [daily_result(line).outcome for line in tries if line.daily == day and line.status == "over"]
    return DayCount(outcomes.count("won"), len(outcomes))
