"""The functions that a game may define for search: determinization, rollout moves, evaluation and proofs.

A game defines them by the same names in `undercut.search.<game>`. The loops import them from here, and each host
replaces them with the game's own. A game without hidden cards or heuristics needs none of `SEARCH` and uses the
defaults below. Only games that define all of `PROOF` get proofs.
"""

from __future__ import annotations

from undercut.engine.contract import Cells, Contract, random_move
from undercut.search.workspace import MOST_SEATS


def determinize(s: object, seat: int, generator: Cells, pool: Cells) -> None:
    """Redeal the cards that a seat cannot know, all possible deals equally likely; by default none are hidden.

    Args:
        s: The state, changed in place.
        seat: The observing seat.
        generator: The random generator's state, one cell.
        pool: At least 2,048 cells.
    """


def rollout_move(s: object, k: int) -> int:
    """Choose a rollout move by a cheap policy; by default any move.

    Args:
        s: The state, not over and not at a chance node.
        k: A random number from 0 to 2**32 - 1, to choose among equally good moves.
    """
    return random_move(s, k)


def evaluate(s: object, shares: Cells, buffer: Cells) -> None:
    """Evaluate a state where a rollout is cut short; by default all seats are equal.

    Args:
        s: The state, not over.
        shares: Filled with a weight for each seat, none negative and not all zero.
        buffer: At least 2,048 cells.
    """
    for seat in range(min(len(shares), MOST_SEATS)):
        shares[seat] = 1


def value_parts(s: object, found: Cells) -> int:
    """List the network's inputs for the value of a state, all cards open; none if the game has no network.

    Args:
        s: The state, not over and not at a chance node.
        found: At least 2,048 cells, filled with the numbers of the parts; one that occurs twice is listed twice.

    Returns:
        How many are filled in.
    """
    return 0


def policy_parts(s: object, found: Cells) -> int:
    """List the network's inputs for the choice of the seat to move, by what that seat may know.

    Args:
        s: As for `value_parts`.
        found: As for `value_parts`.
    """
    return 0


def prepare_moves(s: object, found: Cells) -> None:
    """Work out what `move_parts` needs to know of a state; by default nothing.

    Args:
        s: As for `value_parts`.
        found: At least 2,048 cells; those from 1,024 on are free for it.
    """


def move_parts(s: object, move: int, found: Cells) -> int:
    """List what describes a legal move to the network, by what the seat to move may know.

    Args:
        s: As for `value_parts`.
        found: At least 2,048 cells, as `prepare_moves` left those from 1,024 on; filled with the numbers of the parts.
    """
    return 0


def reconcile(start: object, s: object, seen: object, seat: int, move: int, generator: Cells) -> bool:
    """Exchange cards of an imagined game so that a seat cannot tell it from the real one at a moment, before a move.

    Args:
        start: The start of the imagined game; the same cards are exchanged there.
        s: The imagined game at that moment.
        seen: The real game at that moment; only what the seat sees of it, then or by the move, counts.
        seat: The observing seat.
        move: The move that follows; -1: none.
        generator: The random generator's state, one cell.

    Returns:
        Whether it was possible; by default never, and the search does not imagine past games.
    """
    return False


def shuffle_piles(s: object, generator: Cells, pool: Cells) -> None:
    """Shuffle the face-down piles of a state, and leave the hands; by default leave all as it is.

    Args:
        s: The state, changed in place.
        generator: The random generator's state, one cell.
        pool: At least 2,048 cells.
    """


def hash_state(s: object) -> int:
    """Hash everything that the rules depend on.

    Args:
        s: The state, not over and not at a chance node. Options are left out.

    Returns:
        0 to 2**63 - 1.
    """
    raise NotImplementedError


def relax(s: object, seat: int, goal: int, buffer: Cells) -> int:
    """Change a state so that a win in it is a win for every arrangement of the hidden cards.

    Args:
        s: The state, changed in place: one that a seat considers possible.
        seat: The observing seat; cards that it cannot know are hidden.
        goal: The seat to prove a win for. Its strategy may use what it knows itself, as far as ``seat`` knows it too.
        buffer: At least 2,048 cells.

    Returns:
        0 if nothing is hidden and the state is unchanged; -1 if nothing can be proved; else a number for `is_sure`.
    """
    raise NotImplementedError


def is_sure(s: object, move: int, goal: int, relaxed: int) -> bool:
    """Tell whether the effect of a legal move is certain, and, for all seats but ``goal``, that no other move exists.

    Args:
        s: The state before the move, reached by sure moves.
        goal: The seat to prove a win for.
        relaxed: The result of `relax`.
    """
    raise NotImplementedError


SEARCH = Contract(
    required=(),
    optional=(
        determinize,
        rollout_move,
        evaluate,
        value_parts,
        policy_parts,
        prepare_moves,
        move_parts,
        reconcile,
        shuffle_piles,
    ),
)
"""The functions that every search uses."""

PROOF = Contract(required=(hash_state, relax, is_sure))
"""The further functions that proofs use."""
