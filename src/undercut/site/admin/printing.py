"""Rows for people, and the same as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

_GAP = "  "
Cell = str | int | float | bool | list[str] | None


def print_rows(rows: Sequence[Mapping[str, Cell]], *, as_json: bool, none: str) -> None:
    """Print rows with the same members."""
    if as_json:
        say(json.dumps(rows))
        return
    if not rows:
        say(none)
        return
    lines = [list(rows[0]), *([shown(name, cell) for name, cell in row.items()] for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    for line in lines:
        say(_GAP.join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


_TIMES = ("at", "until", "updated", "created", "settled")


def shown(name: str, cell: Cell) -> str:
    """Return a value for people, on one line and without control characters.

    Example:
        >>> shown("at", 0.0), shown("listed", True), shown("seat", None), shown("text", "a" + chr(27) + "[1m")
        ('1970-01-01 00:00', 'yes', '-', 'a?[1m')
    """
    if cell is None or cell == "":
        return "-"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if name in _TIMES and isinstance(cell, int | float):
        return f"{datetime.fromtimestamp(cell, UTC):%Y-%m-%d %H:%M}"
    text = ", ".join(cell) if isinstance(cell, list) else str(cell)
    return "".join(one if one.isprintable() else "?" for one in text)


def say(text: str) -> None:
    """Print a line, in ASCII where the output cannot hold more."""
    print(text)  # noqa: T201  the command's output
