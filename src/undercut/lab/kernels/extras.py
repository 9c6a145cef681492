"""Measures besides the results of games: wins to take at once, the uses of cards, and the worth of cards and turns."""

from __future__ import annotations

from undercut.engine.chance import below, start_numbered
from undercut.engine.contract import Cells, Fields, copy_state, is_over, legal_moves, mover, play, winners
from undercut.games.base.parts.figures import (
    count_kind,
    exchange,
    may_win,
    skip_turn,
    starts_turn,
    stock_size,
    use_of,
)
from undercut.lab.kernels import whole_games
from undercut.lab.kernels.whole_games import Buffers, Deals, begin_game, choose_move, go_on, settle_chance, share

# The rows of the workspace after those of whole games: the game's row, and each seat's decisions with a win to take.
GAME, CHANCES = whole_games.ROWS, whole_games.ROWS + 1
EXTRA_ROWS = whole_games.ROWS + 2

# --- Wins that could be taken at once, and the uses of each card ---

TRIED = whole_games.ALL_STATES
INTEREST_STATES = whole_games.ALL_STATES + 1

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
    s, seats = buffers.states[whole_games.TABLE], len(buffers.policies)
    chances = buffers.work[CHANCES]
    for seat in range(seats):
        chances[seat] = 0
    settle_chance(buffers)
    while not is_over(s) and limit > 0:
        limit -= 1
        seat = mover(s)
        wins = has_win(buffers.states, buffers.work[whole_games.MOVES], seat)
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
    if not may_win(states[whole_games.TABLE]):
        return False
    size = legal_moves(states[whole_games.TABLE], moves)
    for place in range(size):
        copy_state(states, whole_games.TABLE, TRIED)
        play(states[TRIED], moves[place])
        if won_by(states[TRIED], seat):
            return True
    return False


def won_by(s: object, seat: int) -> bool:
    return is_over(s) and winners(s) >> seat & 1 == 1


# --- Worth of a card in the hand and of a turn: each game continues from a turn with one thing changed ---

# The moments of a game to which it returns: the start of its first turn, and of a turn drawn from all of them.
MOMENTS = 2
FIRST, DRAWN = range(MOMENTS)
WORTH_STATES = whole_games.ALL_STATES + MOMENTS

DRAWER = 0x1C6EF372FE94F82B  # separates the seeds of what is drawn here from those of the deals

# Sums for each moment and kind: differences (in parts of `WHOLE_SHARE`) times weights, weights, comparisons.
GAIN, WEIGHT, COMPARED = range(3)
SUMS = 3


def play_worths(buffers: Buffers, deals: Deals, sums: list[Cells], kinds: int) -> None:
    """Play a range of deals, each in all rotations, and continue each game from two moments once for each change."""
    # A turn is drawn with equal chances from the turns of the game, and counts as often as the game has turns: a long
    # game has more turns, and a turn must not be more likely because its game ended soon after it.
    drawer = buffers.generators[len(buffers.policies) + 1]
    for number in range(deals.first, deals.last):
        for rotation in range(deals.rotations):
            begin_game(buffers, deals, buffers.work[GAME], number, rotation)
            start_numbered(drawer, deals.seed ^ DRAWER, number * whole_games.MOST_SEATS + rotation)
            turns = play_and_save(buffers, deals.limit)
            if turns:
                bases = base_share(buffers, FIRST), base_share(buffers, DRAWN)
                compare(buffers, sums[number - deals.first], FIRST, 1, bases[FIRST], kinds, deals.limit)
                compare(buffers, sums[number - deals.first], DRAWN, turns, bases[DRAWN], kinds, deals.limit)


def play_and_save(buffers: Buffers, limit: int) -> int:
    """Play the game that was dealt, keep its two moments, and return how many turns began."""
    s = buffers.states[whole_games.TABLE]
    turns = 0
    settle_chance(buffers)
    while not is_over(s) and limit > 0:
        if starts_turn(s):
            turns += 1
            if turns == 1:
                save(buffers, FIRST)
            # The newest of n turns replaces the one drawn before with probability 1/n, so all are equally likely.
            if below(buffers.generators[len(buffers.policies) + 1], turns) == 0:
                save(buffers, DRAWN)
        limit -= 1
        play(s, choose_move(buffers, buffers.work[GAME]))
        settle_chance(buffers)
    return turns


def save(buffers: Buffers, moment: int) -> None:
    """Keep the table and the generators of the seats and the cards."""
    copy_state(buffers.states, whole_games.TABLE, whole_games.ALL_STATES + moment)
    size = len(buffers.policies) + 1
    for each in range(size):
        buffers.generators[(moment + 1) * size + 1 + each][0] = buffers.generators[each][0]


def restore(buffers: Buffers, moment: int) -> None:
    """Return to a moment: what follows is the same as before unless something is changed."""
    copy_state(buffers.states, whole_games.ALL_STATES + moment, whole_games.TABLE)
    size = len(buffers.policies) + 1
    for each in range(size):
        buffers.generators[each][0] = buffers.generators[(moment + 1) * size + 1 + each][0]


def base_share(buffers: Buffers, moment: int) -> int:
    """The share, in the game as it was played, of the seat whose turn began at a moment."""
    return share(
        buffers.states[whole_games.TABLE], mover(buffers.states[whole_games.ALL_STATES + moment]), len(buffers.policies)
    )


def compare(buffers: Buffers, found: Cells, moment: int, weight: int, base: int, kinds: int, limit: int) -> None:
    """Play on from a moment, once with each kind of card of the hand exchanged, and once without the turn."""
    s, saved, seats = (
        buffers.states[whole_games.TABLE],
        buffers.states[whole_games.ALL_STATES + moment],
        len(buffers.policies),
    )
    seat, stock = mover(saved), stock_size(saved)
    drawer = buffers.generators[seats + 1]
    place = moment * (kinds + 1) * SUMS
    for kind in range(kinds):
        held = count_kind(saved, seat, kind)
        if held and stock:
            restore(buffers, moment)
            exchange(s, seat, kind, below(drawer, held), below(drawer, stock))
            go_on(buffers, buffers.work[GAME], limit)
            add_comparison(found, place + kind * SUMS, weight, base - share(s, seat, seats))
    restore(buffers, moment)
    if skip_turn(s):
        go_on(buffers, buffers.work[GAME], limit)
        add_comparison(found, place + kinds * SUMS, weight, base - share(s, seat, seats))


def add_comparison(found: Cells, place: int, weight: int, gain: int) -> None:
    found[place + GAIN] += weight * gain
    found[place + WEIGHT] += weight
    found[place + COMPARED] += 1


ENTRY_POINTS = (play_interest, play_worths)  # the functions that Python calls
