"""Printing to the terminal, with colour where it is supported."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from undercut.cli.reflow import reflow
from undercut.draw import Colour
from undercut.games.base.reader import JSON
from undercut.play.narration import EventText

_UTF = "utf"


class Screen:
    """Prints lines, tables and rules."""

    def __init__(self, console: Console, *, plain: bool) -> None:
        """Detect what the terminal supports."""
        self.console = console
        self.plain = plain or not console.is_terminal or console.no_color or console.color_system is None

    @property
    def colour(self) -> Colour:
        """The colour scheme for suits."""
        return Colour.NONE if self.plain else Colour.FOUR

    @property
    def width(self) -> int:
        """Characters per line, at least 20."""
        return max(20, self.console.width)

    def line(self, text: str) -> None:
        """Print a line without markup."""
        self.console.print(Text(text), soft_wrap=not self.console.is_terminal)

    def copyable(self, text: str) -> None:
        """Print a line without wrapping it, so that paths and commands in it can be copied."""
        self.console.print(Text(text), soft_wrap=True)

    def table(self, text: str) -> None:
        """Print a table drawn by `undercut.draw.text`, with its colours."""
        self.console.print(Text.from_ansi(text), soft_wrap=True)

    def warn(self, text: str) -> None:
        """Print a warning."""
        self.console.print(Text(text, style="" if self.plain else "yellow"), soft_wrap=True)

    def event(self, who: str, played: EventText) -> None:
        """Print a played move."""
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
        """Show how far a search is, if a person is at the terminal.

        Yields:
            A function to call with the used part of the budget, 0 to 1.
        """
        text = "Thinking ... (Ctrl-C stops it)"
        if not self.console.is_terminal:
            yield lambda _used: None
        elif self.plain:
            self.line(text)
            yield lambda _used: None
        else:
            with self.console.status(text, spinner="line") as status:
                yield lambda used: status.update(f"Thinking ... {100 * used:.0f} % (Ctrl-C stops it)")


def print_json(data: JSON) -> None:
    """Print JSON for programs, in ASCII where the output cannot hold more."""
    unicode = (sys.stdout.encoding or "").lower().startswith(_UTF)
    print(json.dumps(data, ensure_ascii=not unicode))  # noqa: T201  for programs: nothing but the JSON
