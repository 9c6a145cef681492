"""Plot an analysis as an SVG or PNG file."""

from pathlib import Path

from undercut.bots.advice.analysis import ADDING_UP, Analysis
from undercut.bots.advice.evidence import Mark
from undercut.draw.as_svg import has_pixels, png
from undercut.draw.chart import Curve, Note, Spot, picture
from undercut.errors import UndercutError, file_errors

FORMATS = (".svg", ".png")

_PIXELS = 1350
_NOTES = (
    Note(Mark.INACCURACY.name, "inaccuracy (?!)", 2.5, "white"),
    Note(Mark.MISTAKE.name, "mistake (?)", 3.5, "#ffb000"),
    Note(Mark.BLUNDER.name, "blunder (??)", 4.5, "#dc267f"),
)


def check_plot(path: Path) -> None:
    """Check that a plot can be written, before the long analysis."""
    if path.suffix.lower() not in FORMATS:
        raise UndercutError(f"{path}: a plot's file name must end in .svg or .png")
    if not path.parent.is_dir():
        raise UndercutError(f"{path}: no such folder: {path.parent}")
    if path.suffix.lower() == ".png" and not has_pixels():
        message = f"{path}: a .png needs more packages, such as resvg-py: pip install 'undercut[lab]'; or write an .svg"
        raise UndercutError(message)


def plot(analysis: Analysis, path: Path, title: str = "") -> None:
    """Plot each seat's expected share before its moves, and mark bad moves."""
    check_plot(path)
    drawn = picture(
        {f"{analysis.players[seat]} (seat {seat})": Curve(seat, analysis.chances(seat)) for seat in analysis.seats},
        [
            (
                Spot(found.seat, found.number, found.expected, found.mark.name),
                str(found.move) if found.mark is Mark.BLUNDER else "",
            )
            for found in analysis.judged
            if found.mark is not Mark.NONE and found.seat in analysis.seats
        ],
        analysis.moves,
        even=1 / len(analysis.players),
        title=title,
        below=ADDING_UP,
        notes=_NOTES,
    )
    with file_errors(path):
        path.write_bytes(drawn.encode() if path.suffix.lower() == ".svg" else png(drawn, width=_PIXELS))
