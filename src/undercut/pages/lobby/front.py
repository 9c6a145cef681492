"""The front page and the lobby: tables, today's deal, and the bots' game to watch, one for everyone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from undercut.bots.levels import level_of_person
from undercut.draw.tables import Viewer, describe
from undercut.games.base import registry
from undercut.games.base.parts.drawing import Arrangement, Side, TableDrawing, Zone
from undercut.lessons.course import shown_games
from undercut.pages.assets import sprite_address
from undercut.pages.board.log import WATCHED
from undercut.pages.board.players import faces_of
from undercut.pages.errors import Missing
from undercut.pages.game_cards import GameCard, LevelCard, game_cards
from undercut.pages.lobby.history import Ladder
from undercut.pages.lobby.rows import Lists, lists
from undercut.table.events import Sat
from undercut.table.listing import LobbyTable
from undercut.table.opening.daily import daily_games, days_before, level_of, streak
from undercut.table.opening.imports import import_record
from undercut.table.scene import Permissions, Scene
from undercut.table.showing import scene as scene_of
from undercut.table.table import Table
from undercut.translation import N_, _

FIRST_LEVEL = "beginner"  # offered to newcomers
_IN_ROW = 10  # most cards of a row in small; of longer rows, the last ones
_FANNED = 6
_LETTERS = (N_("M"), N_("Tu"), N_("W"), N_("Th"), N_("F"), N_("Sa"), N_("Su"))
_DAYS = 7


class ShownPlayer(Struct, frozen=True):
    """A player of the game to watch, and the number that counts: points, or cards left."""

    name: str
    portrait: str
    number: str


class Shown(Struct, frozen=True):
    """The move of a bot game that the front page shows."""

    game: str
    title: str
    step: int
    text: str
    wait: float
    players: list[ShownPlayer]
    rows: list[list[str]]  # the open cards, row by row

    @property
    def sprite(self) -> str:
        """The address of the cards' pictures."""
        return sprite_address(registry.spec(self.game).pack)


class DayMark(NamedTuple):
    """A day of the last week: its letter, and whether a deal was finished on it."""

    letter: str
    done: bool


class Tally(NamedTuple):
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
    streak: int
    done: frozenset[str]

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
    """The front page."""

    games: list[GameCard]
    levels: list[LevelCard]
    quick: str
    yours: list[LobbyTable]
    tables: list[LobbyTable]
    shown: Shown | None = None  # the bot game to watch; None if there is none
    today: Today | None = None
    learned: list[str] = []  # the games that the reader has played, or whose first lesson is done
    ladders: dict[str, Ladder] = {}  # by game
    deals: Tally = Tally(0, 0)  # today's
    puzzles: Tally = Tally(0, 0)  # today's

    @property
    def lists(self) -> Lists:
        """The tables, sorted into lists."""
        return lists(self.yours, self.tables)

    @property
    def climbs(self) -> list[Ladder]:
        """The ladders on which the reader has played, and is not at the top."""
        return [ladder for ladder in self.ladders.values() if ladder.next and ladder.is_begun]

    def level(self, game: str) -> str:
        """The level to offer: the next one of the reader's ladder, or an easy one for newcomers."""
        ladder = self.ladders.get(game)
        if ladder is None:
            return self.quick
        return ladder.next.level if ladder.is_begun and ladder.next else FIRST_LEVEL


class LobbyPage(Struct, frozen=True):
    """The lobby."""

    tables: list[LobbyTable]
    yours: list[LobbyTable]
    games: list[GameCard] = []
    shown: Shown | None = None

    @property
    def lists(self) -> Lists:
        """The tables, sorted into lists."""
        return lists(self.yours, self.tables)


def todays_deal(tries: Sequence[LobbyTable], day: str) -> Today | None:
    """Choose the deal of the front page: one that you have not finished, if there is any; None without deals."""
    turn = date.fromisoformat(day).toordinal()
    known = daily_games()
    mine = {line.game: line for line in tries if line.daily == day}
    order = [known[(turn + place) % len(known)] for place in range(len(known))]
    left = [name for name in order if name not in mine or mine[name].status != "over"]
    if not order:
        return None
    name = (left or order)[0]
    spec, level = registry.spec(name), level_of(day)
    levels = spec.bots()
    done = frozenset(line.daily for line in tries if line.status == "over")
    character = levels.levels[level].character.name if levels else level
    table = mine[name].table if name in mine else ""
    return Today(day, name, spec.title, character, level, table, not left, streak({*done}, day), done)


def shown(scene: Scene, step: int, wait: float) -> Shown:
    """Show the table of a scene in small."""
    table = describe(scene.view or {}, Viewer(None, [seat.name for seat in scene.seats], scene.goals))
    players = [
        ShownPlayer(side.heading, faces_of(scene, seat)[0], _number(side)) for seat, side in enumerate(table.sides)
    ]
    text = scene.last.text if scene.last else ""
    return Shown(scene.game, scene.title, step, text, wait, players, _rows(table))


def _number(side: Side) -> str:
    first = side.zones[0] if side.zones else side.hand
    if first.detail:
        return first.detail
    return str((first if first.arrangement is Arrangement.PILE else side.hand).count or 0)


def _rows(table: TableDrawing) -> list[list[str]]:
    """Return the rows of the middle that moves go to; without any, those of the players, or else the open pile."""
    rows = [_faces([zone]) for zone in table.middle if zone.target and zone.arrangement is Arrangement.ROW]
    laid = [[zone for zone in side.zones if zone.arrangement is Arrangement.ROW] for side in table.sides]
    rows = rows or [_faces(zones) for zones in laid if zones]
    return rows or [max([_faces([zone]) for zone in table.middle], key=len)]


def _faces(zones: Sequence[Zone]) -> list[str]:
    items = [item for zone in zones for part in zone.parts for item in part.seen]
    return [card.face for item in items for card in (item, *item.over)][-_IN_ROW:]


PACE = 4.0  # seconds for each move
_PAUSE = 3  # how long the end is shown, in times of a move


class ShownMove(NamedTuple):
    """The place of a moment among the games."""

    game: str
    step: int
    wait: float  # seconds until the next move


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    """Replay a game to watch, with all hands open: the bots have played it before."""
    table, found = Table(WATCHED), list[Scene]()
    opened, *events = import_record(shown_games()[game].record).events
    table.apply(opened, 0.0)
    for event in events:
        sat = event if isinstance(event, Sat) else None
        level = level_of_person(sat.name) if sat else ""
        table.apply(Sat(sat.seat, "bot", sat.name, level) if sat and level else event, 0.0)
        if table.state is not None:
            found.append(replace(scene_of(table, None), can=Permissions(), imported=False))
    return tuple(found)


def moment(now: float) -> ShownMove | None:
    """Return the move shown at a time, one game after the other; None without games."""
    lengths = [(game, len(scenes(game))) for game in shown_games()]
    if not lengths:
        return None
    place = int(now / PACE) % sum(count + _PAUSE for _, count in lengths)
    for game, count in lengths:
        if place < count + _PAUSE:
            return ShownMove(game, min(place, count - 1), PACE - now % PACE)
        place -= count + _PAUSE
    return None


class Watched(NamedTuple):
    """A move of a game to watch, and the addresses around it."""

    game: str
    step: int
    steps: int
    wait: float
    before: str  # empty at the deal
    after: str  # empty at the end
    next: str  # of the next move, and after the end that of another game
    games: list[GameCard]
    chances: list[int]  # of each player to win, in per cent; empty if they are not known

    @property
    def bars(self) -> list[tuple[int, int]]:
        """Where each player's part of the bar begins, and how wide it is."""
        return [(sum(self.chances[:seat]), share) for seat, share in enumerate(self.chances)]


def watch_address(game: str, step: int) -> str:
    """Return the address of a move of a game to watch."""
    return f"/watch/{game}/{step}"


def watched(game: str, step: int, wait: float = PACE) -> Watched:
    """Find the way from a move of a game to watch.

    Raises:
        UndercutError: There is no such game or move.
    """
    games = list(shown_games())
    if game not in games or not 0 <= step < len(scenes(game)):
        raise Missing
    last = len(scenes(game)) - 1
    before = watch_address(game, step - 1) if step else ""
    after = watch_address(game, step + 1) if step < last else ""
    other = games[(games.index(game) + 1) % len(games)]
    cards = [card for card in game_cards() if card.name in games]
    wait = wait if after else _PAUSE * PACE
    curve = shown_games()[game].chances
    chances = curve[min(step, len(curve) - 1)]
    return Watched(game, step, last, wait, before, after, after or watch_address(other, 0), cards, chances)


def shown_at(now: float) -> Shown | None:
    """Return what is shown at a time."""
    found = moment(now)
    return shown(scenes(found.game)[found.step], found.step, found.wait) if found else None
