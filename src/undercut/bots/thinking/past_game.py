"""The game so far as a seat remembers it, rebuilt from its history: a search weighs pasts by it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import cast

from undercut.engine.contract import Fields
from undercut.engine.engine import Engine, copy_of
from undercut.engine.host import Host
from undercut.engine.rows import CARD_BITS, KIND, MOVE, OWNER, PLACE, WHAT, card_of, sighting
from undercut.games.base.game_types import View
from undercut.play.game import Game
from undercut.play.loading import game_of
from undercut.play.observing import HISTORY, history_faults
from undercut.search.layers import own_function, search_engine

Event = Sequence[int]  # its columns: see `undercut.engine.rows`

_NO_MOVE = -1


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as a seat remembers it; the cards that it has not seen lie in any order."""

    tables: tuple[Fields, ...]  # before each move, and the present one
    moves: tuple[int, ...]


def rebuild_game(view: View) -> PastGame | None:
    """Rebuild the game behind a view; None without a whole history, or if the game has chance or imagines no pasts."""
    seat = view["to_move"]
    if not view.get(HISTORY) or not isinstance(seat, int):
        return None
    game = game_of(view)
    exchange, supply = (own_function(game.name, name) for name in ("exchange", "supply"))
    if exchange is None or supply is None or any(history_faults(game, view[HISTORY])):
        return None
    rebuilding = _Rebuilding(game, seat, exchange, supply, search_engine(game.name, Host.PLAIN))
    past = rebuilding.run(cast("Sequence[Event]", view[HISTORY]))
    if past is None or any(
        view[name] != value for name, value in game.spec.positions.view(past.tables[-1], seat).items()
    ):
        return None
    return past


@dataclass(frozen=True, slots=True)
class _Rebuilding:
    """Plays a game again from what a seat saw of it."""

    game: Game
    seat: int
    exchange: FunctionType  # lets two cards change places where the seat cannot tell
    supply: FunctionType  # puts a card that a move needs into the hand that plays it
    engine: Engine

    def run(self, events: Sequence[Event]) -> PastGame | None:
        starts = [place for place, event in enumerate(events) if event[KIND] == MOVE]
        table = self.game.deal(seed=0).table_copy()
        if not starts or not self._show(table, table, _NO_MOVE, events[: starts[0]]):
            return None
        tables, moves = [table], list[int]()
        for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
            before = copy_of(tables[-1])
            move = self._move(before, events[start])
            if move is None:
                return None
            tables[-1] = before  # with the cards that the move needs
            after = copy_of(before)
            self.engine.functions.play(after, move)
            sightings = events[start + 1 : end]
            if self.engine.functions.chance_need(after) or not self._show(before, after, move, sightings):
                return None
            tables.append(after)
            moves.append(move)
        return PastGame(tuple(tables), tuple(moves))

    def _move(self, table: Fields, event: Event) -> int | None:
        """Return the move of an event, after putting a card that it needs into the hand; None if it is not legal."""
        functions = self.engine.functions
        mover = (self.seat + event[OWNER] - 1) % self.game.seats
        if event[WHAT] == 0 or functions.is_over(table) or functions.mover(table) != mover:
            return None
        move = self.game.spec.notation.parse(table, self.game.actions[event[WHAT] - 1])
        cells = [0] * self.engine.max_moves
        if move not in cells[: functions.legal_moves(table, cells)]:
            self.supply(table, self.seat, move)
        return move if move in cells[: functions.legal_moves(table, cells)] else None

    def _show(self, before: Fields, after: Fields, move: int, events: Sequence[Event]) -> bool:
        """Exchange cards of a state until the seat sees there what its history says."""
        cells = [0] * self.engine.pack_size
        size = self.game.observations.news(before, after, self.seat, move, cells)
        shown = Counter(cells[:size])
        wanted = Counter(sighting(event[WHAT] - 1, event[PLACE], event[OWNER] - 1) for event in events)
        # Sorted, the sightings of one place follow each other.
        spare, missing = (sorted(codes.elements()) for codes in (shown - wanted, wanted - shown))
        for here, there in zip(spare, missing, strict=False):
            self.exchange(after, card_of(here), card_of(there))
        return [code >> CARD_BITS for code in spare] == [code >> CARD_BITS for code in missing]
