"""The chart of winning chances in the terminal."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from undercut.bots.advice.analysis import Analysis
from undercut.cli import screen as terminal

_ROWS = 11  # one for each ten per cent
_MARGIN = 7  # characters before the chart
_WIDEST = 100
_CURVES = ("blue", "red", "green", "magenta", "yellow", "cyan", "white", "bright_black")
_SHARED = "*"  # where curves meet


def show_chart(screen: terminal.Screen, analysis: Analysis) -> None:
    """Print the chart; a curve is drawn with its seat number, a star marks where curves meet."""
    width = max(2, min(screen.width - _MARGIN - 1, _WIDEST, 2 * analysis.moves))
    grid = [[" "] * width for _ in range(_ROWS)]
    for seat in analysis.seats:
        for column, share in _columns(analysis.chances(seat), analysis.moves + 1, width):
            row = round((1 - share) * (_ROWS - 1))
            grid[row][column] = str(seat) if grid[row][column] in (" ", str(seat)) else _SHARED
    for row, cells in enumerate(grid):
        label = f"{100 - 10 * row:3} %" if row % 5 == 0 else ""
        styled = [(cell, _CURVES[int(cell)] if cell.isdigit() else "") for cell in "".join(cells).rstrip()]
        screen.pieces((f"{label:>5} |", "dim"), *styled)
    screen.pieces((f"{'move':>5} +{'-' * width}", "dim"))
    screen.pieces((" " * _MARGIN + _scale(analysis.moves + 1, width), "dim"))


def _columns(curve: Sequence[tuple[int, float]], last: int, width: int) -> Iterator[tuple[int, float]]:
    """Yield each column of a curve with its share, interpolated linearly between points."""
    for (number, share), (following, next_share) in pairwise(curve):
        start, end = _column(number, last, width), _column(following, last, width)
        for column in range(start, end + 1):
            yield column, share + (next_share - share) * (column - start) / max(1, end - start)
    if len(curve) == 1:
        yield _column(curve[0][0], last, width), curve[0][1]


def _scale(last: int, width: int) -> str:
    """Return the axis labels: move numbers about every fifteen columns."""
    text = ""
    marks = max(2, width // 15)
    for mark in range(marks + 1):
        number = 1 + round(mark * (last - 1) / marks)
        column = _column(number, last, width)
        if column >= len(text) + (1 if text else 0):
            text = text.ljust(column) + str(number)
    return text


def _column(number: float, last: int, width: int) -> int:
    return round((number - 1) * (width - 1) / max(1, last - 1))
