"""The data of a review: a finished game judged move by move, its turning points, its players, and its addresses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple
from urllib.parse import urlencode

from msgspec import Struct

from undercut.bots.advice.analysis import Analysis, Summary, Turn
from undercut.pages.learning.verdicts import blame
from undercut.pages.texts import percent
from undercut.play.narration import Voice
from undercut.table.judged import JudgedMove, Progress, Review, costliest, mistakes
from undercut.table.names import names_for
from undercut.table.parts import Reader, outcome_text
from undercut.table.table import Table
from undercut.translation import _

Cards = Literal["open", "seen"]  # whether a review shows all cards, or what the player to move could see


class ReviewAddress(NamedTuple):
    """The address of a review at one move."""

    table: str
    move: int  # one more than all moves: the end
    cards: Cards = "open"
    line: int = 0  # number of moves of the better line that are played

    def __str__(self) -> str:
        """Write it for a link."""
        query: Mapping[str, object] = {
            "move": self.move,
            **({} if self.cards == "open" else {"cards": self.cards}),
            **({"line": self.line} if self.line else {}),
        }
        return f"/t/{self.table}/review?{urlencode(query)}"

    def at(self, move: int) -> str:
        """Write the address of another move."""
        return str(self._replace(move=move, line=0))

    def along(self, step: int) -> str:
        """Write the address with some moves of the better line played; 0: with none."""
        return str(self._replace(line=step))

    @property
    def other_cards(self) -> str:
        """The address with the hidden cards shown, or no longer shown."""
        return str(self._replace(cards="open" if self.cards == "seen" else "seen"))


class Point(Struct, frozen=True):
    """A turning point of a game: one seat's chance changed much between two of its moves."""

    seat: int
    first: int
    last: int
    before: float  # expected share before the earlier move, 0 to 1
    after: float
    cause: int | None  # number of the mistake that explains most of it; None if there was none
    text: str


class PlayerReview(Struct, frozen=True):
    """The moves of one player, summed up."""

    seat: int
    name: str
    choices: int  # number of moves with another legal one
    agreed: int  # number of choices that the search would have made, too
    average: float  # the average loss of a choice
    marks: dict[str, int]

    @property
    def loss(self) -> str:
        """The average loss in words."""
        return percent(self.average)


class ReviewPage(Struct, frozen=True):
    """The review of a finished game, as far as it is computed."""

    table: str
    game: str
    title: str
    players: list[str]
    you: int | None  # your seat; None for a spectator
    result: str
    state: Literal["none", "active", "stopped", "done"]
    moves: int
    done: int  # number of moves that are judged
    wanted: int  # number of moves to judge
    curves: dict[int, list[tuple[int, float]]]  # by seat: the expected share before each judged move
    points: list[Point]
    summaries: list[PlayerReview]
    judged: list[JudgedMove]

    def colour(self, seat: int) -> int:
        """The number of a seat's colour; yours is always the first."""
        return (seat - (self.you or 0)) % len(self.players)

    @property
    def mistakes(self) -> list[int]:
        """The numbers of the reader's mistakes, or of everyone's for a spectator."""
        return mistakes(Review(self.moves, self.judged), self.you)

    def judged_at(self, number: int) -> JudgedMove | None:
        """Return the judgement of a move; None if there is none yet, and at the end."""
        return next((judged for judged in self.judged if judged.number == number), None)

    def chances_at(self, number: int) -> list[tuple[str, str]]:
        """Return each player's name and chance before a move, in per cent; empty if it is not judged."""
        shares = [share for curve in self.curves.values() if (share := dict(curve).get(number)) is not None]
        if len(shares) < len(self.curves):
            return []
        figures = in_percent(shares)
        return [(name, f"{figure}\N{NO-BREAK SPACE}%") for name, figure in zip(self.players, figures, strict=True)]


def review_page(table: Table, reader: Reader, progress: Progress) -> ReviewPage:
    """Return the review of a finished game."""
    review, analysis = progress.review, _analysis(table, progress.review)
    state = "active" if progress.active else "done" if review.is_done else "stopped" if review.judged else "none"
    outcome = table.state.result if table.state else None
    words, names = Voice(table.names, reader), names_for(table.names, reader)
    return ReviewPage(
        table=table.id,
        game=table.game.name,
        title=table.game.spec.title,
        players=names,
        you=reader,
        result=outcome_text(table.game.spec.words, outcome, words) if outcome else table.closed,
        state=state,
        moves=review.moves,
        done=len(review.judged),
        wanted=review.wanted,
        curves={seat: [(at, round(share, 4)) for at, share in analysis.chances(seat)] for seat in analysis.seats},
        points=[_point(table, review, turn, reader) for turn in analysis.turns],
        summaries=[_player_review(summary, names) for summary in analysis.summaries],
        judged=review.judged,
    )


def _player_review(summary: Summary, names: Sequence[str]) -> PlayerReview:
    marks = {mark.name.lower(): number for mark, number in summary.marks.items()}
    average = round(summary.average, 4)
    return PlayerReview(summary.seat, names[summary.seat], summary.choices, summary.agreed, average, marks)


def _analysis(table: Table, review: Review) -> Analysis:
    """Return a stored review in the form in which analyses are summed up."""
    seats = tuple(range(len(table.seats)))
    result = table.state.result if table.state else None
    return Analysis(table.game.name, tuple(table.names), seats, review.moves, result, tuple(review.judged))


def _point(table: Table, review: Review, turn: Turn, reader: Reader) -> Point:
    figures = {
        "name": table.names[turn.seat],
        "before": percent(turn.before),
        "after": percent(turn.after),
        "first": turn.first,
        "last": turn.last,
    }
    if turn.last > review.moves:
        theirs = _("From move %(first)s to the end, the chance of %(name)s went from %(before)s to %(after)s.")
        yours = _("From move %(first)s to the end, your chance went from %(before)s to %(after)s.")
    else:
        theirs = _("Between moves %(first)s and %(last)s, the chance of %(name)s went from %(before)s to %(after)s.")
        yours = _("Between moves %(first)s and %(last)s, your chance went from %(before)s to %(after)s.")
    text = (yours if turn.seat == reader else theirs) % figures
    number = turn.cause.number if turn.cause else None
    cause = next((judged for judged in review.judged if judged.number == number), None)
    why = blame(table.names, cause, reader) if cause else _("No mistake explains it: the cards decided.")
    return Point(turn.seat, turn.first, turn.last, round(turn.before, 4), round(turn.after, 4), number, f"{text} {why}")


def in_percent(shares: Sequence[float]) -> list[int]:
    """Round shares that add up to 1 to per cent that add up to 100."""
    rounded = [int(100 * share) for share in shares]
    behind = sorted(range(len(shares)), key=lambda place: rounded[place] - 100 * shares[place])
    for place in behind[: round(100 * sum(shares)) - sum(rounded)]:
        rounded[place] += 1
    return rounded


def first_shown(progress: Progress, reader: Reader) -> int:
    """Return the move to show first: the reader's costliest mistake so far; of a whole review anyone's, or the end."""
    review = progress.review
    worst = costliest(review, reader) or (None if progress.active else costliest(review, None))
    return worst.number if worst else review.moves + 1
