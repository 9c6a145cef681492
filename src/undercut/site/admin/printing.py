"""What the owner's commands print: sentences, and rows as a table or as JSON."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

Cell = str | int | float | bool | list[str] | None

_GAP = "  "
_TIMES = ("at", "until", "updated", "created", "settled")


def print_rows(rows: Sequence[Mapping[str, Cell]], *, as_json: bool, none: str) -> None:
    """Print rows with the same columns; ``none`` is said for people if there are none."""
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


def shown(name: str, cell: Cell) -> str:
    """Return a value for people, on one line and without control characters."""
    if cell is None or cell == "":
        return "-"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if name in _TIMES and isinstance(cell, int | float):
        return f"{datetime.fromtimestamp(cell, UTC):%Y-%m-%d %H:%M}"
    text = ", ".join(cell) if isinstance(cell, list) else str(cell)
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def say(text: str) -> None:
    print(text)  # noqa: T201  the command's output
