"""The game that led to a view, rebuilt from the view's history as far as the seat has seen it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import cast

from undercut.engine.contract import Fields, copy_fields
from undercut.engine.host import Engine, Host
from undercut.engine.rows import MOVE, sighting
from undercut.games.base.game_types import View
from undercut.play.game import Game
from undercut.play.loading import game_of
from undercut.play.observing import HISTORY, history_faults
from undercut.search.layers import own_function, search_engine

Rows = Sequence[Sequence[int]]
PLACE_SHIFT = 9
CARDS = (1 << PLACE_SHIFT) - 1


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as a seat remembers it; the cards that it has not seen lie in any order."""

    tables: tuple[Fields, ...]
    moves: tuple[int, ...]


def rebuild_game(view: View) -> PastGame | None:
    """Rebuild the game behind a view; None without a whole history, or if the game has chance or imagines no pasts."""
    seat = view["to_move"]
    if not view.get(HISTORY) or not isinstance(seat, int):
        return None
    chosen = game_of(view)
    exchange, supply = (own_function(chosen.name, name) for name in ("exchange", "supply"))
    if exchange is None or supply is None or any(history_faults(chosen, view[HISTORY])):
        return None
    engine = search_engine(chosen.name, Host.PLAIN)
    found = _Rebuilding(chosen, seat, exchange, supply, engine).run(cast("Rows", view[HISTORY]))
    if found is None or any(view[name] != value for name, value in chosen.spec.view(found.tables[-1], seat).items()):
        return None
    return found


@dataclass(frozen=True, slots=True)
class _Rebuilding:
    """Plays a game again from what a seat saw of it."""

    game: Game
    seat: int
    exchange: FunctionType
    supply: FunctionType
    engine: Engine

    def run(self, rows: Rows) -> PastGame | None:
        """Return the game; None if no game has this history."""
        starts = [place for place, row in enumerate(rows) if row[0] == MOVE]
        table = self.game.deal(seed=0).table_copy()
        if not starts or not self._show(table, table, -1, rows[: starts[0]]):
            return None
        tables, moves = [table], list[int]()
        for place, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            before = self._copy(tables[-1])
            move = self._move(before, rows[place])
            if move is None:
                return None
            tables[-1] = before
            after = self._copy(before)
            self.engine.functions.play(after, move)
            if self.engine.functions.chance_need(after) or not self._show(before, after, move, rows[place + 1 : end]):
                return None
            tables.append(after)
            moves.append(move)
        return PastGame(tuple(tables), tuple(moves))

    def _copy(self, table: Fields) -> Fields:
        copied = self.engine.table()
        copy_fields(table, copied)
        return copied

    def _move(self, table: Fields, row: Sequence[int]) -> int | None:
        """Return the move of an event, after putting a card that it needs into the hand; None if it is not legal."""
        functions = self.engine.functions
        mover = (self.seat + row[1] - 1) % self.game.seats
        if row[2] == 0 or functions.is_over(table) or functions.mover(table) != mover:
            return None
        move = self.game.spec.parse(table, self.game.actions[row[2] - 1])
        cells = [0] * self.engine.max_moves
        if move not in cells[: functions.legal_moves(table, cells)]:
            self.supply(table, self.seat, move)
        return move if move in cells[: functions.legal_moves(table, cells)] else None

    def _show(self, before: Fields, after: Fields, move: int, rows: Rows) -> bool:
        """Exchange cards of a state until the seat sees there what its history says."""
        found = [0] * self.engine.pack_size
        size = self.game.observations.news(before, after, self.seat, move, found)
        have = Counter(found[:size])
        want = Counter(sighting(row[2] - 1, row[3], row[1] - 1) for row in rows)
        spare, lack = ([*codes.elements()] for codes in (have - want, want - have))
        # The codes of one place follow each other.
        for here, there in zip(sorted(spare), sorted(lack), strict=False):
            self.exchange(after, here & CARDS, there & CARDS)
        return [code >> PLACE_SHIFT for code in sorted(spare)] == [code >> PLACE_SHIFT for code in sorted(lack)]
