"""One move ahead on plain tables: the legal moves, and the table after one of them."""

from __future__ import annotations

import random
from typing import TypeVar, cast

from undercut.engine.contract import Fields, copy_fields
from undercut.engine.host import Engine

_Table = TypeVar("_Table", bound=Fields)
_POOL = 1024


def legal_codes(engine: Engine, table: Fields) -> list[int]:
    """List the codes of the legal moves."""
    codes = [0] * engine.max_moves
    return codes[: engine.functions.legal_moves(table, codes)]


def table_after(engine: Engine, table: _Table, code: int) -> _Table:
    """Play a move on a copy of a table, without any chance node that follows."""
    following = cast("_Table", engine.table())
    copy_fields(table, following)
    engine.functions.play(following, code)
    return following


def table_after_shuffles(engine: Engine, table: _Table, code: int, chance: random.Random) -> _Table:
    """Play a move on a copy of a table, with shuffles until the game is over or a seat is to move."""
    following, pool = table_after(engine, table, code), [0] * _POOL
    while not engine.functions.is_over(following) and engine.functions.chance_need(following):
        cards = pool[: engine.functions.chance_pool(following, pool)]
        chance.shuffle(cards)
        engine.functions.apply_chance(following, cards)
    return following
