"""Goals: whether one seat can force a win or a draw wherever the hidden cards lie, within limits."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from undercut.engine.contract import Fields
from undercut.engine.host import Host, table_after
from undercut.play.state import State
from undercut.search import solver
from undercut.search.layers import search_engine

DEPTH = 96  # most moves of a line
TABLE_SIZE = 1 << 16  # entries of the transposition table
RELAX_CELLS = 2048  # cells that `relax` needs
SLICE = 500  # positions between two looks at the limit


class OutOfBudgetError(Exception):
    """The proof's limit is used up."""


@dataclass(slots=True)
class ProofLimit:
    """Remaining effort for a proof."""

    nodes: int | None  # maximum number of positions; None: unlimited
    until: float | None = None  # deadline, by `time.perf_counter`; None: unlimited
    cancelled: Callable[[], bool] = lambda: False

    def slice(self) -> int:
        """Return how many positions to search next."""
        if self.cancelled() or (self.until is not None and time.perf_counter() >= self.until) or self.nodes == 0:
            raise OutOfBudgetError
        return SLICE if self.nodes is None else min(SLICE, self.nodes)

    def spend(self, nodes: int) -> None:
        if self.nodes is not None:
            self.nodes = max(0, self.nodes - nodes)


class SolverRoom:
    """Room for one search of the solver at a time, which the goals of a position share."""

    def __init__(self, game: str, host: Host | None) -> None:
        self.engine = engine = search_engine(game, host).instance()
        self.states = engine.states(DEPTH)
        self.moves = engine.rows(DEPTH, engine.max_moves)
        self.frames = engine.cells(DEPTH * solver.FRAME)


class Goal:
    """A seat's goal to win, or to draw, in a position as the seat to move sees it."""

    def __init__(self, state: State, seat: int, room: SolverRoom, limit: ProofLimit) -> None:
        """Allocate what the solver keeps from search to search, and hide every uncertain card."""
        assert state.to_move is not None, "the game is over"  # noqa: S101  the caller asked
        self.seat = seat
        self.plain = search_engine(state.game.name, Host.PLAIN)
        # The position, in which uncertain cards are hidden so that a win in it is a win wherever they lie.
        self.root = state.table_copy()
        self._relaxed = int(self.plain.functions.relax(self.root, state.to_move, seat, [0] * RELAX_CELLS))
        # Whether nothing was uncertain, and whether too much is uncertain to prove anything.
        self.sees_all, self.is_blind = self._relaxed == 0, self._relaxed < 0
        self._limit = limit
        self._room = room
        self._transpositions = room.engine.cells(TABLE_SIZE * solver.ENTRY)
        self._settings = room.engine.cells(solver.SETTINGS)
        self._settings[solver.GOAL] = seat
        self._settings[solver.RELAXED] = self._relaxed
        self._settings[solver.MASK] = TABLE_SIZE - 1

    def after(self, table: Fields, move: int) -> Fields | None:
        """Return the table after a move, or None if the effect of the move is uncertain."""
        if not self.plain.functions.is_sure(table, move, self.seat, self._relaxed):
            return None
        return table_after(self.plain, table, move)

    def can_reach(self, table: Fields | None, own_moves: int, *, draw: bool = False) -> bool:
        """Return whether the seat can force a win within a number of its own moves."""
        if table is None or own_moves < 0:
            return False
        settings, room = self._settings, self._room
        room.engine.load(table, room.states, 0)
        settings[solver.DRAW_IS_ENOUGH] = int(draw)
        settings[solver.OWN_MOVES] = own_moves
        settings[solver.LEVEL] = -1
        verdict = solver.OPEN
        while verdict == solver.OPEN:
            before = int(settings[solver.NODES])
            verdict = room.engine.functions.solve(
                room.states, room.moves, room.frames, self._transpositions, settings, self._limit.slice()
            )
            self._limit.spend(int(settings[solver.NODES]) - before)
        return verdict == solver.YES

    def reaches_after(self, move: int, own_moves: int, *, draw: bool = False) -> bool:
        """Return whether the seat can force it after a move in the position."""
        return self.can_reach(self.after(self.root, move), own_moves, draw=draw)

    def fewest(self, table: Fields | None, most: int) -> int:
        """Return the fewest own moves in which the seat can force a win; ``most + 1`` if it cannot."""
        return next((number for number in range(most + 1) if self.can_reach(table, number)), most + 1)

    @property
    def was_cut(self) -> bool:
        """Whether a line has ended for want of own moves, so that more of them might change the result."""
        return bool(self._settings[solver.CUT])

    def forget_cuts(self) -> None:
        """Let `was_cut` tell of the lines from now on."""
        self._settings[solver.CUT] = 0
