"""The terminal: printing with colour where it is supported, progress, Ctrl-C, and exit codes."""

import json
import re
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import wrap
from threading import Event
from typing import Annotated, TypeVar

from cyclopts import Parameter, Token
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from undercut.decoding import JSON
from undercut.draw import Colour
from undercut.play.input import read_path
from undercut.play.narration import EventText

DONE, REFUSED, MISUSED, INTERRUPTED = 0, 1, 2, 130  # the exit codes

Json = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON instead of text.")]
Plain = Annotated[bool, Parameter(negative="", help="Print plain lines without colours or layout.")]
Processes = Annotated[
    int, Parameter(help="Number of processes that play; results depend on it only where players have a time budget.")
]


def _read_place(_: object, tokens: Sequence[Token]) -> Path:
    return read_path("path", tokens[0].value)


Place = Annotated[Path, Parameter(converter=_read_place)]
OptionalPlace = Annotated[Path | None, Parameter(converter=_read_place)]
Cluster = Annotated[str | None, Parameter(help="Address of a Ray cluster to play on, such as auto or host:6379.")]

_BULLET = re.compile(r"\s*[-*] ")
_ALONE = re.compile(r"#|\|")
_REFRESH = 0.2  # seconds between updates

_Watched = TypeVar("_Watched")


class Screen:
    """What a command prints to: with styles on a terminal with colours, plain elsewhere."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.console = console
        self.plain = plain or not console.is_terminal or console.no_color or console.color_system is None

    @property
    def colour(self) -> Colour:
        return Colour.NONE if self.plain else Colour.FOUR

    @property
    def width(self) -> int:
        """Characters per line, at least 20."""
        return max(20, self.console.width)

    def line(self, text: str) -> None:
        self.console.print(Text(text), soft_wrap=not self.console.is_terminal)

    def copyable(self, text: str) -> None:
        """Print a line without wrapping it, so that paths and commands in it can be copied."""
        self.console.print(Text(text), soft_wrap=True)

    def table(self, text: str) -> None:
        """Print a table drawn by `undercut.draw.text`, with its colours."""
        self.console.print(Text.from_ansi(text), soft_wrap=True)

    def warn(self, text: str) -> None:
        self.console.print(Text(text, style="" if self.plain else "yellow"), soft_wrap=True)

    def event(self, who: str, played: EventText) -> None:
        self.console.print(
            Text.assemble((f"{who}: ", "" if self.plain else "bold"), f"{played.move}  {played.text}"), soft_wrap=True
        )

    def pieces(self, *pieces: tuple[str, str]) -> None:
        """Print a line made of styled pieces; plain screens ignore the styles."""
        line = Text.assemble(*((text, "" if self.plain else style) for text, style in pieces))
        self.console.print(line, soft_wrap=not self.console.is_terminal)

    def markdown(self, text: str) -> None:
        """Print Markdown: rendered with colour, wrapped on plain terminals, unchanged elsewhere."""
        if not self.plain:
            self.console.print(Markdown(text))
        else:
            self.copyable(reflow(text, self.width) if self.console.is_terminal else text)

    @contextmanager
    def thinking(self) -> Generator[Callable[[float], None]]:
        """Show how far a search is, if a person is at the terminal."""
        text = "Thinking ... (Ctrl-C stops it)"
        if not self.console.is_terminal:
            yield lambda _used: None
        elif self.plain:
            self.line(text)
            yield lambda _used: None
        else:
            with self.console.status(text, spinner="line") as status:
                yield lambda used: status.update(f"Thinking ... {100 * used:.0f} % (Ctrl-C stops it)")


def too_small(least: int, **options: float) -> list[str]:
    """List a fault for each option of a command that is less than it may be."""
    return [f"--{name}: {value} is less than {least}" for name, value in options.items() if value < least]


def tell(text: str, end: str = "\n") -> None:
    """Print to standard error, so that standard output holds nothing but results."""
    print(text, end=end, file=sys.stderr, flush=True)  # noqa: T201  as said


def print_json(data: JSON) -> None:
    """Print JSON for programs, in ASCII where the output cannot hold more."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(data, ensure_ascii=not unicode))  # noqa: T201  for programs: nothing but the JSON


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first = row[0].ljust(widths[0])
        rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join([first, *rest]).rstrip()


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def reflow(markdown: str, width: int) -> str:
    r"""Wrap every paragraph and list item to a width; headings and rows of tables stay as they are."""
    blocks: list[str] = []
    joins = False
    for line in markdown.splitlines():
        if joins and line.strip() and not _BULLET.match(line) and not _ALONE.match(line):
            blocks[-1] += f" {line.strip()}"
        else:
            blocks.append(line.rstrip())
            joins = bool(line.strip()) and not _ALONE.match(line)
    return "\n".join(_wrapped(block, width) for block in blocks)


def _wrapped(block: str, width: int) -> str:
    if not block or _ALONE.match(block):
        return block
    bullet = _BULLET.match(block)
    indent = " " * (bullet.end() if bullet else len(block) - len(block.lstrip()))
    lines = wrap(block, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def this_terminal(*, plain: bool = False) -> Screen:
    return Screen(Console(highlight=False, no_color=True if plain else None), plain=plain)


def read_number(typed: str) -> int | None:
    """Read a number without sign; None for any other text."""
    digits = typed.lstrip("0") or "0"
    if not (typed.isascii() and typed.isdigit()):
        return None
    # No list needs more than six digits, and Python reads very long numbers slowly.
    return int(digits) if len(digits) <= 6 else 999_999  # noqa: PLR2004  see above


@contextmanager
def progress_bar(
    total: int, look: Callable[[_Watched], tuple[int, str]], *columns: ProgressColumn
) -> Generator[Callable[[_Watched], None] | None]:
    """Show how far something is if stderr is a terminal; otherwise yield None."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    shown = (BarColumn(), *columns, TextColumn("{task.fields[text]}"), TimeRemainingColumn())
    with Progress(*shown, console=console, transient=True) as progress:
        bar = progress.add_task("", total=total, text="")
        updated = 0.0

        def watch(watched: _Watched) -> None:
            nonlocal updated
            if (now := time.monotonic()) - updated >= _REFRESH:
                updated = now
                done, text = look(watched)
                progress.update(bar, completed=done, text=text)

        yield watch


@contextmanager
def noting_interrupts() -> Generator[Callable[[], bool]]:
    """Record a first Ctrl-C instead of raising it; a second one is raised as usual. Main thread only."""
    pressed = Event()

    def note(_number: int, _frame: object) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
