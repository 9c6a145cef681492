"""Measures of interest: wins that could be taken at once, and the uses of each card."""

from __future__ import annotations

from undercut.engine.contract import Cells, Fields, copy_state, is_over, legal_moves, mover, play, winners
from undercut.games.base.parts.figures import may_win, use_of
from undercut.lab import kernels
from undercut.lab.kernels import Buffers, Deals, begin_game, choose_move, settle_chance

TRIED = kernels.ALL_STATES
INTEREST_STATES = kernels.ALL_STATES + 1

# The rows of the workspace after those of whole games: the game's row, and each seat's decisions with a win to take.
GAME, CHANCES = kernels.ROWS, kernels.ROWS + 1
INTEREST_ROWS = kernels.ROWS + 2

# What is added up for each deal: games; decisions with a move that wins at once; those at which another move was
# played; those of seats that did not win in the end; games in which such a seat had one; then the uses of cards.
GAMES, WINS, PASSED_UP, LOSERS, LOST, USES = range(6)


def play_interest(buffers: Buffers, deals: Deals, sums: list[Cells], every: int) -> None:
    """Play every n-th deal of a range, and try every legal move at every decision."""
    for place, number in enumerate(range((deals.first + every - 1) // every * every, deals.last, every)):
        for rotation in range(deals.rotations):
            begin_game(buffers, deals, buffers.work[GAME], number, rotation)
            watch_game(buffers, sums[place], deals.limit)


def watch_game(buffers: Buffers, found: Cells, limit: int) -> None:
    """Play a game that was dealt, and add up its wins to take and its uses of cards."""
    s, seats = buffers.states[kernels.TABLE], len(buffers.policies)
    chances = buffers.work[CHANCES]
    for seat in range(seats):
        chances[seat] = 0
    settle_chance(buffers)
    while not is_over(s) and limit > 0:
        limit -= 1
        seat = mover(s)
        wins = has_win(buffers.states, buffers.work[kernels.MOVES], seat)
        move = choose_move(buffers, buffers.work[GAME])
        used = use_of(s, move)
        if used >= 0:
            found[USES + used] += 1
        play(s, move)
        if wins:
            chances[seat] += 1
            found[WINS] += 1
            if not won_by(s, seat):
                found[PASSED_UP] += 1
        settle_chance(buffers)
    found[GAMES] += 1
    lost = 0
    for seat in range(seats):
        if not won_by(s, seat):
            lost += chances[seat]
    found[LOSERS] += lost
    found[LOST] += 1 if lost else 0


def has_win(states: list[Fields], moves: Cells, seat: int) -> bool:
    """Whether a seat to move has a move that ends the game at once and wins it."""
    if not may_win(states[kernels.TABLE]):
        return False
    size = legal_moves(states[kernels.TABLE], moves)
    for place in range(size):
        copy_state(states, kernels.TABLE, TRIED)
        play(states[TRIED], moves[place])
        if won_by(states[TRIED], seat):
            return True
    return False


def won_by(s: object, seat: int) -> bool:
    """Whether a game is over and a seat is among its winners."""
    return is_over(s) and winners(s) >> seat & 1 == 1


ENTRY_POINTS = (play_interest,)  # the function that Python calls
