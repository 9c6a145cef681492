"""Judgements of single moves in words: on the move that was played, and on another that a player tries in a retry."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from undercut.bots.advice.evidence import Mark
from undercut.bots.advice.judging import JudgedMove
from undercut.bots.thinking.think import margin
from undercut.games.base.sentences import named
from undercut.pages.errors import Missing
from undercut.pages.learning.lessons import lesson_like
from undercut.pages.texts import percent
from undercut.table.judged import Review, mistakes
from undercut.table.parts import Reader
from undercut.table.replay import branch_at
from undercut.table.scene import Scene
from undercut.table.table import Table
from undercut.translation import N_, _

_MARKS = {Mark.INACCURACY: N_("Inaccuracy"), Mark.MISTAKE: N_("Mistake"), Mark.BLUNDER: N_("Blunder")}
_PERHAPS = {
    Mark.INACCURACY: N_("Perhaps an inaccuracy"),
    Mark.MISTAKE: N_("Perhaps a mistake"),
    Mark.BLUNDER: N_("Perhaps a blunder"),
}
_MISSED = N_("Missed win")
_AS_GOOD = Mark.INACCURACY.least
_CLEAR = 0.1  # a loss of so much is hardly chance alone
_MUCH_LESS = 3  # a much better move loses this many times less than the move played


@dataclass(frozen=True, slots=True)
class Verdict:
    kind: str  # a class of the style sheet: best, good, only, doubtful, or a mark's name
    title: str
    text: str


def verdict(judged: JudgedMove) -> Verdict:
    figures = {**_fall(judged.expected, judged.expected - judged.loss), "margin": margin(judged.loss_error)}
    if judged.legal == 1:
        return Verdict("only", _("Only move"), _("There was no other legal move."))
    if judged.move == judged.best:
        text = _("The analysis would have played it, too.")
        if judged.lead >= _AS_GOOD:
            text = _("It keeps the chance to win at {before}; the next best move leaves about {after}.")
            text = text.format(**_fall(judged.expected, judged.expected - judged.lead))
        return Verdict("best", _("Best move"), text)
    if judged.advised:
        text = _("The hint suggested this move. The review searched again and prefers another.")
        return Verdict("good", _("The hint's move"), text)
    mark = judged.mark
    if mark in _MARKS:
        text = _("Chance to win: {before} after the best move, {after} after this one, give or take {margin}.")
        if judged.doubtful:
            text = _("Chance to win: {before} after the best move, roughly {after} after this one.")
        title = _MISSED if judged.expected == 1 else (_PERHAPS if judged.doubtful else _MARKS)[mark]
        return Verdict(mark.name.lower(), _(title), text.format(**figures))
    if judged.loss >= _AS_GOOD:
        text = _("Chance to win: {before} after the best move, {after} after this one; that may be chance.")
        return Verdict("doubtful", _("Perhaps not best"), text.format(**figures))
    return Verdict("good", _("Good move"), _("As good as the best move, as far as the analysis can tell."))


def _fall(before: float, after: float) -> dict[str, object]:
    return {"before": percent(before), "after": percent(max(0.0, after))}


def answer_to(judged: JudgedMove, tried: str) -> Verdict:
    values = {value.move: value for value in judged.values}
    wins = judged.best in values and values[judged.best].expected == 1  # its answers would say so
    answer = f"{values[tried].answer} ".lstrip() if tried in values and not wins else ""
    if tried == judged.best:
        return Verdict("best", _("Right"), _("This is the best move that the analysis found."))
    if tried == judged.move:
        text = _("“{move}” left you a chance of {after}. There is a better move.")
        text = text.format(move=judged.text.rstrip("."), after=percent(max(0.0, judged.expected - judged.loss)))
        return Verdict("doubtful", _("Played in the game"), answer + text)
    if tried not in values:
        return Verdict("doubtful", _("Not known"), _("The analysis has not tried this move."))
    best, other = values.get(judged.best, values[tried]), values[tried]
    loss, error = best.expected - other.expected, hypot(best.error, other.error)
    if loss < _AS_GOOD:
        return Verdict("good", _("Good"), _("This is about as strong as the best move."))
    figures = {"move": other.text.rstrip("."), **_fall(best.expected, other.expected)}
    if loss <= 2 * error:
        text = _("“{move}” leaves you about {after}, the best move {before}; that may be chance.").format(**figures)
        return Verdict("doubtful", _("Probably not") if loss >= _CLEAR else _("Nearly as good"), text)
    if loss < Mark.MISTAKE.least and loss <= judged.loss / _MUCH_LESS:
        text = _("“{move}” leaves you a chance of {after}; one move is a little better still.").format(**figures)
        return Verdict("doubtful", _("Much better"), text)
    text = _("“{move}” leaves you a chance of {after}. There is a better move.").format(**figures)
    return Verdict("mistake", _("Also a mistake"), answer + text)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A move and the better one in words, each with its player's chance after it."""

    played: str
    left: str
    better: str
    kept: str
    as_good: str  # a move that is about as good as the better one; empty if there is none


def comparison(judged: JudgedMove, told: str) -> Comparison:
    best = next((value.expected for value in judged.values if value.move == judged.best), None)
    as_good = (
        after_colon(value.text).rstrip(".")
        for value in judged.values
        if value.move not in (judged.best, judged.move) and best is not None and best - value.expected < _AS_GOOD
    )
    chances = percent(max(0.0, judged.expected - judged.loss)), percent(judged.expected)
    return Comparison(told or judged.text, chances[0], judged.best_text, chances[1], next(as_good, ""))


def after_colon(move: str) -> str:
    """Write a move's sentence so that it follows "Better:"."""
    return move[:1].lower() + move[1:]


def blame(names: Sequence[str], judged: JudgedMove, reader: Reader = None) -> str:
    text = in_short(names, judged, reader)
    # Reasons speak to the player who moved.
    return f"{text} {named(judged.gist, names)}".rstrip() if judged.seat == reader else text


def in_short(names: Sequence[str], judged: JudgedMove, reader: Reader) -> str:
    yours = _("Your move {number}, “{move}”, left you {after}; “{best}” kept {before}.")
    theirs = _("Move {number}, “{move}”, left {name} {after}; “{best}” kept {before}.")
    return (yours if judged.seat == reader else theirs).format(
        number=judged.number,
        name=names[judged.seat],
        move=judged.text.rstrip("."),
        best=judged.best_text.rstrip("."),
        **_fall(judged.expected, judged.expected - judged.loss),
    )


class RetryPage(Struct, frozen=True):
    table: str
    title: str
    number: int
    place: int
    mistakes: int
    tried: str | None = None
    found: bool | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Retry:
    table: Table
    numbers: list[int]  # of all mistakes that the reader can retry
    judged: JudgedMove
    attempt: str  # a move; empty before a try
    verdict: Verdict | None  # of the try; None before it

    @property
    def found(self) -> bool:
        return self.verdict is not None and self.verdict.kind in ("best", "good")

    @property
    def place(self) -> int:
        return self.numbers.index(self.judged.number) + 1

    def page(self) -> RetryPage:
        return RetryPage(
            table=self.table.id,
            title=self.table.game.spec.title,
            number=self.judged.number,
            place=self.place,
            mistakes=len(self.numbers),
            tried=self.attempt or None,
            found=self.found if self.verdict else None,
            text=self.verdict.text if self.verdict else "",
        )

    @property
    def better(self) -> str:
        return after_colon(self.judged.best_text)

    @property
    def following(self) -> int | None:
        """The next weak move, or the first one after the last; None if this is the only one."""
        ahead = (*self.numbers[self.place :], *self.numbers[: self.place - 1])
        return next(iter(ahead), None)

    @property
    def scene(self) -> Scene:
        """The table as the player saw it, with its moves; once a better one is found, with that played."""
        seat, before = self.judged.seat, self.judged.number - 1
        shown = lesson_like(branch_at(self.table, before, [self.attempt] if self.found else []), seat)
        shown = replace(shown, steps=before + len(shown.seats))  # no one greets the players of a game under way
        if self.found:
            return replace(shown, moves=[], uses={}, refusals={})
        last = self.table.lines[self.table.steps[before - 1].line].for_reader(seat) if before else None
        return replace(shown, last=last)


def retry_at(table: Table, reader: Reader, review: Review, move: int | None, attempt: str) -> Retry:
    """Return the retry of a mistake: of the reader's own, or of anyone's without one; None: the first mistake."""
    numbers = mistakes(review, reader) or mistakes(review, None)
    number = numbers[0] if move is None and numbers else move
    judged = next((judged for judged in review.judged if judged.number == number and number in numbers), None)
    if judged is None:
        raise Missing
    verdict = answer_to(judged, attempt) if attempt else None
    if verdict:
        verdict = Verdict(verdict.kind, verdict.title, named(verdict.text, table.names))
    if verdict and verdict.kind == "good" and _wins(table, judged, attempt):
        verdict = Verdict("best", _("Right"), _("You win at once."))
    return Retry(table, numbers, judged, attempt, verdict)


def _wins(table: Table, judged: JudgedMove, attempt: str) -> bool:
    """Return whether another move instead of a judged one ends the game with a win of its player alone."""
    state = branch_at(table, judged.number - 1, [attempt]).state
    return bool(state and state.result and state.result.winners == (judged.seat,))
