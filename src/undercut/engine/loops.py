"""Loops over any game: random games, the perft count. They run on every host."""

from __future__ import annotations

from undercut.engine.chance import advance, shuffle
from undercut.engine.contract import (
    Cells,
    Fields,
    apply_chance,
    chance_need,
    chance_pool,
    copy_state,
    count_moves,
    deal,
    is_over,
    legal_moves,
    play,
    random_move,
)


def settle(s: object, generator: Cells, pool: Cells) -> bool:
    """Make the random choices that come before the next move; return whether there is one, or the game is over."""
    while not is_over(s):
        need = chance_need(s)
        if need == 0:
            return True
        size = chance_pool(s, pool)
        shuffle(generator, pool, size, need)
        apply_chance(s, pool)
    return False


def rollout(s: object, generator: Cells, pool: Cells, limit: int) -> int:
    """Play random moves until the game ends; return how many."""
    moves = 0
    while moves < limit and settle(s, generator, pool):
        play(s, random_move(s, advance(generator)))
        moves += 1
    return moves


def deal_shuffled(states: list[Fields], fresh: int, place: int, pack: Cells, pool: Cells, generator: Cells) -> None:
    size = len(pack)
    for card in range(size):
        pool[card] = pack[card]
    shuffle(generator, pool, size, size)
    copy_state(states, fresh, place)
    deal(states[place], pool)


def random_games(states: list[Fields], order: Cells, pool: Cells, generator: Cells, games: int, limit: int) -> int:
    """Deal and play whole random games, one after the other; return the number of moves."""
    moves = 0
    for _ in range(games):
        shuffle(generator, order, len(order), len(order))
        copy_state(states, 1, 0)
        deal(states[0], order)
        moves += rollout(states[0], generator, pool, limit)
    return moves


def trace(s: object, generator: Cells, moves: Cells, pool: Cells, played: Cells) -> int:
    """Play one random game, and check that listing, counting and picking moves agree.

    Return how many cells of ``played`` are filled, two a move; if the three disagree, minus that and one more.
    """
    filled = 0
    while filled + 1 < len(played) and settle(s, generator, pool):
        number = legal_moves(s, moves)
        k = advance(generator)
        move = moves[(k * number) >> 32]
        if count_moves(s) != number or random_move(s, k) != move:
            return -filled - 1
        played[filled] = move
        played[filled + 1] = number
        filled += 2
        play(s, move)
    return filled


def perft(states: list[Fields], moves: list[Cells], sizes: Cells, pool: Cells, depth: int) -> int:
    """Count the sequences of ``depth`` moves; at a chance node the cards stay in the order of the pool."""
    total = 0
    level = 0
    sizes[0] = 0 if is_over(states[0]) else legal_moves(states[0], moves[0])
    while level >= 0:
        if sizes[level] == 0 or level == depth - 1:
            total += sizes[level] if level == depth - 1 else 0
            level -= 1
            continue
        sizes[level] -= 1
        copy_state(states, level, level + 1)
        s = states[level + 1]
        play(s, moves[level][sizes[level]])
        while not is_over(s) and chance_need(s):
            chance_pool(s, pool)
            apply_chance(s, pool)
        level += 1
        sizes[level] = 0 if is_over(s) else legal_moves(s, moves[level])
    return total


ENTRY_POINTS = (random_games,)
"""The function that Python calls; `perft` and `trace` compile when they are needed."""
