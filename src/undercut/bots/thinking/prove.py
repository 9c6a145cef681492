"""Proofs of the result under best play, for endings in which hidden cards no longer matter."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import cast

from undercut.engine.contract import NO_WINNERS, Fields
from undercut.engine.host import Engine, Host, legal_codes, table_after, table_after_shuffles
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.game_types import View
from undercut.play.loading import determinize
from undercut.play.state import State
from undercut.search import solver
from undercut.search.layers import has_proofs, search_engine
from undercut.translation import _


class Result(Enum):
    """The proven result for the seat to move."""

    WIN = "win"  # it can force a win
    DRAW = "draw"  # it can force a draw, but not a win
    LOSS = "loss"  # another seat can force a win


@dataclass(frozen=True, slots=True)
class Proof:
    """A result that holds for every possible arrangement of the hidden cards."""

    result: Result
    count: int
    moves: tuple[str, ...]
    line: tuple[str, ...]

    @property
    def text(self) -> str:
        if self.result is Result.DRAW:
            return _("draw with best play")
        if self.result is Result.WIN:
            return _("forced win in {count}").format(count=self.count)
        return _("lost in {count}").format(count=self.count) if self.count else _("lost after any move")


PROOF_DEPTH = 96  # most moves of a line
PLACES = 1 << 16  # size of the transposition table
MOST_OWN_MOVES = 24
LEAST_ROOM = 2048  # cells that `relax` needs
SLICE = 500  # positions between two looks at the limit
LINE_NODES = 20_000  # positions for the best line after a proof


class OutOfBudgetError(Exception):
    """The proof's limit is used up."""


@dataclass(slots=True)
class ProofLimit:
    """Remaining effort for a proof."""

    nodes: int | None  # maximum number of positions; None: unlimited
    until: float | None  # deadline, by `time.perf_counter`; None: unlimited
    cancelled: Callable[[], bool]

    def slice(self) -> int:
        """Return how many positions to search next."""
        if self.cancelled() or (self.until is not None and time.perf_counter() >= self.until) or self.nodes == 0:
            raise OutOfBudgetError
        return SLICE if self.nodes is None else min(SLICE, self.nodes)

    def spend(self, nodes: int) -> None:
        if self.nodes is not None:
            self.nodes = max(0, self.nodes - nodes)


class GoalSolver:
    """Answers whether one seat can force a win, or a draw."""

    def __init__(self, state: State, seat: int, host: Host | None, limit: ProofLimit) -> None:
        """Allocate the solver's arrays and hide every uncertain card."""
        assert state.to_move is not None, "the game is over"  # noqa: S101  the caller asked
        self.seat = seat
        self.plain = search_engine(state.game.name, Host.PLAIN)
        self.engine = search_engine(state.game.name, host).instance()
        self.root = state.table_copy()
        self.relax = int(self.plain.functions.relax(self.root, state.to_move, seat, [0] * LEAST_ROOM))
        self.states = self.engine.states(PROOF_DEPTH)
        self.moves = self.engine.rows(PROOF_DEPTH, self.engine.max_moves)
        self.frames = self.engine.cells(PROOF_DEPTH * solver.FRAME)
        self.transpositions = self.engine.cells(PLACES * solver.ENTRY)
        self.settings = self.engine.cells(solver.SETTINGS)
        self.settings[solver.GOAL] = seat
        self.settings[solver.RELAXED] = self.relax
        self.settings[solver.MASK] = PLACES - 1
        self.limit = limit

    def after(self, table: Fields, move: int) -> Fields | None:
        """Return the table after a move, or None if the effect of the move is uncertain."""
        if not self.plain.functions.is_sure(table, move, self.seat, self.relax):
            return None
        return table_after(self.plain, table, move)

    def can_reach(self, table: Fields | None, own_moves: int, *, draw: bool = False) -> bool:
        """Return whether the seat can force a win within a number of its own moves."""
        if table is None or own_moves < 0:
            return False
        self.engine.load(table, self.states, 0)
        self.settings[solver.DRAW_IS_ENOUGH] = int(draw)
        self.settings[solver.OWN_MOVES] = own_moves
        self.settings[solver.LEVEL] = -1
        verdict = solver.OPEN
        while verdict == solver.OPEN:
            before = int(self.settings[solver.NODES])
            verdict = self.engine.functions.solve(
                self.states, self.moves, self.frames, self.transpositions, self.settings, self.limit.slice()
            )
            self.limit.spend(int(self.settings[solver.NODES]) - before)
        return verdict == solver.YES

    def least(self, table: Fields | None, most: int) -> int:
        """Return the fewest own moves in which the seat can force a win; ``most + 1`` if it cannot."""
        return next((number for number in range(most + 1) if self.can_reach(table, number)), most + 1)


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


def losing_moves(view: View, *, nodes: int, host: Host | None = None) -> tuple[str, ...]:
    """List the moves of the seat to move after which an opponent can win with its next move, whatever is hidden."""
    if not has_proofs(str(view["game"])):
        return ()
    endgame = endgame_of(view, host, ProofLimit(nodes, None, lambda: False))
    with suppress(OutOfBudgetError):
        return endgame.written(endgame.losing())
    return ()


def endgame_of(view: View, host: Host | None, limit: ProofLimit) -> Endgame:
    """Return the endgame of a view, with any deal of the hidden cards: the solver hides them again."""
    return Endgame(determinize(view, random.Random(0)), host, limit)  # noqa: S311  not for secrets


class Endgame:
    def __init__(self, state: State, host: Host | None, limit: ProofLimit) -> None:
        assert state.to_move is not None, "the game is over"  # noqa: S101  the caller asked
        self.state = state
        parse = state.game.spec.parse
        table = state.table_copy()
        self.codes = [parse(table, str(move)) for move in state.legal_moves()]
        self.limit = limit
        goals = [GoalSolver(state, seat, host, limit) for seat in range(state.game.seats)]
        self.mine = goals.pop(state.to_move)
        self.others = [goal for goal in goals if goal.relax >= 0]
        # Moves that refute a goal move to the front of its order.
        self.order = {goal.seat: list(self.codes) for goal in self.others}
        self.is_blind = len(self.others) < len(goals)
        self.settles_draws = len(goals) == 1 and self.mine.relax == goals[0].relax == 0

    def run(self) -> Proof | None:
        """Search for a proof by iterative deepening over the number of own moves."""
        for number in range(MOST_OWN_MOVES + 1):
            for goal in (self.mine, *self.others):
                goal.settings[solver.CUT] = 0
            if found := self.won_in(number) or self.lost_in(number) or self.drawn_in(number):
                return found
            if number and not any(goal.settings[solver.CUT] for goal in (self.mine, *self.others)):
                # No line was cut off, so searching deeper would change nothing.
                break
        return None

    def won_in(self, number: int) -> Proof | None:
        """Look for a win in exactly `number` own moves; fewer have failed already."""
        tables = {code: self.mine.after(self.mine.root, code) for code in self.codes}
        found = (code for code in self.codes if self.mine.can_reach(tables[code], number - 1))
        first = next(found, None)
        if first is None:
            return None
        winning = [first]
        # Running out of budget on the other moves must not lose this win.
        with suppress(OutOfBudgetError):
            winning.extend(found)
        return self.proof(self.mine, Result.WIN, number, winning, number - 1)

    def lost_in(self, number: int) -> Proof | None:
        """Look for an opponent who wins in `number` moves against every move."""
        for goal in self.others:
            order = self.order[goal.seat]
            if self.all_reach(goal, order, number):
                # Keep only the moves that lose no sooner.
                longest = [code for code in self.codes if not goal.can_reach(goal.after(goal.root, code), number - 1)]
                return self.proof(goal, Result.LOSS, number, longest, number)
        return None

    def losing(self) -> list[int]:
        """List the moves after which an opponent wins with its next move."""
        return [
            code for code in self.codes if any(goal.can_reach(goal.after(goal.root, code), 1) for goal in self.others)
        ]

    def all_reach(self, goal: GoalSolver, order: list[int], number: int, *, draw: bool = False) -> bool:
        """Return whether an opponent reaches its goal against every move; move a refutation to the front of `order`."""
        for place, code in enumerate(order):
            if not goal.can_reach(goal.after(goal.root, code), number, draw=draw):
                order.insert(0, order.pop(place))
                return False
        return True

    def drawn_in(self, number: int) -> Proof | None:
        """Look for a draw that both sides can force; only for two players with nothing hidden."""
        if not self.settles_draws:
            return None
        other = self.others[0]
        if not self.all_reach(other, self.order[other.seat], number, draw=True):
            return None
        keeping = [
            code
            for code in self.codes
            if self.mine.can_reach(self.mine.after(self.mine.root, code), number - 1, draw=True)
        ]
        return Proof(Result.DRAW, 0, self.written(keeping), ()) if keeping else None

    def written(self, codes: list[int]) -> tuple[str, ...]:
        return tuple(map(self.state.game.spec.write_move, codes))

    def proof(self, goal: GoalSolver, result: Result, number: int, codes: list[int], left: int) -> Proof:
        """Build the proof, with as much of the best line as a small budget finds."""
        self.limit.nodes = LINE_NODES
        line = [codes[0]]
        with suppress(OutOfBudgetError):
            self.extend(goal, line, left)
        return Proof(result, number, self.written(codes), self.written(line))

    def extend(self, goal: GoalSolver, line: list[int], left: int) -> None:
        """Append best play up to the end of the game or the first uncertain card."""
        functions = goal.plain.functions
        real = self.state.table_copy()
        table = goal.after(goal.root, line[0])
        functions.play(real, line[0])
        while table is not None and not functions.is_over(table):
            real_moves, moves = legal_codes(goal.plain, real), legal_codes(goal.plain, table)
            if functions.mover(table) == goal.seat:
                left -= 1
                chosen = next((move for move in moves if goal.can_reach(goal.after(table, move), left)), None)
            elif goal.relax and len(moves) > 1:
                return
            else:
                needed = [goal.least(goal.after(table, move), left) for move in moves]
                left = max(needed)
                chosen = moves[needed.index(left)]
            if chosen not in real_moves:
                return
            line.append(chosen)
            table = goal.after(table, chosen)
            functions.play(real, chosen)


# --- Wins with the next move, and losses to the next move of an opponent: proven, or else found in many deals --------


_NODES = 2_000  # positions for the exact solver
DEALS = 20  # where hidden cards leave it blind
MOST_PLAYS = 400  # of a deal; where more are possible, nothing is said


def look_ahead(
    view: View, *, deal: State | None = None, host: Host | None = None
) -> tuple[Proof | None, tuple[str, ...]]:
    """Look for a win with the next move, or else list the moves after which an opponent can win with its next one."""
    # In Cups, whose hidden hands leave the solver blind, this holds in many deals, but is not proven.
    if not has_proofs(str(view["game"])):
        return None, ()
    limit = ProofLimit(_NODES, None, lambda: False)
    endgame = Endgame(deal, host, limit) if deal else endgame_of(view, host, limit)
    if endgame.is_blind:
        winning, losing = near_ends(view)
        return (Proof(Result.WIN, 1, winning, winning[:1]), ()) if winning else (None, losing)
    with suppress(OutOfBudgetError):
        won = endgame.won_in(1)
        return won, () if won else endgame.written(endgame.losing())
    return None, ()


class _TooWideError(Exception):
    """There are too many moves to look at."""


def near_ends(view: View) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the moves that win and lose before the seat moves again, in each of `DEALS` deals; or none."""
    may_end = _may_end(str(view["game"]))
    if may_end and not may_end(view):
        return (), ()
    chance = random.Random(0)  # noqa: S311  not for secrets
    deal = determinize(view, chance)
    write, seat, others = deal.game.spec.write_move, cast("int", deal.to_move), deal.game.seats - 1
    winning = losing = legal_codes(deal.game.engine, deal.table_copy())
    try:
        for _ in range(DEALS):
            near = _Near(deal.game.engine, deal.table_copy(), seat, chance)
            winning = [code for code in winning if near.wins(near.after(near.table, code), seat, others)]
            losing = [code for code in losing if near.loses(near.after(near.table, code), others)]
            if not winning and not losing:
                break
            deal = determinize(view, chance)
    except _TooWideError:
        return (), ()
    return tuple(map(write, winning)), tuple(map(write, losing))


@cache
def _may_end(game: str) -> Callable[[View], bool] | None:
    """Return a game's own check whether the end may be near, which saves time."""
    return registry.spec(game).search().may_end


@dataclass(slots=True)
class _Near:
    """Possible tables before a seat moves again, from one table."""

    engine: Engine
    table: Fields
    seat: int
    chance: random.Random
    plays: int = 0

    def after(self, table: Fields, code: int) -> Fields:
        """Return the table after a move and the shuffles that follow."""
        self.plays += 1
        if self.plays > MOST_PLAYS:
            raise _TooWideError
        return table_after_shuffles(self.engine, table, code, self.chance)

    def wins(self, table: Fields, winner: int, moves: int) -> bool:
        """Return whether a seat can be sure to win before the observing seat moves again."""
        if self.engine.functions.is_over(table):
            return self.engine.functions.winners(table) == 1 << winner
        mover = self.engine.functions.mover(table)
        if mover == self.seat or moves == 0:
            return False
        found = (self.wins(self.after(table, code), winner, moves - 1) for code in legal_codes(self.engine, table))
        return any(found) if mover == winner else all(found)

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
