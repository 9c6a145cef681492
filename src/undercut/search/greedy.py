"""Greedy move choice for any game that ranks its moves: one kernel for the bot and for simulations, on every host."""

from typing import TypeVar

from undercut.engine.bits import INCREMENT, MULTIPLIER, wrapped
from undercut.engine.chance import advance
from undercut.engine.contract import Cells, Fields, Numbers, copy_state, mover
from undercut.search.contract import deal_unseen, rank_moves

Table = TypeVar("Table", bound=Fields)


def _powers() -> list[tuple[int, int]]:
    """The factor and addend of 1, 2, 4 and so on draws of a generator."""
    found = [(MULTIPLIER, INCREMENT)]
    for _ in range(MOST_POWERS - 1):
        factor, addend = found[-1]
        found.append((wrapped(factor, factor, 0), wrapped(addend, factor, addend)))
    return found


MOST_POWERS = 16
FACTORS, ADDENDS = (Numbers(column) for column in zip(*_powers(), strict=True))

_TIE_BITS = 20
_DROPPED = 32 - _TIE_BITS
_WORST = -(1 << 62)


def greedy_move(
    states: list[Fields], place: int, moves: Cells, size: int, ranks: Cells, generator: Cells, buffer: Cells
) -> int:
    """Choose the legal move with the highest rank, at random among equal ones."""
    if size == 1:
        return moves[0]
    copy_state(states, place, 0)
    deal_unseen(states[0], mover(states[0]), generator, buffer)
    rank_moves(states, moves, size, ranks, buffer)
    chosen = 0
    highest = _WORST
    for each in range(size):
        # Less than a unit on top: it decides between equal ranks only.
        rank = (ranks[each] << _TIE_BITS) + (advance(generator) >> _DROPPED)
        if rank > highest:
            highest = rank
            chosen = each
    return moves[chosen]


def copy_table(states: list[Table], source: int, target: int) -> None:
    """Copy one of some states, of a game's own type, over another."""
    copy_state(states, source, target)  # pyright: ignore[reportArgumentType]  neither list is kept


def skip(generator: Cells, draws: int) -> None:
    """Leave a generator as a number of draws does."""
    state = generator[0]
    power = 0
    while draws >> power:
        if draws >> power & 1:
            state = wrapped(state, FACTORS[power], ADDENDS[power])
        power += 1
    generator[0] = state


def sort_cards(cards: Cells, first: int, size: int, counts: int, codes: int) -> None:
    """Sort a part of a list of cards, so that what a generator deals does not depend on how they lay."""
    for code in range(codes):
        cards[counts + code] = 0
    for place in range(first, first + size):
        cards[counts + cards[place]] += 1
    place = first
    for code in range(codes):
        for _ in range(cards[counts + code]):
            cards[place] = code
            place += 1
