"""Analyse a whole game: every move judged, turning points, statistics, a plot."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path

from undercut.bots.advice.evidence import Mark
from undercut.bots.advice.judging import Decision, Judgement, judge_move
from undercut.bots.thinking.budget import Effort
from undercut.decoding import JSON
from undercut.draw.as_svg import has_pixels, png
from undercut.draw.chart import Curve, MarkedMove, MarkLook, chart_document
from undercut.errors import UndercutError, more_packages
from undercut.estimates import mean
from undercut.files import file_errors
from undercut.games.base.game_types import TABLE_REASONS, Outcome
from undercut.games.base.parts.bots import Budget
from undercut.play.state import State
from undercut.translation import N_

ANALYSIS_BUDGET = Budget(iterations=10_000)  # default search budget per move

_TURN = 0.15  # smallest change of a seat's expected result that makes a turning point

ADDING_UP = N_(
    "At each move, the chances of all players add up to 100 %. They are estimated once, from what the player to move "
    "could know, so they may jump when another player is to move; the others share the rest as at the move before. A "
    "draw or a shared win counts as an equal part for each."
)
"""Sentences on the source of an analysis's chances, to translate."""

_MOST_TURNS = 6

_PIXELS = 1350
_NOTES = (
    MarkLook(Mark.INACCURACY.name, "inaccuracy (?!)", 2.5, "white"),
    MarkLook(Mark.MISTAKE.name, "mistake (?)", 3.5, "#ffb000"),
    MarkLook(Mark.BLUNDER.name, "blunder (??)", 4.5, "#dc267f"),
)


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
    seat: int
    choices: int  # number of judged moves that had an alternative
    agreed: int  # how many of these match the search's choice
    average: float
    marks: dict[Mark, int]
    best: Judgement | None  # the move with the largest lead; None if no move had one
    worst: Judgement | None  # the move with the largest loss; None if no move lost anything


@dataclass(frozen=True, slots=True)
class Analysis:
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
        turns = [turn for seat in self.seats for turn in self._turns_of(seat)]
        turns.sort(key=lambda turn: abs(turn.after - turn.before), reverse=True)
        return tuple(sorted(turns[:_MOST_TURNS], key=lambda turn: (turn.last, turn.seat)))

    def _turns_of(self, seat: int) -> Iterator[Turn]:
        for (first, before), (last, after) in pairwise(self.curve(seat)):
            by_table = last > self.moves and self.result and self.result.reason in TABLE_REASONS
            if abs(after - before) >= _TURN and not by_table:
                yield Turn(seat, first, last, before, after, self._cause(seat, first, last, after - before))

    def _cause(self, seat: int, first: int, last: int, change: float) -> Judgement | None:
        """The costliest mistake in between: the seat's own if its share fell, another seat's if it rose."""
        between = [judged for judged in self.judged if first <= judged.number < last]
        mistakes = [each for each in between if (each.seat == seat) == (change < 0) and each.mark is not Mark.NONE]
        return max(mistakes, key=lambda mistake: mistake.loss, default=None)

    @property
    def summaries(self) -> tuple[Summary, ...]:
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
    if path.suffix.lower() not in (".svg", ".png"):
        raise UndercutError(f"{path}: a plot's file name must end in .svg or .png")
    if not path.parent.is_dir():
        raise UndercutError(f"{path}: no such folder: {path.parent}")
    if path.suffix.lower() == ".png" and not has_pixels():
        raise UndercutError(f"{path}: {more_packages('a .png needs', 'resvg-py', 'lab')}; or write an .svg")


def save_plot(analysis: Analysis, path: Path, title: str = "") -> None:
    """Plot each seat's expected share before its moves, and mark bad moves."""
    check_plot(path)
    drawn = chart_document(
        {f"{analysis.players[seat]} (seat {seat})": Curve(seat, analysis.chances(seat)) for seat in analysis.seats},
        [
            (
                MarkedMove(found.seat, found.number, found.expected, found.mark.name),
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


def begin(state: State, seats: Sequence[int] | None = None) -> Analysis:
    if not state.moves:
        raise UndercutError("no moves to analyse")
    chosen = tuple(range(state.game.seats)) if seats is None else tuple(sorted(set(seats)))
    for seat in chosen:
        state.view(seat)  # raises for an unknown seat
    return Analysis(state.game.name, state.players, chosen, len(state.moves), state.result, ())


def judge(state: State, seats: Sequence[int] | None, effort: Effort, *, seed: int = 0) -> Iterator[Judgement]:
    """Judge the moves of a game one at a time, independently of each other; only iterations are reproducible."""
    for decision in _decisions(state):
        if seats is None or decision.seat in seats:
            yield judge_move(decision, effort, seed=seed)[0]


def analyse(state: State, seats: Sequence[int] | None, effort: Effort, *, seed: int = 0) -> Analysis:
    begun = begin(state, seats)
    return replace(begun, judged=tuple(judge(state, seats, effort, seed=seed)))


def _decisions(state: State) -> list[Decision]:
    again = state.copy()
    decisions: list[Decision] = []
    while again.moves:
        number = len(again.moves)
        text = again.undo()
        if text is None:  # the game ended by resignation, agreement or time
            continue
        seat = again.to_move
        assert seat is not None  # noqa: S101  a move was played here
        legal = again.legal_moves()
        move = next(move for move in legal if str(move) == text)
        decisions.append(Decision(number, seat, again.view(seat), legal, move))
    return decisions[::-1]
