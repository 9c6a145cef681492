"""The review of a finished game: its data, which programs get, too, and the page at one move with its addresses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from undercut.bots.advice.analysis import ADDING_UP, Analysis, Summary, Turn
from undercut.bots.advice.evidence import Mark
from undercut.bots.advice.judging import JudgedMove
from undercut.draw.chart import THIN, ChartSize, Curve, MarkedMove, chart_svg
from undercut.pages.addresses import ReviewAddress, editor_address
from undercut.pages.board.ending import fell
from undercut.pages.learning.lessons import lesson_like
from undercut.pages.learning.verdicts import Comparison, Verdict, blame, comparison, in_short, verdict
from undercut.pages.position_text import pack_position
from undercut.pages.texts import percent
from undercut.play.narration import Voice
from undercut.table.judged import Fall, Progress, Review, costliest, largest_fall, mistakes
from undercut.table.listing import names_for
from undercut.table.parts import Reader, outcome_text
from undercut.table.replay import branch_at
from undercut.table.scene import Permissions, Scene, SceneLine
from undercut.table.showing import scene_at
from undercut.table.table import Table
from undercut.translation import _

_LARGE = ChartSize(360, 150, 40, 8, 8, 22)
_LISTED = 8  # most mistakes that a review lists
_ROWS = 300  # most moves that are listed around the one that is shown


class Point(Struct, frozen=True):
    seat: int
    first: int
    last: int
    before: float  # expected share before the earlier move, 0 to 1
    after: float
    cause: int | None  # number of the mistake that explains most of it; None if there was none
    text: str


class PlayerReview(Struct, frozen=True):
    seat: int
    name: str
    choices: int  # number of moves with another legal one
    agreed: int  # number of choices that the search would have made, too
    average: float  # the average loss of a choice
    marks: dict[str, int]


class ReviewPage(Struct, frozen=True):
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
    fall: str  # where your chance fell most, if you lost without a sure mistake; empty otherwise
    points: list[Point]
    summaries: list[PlayerReview]
    judged: list[JudgedMove]

    def colour(self, seat: int) -> int:
        """The number of a seat's colour; yours is always the first."""
        return (seat - (self.you or 0)) % len(self.players)

    @property
    def begins(self) -> str:
        if self.state in ("active", "done") or not self.wanted:
            return ""
        return _("Continue the analysis") if self.state == "stopped" else _("Analyse this game")

    @property
    def best_moment(self) -> JudgedMove | None:
        """The reader's move, or anyone's for a spectator, that was best by most; None if none stands out."""
        best = max((one for one in self.judged if self.you in (None, one.seat)), key=lambda one: one.lead, default=None)
        return best if best and best.lead >= Mark.INACCURACY.least else None

    def judged_at(self, number: int) -> JudgedMove | None:
        return next((judged for judged in self.judged if judged.number == number), None)

    def chances_at(self, number: int) -> list[str]:
        shares = [share for curve in self.curves.values() if (share := dict(curve).get(number)) is not None]
        if len(shares) < len(self.curves):
            return [""] * len(self.players)
        return [f"{figure}\N{NO-BREAK SPACE}%" for figure in in_percent(shares)]


def review_page(table: Table, reader: Reader, progress: Progress) -> ReviewPage:
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
        fall=fell(fall) if (fall := _fall(table, reader, review)) else "",
        points=[_point(table, review, turn, reader) for turn in _told_once(analysis.turns, reader)],
        summaries=[_player_review(summary, names) for summary in analysis.summaries],
        judged=review.judged,
    )


def _player_review(summary: Summary, names: Sequence[str]) -> PlayerReview:
    marks = {mark.name.lower(): number for mark, number in summary.marks.items()}
    average = round(summary.average, 4)
    return PlayerReview(summary.seat, names[summary.seat], summary.choices, summary.agreed, average, marks)


def _analysis(table: Table, review: Review) -> Analysis:
    seats = tuple(range(len(table.seats)))
    result = table.state.result if table.state else None
    return Analysis(table.game.name, tuple(table.names), seats, review.moves, result, tuple(review.judged))


def _told_once(turns: Sequence[Turn], reader: Reader) -> list[Turn]:
    """Leave out a rise of one seat that is the fall of another, or the other way round; the reader's own stay."""
    kept: list[Turn] = []
    for turn in sorted(turns, key=lambda turn: turn.seat != reader):
        twins = (one for one in kept if one.seat != turn.seat and one.first < turn.last and turn.first < one.last)
        if not any(one.cause == turn.cause and (one.after > one.before) != (turn.after > turn.before) for one in twins):
            kept.append(turn)
    return sorted(kept, key=turns.index)


def _point(table: Table, review: Review, turn: Turn, reader: Reader) -> Point:
    figures = {
        "name": table.names[turn.seat],
        "before": percent(turn.before),
        "after": percent(turn.after),
        "first": turn.first,
        "last": turn.last,
    }
    if turn.last > review.moves:
        theirs = _("From move {first} to the end, the chance of {name} went from {before} to {after}.")
        yours = _("From move {first} to the end, your chance went from {before} to {after}.")
    else:
        theirs = _("Between moves {first} and {last}, the chance of {name} went from {before} to {after}.")
        yours = _("Between moves {first} and {last}, your chance went from {before} to {after}.")
    text = (yours if turn.seat == reader else theirs).format(**figures)
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


def first_shown(table: Table, reader: Reader, progress: Progress) -> int:
    """Return the move to show first: the costliest mistake, the reader's if there is one, a fall, or the end."""
    review = progress.review
    if progress.active:
        return max(mistakes(review, reader), default=review.moves + 1)
    worst = costliest(review, reader) or _fall(table, reader, review) or costliest(review, None)
    return worst.number if worst else review.moves + 1


def _fall(table: Table, reader: Reader, review: Review) -> Fall | None:
    """Find where the chances of a reader fell most who lost without a sure mistake."""
    result = table.state.result if table.state else None
    return None if mistakes(review, reader) else largest_fall(review, reader, result)


@dataclass(frozen=True, slots=True)
class MoveRow:
    number: int
    text: str  # who did what
    verdict: Verdict | None  # None if the move is not judged
    sign: str
    cost: str  # how much less it is worth than the best move; empty if that is not worth saying
    address: str
    here: bool


@dataclass(frozen=True, slots=True)
class MoveLink:
    text: str
    address: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class Neighbours:
    place: int  # of the move among them, from 1; 0 if it is none
    count: int
    before: str  # an address; empty if there is none
    after: str


class Telling(StrEnum):
    LINE = "line"  # the better line is on the table
    COMPARED = "compared"  # the move beside the better one
    SENTENCES = "sentences"  # what is said of a good move, of one that is not judged, and of the end


@dataclass(frozen=True, slots=True)
class ReviewMoment:
    address: ReviewAddress
    page: ReviewPage
    seat: int | None  # the seat to move; None at the end
    judged: JudgedMove | None  # None if the move is not judged, and at the end
    verdict: Verdict | None
    comparison: Comparison | None  # None like the judgement
    chances: list[str]  # each player's chance before the move; empty texts if it is not judged
    strip: Markup  # the slim chart, which leads to each move
    is_costliest: bool  # the move is the costliest mistake of the reader, or of everyone for a spectator
    others: Neighbours
    highlight: MoveLink | None  # for a reader without a mistake
    line_ends: bool  # the line cannot be played as far as that with the real cards
    editor: str  # the address of the position in the editor
    chart: Markup
    rows: list[MoveRow]
    mistakes: list[MoveLink]  # the costliest
    points: list[Point]  # the turning points that these do not explain

    @property
    def telling(self) -> Telling:
        if self.judged and self.judged.line and self.address.line:
            return Telling.LINE
        return Telling.COMPARED if self._has_better and not self._is_good else Telling.SENTENCES

    @property
    def sentences(self) -> tuple[str, str]:
        if self.judged and self.verdict:
            return self.judged.text, self.verdict.text
        if self.address.move > self.page.moves:
            return "", self.page.result
        if self.page.state == "active":
            return "", self.about
        return "", _("Only analysed moves are judged.") if self.page.judged else ""

    @property
    def about(self) -> str:
        return _(
            "A strong bot checks every move from its player's point of view, without the hidden cards, starting with "
            "the last move. This usually takes a minute or less."
        )

    @property
    def line_note(self) -> str:
        if self.line_ends:
            return _("With the real cards, the line ends here.")
        return _("The table shows this line with the real cards.") if self.address.line > 1 else ""

    @property
    def superlative(self) -> str:
        if not self.is_costliest or self.judged is None or self.judged.doubtful:
            return ""
        if self.judged.mark is Mark.INACCURACY:
            return _("The weakest move") if self.page.you is None else _("Your weakest move")
        return _("The biggest mistake") if self.page.you is None else _("Your biggest mistake")

    @property
    def mover(self) -> str:
        return "" if self.seat is None else self.page.players[self.seat]

    @property
    def tells_reasons(self) -> bool:
        """Whether the reader is shown reasons, which are for the mover and for spectators."""
        return self.judged is not None and self.page.you in (None, self.judged.seat)

    @property
    def reasons_to(self) -> str:
        """The mover's name for a spectator, since reasons say "you"; empty for the mover."""
        return self.mover if self.page.you is None else ""

    @property
    def faultless(self) -> str:
        if self.page.you is None:
            return _("No clear mistakes.")
        best = self.page.best_moment
        if self.page.fall or not best or self.telling is not Telling.SENTENCES:
            return self.page.fall or _("You made no clear mistakes.")
        text = _("No clear mistakes. Your best was move {number}, “{move}”: every other move left you at most {after}.")
        after = percent(max(0.0, best.expected - best.lead))
        return text.format(number=best.number, move=best.text.rstrip("."), after=after)

    @property
    def branch(self) -> MoveLink | None:
        """The link from the better line back to the game, or from a good move to the better line."""
        if self.address.line:
            return MoveLink(_("As played"), self.address.along(0))
        leads = self._has_better and self._is_good and self.judged and self.judged.line
        return MoveLink(_("Better move"), self.address.along(1)) if leads else None

    @property
    def _has_better(self) -> bool:
        return self.judged is not None and self.judged.move != self.judged.best

    @property
    def _is_good(self) -> bool:
        return self.verdict is not None and self.verdict.kind == "good"

    @property
    def adding_up(self) -> str:
        return _(ADDING_UP)


def listed_moves(moves: int, shown: int) -> range:
    """Return the numbers of the moves that are listed when one is shown: all, except in very long games."""
    first = max(1, min(shown - _ROWS // 2, moves - _ROWS + 1))
    return range(first, min(first + _ROWS, moves + 1))


def review_moment(page: ReviewPage, address: ReviewAddress, shown: Scene, told: Mapping[int, str]) -> ReviewMoment:
    """Put together what a review says at the move of an address, beside a table that shows it; `told` are the rows."""
    judged = page.judged_at(address.move)
    review = Review(page.moves, page.judged)
    worst = costliest(review, page.you) if page.state == "done" else None
    seat = judged.seat if judged else None if address.move > page.moves else shown.to_move
    wrong = mistakes(review, page.you)
    known = {one.number: one for one in page.judged}
    return ReviewMoment(
        address=address,
        page=page,
        seat=seat,
        judged=judged,
        verdict=verdict(judged) if judged else None,
        comparison=comparison(judged, told.get(judged.number, "")) if judged else None,
        chances=page.chances_at(address.move),
        strip=_chart(page, address, THIN),
        is_costliest=bool(worst and worst.number == address.move),
        others=_neighbours(wrong, address),
        highlight=None if wrong else _highlight(page, address, costliest(review, None)),
        line_ends=address.line > shown.steps,
        editor=editor_address(page.game, packed=pack_position(shown.view or {})),
        chart=_chart(page, address, _LARGE),
        rows=[_move_row(address, number, text, known.get(number)) for number, text in told.items()],
        mistakes=_costliest_mistakes(page, wrong, address),
        points=[point for point in page.points if point.cause not in wrong],
    )


def _highlight(page: ReviewPage, address: ReviewAddress, turning: JudgedMove | None) -> MoveLink | None:
    """Return the link to the best moment or, if no move stands out, to the costliest mistake of all players."""
    shown, text = (best, _("Best moment")) if (best := page.best_moment) else (turning, _("Turning point"))
    return MoveLink(text, address.at(shown.number)) if shown and shown.number != address.move else None


def review_scene(table: Table, page: ReviewPage, address: ReviewAddress) -> Scene:
    """Return the table before a move of a finished game, or after some of the better line, or at the end."""
    number = address.move
    if number > page.moves:
        return replace(scene_at(table, page.moves, page.you), can=Permissions())
    judged = page.judged_at(number)
    line = [step.move for step in judged.line[: address.line]] if judged else []
    branch = branch_at(table, number - 1, line)
    reader = table.steps[number - 1].seat if address.cards == "seen" else page.you
    shown = replace(lesson_like(branch, reader), step=number - 1, moves=[], uses={}, refusals={})
    if not line:
        # What is seen and told is the moment before the judged move.
        before = table.lines[table.steps[number - 2].line].for_reader(reader) if number > 1 else None
        shown = replace(shown, last=before)
    return shown if address.cards == "seen" or branch.state is None else replace(shown, view=branch.state.position())


def compared_moves(table: Table, page: ReviewPage, address: ReviewAddress) -> list[SceneLine]:
    """Return the move that was played at an address and the better one, as their player knew them; empty elsewhere."""
    judged = page.judged_at(address.move)
    if judged is None or address.line:
        return []
    return [_as_played(table, judged, move) for move in (judged.move, judged.best)]


def _as_played(table: Table, judged: JudgedMove, move: str) -> SceneLine:
    branch = branch_at(table, judged.number - 1, [move])
    return branch.lines[branch.steps[-1].line].for_reader(judged.seat)


def _neighbours(numbers: Sequence[int], address: ReviewAddress) -> Neighbours:
    at = address.move
    before, after = [number for number in numbers if number < at], [number for number in numbers if number > at]
    return Neighbours(
        place=numbers.index(at) + 1 if at in numbers else 0,
        count=len(numbers),
        before=address.at(before[-1]) if before else "",
        after=address.at(after[0]) if after else "",
    )


def _move_row(address: ReviewAddress, number: int, told: str, judged: JudgedMove | None) -> MoveRow:
    at, here = address.at(number), number == address.move
    if judged is None:
        return MoveRow(number, told, None, "", "", at, here)
    judgement, sign = verdict(judged), judged.mark.sign
    if judgement.kind == "doubtful" or (sign and judged.doubtful):
        sign += "≈"
    # The difference of the two rounded chances that are shown beside the moves.
    cost = round(judged.expected, 2) - round(max(0.0, judged.expected - judged.loss), 2)
    return MoveRow(number, told, judgement, sign, f"\N{MINUS SIGN}{percent(cost)}" if sign else "", at, here)


def _costliest_mistakes(page: ReviewPage, numbers: Sequence[int], address: ReviewAddress) -> list[MoveLink]:
    wrong = [judged for judged in page.judged if judged.number in numbers]
    listed = sorted(wrong, key=lambda judged: -judged.loss)[:_LISTED]
    return [
        MoveLink(in_short(page.players, judged, page.you), address.at(judged.number), judged.number == address.move)
        for judged in wrong
        if judged in listed
    ]


def _chart(page: ReviewPage, address: ReviewAddress, size: ChartSize) -> Markup:
    spots = [
        MarkedMove(page.colour(judged.seat), judged.number, judged.expected, judged.mark.name.lower())
        for judged in page.judged
        if judged.mark is not Mark.NONE
    ]
    curves = [Curve(page.colour(seat), points, own=seat == page.you) for seat, points in page.curves.items()]
    played = {judged.number: judged.text for judged in page.judged}

    def link(number: int) -> tuple[str, str]:
        name = f"{number}. {played[number]}" if number in played else str(number)
        return address.at(number), name

    label = _("The chance of winning over the game, by player")
    drawn = chart_svg(curves, spots, page.moves, label=label, size=size, at=address.move, link=link)
    return Markup(drawn)  # noqa: S704  drawn here, with all texts escaped
