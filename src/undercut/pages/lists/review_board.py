"""A position of a finished game as a drawing, for a review."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from undercut import draw
from undercut.games.base.facts import Move, View
from undercut.pages.lists.review_page import Cards
from undercut.pages.preferences import Preferences
from undercut.play.state import State
from undercut.table.names import names_for
from undercut.table.opening import state_at
from undercut.table.table import Reader, Table

_WIDTHS = {"narrow": 360, "wide": 680}
"""The widths that a table is laid out for, by the class of the drawing."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How a position is shown."""

    cards: Cards = "open"
    reader: Reader = None
    line: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A drawn position."""

    drawings: dict[str, Markup]
    seat: int | None  # the seat to move before the line; None at the end
    played: int
    legal: tuple[Move, ...]
    position: View


def draw_position(table: Table, number: int, sight: Sight, preferences: Preferences) -> Position:
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
    return Position(_drawings(table, state, seat, marked, sight, preferences), seat, played, legal, state.position())


def _drawings(
    table: Table, state: State, seat: Reader, marked: Move | None, sight: Sight, preferences: Preferences
) -> dict[str, Markup]:
    hides = sight.cards == "seen" and seat is not None
    bottom = seat if hides else sight.reader
    view = state.view(seat) if hides else state.position()
    highlight = [card for card in (marked.card, marked.target) if card] if marked else []
    suits, names = draw.Suits(preferences.suits or "two"), names_for(table.names, sight.reader)
    drawings: dict[str, Markup] = {}
    for name, width in _WIDTHS.items():
        style = draw.Style(width, suits)
        drawn = draw.svg(view, seat=bottom, style=style, names=names, goals=state.goals, highlight=highlight)
        drawings[name] = Markup(drawn)  # noqa: S704  drawn by us, with all texts escaped
    return drawings
