"""Judge one move by searches from the view that its seat had, and explain it to its player."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import hypot
from typing import Self, cast

from undercut.bots.advice import evidence
from undercut.bots.advice.evidence import MOST_ROUNDS, Loss, Mark, Weighing
from undercut.bots.advice.explain import Explainer, cause, twins_in
from undercut.bots.advice.hint import Step
from undercut.bots.players import advice_settings
from undercut.bots.thinking.budget import Effort, Watch, over_several_trees
from undercut.bots.thinking.think import MoveStats, SearchResult, think
from undercut.errors import Reason
from undercut.games.base.game_types import Move, View
from undercut.games.base.parts.bots import Budget
from undercut.games.base.sentences import Text, say
from undercut.play.loading import determinize

REVIEW_BUDGET = Budget(iterations=4_000, seconds=1.0)
"""Search budget for each of the two searches of an explained move; the time limit matters on slow machines only."""

_EXPLAINED_LOSS = Mark.INACCURACY.least

_MOST_RIVALS, _CLOSE = 6, 0.03
_THIS = Text("after this move")


@dataclass(frozen=True, slots=True)
class Decision:
    number: int
    seat: int
    view: View
    legal: Sequence[Move]
    move: Move


@dataclass(frozen=True, slots=True)
class Judgement:
    number: int
    seat: int
    move: str
    text: str
    legal: int
    best: str  # the search's choice
    best_text: str
    expected: float  # expected share of the game after `best`, 0 to 1
    error: float
    loss: float  # expected share lost compared with the best of `best` and the moves that may be as good; at least 0
    loss_error: float
    lead: float  # for the best move, its lead over the next best if beyond chance; otherwise 0
    proof: str = ""  # the proven result of the position, such as `"forced win in 3"`; empty if nothing was proven

    def rounded(self) -> Self:
        """Return the judgement with four digits of each number, as files have it."""
        shares = {name: round(getattr(self, name), 4) for name in ("expected", "error", "loss", "loss_error", "lead")}
        return replace(self, **shares)

    @property
    def mark(self) -> Mark:
        return evidence.mark_of(self.loss, self.loss_error)

    @property
    def doubtful(self) -> bool:
        """Whether the mark, or its absence, is uncertain: two and a half standard errors more or less change it."""
        return evidence.is_doubtful(self.loss, self.loss_error)


def judge_move(decision: Decision, effort: Effort, *, seed: int = 0, lines: int = 0) -> tuple[Judgement, SearchResult]:
    chance = random.Random(f"{seed}/{decision.number}")  # noqa: S311  an analysis is repeatable
    name, seats = str(decision.view["game"]), cast("int", decision.view["seats"])
    settings = advice_settings(name)
    several = replace(effort, budget=over_several_trees(effort.budget))
    search = think(decision.view, several, chance, settings=settings, lines=lines)
    # The seat knows its legal moves, so any deal will do.
    twins = twins_in(determinize(decision.view, random.Random(0)))  # noqa: S311  as above
    whole = evidence.pooled(evidence.calibrated(search, evidence.calibration_of(name, seats, search.iterations)), twins)
    result = _without_twins(whole, decision.move, twins)
    best, measured = result.best, Loss(result.best.move, 0.0, 0.0)
    if len(result.moves) > 1:  # those alike but for their suit count once
        quiet = replace(effort, watch=Watch(cancelled=effort.watch.cancelled))
        weighing = Weighing(decision.view, quiet, settings, evidence.calibration_of(name, seats))
        measured = _loss(weighing, result, decision.move, chance)
    beyond_chance = abs(measured.size) > 2 * measured.error
    if decision.move == best.move and not (beyond_chance and measured.size > 0):
        lead = -measured.size if beyond_chance else 0.0
        loss, error = 0.0, 0.0
    else:
        # The search may choose a move that many pairs of searches find worse than another.
        best = result.of(measured.best)
        loss, error, lead = max(0.0, measured.size), measured.error, 0.0
    judgement = Judgement(
        number=decision.number,
        seat=decision.seat,
        move=str(decision.move),
        text=decision.move.text,
        legal=len(decision.legal),
        best=str(best.move),
        best_text=best.move.text,
        expected=best.expected,
        error=best.error,
        loss=loss,
        loss_error=error,
        lead=lead,
        proof=result.proof.text if result.proof else "",
    )
    return judgement, whole


def _without_twins(result: SearchResult, move: Move, twins: Mapping[str, str]) -> SearchResult:
    """Put a move in the place of the first move of equal worth, and leave out the others."""
    own = result.of(move)
    alike = [found for found in result.moves if twins[str(found.move)] == twins[str(move)]]
    moves = [own if found is alike[0] else found for found in result.moves if found is alike[0] or found not in alike]
    return replace(result, moves=tuple(moves))


def _loss(weighing: Weighing, result: SearchResult, move: Move, chance: random.Random) -> Loss:
    """Return a move's loss against the best other one, which is negative for a better move."""
    best, own = result.best, result.of(move)
    if not evidence.proven(result, best):
        return weighing.loss(_rivals(result, own), move, None, chance)
    other = result.moves[1] if own is best else own
    if evidence.proven(result, other):
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
class MoveValue:
    move: str
    text: str
    expected: float  # expected share of the game, 0 to 1
    error: float
    answer: str = ""  # what refutes it, in a sentence; empty if that is not known


@dataclass(frozen=True, slots=True)
class JudgedMove(Judgement):
    """A judgement with explanations, as reviews store it; without them if the move costs nothing worth explaining."""

    gist: str = ""  # what the best move had that this one lacks, in a plain sentence
    why: list[Reason] = field(default_factory=list[Reason])
    against: list[Reason] = field(default_factory=list[Reason])
    line: list[Step] = field(default_factory=list[Step])
    values: list[MoveValue] = field(default_factory=list[MoveValue])
    advised: bool = False  # a hint said the move, which then counts as no loss


def review_move(view: View, played: str, number: int, effort: Effort) -> JudgedMove:
    """Judge a move from the view that its seat had, and explain it if it may have cost something."""
    chance = random.Random(number)  # noqa: S311  a review is repeatable
    # The seat knows its legal moves, so any deal will do.
    deal = determinize(view, chance)
    legal, seat = deal.legal_moves(), deal.to_move
    assert seat is not None  # noqa: S101  a move was played here
    move = next(one for one in legal if str(one) == played)
    decision = Decision(number, seat, view, legal, move)
    judgement, search = judge_move(decision, effort, lines=1)
    judged = JudgedMove(**asdict(judgement.rounded()))
    if judgement.loss < _EXPLAINED_LOSS:
        return judged
    explainer = Explainer(view, chance)
    best = next(one for one in legal if str(one) == judgement.best)
    expected = search.of(best).line or (judgement.best,)  # only the search's own choice has a likely continuation
    gist, answers = _gist(explainer, move, best, expected), {played: explainer.refutation(move, best, _THIS)}
    for other in search.moves:
        if judgement.expected - other.expected >= _EXPLAINED_LOSS and not explainer.outlook.is_spent:
            answers[str(other.move)] = explainer.refutation(other.move, best, _THIS)
    values = [
        MoveValue(
            move=str(one.move),
            text=one.move.text,
            expected=round(one.expected, 4),
            error=round(one.error, 4),
            answer=answers.get(str(one.move), ""),
        )
        for one in search.moves
    ]
    why, against = ([*explainer.reasons(one)] for one in (best, move))
    line = [Step(who, str(one), one.text) for who, one in explainer.follow(expected)]
    return replace(judged, gist=gist, why=why, against=against, line=line, values=values)


def _gist(explainer: Explainer, move: Move, best: Move, line: Sequence[str]) -> str:
    """Say what the best move, named before, has that a bad one lacks: first what is certain, then what follows."""
    motives, shared = explainer.motives(best), explainer.motives(move)
    own = [text for text in motives if text not in shared]
    if own and explainer.decides(best):
        return own[0]
    if explainer.wins_this_turn(line):
        return say("You can win in this turn.")
    why = _beside(explainer, move, best)
    return " ".join([*own[:1], why][:2]).strip() or say("The difference shows only later in the game.")


def _beside(explainer: Explainer, move: Move, best: Move) -> str:
    """Say what a bad move gives away beside the best one, as far as two turns show it; empty if they do not."""
    after, outlook = Text("after the move in the game"), explainer.outlook
    why = explainer.refutation(move, best, after)
    return why if why or outlook.is_spent else cause(outlook, best, move, after, turns=2)
