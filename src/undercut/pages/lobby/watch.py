"""The bots' games to watch: which move is on at a time, and the table at each move."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from undercut.bots.levels import level_of_person
from undercut.lessons.course import shown_games
from undercut.pages.board.log import WATCHED
from undercut.pages.errors import Missing
from undercut.pages.game_cards import GameCard, game_cards
from undercut.pages.lobby.miniature import Miniature, miniature
from undercut.table.events import Sat
from undercut.table.opening.imports import import_record
from undercut.table.scene import Permissions, Scene
from undercut.table.showing import scene as scene_of
from undercut.table.table import Table

PACE = 4.0  # seconds for each move
_PAUSE = 3  # how long the end is shown, in times of a move


class CurrentMove(NamedTuple):
    """The move that is on at some time."""

    game: str
    step: int
    wait: float  # seconds until the next move


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    """Replay a game to watch, with all hands open: the bots have played it before."""
    table, moves = Table(WATCHED), list[Scene]()
    opened, *events = import_record(shown_games()[game].record).events
    table.apply(opened, 0.0)
    for event in events:
        sat = event if isinstance(event, Sat) else None
        level = level_of_person(sat.name) if sat else ""
        table.apply(Sat(sat.seat, "bot", sat.name, level) if sat and level else event, 0.0)
        if table.state is not None:
            moves.append(replace(scene_of(table, None), can=Permissions(), imported=False))
    return tuple(moves)


def move_at(now: float) -> CurrentMove | None:
    """Return the move that is on at a time; the games follow one another without end; None without games."""
    lengths = [(game, len(scenes(game))) for game in shown_games()]
    if not lengths:
        return None
    place = int(now / PACE) % sum(count + _PAUSE for _, count in lengths)
    for game, count in lengths:
        if place < count + _PAUSE:
            return CurrentMove(game, min(place, count - 1), PACE - now % PACE)
        place -= count + _PAUSE
    return None


class WatchedMove(NamedTuple):
    """A move of a game to watch, and the addresses around it."""

    game: str
    step: int
    steps: int  # the last one
    wait: float  # seconds until the next move
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


def watched_move(game: str, step: int, wait: float = PACE) -> WatchedMove:
    """Return a move of a game to watch, with the addresses around it.

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
    return WatchedMove(game, step, last, wait, before, after, after or watch_address(other, 0), cards, chances)


def miniature_at(now: float) -> Miniature | None:
    """Return the table that is on at a time in small; None without games."""
    move = move_at(now)
    return miniature(scenes(move.game)[move.step], move.step, move.wait) if move else None
