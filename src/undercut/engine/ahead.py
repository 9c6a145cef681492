"""One move ahead on plain tables: the legal moves, and the table after one of them."""

from __future__ import annotations

from typing import TypeVar, cast

from undercut.engine.contract import Fields, copy_fields
from undercut.engine.host import Engine

_Table = TypeVar("_Table", bound=Fields)


def legal_codes(engine: Engine, table: Fields) -> list[int]:
    """List the codes of the legal moves.

    Args:
        engine: The game on the plain host.
        table: The position, not over and not at a chance node.
    """
    codes = [0] * engine.max_moves
    return codes[: engine.functions.legal_moves(table, codes)]


def table_after(engine: Engine, table: _Table, code: int) -> _Table:
    """Play a move on a copy of a table.

    Args:
        engine: The game on the plain host.
        table: The position, which does not change.
        code: A legal move.

    Returns:
        The table after the move, before any chance node that follows.
    """
    following = cast("_Table", engine.table())
    copy_fields(table, following)
    engine.functions.play(following, code)
    return following
