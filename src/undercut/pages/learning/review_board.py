"""A review at one move: the position as a drawing, the judgement, and links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from msgspec import Struct

from undercut import draw
from undercut.bots.advice.analysis import ADDING_UP
from undercut.games.base.book import rules_title
from undercut.games.base.game_types import Move, View
from undercut.pages.assets import sprite_address
from undercut.pages.books.rule_links import Links
from undercut.pages.game_cards import levels
from undercut.pages.learning import review as reviews
from undercut.pages.learning.review import Cards
from undercut.pages.position_text import pack_position
from undercut.pages.preferences import Preferences
from undercut.play.state import State
from undercut.table.judged import Review
from undercut.table.names import names_for
from undercut.table.opening.choices import QUICK
from undercut.table.parts import Reader
from undercut.table.replay import state_at
from undercut.table.table import Table
from undercut.translation import _

_WIDTHS = {"narrow": 360, "wide": 680}  # the widths that a table is laid out for, by the class of the drawing
_CHARTS = {"narrow": 360, "wide": 760}  # the widths that the chart is drawn for, by the class of the drawing

_PLAYED, _BETTER = "#ff8c69", "#74e3b5"
"""The colours of the arrows: of the move that was played, and of a better one."""


@dataclass(frozen=True, slots=True)
class ReviewView:
    """How a position is shown."""

    cards: Cards = "open"
    reader: Reader = None
    line: Sequence[str] = ()
    better: str = ""  # the move to show beside the one that was played


@dataclass(frozen=True, slots=True)
class DrawnPosition:
    """A drawn position."""

    drawings: dict[str, Markup]
    seat: int | None  # the seat to move before the line; None at the end
    played: int
    legal: tuple[Move, ...]
    position: View


def draw_position(table: Table, number: int, sight: ReviewView, preferences: Preferences) -> DrawnPosition:
    """Draw the position before a move of a finished game, or at its end, with the cards of the next move marked."""
    state = state_at(table, number - 1)
    seat, legal = state.to_move, tuple(state.legal_moves())
    next_move = table.state.moves[number - 1] if table.state and number <= len(table.state.moves) else ""
    marked = next((move for move in legal if str(move) == next_move), None)
    played = 0
    for text in sight.line:
        if state.to_move is None or state.why_not(text):
            break
        marked, played = state.play(text), played + 1
    shown = [(marked, _PLAYED), (next((move for move in legal if str(move) == sight.better), None), _BETTER)]
    arrows = [] if seat is None or sight.line else _arrows(seat, shown if sight.better else shown[:1])
    drawings = _drawings(table, state, seat, (marked, arrows), sight, preferences)
    return DrawnPosition(drawings, seat, played, legal, state.position())


def _arrows(seat: int, moves: Sequence[tuple[Move | None, str]]) -> list[draw.Arrow]:
    return [draw.Arrow(seat, move.card, move.target or "", colour) for move, colour in moves if move and move.card]


def _drawings(
    table: Table,
    state: State,
    seat: Reader,
    shown: tuple[Move | None, Sequence[draw.Arrow]],
    sight: ReviewView,
    preferences: Preferences,
) -> dict[str, Markup]:
    marked, arrows = shown
    hides = sight.cards == "seen" and seat is not None
    bottom = seat if hides else sight.reader
    view = state.view(seat) if hides else state.position()
    highlight = [card for card in (marked.card, marked.target) if card] if marked else []
    suits, names = draw.Suits(preferences.suits or "two"), names_for(table.names, sight.reader)
    drawings: dict[str, Markup] = {}
    for name, width in _WIDTHS.items():
        style = draw.Style(width, suits)
        drawn = draw.svg(
            view, seat=bottom, style=style, names=names, goals=state.goals, highlight=highlight, arrows=arrows
        )
        drawings[name] = Markup(drawn)  # noqa: S704  drawn by us, with all texts escaped
    return drawings


def review_context(
    now: Table, page: reviews.ReviewPage, address: reviews.Address, preferences: Preferences
) -> dict[str, object]:
    """Return what the template of a review shows besides the page, at one move."""
    number = address.move or 1
    found = next((one for one in page.judged if one.number == number), None)
    line = [step.move for step in found.line[: address.line]] if found else []
    better = found.best if found and found.move != found.best else ""
    position = draw_position(now, number, ReviewView(address.cards, page.you, line, better), preferences)
    return {
        "position": position,
        "shown": address,
        "found": found,
        "verdict": reviews.verdict(found) if found else None,
        "charts": {name: reviews.chances(page, address, width) for name, width in _CHARTS.items()},
        "rows": reviews.move_rows(page, address),
        "mistakes": [
            (reviews.in_short(now.names, one, page.you), address.at(one.number), one.number == number)
            for one in page.judged
            if one.number in reviews.shown_mistakes(page)
        ],
        "percent": reviews.percent,
        "adding_up": _(ADDING_UP),
        "shares": reviews.chances_at(page, number),
        "levels": levels(),
        "quick": QUICK,
        **_links(now),
        "editor": f"/editor/{now.game.name}?p={pack_position(position.position)}",
    }


class RetryPage(Struct, frozen=True):
    """A position in which a mistake was made, to find a better move."""

    table: str
    title: str
    number: int
    place: int
    mistakes: int
    tried: str | None = None
    found: bool | None = None
    text: str = ""


def retry_context(
    now: Table,
    review: Review,
    number: int,
    attempt: str,
    said: reviews.Verdict | None,
    reader: Reader,
    preferences: Preferences,
) -> dict[str, object]:
    """Return what the template for retrying a mistake shows besides the page."""
    judged = next(one for one in review.judged if one.number == number)
    position: DrawnPosition = draw_position(
        now, number, ReviewView("seen", reader, [attempt] if attempt else []), preferences
    )
    return {
        "position": position,
        "judged": judged,
        "verdict": said,
        "name": now.names[judged.seat],
        "names": names_for(now.names, reader),
        "yours": judged.seat == reader,
        "sprite": sprite_address(now.game.spec.pack),
        **_links(now),
    }


def _links(now: Table) -> dict[str, object]:
    links = Links(now.game.name, now.game.rules)
    return {"links": links, "rules_address": links.rules, "rules_name": rules_title(now.game.name, now.game.rules)}
