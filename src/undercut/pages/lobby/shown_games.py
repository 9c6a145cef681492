"""The bots' games to watch: which move is on at a time, the table at each move, and in small for the front page."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from undercut.games.base.parts.bots import level_of_person
from undercut.games.base.parts.drawing import Arrangement, Side, TableDrawing, Zone
from undercut.lessons.courses import shown_games
from undercut.pages.addresses import watch_address
from undercut.pages.board.card_choices import short
from undercut.pages.board.log import WATCHED
from undercut.pages.board.players import faces_of
from undercut.pages.errors import Missing
from undercut.pages.game_cards import GameCard, game_cards
from undercut.pages.lobby.commentary import Better, Guess, Option, comment, describe_scene, guess, options
from undercut.play.state import State
from undercut.table.events import Sat
from undercut.table.opening.records import import_record
from undercut.table.scene import Permissions, Scene
from undercut.table.showing import scene as scene_of
from undercut.table.table import Table
from undercut.translation import ngettext

PACE = 4.0  # seconds for each move
_IN_ROW = 10  # most cards of a row in small; of longer rows, the last ones
_OPENING = 6  # moves of a game before all see it, since the table is bare until then
_PAUSE = 5  # how long the end is shown, in times of a move


class CurrentMove(NamedTuple):
    game: str
    step: int
    wait: float  # seconds until the next move


class _Step(NamedTuple):
    """The table after a move, and what is known about the next one, which has been played before."""

    scene: Scene
    options: tuple[Option, ...] = ()
    better: Better | None = None


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    return tuple(step.scene for step in _replayed(game))


@cache
def _replayed(game: str) -> tuple[_Step, ...]:
    record, better = shown_games()[game].record, shown_games()[game].better
    moves, table = cast("list[str]", record["moves"]), Table(WATCHED)
    shown: list[_Step] = []
    opened, *events = import_record(record).events
    table.apply(opened, 0.0)
    for event in events:
        sat = event if isinstance(event, Sat) else None
        level = level_of_person(sat.name) if sat else ""
        table.apply(Sat(sat.seat, "bot", sat.name, level) if sat and level else event, 0.0)
        if table.state is not None:
            step = _Step(replace(scene_of(table, None), can=Permissions(), imported=False))
            if len(shown) < len(moves):
                best = _better(table.state, *better.get(str(len(shown) + 1), ("", 0, "")))
                step = step._replace(options=options(table.state, moves[len(shown)], best), better=best)
            shown.append(step)
    return tuple(shown)


def _better(state: State, move: str, share: int, why: str) -> Better | None:
    return next((Better(move, short(one.text), share, why) for one in state.legal_moves() if str(one) == move), None)


def move_at(now: float) -> CurrentMove | None:
    """Return the move that is on at a time; the games follow one another without end; None without games."""
    lengths = [
        (name, len(cast("list[str]", game.record["moves"])) + 1 - _OPENING) for name, game in shown_games().items()
    ]
    if not lengths:
        return None
    place = int(now / PACE) % sum(count + _PAUSE for _, count in lengths)
    for game, count in lengths:
        if place < count + _PAUSE:
            return CurrentMove(game, min(place, count - 1) + _OPENING, PACE - now % PACE)
        place -= count + _PAUSE
    return None


class WatchedMove(NamedTuple):
    game: str
    step: int
    wait: float  # seconds until the next move
    before: str  # empty at the deal
    after: str  # empty at the end
    next: str  # of the next move, and after the end that of another record of the game
    games: list[tuple[GameCard, str, bool]]  # with the address of a record of each, and whether it is shown
    chances: list[int]  # of each player to win, in per cent; empty if they are not known
    comment: str  # on the last move, or on the last guess
    guess: Guess | None  # None unless the watcher guesses the moves

    @property
    def bars(self) -> list[tuple[int, int]]:
        return [(sum(self.chances[:seat]), share) for seat, share in enumerate(self.chances)]

    @property
    def tally(self) -> str:
        """The guesses so far, as the end of an address; empty unless the watcher guesses the moves."""
        return f"?guess={self.guess.tally if self.after else '0-0'}" if self.guess else ""

    @property
    def toggled(self) -> str:
        return watch_address(self.game, self.step) + ("" if self.guess else "?guess=0-0")


def _is_of(name: str, game: str) -> bool:
    return name.partition("-")[0] == game


def _record(game: str, shown: str) -> str:
    """Choose the record of a game to which its link leads: another one than is shown."""
    names = [name for name in shown_games() if _is_of(name, game)]
    return names[(names.index(shown) + 1) % len(names) if shown in names else 0]


def watched_move(game: str, step: int, wait: float = PACE, tally: str = "", tried: str = "") -> WatchedMove:
    """Return a move of a game to watch, with the addresses around it, the watcher's guesses so far and the last one."""
    names = list(shown_games())
    if game not in names or not 0 <= step < len(scenes(game)):
        raise Missing
    last = len(scenes(game)) - 1
    after = watch_address(game, step + 1) if step < last else ""
    cards = [
        (card, watch_address(_record(card.name, game), 0), _is_of(game, card.name))
        for card in game_cards()
        if card.name in names
    ]
    curve = shown_games()[game].chances
    scene, choices, _ = _replayed(game)[step]
    known = scenes(game)[step + 1].last if after else None
    if known and known.move not in [option.move for option in choices]:
        choices = ()  # it is played face down
    earlier = _replayed(game)[step - 1] if step else _Step(scene)
    said = comment(scenes(game), curve, step, earlier.better)
    guesses = guess(tally, tried, scene, choices, earlier.options, earlier.better)
    if guesses:
        said = guesses.said if guesses.options else f"{guesses.said} {said}"
    following = after or watch_address(_record(game.partition("-")[0], game), 0)
    if guesses and guesses.told and choices:
        following = watch_address(game, step)  # the next question
    return WatchedMove(
        game=game,
        step=step,
        wait=wait if after else _PAUSE * PACE,
        before=watch_address(game, step - 1) if step else "",
        after=after,
        next=following,
        games=cards,
        chances=curve[min(step, len(curve) - 1)],
        comment=said,
        guess=guesses,
    )


class MiniaturePlayer(Struct, frozen=True):
    name: str
    portrait: str
    number: str
    unit: str  # of the number; empty if it says so itself


class Miniature(Struct, frozen=True):
    game: str
    title: str
    step: int
    text: str
    wait: float
    players: list[MiniaturePlayer]
    rows: list[list[str]]  # the open cards, row by row


def miniature(scene: Scene, step: int, wait: float) -> Miniature:
    table = describe_scene(scene)
    players = [
        MiniaturePlayer(side.heading, faces_of(scene, seat)[0], *_number(side)) for seat, side in enumerate(table.sides)
    ]
    text = scene.last.text if scene.last else ""
    return Miniature(scene.game, scene.title, step, text, wait, players, _rows(table))


def _number(side: Side) -> tuple[str, str]:
    first = side.zones[0] if side.zones else side.hand
    if first.detail:
        return first.detail, ""
    count = (first if first.arrangement is Arrangement.PILE else side.hand).count or 0
    return str(count), ngettext("card left", "cards left", count)


def _rows(table: TableDrawing) -> list[list[str]]:
    """Return the rows of the middle that moves go to; without any, those of the players, or else the open pile."""
    rows = [_faces([zone]) for zone in table.middle if zone.target and zone.arrangement is Arrangement.ROW]
    laid = [[zone for zone in side.zones if zone.arrangement is Arrangement.ROW] for side in table.sides]
    rows = rows or [_faces(zones) for zones in laid if zones]
    return rows or [max([_faces([zone]) for zone in table.middle], key=len)]


def _faces(zones: Sequence[Zone]) -> list[str]:
    items = [item for zone in zones for part in zone.parts for item in part.seen]
    return [card.face for item in items for card in (item, *item.over)][-_IN_ROW:]


def miniature_at(now: float) -> Miniature | None:
    move = move_at(now)
    return miniature(scenes(move.game)[move.step], move.step, move.wait) if move else None
