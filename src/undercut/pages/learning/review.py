"""The page of a review: the judgements of a finished game, in words and as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Literal, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct

from undercut.bots.advice.analysis import Analysis, Turn
from undercut.bots.advice.evidence import Mark
from undercut.bots.thinking.results import margin
from undercut.draw.chart import Curve, Spot, chart_svg
from undercut.pages.texts import percent
from undercut.play.narration import Voice
from undercut.table.judged import JudgedMove, MoveValue, Progress, Review, costliest, mistakes
from undercut.table.names import names_for
from undercut.table.parts import Reader, outcome_text
from undercut.table.table import Table
from undercut.translation import N_, _

Cards = Literal["open", "seen"]  # whether a review shows all cards, or what the player to move could see
_MARKS = {Mark.INACCURACY: N_("Inaccuracy"), Mark.MISTAKE: N_("Mistake"), Mark.BLUNDER: N_("Blunder")}
_LISTED = 8
_AS_GOOD = Mark.INACCURACY.least


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
    choices: int
    agreed: int
    average: float
    marks: dict[str, int]


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
    done: int
    wanted: int
    curves: dict[int, list[tuple[int, float]]]
    points: list[Point]
    summaries: list[PlayerReview]
    judged: list[JudgedMove]

    def colour(self, seat: int) -> int:
        """The number of a seat's colour; yours is always the first."""
        return (seat - (self.you or 0)) % len(self.players)


def review_page(table: Table, reader: Reader, progress: Progress) -> ReviewPage:
    """Return the review of a finished game."""
    review, analysis = progress.review, analysis_of(table, progress.review)
    state = "active" if progress.active else "done" if review.is_done else "stopped" if review.judged else "none"
    outcome = table.state.result if table.state else None
    words, names = Voice(table.names, reader), names_for(table.names, reader)
    return ReviewPage(
        table.id,
        table.game.name,
        table.game.spec.title,
        names,
        reader,
        outcome_text(table.game.spec.words, outcome, words) if outcome else table.closed,
        state,
        review.moves,
        len(review.judged),
        review.wanted,
        {seat: [(number, round(share, 4)) for number, share in analysis.chances(seat)] for seat in analysis.seats},
        [_point(table, review, turn, reader) for turn in analysis.turns],
        [
            PlayerReview(
                one.seat,
                names[one.seat],
                one.choices,
                one.agreed,
                round(one.average, 4),
                {mark.name.lower(): number for mark, number in one.marks.items()},
            )
            for one in analysis.summaries
        ],
        review.judged,
    )


def analysis_of(table: Table, review: Review) -> Analysis:
    """Return a stored review in the form in which analyses are summed up."""
    seats = tuple(range(len(table.seats)))
    result = table.state.result if table.state else None
    return Analysis(table.game.name, tuple(table.names), seats, review.moves, result, tuple(review.judged))


def _point(table: Table, review: Review, turn: Turn, reader: Reader) -> Point:
    mine = turn.seat == reader
    figures = {
        "name": table.names[turn.seat],
        "before": percent(turn.before),
        "after": percent(turn.after),
        "first": turn.first,
    }
    if turn.last > review.moves:
        said = _("From move %(first)s to the end, the chance of %(name)s went from %(before)s to %(after)s.")
        yours = _("From move %(first)s to the end, your chance went from %(before)s to %(after)s.")
        text = (yours if mine else said) % figures
    else:
        figures["last"] = turn.last
        said = _("Between moves %(first)s and %(last)s, the chance of %(name)s went from %(before)s to %(after)s.")
        yours = _("Between moves %(first)s and %(last)s, your chance went from %(before)s to %(after)s.")
        text = (yours if mine else said) % figures
    cause = turn.cause.number if turn.cause else None
    found = next((one for one in review.judged if one.number == cause), None)
    more = blame(table.names, found, reader) if found else _("No mistake explains it: the cards decided.")
    return Point(turn.seat, turn.first, turn.last, round(turn.before, 4), round(turn.after, 4), cause, f"{text} {more}")


def blame(names: Sequence[str], found: JudgedMove, reader: Reader = None) -> str:
    """Say what a bad move cost and why, in sentences."""
    said = {
        "name": names[found.seat],
        "move": found.text.rstrip("."),
        "loss": percent(found.loss),
        "number": found.number,
    }
    yours = _("On move %(number)s, “%(move)s” cost you %(loss)s.")
    text = (yours if found.seat == reader else _("On move %(number)s, “%(move)s” cost %(name)s %(loss)s.")) % said
    if not found.against:
        return text
    why = "; ".join(reason.text for reason in found.against)
    return f"{text} " + (
        _("You could see: %(reasons)s.") if found.seat == reader else _("%(name)s could see: %(reasons)s.")
    ) % {"name": names[found.seat], "reasons": why}


def in_short(names: Sequence[str], found: JudgedMove, reader: Reader) -> str:
    """Say in one sentence what a bad move cost, and what was better."""
    said = {
        "number": found.number,
        "name": names[found.seat],
        "move": found.text.rstrip("."),
        "best": found.best_text.rstrip("."),
        "loss": percent(found.loss),
    }
    yours = _("Move %(number)s: “%(move)s” cost you %(loss)s; better was “%(best)s”.")
    text = (
        yours
        if found.seat == reader
        else _("Move %(number)s: “%(move)s” cost %(name)s %(loss)s; better was “%(best)s”.")
    )
    return text % said


def in_percent(shares: Sequence[float]) -> list[int]:
    """Round shares that add up to 1 to per cent that add up to 100."""
    found = [int(100 * share) for share in shares]
    behind = sorted(range(len(shares)), key=lambda place: found[place] - 100 * shares[place])
    for place in behind[: round(100 * sum(shares)) - sum(found)]:
        found[place] += 1
    return found


def chances_at(page: ReviewPage, move: int) -> list[tuple[str, str]]:
    """Return each player's name and chance before a move, in per cent; empty if it is not judged."""
    shares = [dict(curve).get(move) for curve in page.curves.values()]
    if any(share is None for share in shares):
        return []
    figures = in_percent([share or 0.0 for share in shares])
    return [(name, f"{figure}\N{NO-BREAK SPACE}%") for name, figure in zip(page.players, figures, strict=True)]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one move, in words."""

    kind: str
    title: str
    text: str


def verdict(found: JudgedMove) -> Verdict:
    """Judge a move in words; a loss that may be chance is called doubtful."""
    loss = {"loss": percent(found.loss), "margin": margin(found.loss_error)}
    if found.legal == 1:
        return Verdict("only", _("Only move"), _("There was no other legal move."))
    if found.move == found.best:
        text = _("The search would have played it, too.")
        if found.lead >= _AS_GOOD:
            text = _("It is about %(lead)s better than the next best move.") % {"lead": percent(found.lead)}
        return Verdict("best", _("Best move"), text)
    mark = found.mark
    if mark in _MARKS:
        text = _("It cost %(loss)s of the chance to win, give or take %(margin)s.") % loss
        if found.doubtful:
            text = _("It cost about %(loss)s of the chance to win; how bad it was is too close to call.") % loss
        return Verdict(mark.name.lower(), _(_MARKS[mark]), text)
    if found.loss >= _AS_GOOD:
        text = _("It may have cost %(loss)s of the chance to win, give or take %(margin)s, or nothing.") % loss
        return Verdict("doubtful", _("Too close to call"), text)
    return Verdict("good", _("Good move"), _("As good as the best, as far as the search can tell."))


def answer_to(found: JudgedMove, tried: str) -> Verdict:
    """Judge another move that a player tries in the same position."""
    values = {one.move: one for one in found.values}
    if tried == found.best:
        return Verdict("best", _("Right"), _("This is the best move that the search found."))
    if tried == found.move or tried not in values:
        return Verdict("mistake", _("Not this one"), _("This is the move that was played."))
    loss, error = _behind(values.get(found.best, values[tried]), values[tried])
    if loss < _AS_GOOD:
        return Verdict("good", _("Good"), _("This is about as strong as the best move."))
    figures = {"loss": percent(loss)}
    if loss <= 2 * error:
        text = _("It seems to cost %(loss)s, but the difference may be chance.") % figures
        return Verdict("doubtful", _("Too close to call"), text)
    return Verdict("mistake", _("Not this one"), _("It costs about %(loss)s.") % figures)


def _behind(best: MoveValue, other: MoveValue) -> tuple[float, float]:
    return best.expected - other.expected, hypot(best.error, other.error)


def shown_mistakes(page: ReviewPage) -> set[int]:
    """Return the numbers of the costliest mistakes: the reader's own, or everyone's for a spectator."""
    numbers = {*mistakes(Review(page.moves, page.judged), page.you)}
    found = [one for one in page.judged if one.number in numbers]
    return {one.number for one in sorted(found, key=lambda one: -one.loss)[:_LISTED]}


def first_shown(review: Review, reader: Reader) -> int:
    """Return the move to show first: the costliest mistake of the reader, or of anyone, or else the end."""
    worst = costliest(review, reader) or costliest(review, None)
    return worst.number if worst else review.moves + 1


class Address(NamedTuple):
    """The address of a review at one move."""

    table: str
    cards: Cards = "open"
    move: int | None = None
    line: int = 0

    def __str__(self) -> str:
        """Write it."""
        query: Mapping[str, object] = {
            **({} if self.move is None else {"move": self.move}),
            **({} if self.cards == "open" else {"cards": self.cards}),
            **({"line": self.line} if self.line else {}),
        }
        return f"/t/{self.table}/review{'?' if query else ''}{urlencode(query)}"

    def at(self, move: int) -> str:
        """Write the address of another move."""
        return str(self._replace(move=move, line=0))

    def along(self, step: int) -> str:
        """Write the address of a step of the better line; 0: of none."""
        return str(self._replace(line=step))

    @property
    def other_cards(self) -> str:
        """The address with the hidden cards shown, or no longer shown."""
        return str(self._replace(cards="open" if self.cards == "seen" else "seen"))


def chances(page: ReviewPage, address: Address, width: int) -> Markup:
    """Draw the chances of all players over the game."""
    marks = {found.number: found.mark for found in page.judged}
    spots = [
        Spot(page.colour(found.seat), found.number, found.expected, marks[found.number].name.lower())
        for found in page.judged
        if marks[found.number] is not Mark.NONE
    ]
    curves = [Curve(page.colour(seat), points, own=seat == page.you) for seat, points in page.curves.items()]
    played = {found.number: found.text for found in page.judged}

    def link(number: int) -> tuple[str, str]:
        name = f"{number}. {played[number]}" if number in played else str(number)
        return address.at(number), name

    label = _("The chance of winning over the game, by player")
    drawn = chart_svg(curves, spots, page.moves, label=label, width=width, at=address.move, link=link)
    return Markup(drawn)  # noqa: S704  drawn here, with all texts escaped


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move in the list of all moves."""

    number: int
    name: str
    text: str
    verdict: Verdict
    sign: str
    loss: str  # what it cost; empty if that is not worth saying
    address: str
    here: bool


def move_rows(page: ReviewPage, address: Address) -> list[MoveRow]:
    """List the judged moves."""
    rows: list[MoveRow] = []
    for found in page.judged:
        said = verdict(found)
        sign = found.mark.sign
        if said.kind == "doubtful" or (sign and found.doubtful):
            sign += "≈"
        loss = percent(found.loss) if sign else ""
        here = found.number == address.move
        name = page.players[found.seat]
        rows.append(MoveRow(found.number, name, found.text, said, sign, loss, address.at(found.number), here))
    return rows
