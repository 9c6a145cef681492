"""The perft count: how many sequences of moves there are."""

from __future__ import annotations

from undercut.engine.host import Host, default_host, load
from undercut.errors import UndercutError
from undercut.play.state import State


def perft(state: State, depth: int, *, host: Host | None = None) -> int:
    """Count the sequences of exactly so many moves from a state: the number that two implementations must share.

    Games that end earlier do not count. Where chance comes in between, the cards stay in the order of the pool.

    Args:
        state: Where to begin.
        depth: How many moves, 0 to 100.
        host: Where to count; None: as ``UNDERCUT_HOST`` says, else compiled.

    Raises:
        UndercutError: The depth is no such number.

    Example:
        >>> import undercut
        >>> undercut.perft(undercut.game("cuttle").deal(seed=7), 2, host=undercut.Host.PLAIN)
        89
    """
    if type(depth) is not int or not 0 <= depth <= 100:  # noqa: PLR2004  beyond, no count ends
        message = f"depth: {depth!r} is not a whole number from 0 to 100"
        raise UndercutError(message)
    if depth == 0:
        return 1
    if state.result:
        return 0
    engine = load(state.game.name, host or default_host())
    states = engine.states(depth)
    engine.load(state.table_copy(), states, 0)
    moves = engine.rows(depth, engine.max_moves)
    return int(engine.functions.perft(states, moves, engine.cells(depth), engine.cells(engine.pack_size), depth))
