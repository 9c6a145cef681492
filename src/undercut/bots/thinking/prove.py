"""Proofs of the result with best play, wherever the hidden cards lie; wins and losses with the next move."""

import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, cast

from undercut.engine.contract import NO_WINNERS, Fields
from undercut.engine.engine import Engine, legal_codes, table_after, table_after_shuffles
from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.game_types import View
from undercut.play.loading import determinize
from undercut.play.state import State
from undercut.search import solver
from undercut.search.layers import has_proofs, search_engine
from undercut.translation import _

DEPTH = 96  # most moves of a line
TABLE_SIZE = 1 << 16  # entries of the transposition table
RELAX_CELLS = 2048  # cells that `relax` needs
SLICE = 500  # positions between two looks at the limit


class OutOfBudgetError(Exception):
    """The proof's limit is used up."""


@dataclass(slots=True)
class ProofLimit:
    nodes: int | None  # maximum number of positions; None: unlimited
    until: float | None = None  # deadline, by `time.perf_counter`; None: unlimited
    cancelled: Callable[[], bool] = lambda: False

    def slice(self) -> int:
        if self.cancelled() or (self.until is not None and time.perf_counter() >= self.until) or self.nodes == 0:
            raise OutOfBudgetError
        return SLICE if self.nodes is None else min(SLICE, self.nodes)

    def spend(self, nodes: int) -> None:
        if self.nodes is not None:
            self.nodes = max(0, self.nodes - nodes)


class SolverBuffers:
    """Arrays for one search of the solver at a time, which the provers of a position share."""

    def __init__(self, game: str, host: Host | None) -> None:
        self.engine = engine = search_engine(game, host).instance()
        self.states = engine.states(DEPTH)
        self.moves = engine.rows(DEPTH, engine.max_moves)
        self.frames = engine.cells(DEPTH * solver.FRAME)


class Prover:
    """A seat that is to force a win, or a draw, in a position as the seat to move sees it."""

    def __init__(self, state: State, seat: int, buffers: SolverBuffers, limit: ProofLimit) -> None:
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
        self._buffers = buffers
        self._transpositions = buffers.engine.cells(TABLE_SIZE * solver.ENTRY)
        self._settings, self._progress = buffers.engine.cells(solver.SETTINGS), buffers.engine.cells(solver.PROGRESS)
        self._settings[solver.PROVER] = seat
        self._settings[solver.RELAXED] = self._relaxed
        self._settings[solver.MASK] = TABLE_SIZE - 1

    def after(self, table: Fields, move: int) -> Fields | None:
        """Return the table after a move, or None if the effect of the move is uncertain."""
        if not self.plain.functions.is_sure(table, move, self.seat, self._relaxed):
            return None
        return table_after(self.plain, table, move)

    def can_reach(self, table: Fields | None, own_moves: int, *, draw: bool = False) -> bool:
        if table is None or own_moves < 0:
            return False
        settings, progress, buffers = self._settings, self._progress, self._buffers
        buffers.engine.load(table, buffers.states, 0)
        settings[solver.DRAW_IS_ENOUGH] = int(draw)
        settings[solver.OWN_MOVES] = own_moves
        progress[solver.LEVEL] = -1
        verdict = solver.OPEN
        while verdict == solver.OPEN:
            before = int(progress[solver.NODES])
            verdict = buffers.engine.functions.solve(
                buffers.states,
                buffers.moves,
                buffers.frames,
                self._transpositions,
                settings,
                progress,
                self._limit.slice(),
            )
            self._limit.spend(int(progress[solver.NODES]) - before)
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
        return bool(self._progress[solver.CUT])

    def forget_cuts(self) -> None:
        """Let `was_cut` tell of the lines from now on."""
        self._progress[solver.CUT] = 0


# --- The result -------------------------------------------------------------------------------------------------------

MOST_OWN_MOVES = 24
LINE_NODES = 20_000  # positions for the best line after a proof


class Result(Enum):
    WIN = "win"  # it can force a win
    DRAW = "draw"  # it can force a draw, but not a win
    LOSS = "loss"  # another seat can force a win


@dataclass(frozen=True, slots=True)
class Proof:
    result: Result
    count: int  # own moves that the win needs, or after which an opponent has won; 0 for a draw
    moves: tuple[str, ...]  # those that keep the result
    line: tuple[str, ...]  # best play, as far as it is known

    @property
    def text(self) -> str:
        if self.result is Result.DRAW:
            return _("draw with best play")
        if self.result is Result.WIN:
            return _("forced win in {count}").format(count=self.count)
        return _("lost in {count}").format(count=self.count) if self.count else _("lost after any move")


def prove(
    view: View,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    host: Host | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Proof | None:
    """Prove the result under best play, if the seat's view determines it."""
    # A win is proven only if it is forced for every arrangement of the hidden cards and against all other seats
    # together. A loss is proven only if one opponent can force a win against all the rest, using only knowledge that
    # the seat to move knows the opponent has.
    if not nodes and not seconds:
        raise UndercutError("a proof needs a limit: nodes or seconds")
    name = str(view["game"])
    if not has_proofs(name):
        return None
    search_engine(name, host)  # compile before the clock starts
    limit = ProofLimit(nodes, time.perf_counter() + seconds if seconds else None, cancelled)
    try:
        return endgame_of(view, host, limit).run()
    except OutOfBudgetError:
        return None


def endgame_of(view: View, host: Host | None, limit: ProofLimit) -> "Endgame":
    """Return the endgame of a view, with any deal of the hidden cards: its provers hide them again."""
    return Endgame(determinize(view, random.Random(0)), host, limit)  # noqa: S311  not for secrets


class Endgame:
    def __init__(self, state: State, host: Host | None, limit: ProofLimit) -> None:
        assert state.to_move is not None, "the game is over"  # noqa: S101  the caller asked
        self._state, self._limit = state, limit
        self._moves = [*state.legal_codes()]
        buffers = SolverBuffers(state.game.name, host)
        provers = [Prover(state, seat, buffers, limit) for seat in range(state.game.seats)]
        self.mine = provers.pop(state.to_move)
        self.others = [prover for prover in provers if not prover.is_blind]
        self.is_blind = len(self.others) < len(provers)  # whether some opponent's win cannot be proved
        # For two players with nothing hidden.
        self._settles_draws = len(provers) == 1 and self.mine.sees_all and provers[0].sees_all
        # For each opponent all moves, those first that refuted it last.
        self._order = {prover.seat: list(self._moves) for prover in self.others}

    def run(self) -> Proof | None:
        provers = (self.mine, *self.others)
        for own_moves in range(MOST_OWN_MOVES + 1):
            for prover in provers:
                prover.forget_cuts()
            if proof := self.won_in(own_moves) or self.lost_in(own_moves) or self.drawn_in(own_moves):
                return proof
            if own_moves and not any(prover.was_cut for prover in provers):
                # Searching deeper would change nothing.
                break
        return None

    def won_in(self, own_moves: int) -> Proof | None:
        prover = self.mine
        tables = {move: prover.after(prover.root, move) for move in self._moves}
        wins = (move for move in self._moves if prover.can_reach(tables[move], own_moves - 1))
        first = next(wins, None)
        if first is None:
            return None
        winning = [first]
        # Running out of budget on the other moves must not lose this win.
        with suppress(OutOfBudgetError):
            winning.extend(wins)
        return Proof(Result.WIN, own_moves, self._written(winning), self._line(prover, first, own_moves - 1))

    def losing(self) -> tuple[str, ...]:
        return self._written(
            [move for move in self._moves if any(prover.reaches_after(move, 1) for prover in self.others)]
        )

    def lost_in(self, own_moves: int) -> Proof | None:
        """Look for an opponent who wins in this number of its moves whatever is played now."""
        for prover in self.others:
            if self.all_reach(prover, own_moves):
                # Keep only the moves that lose no sooner.
                longest = [move for move in self._moves if not prover.reaches_after(move, own_moves - 1)]
                line = self._line(prover, longest[0], own_moves)
                return Proof(Result.LOSS, own_moves, self._written(longest), line)
        return None

    def drawn_in(self, own_moves: int) -> Proof | None:
        if not self._settles_draws or not self.all_reach(self.others[0], own_moves, draw=True):
            return None
        keeping = [move for move in self._moves if self.mine.reaches_after(move, own_moves - 1, draw=True)]
        return Proof(Result.DRAW, 0, self._written(keeping), ()) if keeping else None

    def all_reach(self, prover: Prover, own_moves: int, *, draw: bool = False) -> bool:
        """Return whether an opponent reaches its aim after every move; a move that refutes it is tried first next."""
        order = self._order[prover.seat]
        for place, move in enumerate(order):
            if not prover.reaches_after(move, own_moves, draw=draw):
                order.insert(0, order.pop(place))
                return False
        return True

    def _written(self, moves: list[int]) -> tuple[str, ...]:
        return tuple(map(self._state.game.spec.notation.write, moves))

    def _line(self, prover: Prover, first: int, own_moves: int) -> tuple[str, ...]:
        """Return as much of the best line after a first move as a small budget of its own finds."""
        left, self._limit.nodes = self._limit.nodes, LINE_NODES
        line = [first]
        with suppress(OutOfBudgetError):
            self._extend(prover, line, own_moves)
        self._limit.nodes = left
        return self._written(line)

    def _extend(self, prover: Prover, line: list[int], own_moves: int) -> None:
        """Append best play up to the end of the game or the first uncertain card."""
        functions = prover.plain.functions
        real = self._state.table_copy()
        table = prover.after(prover.root, line[0])
        functions.play(real, line[0])
        while table is not None and not functions.is_over(table):
            move, own_moves = self._best_move(prover, table, own_moves)
            if move is None or move not in legal_codes(prover.plain, real):
                return
            line.append(move)
            table = prover.after(table, move)
            functions.play(real, move)

    @staticmethod
    def _best_move(prover: Prover, table: Fields, own_moves: int) -> tuple[int | None, int]:
        """Return the best move, None if it is uncertain, and in how many own moves the seat then reaches its aim."""
        moves = legal_codes(prover.plain, table)
        if prover.plain.functions.mover(table) == prover.seat:
            reaching = (move for move in moves if prover.can_reach(prover.after(table, move), own_moves - 1))
            return next(reaching, None), own_moves - 1
        if not prover.sees_all and len(moves) > 1:
            return None, own_moves
        # The others hold out as long as they can.
        needed = [prover.fewest(prover.after(table, move), own_moves) for move in moves]
        return moves[needed.index(max(needed))], max(needed)


# --- Wins with the next move, and losses to the next move of an opponent ----------------------------------------------


NODES = 2_000  # positions for the exact solver
DEALS = 20  # where hidden cards leave it blind
MOST_PLAYS = 400  # of a deal; where more are possible, nothing is said


class NearEnds(NamedTuple):
    """The moves that win, and those that lose, before the seat moves again; proven, or else so in all deals tried."""

    winning: tuple[str, ...] = ()
    losing: tuple[str, ...] = ()


def look_ahead(view: View, *, deal: State | None = None, host: Host | None = None) -> NearEnds:
    """Look for a win with the next move, or else for moves that let an opponent win, in a deal of the hidden cards."""
    if not has_proofs(str(view["game"])):
        return NearEnds()
    limit = ProofLimit(NODES)
    endgame = Endgame(deal, host, limit) if deal else endgame_of(view, host, limit)
    if endgame.is_blind:  # hidden cards keep the solver from a proof, as in Cups
        return near_ends(view)
    with suppress(OutOfBudgetError):
        win = endgame.won_in(1)
        return NearEnds(win.moves) if win else NearEnds(losing=endgame.losing())
    return NearEnds()


class _TooWideError(Exception):
    """There are too many moves to look at."""


def near_ends(view: View) -> NearEnds:
    """Play out the moves until the seat is to move again, in each of `DEALS` deals."""
    may_end = registry.spec(str(view["game"])).search().may_end
    if may_end and not may_end(view):  # which saves time
        return NearEnds()
    chance = random.Random(0)  # noqa: S311  not for secrets
    deal = determinize(view, chance)
    write, seat, others = deal.game.spec.notation.write, cast("int", deal.to_move), deal.game.seats - 1
    winning = losing = legal_codes(deal.game.engine, deal.table_copy())
    try:
        for _ in range(DEALS):
            played = _Round(deal.game.engine, deal.table_copy(), seat, chance)
            winning = [move for move in winning if played.wins(played.after(played.table, move), seat, others)]
            losing = [move for move in losing if played.loses(played.after(played.table, move), others)]
            if not winning and not losing:
                break
            deal = determinize(view, chance)
    except _TooWideError:
        return NearEnds()
    return NearEnds(tuple(map(write, winning)), tuple(map(write, losing)))


@dataclass(slots=True)
class _Round:
    """All ways to play from one table until a seat moves again."""

    engine: Engine
    table: Fields
    seat: int
    chance: random.Random
    plays: int = 0  # how many moves were played; more than `MOST_PLAYS` take too long

    def after(self, table: Fields, move: int) -> Fields:
        self.plays += 1
        if self.plays > MOST_PLAYS:
            raise _TooWideError
        return table_after_shuffles(self.engine, table, move, self.chance)

    def wins(self, table: Fields, winner: int, moves: int) -> bool:
        """Return whether a seat can be sure to win before the observing seat moves again."""
        if self.engine.functions.is_over(table):
            return self.engine.functions.winners(table) == 1 << winner
        mover = self.engine.functions.mover(table)
        if mover == self.seat or moves == 0:
            return False
        wins = (self.wins(self.after(table, move), winner, moves - 1) for move in legal_codes(self.engine, table))
        return any(wins) if mover == winner else all(wins)

    def loses(self, table: Fields, moves: int) -> bool:
        """Return whether others have won, or one of them wins if it plays well, whatever is played before."""
        if self.engine.functions.is_over(table):
            return self.engine.functions.winners(table) not in (NO_WINNERS, 1 << self.seat)
        other = self.engine.functions.mover(table)
        if other == self.seat or moves == 0:
            return False
        replies = [self.after(table, code) for code in legal_codes(self.engine, table)]
        return any(self.wins(reply, other, moves - 1) for reply in replies) or all(
            self.loses(reply, moves - 1) for reply in replies
        )
