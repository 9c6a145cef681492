"""A player's progress: the ladders of levels to beat, and what a finished game brought."""

from collections.abc import Sequence
from itertools import takewhile

from markupsafe import Markup
from msgspec import Struct

from undercut.bots.players import levels_of
from undercut.draw.chart import Axis, Plot, words
from undercut.draw.shapes import tag
from undercut.games.base.game_types import TABLE_REASONS, Outcome
from undercut.games.base.parts.bots import LEVEL_NAMES, portrait_of
from undercut.games.base.registry import spec
from undercut.pages.addresses import ladder_address
from undercut.pages.game_cards import GameCard, LessonLink, game_cards
from undercut.pages.lobby.rows import SIGNS, PlayedGame, days_played, is_given_up
from undercut.play.state import State
from undercut.table.listing import LobbyTable
from undercut.table.opening.deals import daily_games, streak
from undercut.translation import _, ngettext

NEEDED, AMONG = 2, 5  # winning 2 of 5 successive games beats a level
_QUICK_AFTER = 2  # earlier wins against the same bots that a quickest win needs
_SHORT = 4  # moves below which a game has no chart
_ROUND = (10, 25, 50, 100, 200, 500)  # numbers of games that are told


class Rung(Struct, frozen=True):
    level: str
    character: str
    results: list[bool]
    passed: bool
    next: bool = False

    @property
    def face(self) -> str:
        return portrait_of(self.character, self.level)

    @property
    def signs(self) -> str:
        return " ".join(SIGNS["won" if won else "lost"] for won in self.results)

    @property
    def record(self) -> str:
        return _("{won} of {count} won").format(won=sum(self.results), count=len(self.results))

    @property
    def task(self) -> str:
        won = sum(self.results[1 - AMONG :])
        said = _("Win {needed} of {among} games against {name}")
        if won:
            said = _("Win {needed} of {among} games against {name}: {won} won")
        return said.format(name=self.character, needed=NEEDED, among=AMONG, won=won)


class Ladder(Struct, frozen=True):
    game: GameCard
    rungs: list[Rung]
    last: str = ""  # the level that the reader played against last

    @property
    def is_begun(self) -> bool:
        return any(rung.results for rung in self.rungs)

    @property
    def next(self) -> Rung | None:
        return next((rung for rung in self.rungs if rung.next), None)

    @property
    def passed(self) -> str:
        count = sum(rung.passed for rung in self.rungs)
        return _("{count} of {all} passed").format(count=count, all=len(self.rungs))

    @property
    def is_short(self) -> bool:
        """Whether the games against bots are short ones: until the first rung is passed."""
        return not self.rungs[0].passed

    @property
    def rule_set(self) -> str:
        return self.game.first_set if self.is_short else self.game.rule_set

    @property
    def minutes(self) -> int:
        return self.game.first_minutes if self.is_short else self.game.minutes

    @property
    def level(self) -> str:
        return self.last or (self.next or self.rungs[-1]).level


def passes(wins: Sequence[bool]) -> bool:
    """Return whether enough games in a row were won.

    Examples:
        >>> passes([True, False, False, False, False, True]), passes([False, True, False, True])
        (False, True)
    """
    return any(sum(wins[end : end + AMONG]) >= NEEDED for end in range(len(wins)))


def ladders(games: Sequence[PlayedGame], unfinished: Sequence[LobbyTable] = ()) -> list[Ladder]:
    """Return the ladders, from games with the latest first; beating a level passes all levels below it.

    The next rung is that of the level last played against, unless it is passed.
    """
    won = {one.table.table for one in games if one.outcome == "won"}
    lines = sorted((*unfinished, *(one.table for one in reversed(games))), key=lambda line: line.updated)
    latest = {line.game: line for line in lines if not line.daily and _level(line)}
    climbs: list[Ladder] = []
    for card in game_cards():
        wins = {level: _won_against(games, card.name, level) for level in LEVEL_NAMES}
        top = max((place for place, level in enumerate(LEVEL_NAMES) if passes(wins[level])), default=-1)
        names, line = levels_of(card.name).levels, latest.get(card.name)
        last = LEVEL_NAMES.index(_level(line)) if line else -1
        following = max(last, top + 1)
        rungs = [
            Rung(level, names[level].character.name, wins[level][-AMONG:], place <= top, place == following)
            for place, level in enumerate(LEVEL_NAMES)
        ]
        goes_on = line and not (line.table in won and last <= top)
        climbs.append(Ladder(card, rungs, LEVEL_NAMES[last] if goes_on else ""))
    return climbs


def _level(line: LobbyTable) -> str:
    """Return the level of a person's opponents; empty if they differ, or are people."""
    people, levels = line.levels.count(""), {*line.levels} & {*LEVEL_NAMES}
    return levels.pop() if people == len(levels) == 1 else ""


def _won_against(games: Sequence[PlayedGame], game: str, level: str) -> list[bool]:
    counted = (played for played in reversed(games) if played.table.game == game and played.table.counted)
    return [played.outcome == "won" for played in counted if rivals(played) == {level}]


def rivals(game: PlayedGame) -> set[str]:
    return {level for seat, level in enumerate(game.table.levels) if seat != game.seat}


class Gain(Struct, frozen=True):
    icon: str
    text: str
    is_task: bool = False  # whether it says which bot to beat first, so that no stronger one is offered


class Race(Struct, frozen=True):
    players: list[str]
    you: int
    near: list[list[float]]  # how near each player was to their own goal, from the deal to the end: 0 to 1
    text: str  # when the winner went ahead
    goals: list[int]  # the players' winning totals, where the game has them

    @property
    def rivals(self) -> list[str]:
        return [name for seat, name in enumerate(self.players) if seat != self.you]

    @property
    def drawn(self) -> Markup:
        """The course of the game: the nearer to winning, the higher, with the goal at the top."""
        plot = Plot(Axis(0, len(self.near) - 1, 8, 632), Axis(0, 1, 112, 8))
        plot.level(1, class_="goal-line")
        looks = [f"rival-{seat}" for seat in range(len(self.rivals))]
        looks.insert(self.you, "self")
        differ = len({*self.goals}) > 1
        for place, goal in enumerate(self.goals if differ else self.goals[:1]):
            plot.parts.append(words(8 + 40 * place, 32, str(goal), class_=looks[place] if differ else "goal-line"))
        for seat in sorted(range(len(self.players)), key=lambda seat: seat == self.you):
            plot.line(((at, each[seat]) for at, each in enumerate(self.near)), class_=looks[seat])
            plot.dot(len(self.near) - 1, self.near[-1][seat], 5, class_=looks[seat])
        drawn = tag("svg", *plot.parts, viewBox="0 0 640 120", aria_hidden="true")
        return Markup(drawn)  # noqa: S704  numbers alone


class Gains(Struct, frozen=True):
    told: tuple[Gain, ...] = ()
    address: str = ""  # what the first one is about: a ladder, or the deals
    race: Race | None = None
    share: str = ""  # a text for others about a daily deal
    lesson: LessonLink | None = None  # the game's first one, if it is not done


def race(ended: State, names: list[str], you: int) -> Race | None:
    state = ended.copy()
    if state.result and state.result.reason in TABLE_REASONS:
        state.undo()  # a resignation is not a move
    found = [(state.to_go, state.goals)]
    while state.moves:
        state.undo()
        found.append((state.to_go, state.goals))
    course = [(needed, goals) for needed, goals in reversed(found) if needed]
    if len(course) <= _SHORT:
        return None
    whole = [max(max(needed) for needed, _goals in course)] * len(names)
    near = [
        [1 - n / goal if n else 1.0 for n, goal in zip(needed, goals or whole, strict=True)] for needed, goals in course
    ]
    text = _went_ahead(ended.result, near, names, you) if ended.result else ""
    return Race(names, you, near, text, ended.goals or []) if max(map(max, near)) else None


def _went_ahead(outcome: Outcome, near: Sequence[Sequence[float]], names: Sequence[str], you: int) -> str:
    if len(outcome.winners) != 1:
        return ""
    winner = outcome.winners[0]
    behind = (at for at, each in enumerate(near) if any(n >= each[winner] for s, n in enumerate(each) if s != winner))
    since = max(behind, default=0) + 1
    if since >= len(near) - 1:
        return _("The last move decided it.") if near[-1][winner] == 1 else ""  # someone may have resigned
    if winner == you:
        return _("You were ahead from move {number} on.").format(number=since)
    return _("{name} was ahead from move {number} on.").format(name=names[winner], number=since)


def gains(games: Sequence[PlayedGame], table: str) -> Gains:
    place = next((place for place, game in enumerate(games) if game.table.table == table), None)
    if place is None or games[place].table.practice or games[place].outcome == "open":
        return Gains()
    own = [game for game in games[place:] if game.table.game == games[place].table.game]
    step, deal = _step(own), _next_deal(games[place:])
    told = (step, deal, _days(games[place:]), *_wins(own), _count(own))
    address = ladder_address(own[0].table.game) if step else "/daily" if deal else ""
    return Gains(tuple(gain for gain in told if gain), address)


def _next_deal(games: Sequence[PlayedGame]) -> Gain | None:
    if not (day := games[0].table.daily):
        return None
    played = {game.table.game for game in games if game.table.daily == day}
    left = [spec(name).title for name in daily_games() if name not in played]
    return Gain("up", _("Next deal: {title}").format(title=left[0]) if left else _("Three new deals tomorrow"))


def _step(own: Sequence[PlayedGame]) -> Gain | None:
    level, *others = rivals(own[0]) or {""}
    if not own[0].table.counted or own[0].table.duplicate or own[0].table.daily or others or level not in LEVEL_NAMES:
        return None
    before, now = (
        next(ladder for ladder in ladders(games) if ladder.game.name == own[0].table.game) for games in (own[1:], own)
    )
    was, rung = (next(one for one in ladder.rungs if one.level == level) for ladder in (before, now))
    if was.passed:
        return None
    following = now.next
    if following is None:
        return Gain("up", _("You are at the top of the ladder!"))
    if rung.passed:
        said = _("You passed {name}! {next} is next on your ladder.")
        return Gain("up", said.format(name=rung.character, next=following.character))
    return Gain("up", f"{following.signs} {following.task}".lstrip(), is_task=True)


def _days(games: Sequence[PlayedGame]) -> Gain | None:
    day = games[0].table.daily
    if not day or is_given_up(games[0].table):
        return None
    return Gain("day", in_a_row(streak(days_played(game.table for game in games), day)))


def in_a_row(days: int) -> str:
    return ngettext("Streak: {count} day", "{count} days in a row", days).format(count=days)


def _wins(own: Sequence[PlayedGame]) -> list[Gain]:
    if own[0].outcome != "won":
        return []
    row = sum(1 for _game in takewhile(lambda game: game.outcome == "won", own))
    earlier = [game for game in own[1:] if game.outcome == "won"]
    found: list[Gain] = []
    if not earlier:
        found.append(Gain("streak", _("Your first win at {title}!").format(title=own[0].table.title)))
    elif row > 1:
        found.append(Gain("streak", _("{count} wins in a row").format(count=row)))
    alike = [_moves(game) for game in earlier if rivals(game) == rivals(own[0]) and game.rules == own[0].rules]
    if len(alike) >= _QUICK_AFTER and _moves(own[0]) < min(alike):
        found.append(Gain("day", _("Your quickest win yet: {count} moves").format(count=_moves(own[0]))))
    return found


def _moves(game: PlayedGame) -> int:
    return game.table.played[game.seat] if game.table.played else game.table.moves


def _count(own: Sequence[PlayedGame]) -> Gain | None:
    if len(own) not in _ROUND:
        return None
    return Gain("day", _("Your game number {count} of {title}").format(count=len(own), title=own[0].table.title))
