"""Versions of a table: which commands come too late, and which moves were sent again."""

from __future__ import annotations

from undercut.table import commands as asked
from undercut.table.commands import TooLate
from undercut.table.events import POSITIONS, Moved
from undercut.table.lines import Line, Reader
from undercut.table.table import Table
from undercut.translation import _

_LASTING = (asked.Leave, asked.NewLink, asked.Resign, asked.Say, asked.TakeOver, asked.Rematch)
"""Commands that do not depend on the position, only on whether the game has begun or ended."""

_KINDS = frozenset(str(kind.__struct_config__.tag) for kind in POSITIONS)
_MOVED = str(Moved.__struct_config__.tag)


def check_version(table: Table, command: asked.Command, reader: Reader) -> None:
    """Refuse a command that was given for another position.

    Raises:
        TooLate: The position has changed since the command's version, or the version does not exist.
    """
    if isinstance(command, asked.Resign) and table.phase == "playing":
        return
    returns = isinstance(command, asked.Sit) and reader is not None
    since = table.began if returns or isinstance(command, _LASTING) else table.settled
    if command.version > table.version:
        text = _("This table has no version %(asked)s; it is at version %(now)s. Look at it again.")
        raise TooLate(table.version, text % {"asked": command.version, "now": table.version})
    if command.version < since:
        text = _("This came too late. Meanwhile: %(happened)s Look at the table again.")
        raise TooLate(table.version, text % {"happened": table.lines[since - 1].for_reader(reader).text})


def moved_at(table: Table, command: asked.Play, seat: int) -> int | None:
    """Return the number of the event that a move became, if the same move has been played before.

    A move belongs to the first position after its version, so the log tells one that is sent again from a new one.
    """
    line = next((line for line in table.lines[command.version :] if line.kind in _KINDS), None)
    return line.seq if line and _is(line, seat, command.move) else None


def _is(line: Line, seat: int, move: str) -> bool:
    return line.kind == _MOVED and line.seat == seat and line.for_reader(seat).move == move
