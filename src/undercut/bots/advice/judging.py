"""Judge the moves of a game by searches, each from the view that its seat had: turning points, statistics, a plot."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Self, cast

from undercut.bots.advice.evidence import (
    MOST_ROUNDS,
    Loss,
    Mark,
    Weighing,
    calibrated,
    calibration_of,
    is_doubtful,
    mark_of,
    proven,
)
from undercut.bots.advice.explain import Explainer, cause
from undercut.bots.advice.hint import Step
from undercut.bots.levels import advice_settings
from undercut.bots.thinking.budget import Effort, Watch, over_several_trees
from undercut.bots.thinking.think import MoveStats, SearchResult, think
from undercut.decoding import JSON
from undercut.draw.as_svg import has_pixels, png
from undercut.draw.chart import Curve, Note, Spot, picture
from undercut.errors import Reason, UndercutError, file_errors
from undercut.estimates import mean
from undercut.games.base.game_types import TABLE_REASONS, Move, Outcome, View
from undercut.games.base.parts.levels import Budget
from undercut.games.base.sentences import Text, because, capitalized, say
from undercut.play.loading import determinize
from undercut.play.state import State
from undercut.translation import N_

TURN = 0.15  # smallest change of a seat's expected result that makes a turning point

ADDING_UP = N_(
    "At each move, the chances of all players add up to 100 %. They are estimated once, from what the player to move "
    "could know, so they may jump when another player is to move; the others share the rest as at the move before. A "
    "draw or a shared win counts as an equal part for each."
)
"""Sentences on the source of an analysis's chances, to translate."""

_MOST_TURNS = 6

_PIXELS = 1350
_NOTES = (
    Note(Mark.INACCURACY.name, "inaccuracy (?!)", 2.5, "white"),
    Note(Mark.MISTAKE.name, "mistake (?)", 3.5, "#ffb000"),
    Note(Mark.BLUNDER.name, "blunder (??)", 4.5, "#dc267f"),
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of one move."""

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
        """How bad it was."""
        return mark_of(self.loss, self.loss_error)

    @property
    def doubtful(self) -> bool:
        """Whether the mark, or its absence, is uncertain: two and a half standard errors more or less change it."""
        return is_doubtful(self.loss, self.loss_error)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turning point: a large change in a seat's expected share between two of its moves, or its last and the end."""

    seat: int
    first: int
    last: int  # number of the later move, or one more than the game has
    before: float  # expected share before the earlier move
    after: float  # expected share before the later move, or the final share
    cause: Judgement | None  # the costliest mistake in between; None if there was none


@dataclass(frozen=True, slots=True)
class Summary:
    """Statistics of one player's moves."""

    seat: int
    choices: int  # number of judged moves that had an alternative
    agreed: int  # how many of these match the search's choice
    average: float
    marks: dict[Mark, int]
    best: Judgement | None  # the move with the largest lead; None if no move had one
    worst: Judgement | None  # the move with the largest loss; None if no move lost anything


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game, judged move by move."""

    game: str
    players: tuple[str, ...]
    seats: tuple[int, ...]
    moves: int
    result: Outcome | None
    judged: tuple[Judgement, ...]  # judgements in order; incomplete if the analysis was stopped early

    def chances(self, seat: int) -> list[tuple[int, float]]:
        """A seat's part of the game before each judged move, and its final share; those of all seats add up to 1."""
        # The player to move has the share that the search expects; the others have the rest, in proportion.
        return [(number, shares[seat]) for number, shares in self._shared()]

    def _shared(self) -> list[tuple[int, list[float]]]:
        """The shares of all seats before each judged move, and at the end."""
        seats = len(self.players)
        shares, points = [1 / seats] * seats, list[tuple[int, list[float]]]()
        for judged in self.judged:
            others = sum(shares) - shares[judged.seat]
            rest = 1 - judged.expected
            shares = [rest * share / others if others else rest / (seats - 1) for share in shares]
            shares[judged.seat] = judged.expected
            points.append((judged.number, shares))
        if self.result and self._is_complete:
            points.append((self.moves + 1, [*self.result.shares(seats)]))
        return points

    @property
    def _is_complete(self) -> bool:
        return not self.judged or self.judged[-1].number + len(self.players) >= self.moves

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """A seat's expected share before each of its moves, as it could know it, and its final share."""
        points = [(judged.number, judged.expected) for judged in self.judged if judged.seat == seat]
        if self.result and self._is_complete and seat in self.seats:
            points.append((self.moves + 1, self.result.shares(len(self.players))[seat]))
        return points

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The largest turning points, in the order of the game."""
        turns = [turn for seat in self.seats for turn in self._turns_of(seat)]
        turns.sort(key=lambda turn: abs(turn.after - turn.before), reverse=True)
        return tuple(sorted(turns[:_MOST_TURNS], key=lambda turn: (turn.last, turn.seat)))

    def _turns_of(self, seat: int) -> Iterator[Turn]:
        for (first, before), (last, after) in pairwise(self.curve(seat)):
            by_table = last > self.moves and self.result and self.result.reason in TABLE_REASONS
            if abs(after - before) >= TURN and not by_table:
                yield Turn(seat, first, last, before, after, self._cause(seat, first, last, after - before))

    def _cause(self, seat: int, first: int, last: int, change: float) -> Judgement | None:
        """The costliest mistake in between: the seat's own if its share fell, another seat's if it rose."""
        between = [judged for judged in self.judged if first <= judged.number < last]
        mistakes = [each for each in between if (each.seat == seat) == (change < 0) and each.mark is not Mark.NONE]
        return max(mistakes, key=lambda mistake: mistake.loss, default=None)

    @property
    def summaries(self) -> tuple[Summary, ...]:
        """Statistics of each player's moves."""
        return tuple(self._summary(seat) for seat in self.seats)

    def _summary(self, seat: int) -> Summary:
        choices = [judged for judged in self.judged if judged.seat == seat and judged.legal > 1]
        agreed = [choice for choice in choices if choice.move == choice.best]
        return Summary(
            seat=seat,
            choices=len(choices),
            agreed=len(agreed),
            average=mean(choice.loss for choice in choices) if choices else 0.0,
            marks={mark: sum(choice.mark is mark for choice in choices) for mark in Mark if mark is not Mark.NONE},
            best=max((choice for choice in agreed if choice.lead), key=lambda choice: choice.lead, default=None),
            worst=max((choice for choice in choices if choice.loss), key=lambda choice: choice.loss, default=None),
        )

    def to_json(self) -> dict[str, JSON]:
        """Return JSON-ready data; equal for equal seeds and iterations."""
        result: JSON = None
        if self.result:
            result = {"winners": list(self.result.winners), "reason": self.result.reason}
        return {
            "game": self.game,
            "players": list(self.players),
            "seats": list(self.seats),
            "moves": self.moves,
            "result": result,
            "judged": [_judgement_json(judged) for judged in self.judged],
            "curves": {
                str(seat): [[number, round(share, 4)] for number, share in self.chances(seat)] for seat in self.seats
            },
            "turning_points": [_turn_json(turn) for turn in self.turns],
            "summaries": [_summary_json(summary) for summary in self.summaries],
        }


def _judgement_json(judged: Judgement) -> dict[str, JSON]:
    fields = asdict(judged.rounded())
    del fields["lead"]
    return fields | {"mark": judged.mark.name.lower(), "doubtful": judged.doubtful, "proof": fields.pop("proof")}


def _turn_json(turn: Turn) -> dict[str, JSON]:
    shares: dict[str, JSON] = {"before": round(turn.before, 4), "after": round(turn.after, 4)}
    return asdict(turn) | shares | {"cause": turn.cause.number if turn.cause else None}


def _summary_json(summary: Summary) -> dict[str, JSON]:
    return {
        "seat": summary.seat,
        "choices": summary.choices,
        "agreed": summary.agreed,
        "average_loss": round(summary.average, 4),
        "marks": {mark.name.lower(): number for mark, number in summary.marks.items()},
        "best": summary.best.number if summary.best else None,
        "worst": summary.worst.number if summary.worst else None,
    }


def check_plot(path: Path) -> None:
    """Check that a plot can be written, before the long analysis."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise UndercutError(f"{path}: a plot's file name must end in .svg or .png")
    if not path.parent.is_dir():
        raise UndercutError(f"{path}: no such folder: {path.parent}")
    if path.suffix.lower() == ".png" and not has_pixels():
        message = f"{path}: a .png needs more packages, such as resvg-py: pip install 'undercut[lab]'; or write an .svg"
        raise UndercutError(message)


def plot(analysis: Analysis, path: Path, title: str = "") -> None:
    """Plot each seat's expected share before its moves, and mark bad moves."""
    check_plot(path)
    drawn = picture(
        {f"{analysis.players[seat]} (seat {seat})": Curve(seat, analysis.chances(seat)) for seat in analysis.seats},
        [
            (
                Spot(found.seat, found.number, found.expected, found.mark.name),
                str(found.move) if found.mark is Mark.BLUNDER else "",
            )
            for found in analysis.judged
            if found.mark is not Mark.NONE and found.seat in analysis.seats
        ],
        analysis.moves,
        even=1 / len(analysis.players),
        title=title,
        below=ADDING_UP,
        notes=_NOTES,
    )
    with file_errors(path):
        path.write_bytes(drawn.encode() if path.suffix.lower() == ".svg" else png(drawn, width=_PIXELS))


# --- Judging ----------------------------------------------------------------------------------------------------


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
    seats: Sequence[int] | None,
    effort: Effort,
    *,
    seed: int = 0,
) -> Iterator[Judgement]:
    """Judge the moves of a game one at a time, independently of each other; only iterations are reproducible."""
    for moment in _moments(state):
        if seats is None or moment.seat in seats:
            yield judge_move(moment, effort, seed=seed)[0]


def analyse(
    state: State,
    seats: Sequence[int] | None,
    effort: Effort,
    *,
    seed: int = 0,
) -> Analysis:
    """Judge every move of a game."""
    begun = begin(state, seats)
    return replace(begun, judged=tuple(judge(state, seats, effort, seed=seed)))


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


def judge_move(moment: Moment, effort: Effort, *, seed: int = 0, lines: int = 0) -> tuple[Judgement, SearchResult]:
    """Judge one move; also return the search that the judgement is based on."""
    chance = random.Random(f"{seed}/{moment.number}")  # noqa: S311  an analysis is repeatable
    name, seats = str(moment.view["game"]), cast("int", moment.view["seats"])
    settings = advice_settings(name)
    several = replace(effort, budget=over_several_trees(effort.budget))
    search = think(moment.view, several, chance, settings=settings, lines=lines)
    result = calibrated(search, calibration_of(name, seats, search.iterations))
    best, measured = result.best, Loss(result.best.move, 0.0, 0.0)
    if len(moment.legal) > 1:
        quiet = replace(effort, watch=Watch(cancelled=effort.watch.cancelled))
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
    answers: dict[str, str] = field(default_factory=dict[str, str])  # what refutes a bad move, by its notation


def review_move(view: View, played: str, number: int, effort: Effort) -> Reviewed:
    """Judge a move from the view that its seat had, and explain it if it may have cost something."""
    chance = random.Random(number)  # noqa: S311  a review is repeatable
    # The seat knows its legal moves, so any deal will do.
    deal = determinize(view, chance)
    legal, seat = deal.legal_moves(), deal.to_move
    assert seat is not None  # noqa: S101  a move was played here
    move = next(one for one in legal if str(one) == played)
    moment = Moment(number, seat, view, legal, move)
    judgement, search = judge_move(moment, effort, lines=1)
    if judgement.loss < _EXPLAINED_LOSS:
        return Reviewed(judgement, search.moves)
    explainer = Explainer(view, chance)
    best = next(one for one in legal if str(one) == judgement.best)
    expected = search.of(best).line or (judgement.best,)  # only the search's own choice has a likely continuation
    line = tuple(Step(who, str(one), one.text) for who, one in explainer.follow(expected))
    against = (*_beside(explainer, move, best), *explainer.reasons(move))
    gist, answers = _gist(explainer, move, best), {played: explainer.refutation(move, best)}
    for other in search.moves:
        if judgement.expected - other.expected >= _EXPLAINED_LOSS and not explainer.outlook.is_spent:
            answers[str(other.move)] = explainer.refutation(other.move, best)
    return Reviewed(judgement, search.moves, gist, explainer.reasons(best), against, line, answers)


def _gist(explainer: Explainer, move: Move, best: Move) -> str:
    """Say what the best move, named before, has that a bad one lacks: first what is certain, then what follows."""
    if explainer.wins(best) or (explainer.is_stopper(best) and not explainer.is_stopper(move)):
        return explainer.gist(best)
    effect, name, outlook = explainer.effect(best), Text("the move that was played"), explainer.outlook
    told = f"{capitalized(effect)}." if effect and effect != explainer.effect(move) else ""
    why = explainer.refutation(move, best)
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
