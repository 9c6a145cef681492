"""Perft: counting sequences of moves."""

from __future__ import annotations

from undercut.engine import loops
from undercut.engine.host import Host, default_host
from undercut.games.base.engines import load
from undercut.play.arguments import expect, read_whole
from undercut.play.state import State

_DEEPEST = 100  # no deeper count would ever finish


def perft(state: State, depth: int, *, host: Host | None = None) -> int:
    """Count the sequences of exactly `depth` moves from a state, to compare implementations of the rules.

    Games that end earlier do not count. Random choices take the cards in the order of the pool.

    Args:
        depth: Number of moves, 0 to 100.
        host: The host to run on; None: ``UNDERCUT_HOST``, or compiled if that is not set.

    Raises:
        UndercutError: An argument is invalid.

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
    engine.prepare_function(loops.perft)
    states = engine.states(depth)
    engine.load(state.table_copy(), states, 0)
    moves = engine.rows(depth, engine.max_moves)
    return int(engine.functions.perft(states, moves, engine.cells(depth), engine.cells(engine.pack_size), depth))
