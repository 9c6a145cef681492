"""A review at one move: the position as a drawing, the judgement, and all moves and mistakes as links."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from undercut.bots.advice.analysis import ADDING_UP
from undercut.bots.advice.evidence import Mark
from undercut.draw.chart import Curve, Spot, chart_svg
from undercut.games.base.book import rules_title
from undercut.pages.books.rule_links import Links
from undercut.pages.game_cards import LevelCard, levels
from undercut.pages.learning.drawings import DrawnPosition, Sight, draw_position
from undercut.pages.learning.review import ReviewAddress, ReviewPage
from undercut.pages.learning.verdicts import Verdict, in_short, verdict
from undercut.pages.position_text import pack_position
from undercut.pages.preferences import Preferences
from undercut.pages.texts import percent
from undercut.table.judged import JudgedMove
from undercut.table.opening.terms import QUICK
from undercut.table.table import Table
from undercut.translation import _

_CHARTS = {"narrow": 360, "wide": 760}  # the widths that the chart is drawn for, by the class of the drawing
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
class ReviewMoment:
    """What the template of a review shows besides its data."""

    address: ReviewAddress
    position: DrawnPosition
    judged: JudgedMove | None  # None if the move is not judged, and at the end
    verdict: Verdict | None
    shares: list[tuple[str, str]]  # each player's name and chance before the move
    charts: dict[str, Markup]  # by the class of the width
    rows: list[MoveRow]
    mistakes: list[MistakeLink]
    retries: int  # number of mistakes that can be retried
    links: Links
    rules_title: str
    editor: str  # the address of the position in the editor
    levels: tuple[LevelCard, ...]
    quick: str = QUICK

    @property
    def adding_up(self) -> str:
        """Why the losses of a game do not add up to its result."""
        return _(ADDING_UP)


def review_moment(table: Table, page: ReviewPage, address: ReviewAddress, preferences: Preferences) -> ReviewMoment:
    """Put together what a review shows at the move of an address."""
    judged = page.judged_at(address.move)
    line = [step.move for step in judged.line[: address.line]] if judged else []
    better = judged.best if judged and judged.move != judged.best else ""
    position = draw_position(table, address.move, Sight(address.cards, page.you, line, better), preferences)
    links = Links(table.game.name, table.game.rules)
    return ReviewMoment(
        address=address,
        position=position,
        judged=judged,
        verdict=verdict(judged) if judged else None,
        shares=page.chances_at(address.move),
        charts={name: _chart(page, address, width) for name, width in _CHARTS.items()},
        rows=_move_rows(page, address),
        mistakes=_costliest_mistakes(page, address),
        retries=len(page.mistakes),
        links=links,
        rules_title=rules_title(table.game.name, table.game.rules),
        editor=f"/editor/{table.game.name}?p={pack_position(position.position)}",
        levels=levels(),
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


def _chart(page: ReviewPage, address: ReviewAddress, width: int) -> Markup:
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
    drawn = chart_svg(curves, spots, page.moves, label=label, width=width, at=address.move, link=link)
    return Markup(drawn)  # noqa: S704  drawn here, with all texts escaped
