"""The perft count: how many sequences of moves there are."""

from __future__ import annotations

from undercut.engine.host import Host, default_host
from undercut.games.engines import load
from undercut.play.arguments import expect, read_whole
from undercut.play.state import State

_DEEPEST = 100  # beyond, no count ends


def perft(state: State, depth: int, *, host: Host | None = None) -> int:
    """Count the sequences of exactly so many moves from a state: the number that two implementations must share.

    Games that end earlier do not count. Where chance comes in between, the cards stay in the order of the pool.

    Args:
        state: Where to begin.
        depth: How many moves, 0 to 100.
        host: Where to count; None: as ``UNDERCUT_HOST`` says, else compiled.

    Raises:
        UndercutError: An argument cannot be used.

    Example:
        >>> import undercut
        >>> undercut.perft(undercut.game("cuttle").deal(seed=7), 2, host=undercut.Host.PLAIN)
        89
    """
    state, depth = expect("state", state, State), read_whole("depth", depth, 0, _DEEPEST)
    engine = load(state.game.name, default_host() if host is None else expect("host", host, Host))
    if depth == 0:
        return 1
    if state.result:
        return 0
    states = engine.states(depth)
    engine.load(state.table_copy(), states, 0)
    moves = engine.rows(depth, engine.max_moves)
    return int(engine.functions.perft(states, moves, engine.cells(depth), engine.cells(engine.pack_size), depth))
