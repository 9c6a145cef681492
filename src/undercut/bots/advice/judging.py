"""Judge the moves of a game by searches, each from the view that its seat had at the time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import cast

from undercut.bots.advice.analysis import Analysis, Judgement
from undercut.bots.advice.evidence import MOST_ROUNDS, Loss, Weighing, calibrated, calibration_of, proven
from undercut.bots.levels import advice_settings
from undercut.bots.thinking.budget import QUIET, Effort, Watch, over_several_trees
from undercut.bots.thinking.results import MoveStats, SearchResult
from undercut.bots.thinking.think import think
from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move, View
from undercut.games.base.parts.levels import Budget
from undercut.play.state import State

BUDGET = Budget(iterations=10_000)  # default search budget per move

_MOST_RIVALS, _CLOSE = 6, 0.03


@dataclass(frozen=True, slots=True)
class Moment:
    """A move of a game with its seat's view and legal moves."""

    number: int
    seat: int
    view: View
    legal: Sequence[Move]
    move: Move


def begin(state: State, seats: Sequence[int] | None = None) -> Analysis:
    """Create an analysis in which no move is judged yet."""
    if not state.moves:
        raise UndercutError("no moves to analyse")
    chosen = tuple(range(state.game.seats)) if seats is None else tuple(sorted(set(seats)))
    for seat in chosen:
        state.view(seat)  # raises for an unknown seat
    return Analysis(state.game.name, state.players, chosen, len(state.moves), state.result, ())


def judge(
    state: State,
    seats: Sequence[int] | None = None,
    *,
    budget: Budget = BUDGET,
    seed: int = 0,
    host: Host | None = None,
    watch: Watch = QUIET,
) -> Iterator[Judgement]:
    """Judge the moves of a game one at a time, independently of each other; only iterations are reproducible."""
    for moment in _moments(state):
        if seats is None or moment.seat in seats:
            yield judge_move(moment, budget=budget, seed=seed, host=host, watch=watch)[0]


def analyse(
    state: State,
    seats: Sequence[int] | None = None,
    *,
    budget: Budget = BUDGET,
    seed: int = 0,
    host: Host | None = None,
    watch: Watch = QUIET,
) -> Analysis:
    """Judge every move of a game."""
    begun = begin(state, seats)
    return replace(begun, judged=tuple(judge(state, seats, budget=budget, seed=seed, host=host, watch=watch)))


def _moments(state: State) -> list[Moment]:
    again = state.copy()
    moments: list[Moment] = []
    while again.moves:
        number = len(again.moves)
        text = again.undo()
        if text is None:  # the game ended by resignation, agreement or time
            continue
        seat = again.to_move
        assert seat is not None  # noqa: S101  a move was played here
        legal = again.legal_moves()
        move = next(move for move in legal if str(move) == text)
        moments.append(Moment(number, seat, again.view(seat), legal, move))
    return moments[::-1]


def judge_move(
    moment: Moment,
    *,
    budget: Budget = BUDGET,
    seed: int = 0,
    lines: int = 0,
    host: Host | None = None,
    watch: Watch = QUIET,
) -> tuple[Judgement, SearchResult]:
    """Judge one move; also return the search that the judgement is based on."""
    chance = random.Random(f"{seed}/{moment.number}")  # noqa: S311  an analysis is repeatable
    name, seats = str(moment.view["game"]), cast("int", moment.view["seats"])
    settings = advice_settings(name)
    effort = Effort(over_several_trees(budget), host, watch)
    search = think(moment.view, effort, chance, settings=settings, lines=lines)
    result = calibrated(search, calibration_of(name, seats, search.iterations))
    best, measured = result.best, Loss(result.best.move, 0.0, 0.0)
    if len(moment.legal) > 1:
        quiet = Effort(budget, host, Watch(cancelled=watch.cancelled))
        weighing = Weighing(moment.view, quiet, settings, calibration_of(name, seats))
        measured = _loss(weighing, result, moment.move, chance)
    beyond_chance = abs(measured.size) > 2 * measured.error
    if moment.move == best.move and not (beyond_chance and measured.size > 0):
        lead = -measured.size if beyond_chance else 0.0
        loss, error = 0.0, 0.0
    else:
        # The search may choose a move that many pairs of searches find worse than another.
        best = result.of(measured.best) if moment.move == best.move else best
        loss, error, lead = max(0.0, measured.size), measured.error, 0.0
    judgement = Judgement(
        number=moment.number,
        seat=moment.seat,
        move=str(moment.move),
        text=moment.move.text,
        legal=len(moment.legal),
        best=str(best.move),
        best_text=best.move.text,
        expected=best.expected,
        error=best.error,
        loss=loss,
        loss_error=error,
        lead=lead,
        proof=result.proof.text if result.proof else "",
    )
    return judgement, result


def _loss(weighing: Weighing, result: SearchResult, move: Move, chance: random.Random) -> Loss:
    """Return a move's loss against the best other one, which is negative for a better move."""
    best, own = result.best, result.of(move)
    if not proven(result, best):
        return weighing.loss(_rivals(result, own), move, None, chance)
    other = result.moves[1] if own is best else own
    if proven(result, other):
        loss = Loss(best.move, best.expected - other.expected, 0.0)
    else:
        rounds = 1 if own is best else MOST_ROUNDS
        loss = weighing.loss([best.move], other.move, best.expected, chance, rounds=rounds)
    return replace(loss, size=-loss.size) if own is best else loss


def _rivals(result: SearchResult, own: MoveStats) -> list[Move]:
    """List the other moves that may be best: a search misjudges those that it hardly tried."""
    best = result.best
    first, *more = [stats for stats in result.moves[:_MOST_RIVALS] if stats is not own]
    margins = [max(_CLOSE, 2 * hypot(best.error, stats.error)) for stats in more]
    close = [stats for stats, margin in zip(more, margins, strict=True) if best.expected - stats.expected <= margin]
    return [first.move, *(stats.move for stats in close)]
