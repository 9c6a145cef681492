"""Call the compiled rules from a function of your own: how often does the first seat win random games?"""

from __future__ import annotations

import argparse

import numpy as np
from numba import njit

import undercut
from undercut.engine.host import Host
from undercut.games.base.registry import load

GAME = "cut_the_rope"

engine = load(GAME, Host.COMPILED)
rules = engine.functions
# Numba compiles what it finds under these names into the function below.
deal, rollout, is_over, winners, mix = rules.deal, rules.rollout, rules.is_over, rules.winners, rules.shuffle


@njit(nogil=True)
def first_seat_wins(states, order, pool, generator, games):
    """Deal and play random games, and count those that seat 0 wins alone."""
    found = 0
    for _ in range(games):
        mix(generator, order, len(order), len(order))
        deal(states[0], order)
        rollout(states[0], generator, pool, 5000)
        if is_over(states[0]) and winners(states[0]) == 1:
            found += 1
    return found


def share(games: int, seed: int) -> float:
    """Return the share of random games that seat 0 wins.

    Args:
        games: How many games, at least 1.
        seed: 0 to 2**63 - 1.
    """
    game = undercut.game(GAME)
    states = engine.states(1)
    engine.load(game.fresh_table(), states, 0)
    order = np.array(game.pack, dtype=np.int64)
    pool = engine.cells(engine.pack_size)
    generator = engine.cells(1)
    rules.start(generator, seed)
    return first_seat_wins(states, order, pool, generator, games) / games


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(f"{share(arguments.games, arguments.seed):.2%} of {arguments.games:,} random games")
