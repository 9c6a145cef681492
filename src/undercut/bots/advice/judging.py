"""Judge the moves of a game by searches, each from the view that its seat had; explain single ones to their players."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import cast

from undercut.bots.advice.analysis import Analysis, Judgement
from undercut.bots.advice.evidence import MOST_ROUNDS, Loss, Mark, Weighing, calibrated, calibration_of, proven
from undercut.bots.advice.explain import Explainer, cause
from undercut.bots.advice.hint import Step
from undercut.bots.levels import advice_settings
from undercut.bots.thinking.budget import QUIET, Effort, Watch, over_several_trees
from undercut.bots.thinking.think import MoveStats, SearchResult, think
from undercut.engine.host import Host
from undercut.errors import Reason, UndercutError
from undercut.games.base.game_types import Move, View
from undercut.games.base.parts.levels import Budget
from undercut.games.base.sentences import Text, because, capitalized, say
from undercut.play.loading import determinize
from undercut.play.state import State

BUDGET = Budget(iterations=10_000)  # default search budget per move
REVIEW_BUDGET = Budget(iterations=4_000, seconds=1.0)
"""Search budget for each of the two searches of an explained move; the time limit matters on slow machines only."""

_EXPLAINED_LOSS = Mark.INACCURACY.least

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


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A judged move with explanations; without them if the move costs nothing worth explaining."""

    judgement: Judgement
    values: tuple[MoveStats, ...]
    gist: str = ""  # what the best move had that this one lacks, in a plain sentence; may be empty
    why: tuple[Reason, ...] = ()
    against: tuple[Reason, ...] = ()
    line: tuple[Step, ...] = ()


def review_move(
    view: View,
    played: str,
    number: int,
    *,
    budget: Budget = REVIEW_BUDGET,
    host: Host | None = None,
    watch: Watch = QUIET,
) -> Reviewed:
    """Judge a move from the view that its seat had, and explain it if it may have cost something."""
    chance = random.Random(number)  # noqa: S311  a review is repeatable
    # The seat knows its legal moves, so any deal will do.
    deal = determinize(view, chance)
    legal, seat = deal.legal_moves(), deal.to_move
    assert seat is not None  # noqa: S101  a move was played here
    move = next(one for one in legal if str(one) == played)
    moment = Moment(number, seat, view, legal, move)
    judgement, search = judge_move(moment, budget=budget, lines=1, host=host, watch=watch)
    if judgement.loss < _EXPLAINED_LOSS:
        return Reviewed(judgement, search.moves)
    explainer = Explainer(view, chance)
    best = next(one for one in legal if str(one) == judgement.best)
    expected = search.of(best).line or (judgement.best,)  # only the search's own choice has a likely continuation
    line = tuple(Step(who, str(one), one.text) for who, one in explainer.follow(expected))
    against = (*_beside(explainer, move, best), *explainer.reasons(move))
    return Reviewed(judgement, search.moves, _gist(explainer, move, best), explainer.reasons(best), against, line)


def _gist(explainer: Explainer, move: Move, best: Move) -> str:
    """Say what the best move, named before, has that a bad one lacks: first what is certain, then what follows."""
    if explainer.wins(best) or (explainer.is_stopper(best) and not explainer.is_stopper(move)):
        return explainer.gist(best)
    effect, name, outlook = explainer.effect(best), Text("the move that was played"), explainer.outlook
    told = f"{capitalized(effect)}." if effect and effect != explainer.effect(move) else ""
    why = cause(outlook, best, move, name)
    if not why and not outlook.is_spent:
        why = cause(outlook, best, move, name, turns=2)
    return " ".join(filter(None, [told, why or say("The difference shows only later in the game.")]))


def _beside(explainer: Explainer, move: Move, best: Move) -> list[Reason]:
    """Return what a bad move gives away beside the best one, as far as the next turns show it."""
    outlook = explainer.outlook
    if near := outlook.contrast(move, best).costs:
        costs = "; ".join(cost.reason.text for cost in near)
        return [because(near[0].reason.clause, "compared with the better move, by your next turn {costs}", costs=costs)]
    if not outlook.is_spent and (far := outlook.contrast(move, best, turns=2).costs):
        costs = "; ".join(cost.reason.text for cost in far)
        template = "compared with the better move, by the turn after your next {costs}"
        return [because(far[0].reason.clause, template, costs=costs)]
    return []
