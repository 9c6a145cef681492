"""Worth of a card in the hand and of a turn: each game continues from a turn with one thing changed."""

from __future__ import annotations

from undercut.engine.chance import below, start_numbered
from undercut.engine.contract import Cells, Fields, copy_state, is_over, mover, play
from undercut.games.base.parts.figures import count_kind, exchange, skip_turn, starts_turn, stock_size
from undercut.lab.kernels.whole_games import (
    ALL_STATES,
    MOST_SEATS,
    POOL,
    ROWS,
    TABLE,
    begin_game,
    choose_move,
    go_on,
    settle_chance,
    share,
)

# The moments of a game to which it returns: the start of its first turn, and of a turn drawn from all of them.
MOMENTS = 2
FIRST, DRAWN = range(MOMENTS)
WORTH_STATES = ALL_STATES + MOMENTS

# The rows of the workspace after those of whole games: the game's row, and the turns.
GAME = ROWS
WORTH_ROWS = ROWS + 1

DRAWER = 0x1C6EF372FE94F82B  # separates the seeds of what is drawn here from those of the deals

# Sums for each moment and kind: differences (in parts of `WHOLE_SHARE`) times weights, weights, comparisons.
GAIN, WEIGHT, COMPARED = range(3)
SUMS = 3


def play_worths(
    states: list[Fields],
    policies: Cells,
    pack: Cells,
    generators: list[Cells],
    work: list[Cells],
    sums: list[Cells],
    seed: int,
    first: int,
    last: int,
    rotations: int,
    kinds: int,
    limit: int,
) -> None:
    """Play a range of deals, each in all rotations, and continue each game from two moments once for each change."""
    # A turn is drawn with equal chances from the turns of the game, and counts as often as the game has turns: a long
    # game has more turns, and a turn must not be more likely because its game ended soon after it.
    seats = len(policies)
    row = work[GAME]
    drawer = generators[seats + 1]
    for number in range(first, last):
        for rotation in range(rotations):
            begin_game(states, policies, pack, generators, work[POOL], row, seed, seed, number, rotation)
            start_numbered(drawer, seed ^ DRAWER, number * MOST_SEATS + rotation)
            turns = play_and_save(states, generators, work, seats, limit)
            if turns:
                bases = base_share(states, FIRST, seats), base_share(states, DRAWN, seats)
                compare(states, generators, work, sums[number - first], FIRST, 1, bases[FIRST], kinds, seats, limit)
                compare(states, generators, work, sums[number - first], DRAWN, turns, bases[DRAWN], kinds, seats, limit)


def play_and_save(states: list[Fields], generators: list[Cells], work: list[Cells], seats: int, limit: int) -> int:
    """Play the game that was dealt, keep its two moments, and return how many turns began."""
    s = states[TABLE]
    turns = 0
    settle_chance(s, generators[seats], work[POOL])
    while not is_over(s) and limit > 0:
        if starts_turn(s):
            turns += 1
            if turns == 1:
                save(states, generators, FIRST, seats)
            # The newest of n turns replaces the one drawn before with probability 1/n, so all are equally likely.
            if below(generators[seats + 1], turns) == 0:
                save(states, generators, DRAWN, seats)
        limit -= 1
        play(s, choose_move(states, generators, work, work[GAME]))
        settle_chance(s, generators[seats], work[POOL])
    return turns


def save(states: list[Fields], generators: list[Cells], moment: int, seats: int) -> None:
    """Keep the table and the generators of the seats and the cards."""
    copy_state(states, TABLE, ALL_STATES + moment)
    for each in range(seats + 1):
        generators[saved_generator(moment, seats) + each][0] = generators[each][0]


def restore(states: list[Fields], generators: list[Cells], moment: int, seats: int) -> None:
    """Return to a moment: what follows is the same as before unless something is changed."""
    copy_state(states, ALL_STATES + moment, TABLE)
    for each in range(seats + 1):
        generators[each][0] = generators[saved_generator(moment, seats) + each][0]


def saved_generator(moment: int, seats: int) -> int:
    """The place of the first generator that was kept at a moment."""
    return (moment + 1) * (seats + 1) + 1


def base_share(states: list[Fields], moment: int, seats: int) -> int:
    """The share, in the game as it was played, of the seat whose turn began at a moment."""
    return share(states[TABLE], mover(states[ALL_STATES + moment]), seats)


def compare(
    states: list[Fields],
    generators: list[Cells],
    work: list[Cells],
    found: Cells,
    moment: int,
    weight: int,
    base: int,
    kinds: int,
    seats: int,
    limit: int,
) -> None:
    """Play on from a moment, once with each kind of card of the hand exchanged, and once without the turn."""
    seat = mover(states[ALL_STATES + moment])
    stock = stock_size(states[ALL_STATES + moment])
    drawer = generators[seats + 1]
    place = moment * (kinds + 1) * SUMS
    for kind in range(kinds):
        held = count_kind(states[ALL_STATES + moment], seat, kind)
        if held and stock:
            restore(states, generators, moment, seats)
            exchange(states[TABLE], seat, kind, below(drawer, held), below(drawer, stock))
            go_on(states, generators, work, work[GAME], seats, limit)
            add_comparison(found, place + kind * SUMS, weight, base - share(states[TABLE], seat, seats))
    restore(states, generators, moment, seats)
    if skip_turn(states[TABLE]):
        go_on(states, generators, work, work[GAME], seats, limit)
        add_comparison(found, place + kinds * SUMS, weight, base - share(states[TABLE], seat, seats))


def add_comparison(found: Cells, place: int, weight: int, gain: int) -> None:
    """Add the result of a comparison to its sums."""
    found[place + GAIN] += weight * gain
    found[place + WEIGHT] += weight
    found[place + COMPARED] += 1


ENTRY_POINTS = (play_worths,)  # the function that Python calls
