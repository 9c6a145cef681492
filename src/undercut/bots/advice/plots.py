"""Plots of an analysis: each seat's winning chances over the game, as SVG or PNG.

Requires Matplotlib, from the optional extra ``plots``.
"""

# Matplotlib's own types leave its many free keyword arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from undercut.bots.advice.analysis import ADDING_UP, Analysis
from undercut.bots.advice.evidence import Mark
from undercut.errors import UndercutError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = ("svg", "png")

_WRAPPED = fill(ADDING_UP, 110)

# Eight colours that are distinct for every type of colour vision (Okabe and Ito, "Color universal design", 2008), with
# the yellow darkened for contrast on white. Line styles distinguish the seats without colour.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#B5A800")
_STYLES = ("-", "--", "-.", ":", "-", "--", "-.", ":")
_INK, _PALE = "#333333", "#DDDDDD"
_SIZES = {Mark.INACCURACY: 5.0, Mark.MISTAKE: 7.0, Mark.BLUNDER: 9.0}
_WORDS = {Mark.INACCURACY: "inaccuracy (?!)", Mark.MISTAKE: "mistake (?)", Mark.BLUNDER: "blunder (??)"}
_FILLS = {Mark.INACCURACY: "white", Mark.MISTAKE: "#FFB000", Mark.BLUNDER: "#DC267F"}


def check_plot(path: Path) -> None:
    """Check that a plot can be written, before the long analysis.

    Raises:
        UndercutError: The path does not end in ``.svg`` or ``.png``, its folder is missing, or Matplotlib is not
            installed.
    """
    if path.suffix.lower().removeprefix(".") not in FORMATS:
        message = f"{path}: a plot's file name must end in .svg or .png"
        raise UndercutError(message)
    if not path.parent.is_dir():
        message = f"{path}: no such folder: {path.parent}"
        raise UndercutError(message)
    if find_spec("matplotlib") is None:
        message = "plots require Matplotlib; install it with: pip install 'undercut[plots]'"
        raise UndercutError(message)


def plot(analysis: Analysis, path: Path, title: str = "") -> None:
    """Plot each seat's expected share before its moves, and mark bad moves.

    Raises:
        UndercutError: As for `check_plot`, or the file cannot be written.
    """
    check_plot(path)
    # Slow to import, and not always installed.
    from matplotlib import rc_context  # noqa: PLC0415  as said
    from matplotlib.figure import Figure  # noqa: PLC0415  as said

    with rc_context({"svg.hashsalt": "undercut", "text.color": _INK, "axes.edgecolor": _INK}):
        figure = Figure(figsize=(9.0, 4.2), layout="constrained")
        axes = figure.add_subplot()
        for seat in analysis.seats:
            _draw_seat(axes, analysis, seat)
        _frame(axes, analysis, title)
        form = path.suffix.lower().removeprefix(".")
        try:
            figure.savefig(path, format=form, dpi=150, metadata={"Date": None} if form == "svg" else {})
        except OSError as error:
            message = f"{path}: {error.strerror or error}"
            raise UndercutError(message) from None


def _draw_seat(axes: Axes, analysis: Analysis, seat: int) -> None:
    points = analysis.chances(seat)
    colour = _COLOURS[seat]
    name = f"{analysis.players[seat]} (seat {seat})"
    numbers, shares = [number for number, _ in points], [100 * share for _, share in points]
    axes.plot(numbers, shares, _STYLES[seat], color=colour, linewidth=2, label=name, clip_on=False)
    for found in analysis.judged:
        if found.seat == seat and found.mark in _SIZES:
            axes.plot(
                [found.number],
                [100 * found.expected],
                "o",
                color=colour,
                markerfacecolor=_FILLS[found.mark],
                markersize=_SIZES[found.mark],
                markeredgewidth=1.5,
                clip_on=False,
                zorder=3,
            )
            if found.mark is Mark.BLUNDER:
                axes.annotate(
                    f"{found.move}",
                    (found.number, 100 * found.expected),
                    xytext=(0, 8),
                    textcoords="offset points",
                    ha="center",
                    fontsize=8,
                    color=colour,
                )


def _frame(axes: Axes, analysis: Analysis, title: str) -> None:
    """Draw the axes, the line of an even share, and the legend."""
    axes.set_title(title, loc="left", fontsize=11)
    axes.set_xlabel(f"move\n{_WRAPPED}", fontsize=9)
    axes.set_ylabel("expected result, %")
    axes.set_xlim(1, analysis.moves + 1)
    axes.set_ylim(-3, 106)
    axes.set_yticks(range(0, 101, 25))
    axes.locator_params(axis="x", integer=True)
    axes.grid(color=_PALE, linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)
    axes.axhline(100 / len(analysis.players), color=_INK, linewidth=0.8, linestyle=(0, (2, 4)))
    seen = {found.mark for found in analysis.judged if found.seat in analysis.seats}
    for mark, size in _SIZES.items():
        if mark in seen:
            axes.plot([], [], "o", color=_INK, markerfacecolor=_FILLS[mark], markersize=size, label=_WORDS[mark])
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False, fontsize=9)
