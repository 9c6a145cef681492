"""The ``undercut export`` command: records as Parquet tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from undercut.cli.exits import DONE
from undercut.cli.screen import Screen, print_json
from undercut.errors import UndercutError
from undercut.frames.reading import records_in


def export(screen: Screen, records: Sequence[Path], out: Path, *, skip_bad: bool, as_json: bool) -> int:
    """Write the tables, and print how many rows they have.

    Raises:
        UndercutError: There is nothing to read, a record cannot be replayed, or a file cannot be read or written.
    """
    if not records:
        message = "export: name at least one file or folder with records"
        raise UndercutError(message)
    try:
        # Tables are an extra that people who only play need not install.
        from undercut.frames import tables  # noqa: PLC0415  as said
    except ModuleNotFoundError as error:
        message = f"export needs more packages, such as {error.name}: pip install 'undercut[frames]'"
        raise UndercutError(message) from None
    found = tables.export(records_in(records), out, skip_bad=skip_bad)
    for fault in found.faults:
        print(f"undercut: {fault}", file=sys.stderr)  # noqa: T201  faults go to stderr, whatever the screen is
    if as_json:
        print_json({"games": found.games, "decisions": found.decisions, "faults": [*found.faults]})
    else:
        screen.line(f"{found.games} games, {found.decisions} decisions: {out}")
    return DONE
