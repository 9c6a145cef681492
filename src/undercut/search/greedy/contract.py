"""The functions that a game defines for greedy move choice, in its module `greedy`."""

from __future__ import annotations

from undercut.engine.contract import Cells, Contract, Fields

STATES = 64
"""Number of states that `rank_moves` gets: the position, and scratch states after it."""

BUFFER = 1 << 15
"""Number of scratch cells that `rank_moves` and `deal_unseen` get."""


def rank_moves(states: list[Fields], moves: Cells, size: int, ranks: Cells, buffer: Cells) -> None:
    """Score the legal moves of the seat to move.

    Args:
        states: The position, which does not change, and `STATES` - 1 scratch states.
        moves: The legal moves.
        size: Number of legal moves.
        ranks: Filled with a score for each move, higher is better, in a unit of the game's own; a difference of less
            than a unit does not matter. At most 10**12 in size.
        buffer: `BUFFER` scratch cells.
    """
    raise NotImplementedError


def deal_unseen(s: object, seat: int, generator: Cells, buffer: Cells) -> None:
    """Redeal the cards that a seat cannot know, as far as `rank_moves` looks at them.

    The result depends on the generator and on what the seat sees, not on how the hidden cards lie.

    Args:
        s: The state, changed in place.
        seat: The observing seat.
        generator: The random generator's state, one cell.
        buffer: `BUFFER` scratch cells.
    """
    raise NotImplementedError


GREEDY = Contract(required=(rank_moves, deal_unseen))
"""The functions of greedy move choice."""
