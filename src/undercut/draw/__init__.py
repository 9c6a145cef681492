"""Draw a card or a table, as text and as SVG, from the JSON of a position or of a view.

- `tables` describes a table of any game; `as_text` and `as_svg` draw it, with cards from `faces`, placed by `layout`
- `read`, `style`: what callers give; `shapes`: SVG elements; `chart`: charts
"""

from collections.abc import Collection, Mapping, Sequence

from undercut.draw import read as _read
from undercut.draw.as_svg import Arrow
from undercut.draw.as_svg import render as _render_svg
from undercut.draw.as_text import render as _render_text
from undercut.draw.faces import card_svg
from undercut.draw.style import PLAIN, Colour, Style, Suits, Theme
from undercut.draw.tables import describe as _describe
from undercut.games.base.parts.drawing import TableDrawing as _TableDrawing
from undercut.games.base.parts.drawing import Viewer as _Viewer

__all__ = ["Arrow", "Colour", "Style", "Suits", "Theme", "card_svg", "svg", "text"]


def text(
    position: Mapping[str, object],
    *,
    seat: int | None = None,
    colour: Colour = Colour.NONE,
    width: int = 80,
    names: Sequence[str] = (),
    goals: Sequence[int] | None = None,
) -> str:
    """Write a table as text, one labelled zone per line.

    Args:
        position: A position or a view.
        seat: Whose side is at the bottom and called "your"; None for a spectator.
        colour: The colouring of cards by escape codes.
        width: The number of characters per line.
        names: The players' names; seats without a name are shown by number.
        goals: Every player's winning total, where the game has one.

    Raises:
        UndercutError: The game cannot be drawn, or a field or an argument is invalid.

    Examples:
        >>> position = {"game": "cuttle", "hands": [["7h"], ["?", "?"]], "stock": ["?"], "to_move": 0}
        >>> print(text(position, seat=0, goals=(21, 21)), end="")
        Cuttle
        Seat 1 hand (2): 2 unknown
        Seat 1 points, 0 of 21: none
        Seat 1 permanents: none
        Stock: 1 card
        Scrap (0): none
        Your points, 0 of 21: none
        Your permanents: none
        Your hand (1): 7h
        Your move: play a card or draw
    """
    return _render_text(_table(position, seat, names, goals), colour, width)


def svg(
    position: Mapping[str, object],
    *,
    seat: int | None = None,
    style: Style = PLAIN,
    names: Sequence[str] = (),
    goals: Sequence[int] | None = None,
    highlight: Collection[str] = (),
    arrows: Sequence[Arrow] = (),
) -> str:
    """Draw a table as one SVG document.

    Args:
        position: A position or a view.
        seat: Whose side is at the bottom and called "your"; None for a spectator.
        style: The width to lay out for, and the colours.
        names: The players' names; seats without a name are shown by number.
        goals: Every player's winning total, where the game has one.
        highlight: The cards of the last move.
        arrows: Arrows that show moves.

    Raises:
        UndercutError: The game cannot be drawn, or a field or an argument is invalid.

    Examples:
        >>> position = {"game": "cuttle", "hands": [["7h"], ["?", "?"]], "stock": ["?"], "to_move": 0}
        >>> 'aria-label="seven of hearts"' in svg(position, seat=0)
        True
    """
    marked = _read.texts(_read.values({"highlight": highlight}, "highlight"), "highlight")
    shown = _read.values({"arrows": arrows}, "arrows")
    return _render_svg(_table(position, seat, names, goals), _read.expect("style", style, Style), marked, shown)


def _table(position: object, seat: object, names: object, goals: object) -> _TableDrawing:
    viewer = _Viewer(
        None if seat is None else _read.whole(seat, "seat"),
        _read.texts(_read.values({"names": names}, "names"), "names", "a list of texts"),
        None if goals is None else _read.numbers({"goals": goals}, "goals"),
    )
    return _describe(_read.mapping(position, "position"), viewer)
