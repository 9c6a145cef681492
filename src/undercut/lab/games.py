"""Play the games of a cell, in chunks, in one process or several; each game depends on its number alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from undercut.engine.host import Host
from undercut.lab.cells import POLICY_CODES, Cell
from undercut.lab.columns import COLUMNS
from undercut.lab.engines import lab_engine
from undercut.lab.playing import ALL_STATES, FRESH, ROWS
from undercut.search.greedy.contract import BUFFER

LONGEST = 100_000
"""A game is stopped after this many decisions."""

_QUEUED = 2
"""Chunks that wait or are played, for each process."""


def play_deals(
    cell: Cell, seed: int, first: int, last: int, *, host: Host | None = None, limit: int = LONGEST
) -> NDArray[np.int64]:
    """Play a range of deals of a cell, each in all its rotations.

    Args:
        seed: 0 to 2**63 - 1. Deal n is game n of `undercut.batch` with this seed; each seat's random choices depend on
            the seed, the deal and the seat alone. So cells with the same pack play the same deals.
        first: Number of the first deal, 0 or more.
        last: The number after that of the last deal.
        host: Where the games run; None: see `default_host`.
        limit: A game is stopped after this many decisions; it then has no winners and the reason 0.

    Returns:
        A row for each game, with the columns of `undercut.lab.columns`.

    Example:
        >>> import undercut
        >>> cell = Cell(undercut.game("cuttle"), ("random", "random"))
        >>> play_deals(cell, 7, 0, 3, host=undercut.Host.PLAIN).shape
        (3, 18)
    """
    game, engine = cell.game, lab_engine(cell.game.name, host)
    states = engine.states(ALL_STATES)
    engine.load(game.fresh_table(), states, FRESH)
    policies, pack = engine.cells(game.seats), engine.cells(len(game.pack))
    policies[:] = [POLICY_CODES[name] for name in cell.policies]
    pack[:] = game.pack
    rows = engine.rows((last - first) * cell.rotations, COLUMNS)
    scratch = engine.rows(game.seats + 1, 1), engine.rows(ROWS, BUFFER)
    numbers = seed, first, last, cell.rotations, limit
    engine.functions.play_deals(states, policies, pack, *scratch, rows, *numbers)
    return np.asarray(rows, dtype=np.int64)


def in_chunks(
    cell: Cell, seed: int, deals: int, *, size: int = 1000, processes: int = 1, host: Host | None = None
) -> Iterator[NDArray[np.int64]]:
    """Play the first deals of a cell, and yield their rows in order, the same for any size and number of processes.

    Args:
        seed: As for `play_deals`.
        deals: Number of deals.
        size: Deals in a chunk.
        processes: Number of processes; 1: this one.
        host: As for `play_deals`.
    """
    ranges = [(first, min(first + size, deals)) for first in range(0, deals, size)]
    if processes == 1:
        for first, last in ranges:
            yield play_deals(cell, seed, first, last, host=host)
        return
    # Compile before the processes start, so that they do not all compile the same.
    lab_engine(cell.game.name, host)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[NDArray[np.int64]]] = deque()
        for first, last in ranges:
            waiting.append(pool.submit(play_deals, cell, seed, first, last, host=host))
            if len(waiting) >= _QUEUED * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
