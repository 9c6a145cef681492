"""Play the games that tell what cards and turns are worth, and how interesting a game is: sums for each deal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from undercut.engine.host import Host
from undercut.lab.cells import Cell
from undercut.lab.games import LONGEST, table_for
from undercut.lab.kernels import interest, worth
from undercut.lab.kernels.engines import interest_engine, kinds_of, ways_of, worth_engine
from undercut.search.greedy.contract import BUFFER


def worth_of_deals(
    cell: Cell, seed: int, first: int, last: int, *, host: Host | None = None, limit: int = LONGEST
) -> NDArray[np.int64]:
    """Play a range of deals with cards exchanged and turns skipped.

    Returns:
        For each deal, moment (`FIRST`, `DRAWN`) and kind of card (after the last, a turn): the sums `GAIN`, `WEIGHT`
        and `COMPARED` of `undercut.lab.kernels.worth`. The worth is the ratio of the first two sums over all deals,
        in parts of `WHOLE`.

    Example:
        >>> import undercut
        >>> cell = Cell(undercut.game("cuttle"), ("random", "random"))
        >>> worth_of_deals(cell, 7, 0, 3, host=undercut.Host.PLAIN).shape
        (3, 2, 14, 3)
    """
    game, engine = cell.game, worth_engine(cell.game.name, host)
    kinds = len(kinds_of(game.name))
    shape = last - first, worth.MOMENTS, kinds + 1, worth.SUMS
    sums = engine.rows(last - first, int(np.prod(shape[1:])))
    generators = engine.rows((worth.MOMENTS + 1) * (game.seats + 1) + 1, 1)
    work = engine.rows(worth.WORTH_ROWS, BUFFER)
    numbers = seed, first, last, cell.rotations, kinds, limit
    engine.functions.play_worths(*table_for(cell, engine, worth.WORTH_STATES), generators, work, sums, *numbers)
    return np.asarray(sums, dtype=np.int64).reshape(shape)


def interest_of_deals(
    cell: Cell, seed: int, first: int, last: int, *, every: int = 1, host: Host | None = None, limit: int = LONGEST
) -> NDArray[np.int64]:
    """Play deals and try every legal move at every decision.

    Returns:
        For each of these deals: the columns `GAMES` to `LOST` of `undercut.lab.kernels.interest`, then how often each
        kind of card was used in each way.

    Example:
        >>> import undercut
        >>> cell = Cell(undercut.game("cuttle"), ("random", "random"))
        >>> interest_of_deals(cell, 7, 0, 10, every=8, host=undercut.Host.PLAIN).shape
        (2, 70)
    """
    game, engine = cell.game, interest_engine(cell.game.name, host)
    uses = len(kinds_of(game.name)) * len(ways_of(game.name))
    sums = engine.rows(len(range(-(-first // every) * every, last, every)), interest.USES + uses)
    generators, work = engine.rows(game.seats + 1, 1), engine.rows(interest.INTEREST_ROWS, BUFFER)
    numbers = seed, first, last, every, cell.rotations, limit
    engine.functions.play_interest(*table_for(cell, engine, interest.INTEREST_STATES), generators, work, sums, *numbers)
    return np.asarray(sums, dtype=np.int64).reshape(-1, interest.USES + uses)
