"""A review at one move: the table, the judgement, and all moves and mistakes as links."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup
from msgspec.structs import replace

from undercut.bots.advice.analysis import ADDING_UP
from undercut.bots.advice.evidence import Mark
from undercut.draw.chart import STRIP, Curve, Frame, Spot, chart_svg
from undercut.pages.game_cards import LevelCard, levels
from undercut.pages.learning.lessons import lesson_like
from undercut.pages.learning.review import ReviewAddress, ReviewPage
from undercut.pages.learning.verdicts import Verdict, in_short, verdict
from undercut.pages.position_text import pack_position
from undercut.pages.texts import percent
from undercut.table.judged import JudgedMove
from undercut.table.opening.terms import QUICK
from undercut.table.replay import branch_at
from undercut.table.scene import Permissions, Scene
from undercut.table.showing import scene_at
from undercut.table.table import Table
from undercut.translation import _

_LARGE = Frame(360)
_LISTED = 8  # most mistakes that a review lists


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


@dataclass(frozen=True, slots=True)
class MistakeLink:
    """A mistake in a sentence, with its address."""

    text: str
    address: str
    here: bool


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The mistakes before and after a move: the reader's own, or everyone's for a spectator."""

    place: int  # of the move among them, from 1; 0 if it is none
    count: int
    before: str  # an address; empty if there is none
    after: str


@dataclass(frozen=True, slots=True)
class ReviewMoment:
    """What the template of a review shows besides its data."""

    address: ReviewAddress
    seat: int | None  # the seat to move; None at the end
    judged: JudgedMove | None  # None if the move is not judged, and at the end
    verdict: Verdict | None
    shares: list[tuple[str, str]]  # each player's name and chance before the move
    strip: Markup  # the slim chart, which leads to each move
    chart: Markup
    rows: list[MoveRow]
    mistakes: list[MistakeLink]  # the costliest
    others: Neighbours
    line_ends: bool  # the line cannot be played as far as that with the real cards
    editor: str  # the address of the position in the editor
    levels: tuple[LevelCard, ...]
    quick: str = QUICK

    @property
    def adding_up(self) -> str:
        """Why the losses of a game do not add up to its result."""
        return _(ADDING_UP)


def review_moment(page: ReviewPage, address: ReviewAddress, shown: Scene) -> ReviewMoment:
    """Put together what a review says at the move of an address, beside a table that shows it."""
    judged = page.judged_at(address.move)
    seat = judged.seat if judged else None if address.move > page.moves else shown.to_move
    return ReviewMoment(
        address=address,
        seat=seat,
        judged=judged,
        verdict=verdict(judged) if judged else None,
        shares=page.chances_at(address.move),
        strip=_chart(page, address, STRIP),
        chart=_chart(page, address, _LARGE),
        rows=_move_rows(page, address),
        mistakes=_costliest_mistakes(page, address),
        others=_neighbours(page, address),
        line_ends=address.line > shown.steps,
        editor=f"/editor/{page.game}?p={pack_position(shown.view or {})}",
        levels=levels(),
    )


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
        shown = replace(shown, last=table.lines[table.steps[number - 1].line].for_reader(reader))
    return shown if address.cards == "seen" or branch.state is None else replace(shown, view=branch.state.position())


def _neighbours(page: ReviewPage, address: ReviewAddress) -> Neighbours:
    """Find the mistakes around a move, all round the game."""
    numbers, at = page.mistakes, address.move
    before, after = [number for number in numbers if number < at], [number for number in numbers if number > at]
    return Neighbours(
        place=numbers.index(at) + 1 if at in numbers else 0,
        count=len(numbers),
        before=address.at(before[-1]) if before else "",
        after=address.at(after[0]) if after else "",
    )


def _move_rows(page: ReviewPage, address: ReviewAddress) -> list[MoveRow]:
    """List the judged moves."""
    return [_move_row(page, address, judged) for judged in page.judged]


def _move_row(page: ReviewPage, address: ReviewAddress, judged: JudgedMove) -> MoveRow:
    judgement, sign = verdict(judged), judged.mark.sign
    if judgement.kind == "doubtful" or (sign and judged.doubtful):
        sign += "≈"
    return MoveRow(
        number=judged.number,
        name=page.players[judged.seat],
        text=judged.text,
        verdict=judgement,
        sign=sign,
        loss=percent(judged.loss) if sign else "",
        address=address.at(judged.number),
        here=judged.number == address.move,
    )


def _costliest_mistakes(page: ReviewPage, address: ReviewAddress) -> list[MistakeLink]:
    """List the costliest mistakes in the order of the game: the reader's own, or everyone's for a spectator."""
    numbers = {*page.mistakes}
    wrong = [judged for judged in page.judged if judged.number in numbers]
    listed = sorted(wrong, key=lambda judged: -judged.loss)[:_LISTED]
    return [
        MistakeLink(in_short(page.players, judged, page.you), address.at(judged.number), judged.number == address.move)
        for judged in wrong
        if judged in listed
    ]


def _chart(page: ReviewPage, address: ReviewAddress, frame: Frame) -> Markup:
    """Draw the chances of all players over the game."""
    spots = [
        Spot(page.colour(judged.seat), judged.number, judged.expected, judged.mark.name.lower())
        for judged in page.judged
        if judged.mark is not Mark.NONE
    ]
    curves = [Curve(page.colour(seat), points, own=seat == page.you) for seat, points in page.curves.items()]
    played = {judged.number: judged.text for judged in page.judged}

    def link(number: int) -> tuple[str, str]:
        name = f"{number}. {played[number]}" if number in played else str(number)
        return address.at(number), name

    label = _("The chance of winning over the game, by player")
    links = link if frame is STRIP else None
    drawn = chart_svg(curves, spots, page.moves, label=label, frame=frame, at=address.move, link=links)
    return Markup(drawn)  # noqa: S704  drawn here, with all texts escaped
