"""Play crossed designs: all pairs of some players in all seatings on the same deals, each game several times."""

from __future__ import annotations

import numpy as np

from undercut.engine.host import Host
from undercut.games.base.parts.figures import WINNERS
from undercut.lab.cells import Cell
from undercut.lab.games import play_with_leads
from undercut.lab.statistics.skill import LEAST_REPLICATES, Crossed, line_ups, shares_of
from undercut.play.game import Game

_SEEDS = 1 << 63


def play_crossed(
    game: Game,
    players: tuple[str, ...],
    seed: int,
    first: int,
    last: int,
    *,
    replicates: int = LEAST_REPLICATES,
    host: Host | None = None,
) -> Crossed:
    """Play a range of deals.

    Example:
        >>> import undercut
        >>> cuttle = undercut.game("cuttle")
        >>> play_crossed(cuttle, ("greedy", "random"), 7, 0, 3, host=undercut.Host.PLAIN).shares.shape
        (3, 2, 2, 2)
    """
    shares: list[np.ndarray] = []
    groups: list[list[int]] = []
    for number, line_up in enumerate(line_ups(players, game.seats)):
        cell = Cell(game, line_up)
        # Two players in each line-up, so two groups.
        seated = [2 * number + (player != line_up[0]) for player in line_up]
        groups += [seated[rotation:] + seated[:rotation] for rotation in range(cell.rotations)]
        played = [
            play_with_leads(cell, seed, first, last, players=(seed + replicate) % _SEEDS, host=host)[0][:, WINNERS]
            for replicate in range(replicates)
        ]
        by_game = shares_of(np.array(played).reshape(-1), game.seats)
        by_deal = by_game.reshape(replicates, last - first, cell.rotations, game.seats)
        shares.append(by_deal.transpose(1, 2, 0, 3))
    return Crossed(np.concatenate(shares, axis=1), np.array(groups))
