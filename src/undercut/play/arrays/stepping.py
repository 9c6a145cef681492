"""Loops over the games of a batch. They run on every host, each call over a range of games.

Every game has a row of facts, whose columns are `MOVER` and the others below, and three random generators: one for the
seeds of its deals, one for the cards of the current game, one for random moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.engine.chance import below, next_seed, shuffle, start, start_numbered
from undercut.engine.contract import (
    Cells,
    Fields,
    apply_chance,
    chance_need,
    chance_pool,
    is_over,
    legal_moves,
    mover,
    play,
    winners,
)
from undercut.engine.loops import deal_shuffled
from undercut.play.arrays.contract import action, move_of

if TYPE_CHECKING:
    from undercut.play.arrays.contract import Flags, Grid, Shorts

FACTS = 9
MOVER, SIZE, COUNT, ENDED, WINNERS, LENGTH, SEED, LEARNER, OWN = range(FACTS)
"""The seat to move (-1: over); how many moves are legal; how many were played; whether the last step ended a game, and
its winners (a mask) and length; the seed of the deal; with opponents the learner's seat, else -1; how many moves the
caller has chosen."""


def seed_games(generators: list[Cells], seed: int, first: int, last: int) -> None:
    """Start the random generators of a range of games, each by the seed and its own number alone."""
    for game in range(first, last):
        start_numbered(generators[game], seed, game)


def settle(s: object, game: int, generators: list[Cells], pool: Cells) -> None:
    """Make the random choices that come before the next move of a game."""
    while not is_over(s):
        need = chance_need(s)
        if need == 0:
            return
        size = chance_pool(s, pool)
        shuffle(generators[game], pool, size, need)
        apply_chance(s, pool)


def deal_next(
    states: list[Fields],
    game: int,
    facts: Grid,
    seeders: list[Cells],
    generators: list[Cells],
    pack: Cells,
    pool: Cells,
) -> None:
    """Deal a game by its next seed, as `Game.deal` does."""
    seed = next_seed(seeders[game])
    facts[game, SEED] = seed
    facts[game, COUNT] = facts[game, OWN] = 0
    start(generators[game], seed)
    deal_shuffled(states, len(states) - 1, game, pack, pool, generators[game])
    settle(states[game], game, generators, pool)


def list_moves(s: object, game: int, facts: Grid, marked: Shorts, mask: Flags, codes: Cells) -> None:
    """Mark the legal moves of a game by their numbers."""
    for place in range(facts[game, SIZE]):
        mask[game, marked[game, place]] = False
    if is_over(s):
        facts[game, SIZE] = 0
        facts[game, MOVER] = -1
        return
    size = legal_moves(s, codes)
    for place in range(size):
        number = action(codes[place])
        marked[game, place] = number
        mask[game, number] = True
    facts[game, SIZE] = size
    facts[game, MOVER] = mover(s)


def show(states: list[Fields], facts: Grid, marked: Shorts, mask: Flags, codes: Cells, first: int, last: int) -> None:
    """Mark the legal moves of a range of games."""
    for game in range(first, last):
        list_moves(states[game], game, facts, marked, mask, codes)


def deal_games(
    states: list[Fields],
    facts: Grid,
    seeders: list[Cells],
    generators: list[Cells],
    pack: Cells,
    pool: Cells,
    first: int,
    last: int,
) -> None:
    """Deal a range of games, each by the next seed of its own."""
    for game in range(first, last):
        deal_next(states, game, facts, seeders, generators, pack, pool)


def first_fault(actions: Cells, facts: Grid, mask: Flags, first: int, last: int) -> int:
    """Return the first of a range of games whose number is not that of a legal move; -1: there is none."""
    for game in range(first, last):
        number = actions[game]
        if facts[game, SIZE] == 0:
            if number != -1:
                return game
        elif number < 0 or number >= mask.shape[1] or not mask[game, number]:
            return game
    return -1


def pick(picked: Cells, facts: Grid, marked: Shorts, pickers: list[Cells], first: int, last: int) -> None:
    """Choose a legal move of each game at random."""
    for game in range(first, last):
        size = facts[game, SIZE]
        picked[game] = marked[game, below(pickers[game], size)] if size else -1


def step(
    actions: Cells,
    states: list[Fields],
    facts: Grid,
    marked: Shorts,
    mask: Flags,
    log: Shorts,
    seeders: list[Cells],
    generators: list[Cells],
    pack: Cells,
    pool: Cells,
    codes: Cells,
    again: int,
    own: int,
    first: int,
    last: int,
) -> int:
    """Play a move in each of a range of games; return the number of moves of the longest.

    Games whose number is -1 stay as they are. If the moves are not the caller's own, `ENDED` of games before stays; a
    game that ends before the caller has chosen a move is dealt again.
    """
    longest = 0
    for game in range(first, last):
        if own:
            facts[game, ENDED] = 0
        # On the plain host the arguments are NumPy's integers, which lack what the rules rely on.
        s, number, played = states[game], int(actions[game]), facts[game, COUNT] + 1
        if number < 0:
            continue
        facts[game, OWN] += own
        log[game, played - 1] = number
        facts[game, COUNT] = played
        longest = max(longest, played)
        play(s, move_of(s, number))
        settle(s, game, generators, pool)
        if is_over(s):
            silent = facts[game, OWN] == 0
            if not silent:
                facts[game, ENDED] = 1
                facts[game, WINNERS] = winners(s)
                facts[game, LENGTH] = played
            if again or silent:
                deal_next(states, game, facts, seeders, generators, pack, pool)
        list_moves(s, game, facts, marked, mask, codes)
    return longest


ENTRY_POINTS = (seed_games, deal_games, show, first_fault, pick, step)
"""The functions that Python calls."""
