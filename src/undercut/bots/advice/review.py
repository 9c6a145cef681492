"""Review one move for its player: judge it, and explain what it gave away."""

import random
from dataclasses import dataclass

from undercut.bots.advice.analysis import Judgement
from undercut.bots.advice.evidence import Mark
from undercut.bots.advice.explain import Explainer
from undercut.bots.advice.hint import Step
from undercut.bots.advice.judging import Moment, judge_move
from undercut.bots.thinking.budget import QUIET, Watch
from undercut.bots.thinking.results import MoveStats
from undercut.engine.host import Host
from undercut.errors import Reason
from undercut.games.base.game_types import Move, View
from undercut.games.base.parts.levels import Budget
from undercut.games.base.sentences import because, capitalized, say, the_card
from undercut.play.loading import determinize

REVIEW_BUDGET = Budget(iterations=4_000, seconds=1.0)
"""Search budget for each of the two searches of a move; the time limit matters on slow machines only."""

_EXPLAINED_LOSS = Mark.INACCURACY.least


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
    """Say what the best move had that a bad one lacks: first what is certain, then what the next turns show."""
    pack, gains = explainer.deals[0].game.spec.pack, explainer.outlook.contrast(best, move)
    name = say("“{move}”", move=best.text.rstrip("."))
    if best.card and best.card != move.card:
        name = the_card(pack, pack.code(best.card)).say()
    if explainer.wins(best):
        text = say("{better} won at once.", better=name)
    elif explainer.is_stopper(best) and not explainer.is_stopper(move):
        text = say("{better} would have stopped a win on the next turn.", better=name)
    elif (effect := explainer.effect(best)) and effect != explainer.effect(move):
        text = say("{better} was better: {effect}.", better=say("“{move}”", move=best.text.rstrip(".")), effect=effect)
    elif gains.gains:
        text = say("{better} was better: soon, {gains}.", better=name, gains=gains.words)
    else:
        return ""
    return capitalized(text)


def _beside(explainer: Explainer, move: Move, best: Move) -> list[Reason]:
    """Return what a bad move gives away beside the best one, as far as the next turns show it."""
    outlook = explainer.outlook
    if near := outlook.contrast(move, best).costs:
        costs = "; ".join(cost.reason.text for cost in near)
        return [because(near[0].reason.clause, "beside the better move, by your next turn {costs}", costs=costs)]
    if not outlook.is_spent and (far := outlook.contrast(move, best, turns=2).costs):
        costs = "; ".join(cost.reason.text for cost in far)
        return [
            because(far[0].reason.clause, "beside the better move, by the turn after your next {costs}", costs=costs)
        ]
    return []
