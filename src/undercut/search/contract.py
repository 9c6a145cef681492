"""What a game may tell a search: how hidden cards may lie, which moves look sensible, what a table is worth.

A game defines some of these functions by the same names, in `undercut.search.<game>`; the loops import them from here,
and each host puts the game's own in their place. A game without hidden cards or heuristics needs none of `SEARCH`: the
functions here are used. Proofs are looked for only in games that define all of `PROOF`.
"""

from __future__ import annotations

from undercut.engine.contract import Cells, Contract, random_move
from undercut.search.workspace import MOST_SEATS


def determinize(s: object, seat: int, generator: Cells, pool: Cells) -> None:
    """Deal the cards anew that a seat cannot know, each way that fits as likely as another; here none are hidden.

    Args:
        s: The state, changed in place.
        seat: The seat that looks.
        generator: The random generator's state, one cell.
        pool: At least 2,048 cells.
    """


def rollout_move(s: object, k: int) -> int:
    """Choose a move for a rollout, one that looks sensible at a glance; here any.

    Args:
        s: The state, not over and not at a chance.
        k: 0 to 2**32 - 1, at random: it decides among moves that look alike.
    """
    return random_move(s, k)


def evaluate(s: object, shares: Cells, buffer: Cells) -> None:
    """Weigh what each seat may expect where a rollout is cut short; here all the same.

    Args:
        s: The state, not over.
        shares: Filled with a weight of each seat, none of them negative and not all zero.
        buffer: At least 2,048 cells.
    """
    for seat in range(min(len(shares), MOST_SEATS)):
        shares[seat] = 1


def hash_state(s: object) -> int:
    """Hash all that the rules ask for.

    Args:
        s: The state, not over and not at a chance. Options count as equal.

    Returns:
        0 to 2**63 - 1.
    """
    raise NotImplementedError


def relax(s: object, seat: int, goal: int, buffer: Cells) -> int:
    """Change a state so that every win in it is a win wherever the hidden cards lie.

    Args:
        s: The state, changed in place: one of those that a seat thinks possible.
        seat: The seat that looks: what it cannot know is hidden.
        goal: The seat that is to win. Its strategy may depend on what it knows itself, as far as ``seat`` knows it too.
        buffer: At least 2,048 cells.

    Returns:
        0 if nothing is hidden and the state is as it was; -1 if nothing can be said; else a number for `is_sure`.
    """
    raise NotImplementedError


def is_sure(s: object, move: int, goal: int, relaxed: int) -> bool:
    """Tell whether the effect of a legal move is certain, and, for all seats but ``goal``, that no other move exists.

    Args:
        s: The state before the move, reached by moves that were sure.
        goal: The seat that is to win.
        relaxed: The result of `relax`.
    """
    raise NotImplementedError


SEARCH = Contract(required=(), optional=(determinize, rollout_move, evaluate))
"""What every search asks for."""

PROOF = Contract(required=(hash_state, relax, is_sure))
"""What proofs ask for besides."""
