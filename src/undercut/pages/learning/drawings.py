"""Drawings of a position of a finished game, for reviews and retries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from undercut import draw
from undercut.games.base.game_types import Move, View
from undercut.pages.learning.review import Cards
from undercut.pages.preferences import Preferences
from undercut.table.names import names_for
from undercut.table.parts import Reader
from undercut.table.replay import state_at
from undercut.table.table import Table

_WIDTHS = {"narrow": 360, "wide": 680}  # the widths that a table is laid out for, by the class of the drawing

_PLAYED, _BETTER = "#ff8c69", "#74e3b5"
"""The colours of the arrows: of the move that was played, and of a better one."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How a position is shown."""

    cards: Cards = "open"
    reader: Reader = None  # who sits at the bottom if all cards are open
    line: Sequence[str] = ()  # moves to play from the position, as far as they are legal
    better: str = ""  # the move to show beside the one that was played


@dataclass(frozen=True, slots=True)
class DrawnPosition:
    """A drawn position, and what can be played there."""

    drawings: dict[str, Markup]  # by the class of the width that they are laid out for
    seat: int | None  # the seat to move before the line; None at the end
    played: int  # number of moves of the line that were legal
    legal: tuple[Move, ...]  # before the line
    position: View  # after the line, with all cards


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn of a position."""

    view: View
    bottom: Reader  # the seat at the bottom
    names: Sequence[str]
    goals: Sequence[int] | None
    highlight: Sequence[str]
    arrows: Sequence[draw.Arrow]

    def drawings(self, preferences: Preferences) -> dict[str, Markup]:
        """Draw it in each width."""
        suits = draw.Suits(preferences.suits or "two")
        return {name: self._drawing(draw.Style(width, suits)) for name, width in _WIDTHS.items()}

    def _drawing(self, style: draw.Style) -> Markup:
        drawn = draw.svg(
            self.view,
            seat=self.bottom,
            style=style,
            names=self.names,
            goals=self.goals,
            highlight=self.highlight,
            arrows=self.arrows,
        )
        return Markup(drawn)  # noqa: S704  drawn by us, with all texts escaped


def draw_position(table: Table, number: int, sight: Sight, preferences: Preferences) -> DrawnPosition:
    """Draw the position before a move of a finished game, or at its end, with the cards of the next move marked."""
    state = state_at(table, number - 1)
    seat, legal = state.to_move, tuple(state.legal_moves())
    next_move = table.state.moves[number - 1] if table.state and number <= len(table.state.moves) else ""
    marked, better = _named(legal, next_move), _named(legal, sight.better)
    arrows = [] if seat is None or sight.line else _arrows(seat, [(marked, _PLAYED), (better, _BETTER)])
    played = 0
    for text in sight.line:
        if state.to_move is None or state.why_not(text):
            break
        marked, played = state.play(text), played + 1
    hides = sight.cards == "seen" and seat is not None
    picture = Picture(
        view=state.view(seat) if hides else state.position(),
        bottom=seat if hides else sight.reader,
        names=names_for(table.names, sight.reader),
        goals=state.goals,
        highlight=[card for card in (marked.card, marked.target) if card] if marked else [],
        arrows=arrows,
    )
    return DrawnPosition(picture.drawings(preferences), seat, played, legal, state.position())


def _named(moves: Sequence[Move], notation: str) -> Move | None:
    return next((move for move in moves if str(move) == notation), None)


def _arrows(seat: int, moves: Sequence[tuple[Move | None, str]]) -> list[draw.Arrow]:
    return [draw.Arrow(seat, move.card, move.target or "", colour) for move, colour in moves if move and move.card]
