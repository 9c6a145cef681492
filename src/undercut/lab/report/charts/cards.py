"""A chart of what cards are worth, with the cards themselves."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from undercut.cards import Pack
from undercut.games.base import registry
from undercut.lab.report.amounts import worth_of
from undercut.lab.report.charts.faces import card_of, put_card
from undercut.lab.report.charts.forest import paint_intervals
from undercut.lab.report.charts.style import INK, Chart, Frame, Heading, draw
from undercut.lab.report.names import players, short
from undercut.lab.report.sentences import Reader
from undercut.lab.report.summary import of_bases
from undercut.lab.results import CardWorth
from undercut.translation import _

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ROW, _CARD = 0.5, 0.31
"""In inches: height of a row, width of a card."""


def worths(reader: Reader) -> Chart | None:
    """Draw what each kind of card is worth at any turn, the best first; None if that was not measured."""
    heading = Heading(
        "card-worth",
        _("What each card is worth"),
        _("The gain in the holder's share from this card in hand instead of a random card of the stock."),
    )
    return _chart(reader, of_bases(reader, reader.study.worths), heading)


def openings(reader: Reader) -> Chart | None:
    """Draw what each kind of card is worth at the first turn, the best first; None if that was not measured."""
    heading = Heading(
        "card-worth-first-turn",
        _("What each card is worth at the first turn"),
        _("As above, for the first player's hand at the start of the game."),
    )
    return _chart(reader, of_bases(reader, reader.study.openings), heading)


def _chart(reader: Reader, found: Sequence[CardWorth], heading: Heading) -> Chart | None:
    if not found:
        return None
    kinds = sorted(dict.fromkeys(each.card for each in found), key=lambda kind: -_mean(found, kind))
    cells = tuple(dict.fromkeys(each.cell for each in found))
    frame = Frame(_ROW * len(kinds), len(cells), left=1.4 * _CARD)
    return draw(heading, frame, lambda axes: _paint(axes, reader, found, kinds))


def _mean(found: Sequence[CardWorth], kind: str) -> float:
    values = [each.value for each in found if each.card == kind]
    return sum(values) / len(values)


def _paint(axes: Axes, reader: Reader, found: Sequence[CardWorth], kinds: Sequence[str]) -> None:
    cells = tuple(dict.fromkeys(each.cell for each in found))
    axes.set_ylim(len(kinds) - 0.5, -0.5)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    pack: Pack = registry.spec(reader.study.game).pack
    for row, kind in enumerate(kinds):
        put_card(axes, card_of(kind, pack), pack, row, _CARD)
    axes.axvline(0, color=INK, linewidth=0.9, zorder=1)
    axes.set_xlabel(_("gain in percentage points"))
    for place, number in enumerate(cells):
        cell = reader.cell(number)
        name = f"{short(reader.study, cell, reader.cell(cells[0]))}, {players(cell.policies)}"
        off = 0.22 * (place - (len(cells) - 1) / 2)
        points = [(worth_of(worth), kinds.index(worth.card) + off) for worth in found if worth.cell == number]
        paint_intervals(axes, points, place, name)
