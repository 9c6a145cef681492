"""The functions that a game defines for greedy move choice, in its module `greedy`."""

from __future__ import annotations

from undercut.engine.contract import Cells, Contract, Fields

STATES = 64
"""Number of states that `rank_moves` gets: the position, and scratch states after it."""

BUFFER = 1 << 15
"""Number of scratch cells that `rank_moves` and `deal_unseen` get."""


def rank_moves(states: list[Fields], moves: Cells, size: int, ranks: Cells, buffer: Cells) -> None:
    """Score the legal moves in the first state, which does not change: the higher, the better, up to 10**12 in size.

    The unit is the game's own; a difference of less than a unit does not matter.
    """
    raise NotImplementedError


def deal_unseen(s: object, seat: int, generator: Cells, buffer: Cells) -> None:
    """Redeal the cards that a seat cannot know, as far as `rank_moves` looks at them.

    The result depends on the generator and on what the seat sees, not on how the hidden cards lie.
    """
    raise NotImplementedError


GREEDY = Contract(required=(rank_moves, deal_unseen))
"""The functions of greedy move choice."""
