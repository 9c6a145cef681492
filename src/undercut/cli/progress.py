"""A progress bar on stderr."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

_REFRESH = 0.2  # seconds between updates

_Watched = TypeVar("_Watched")


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
